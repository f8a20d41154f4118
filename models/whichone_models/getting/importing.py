"""Installing a model from files: a pair of GGUF files, a folder or a zip, from a stick or disk.

Everything that can be known before is checked before gigabytes are copied: which file is
which, whether they belong together, whether there is room.  Then they are copied, read back
and compared, and only then installed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from whichone_core.errors import InputError, ModelError, WhichOneError
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.disk import (
    Cancelled,
    Progress,
    checksum,
    copied,
    emptied,
    need_room,
    refusal,
)
from whichone_models.files.gguf_file import GgufHeader, read_header
from whichone_models.files.pairing import OTHER_REMEDY, check_pair, is_tower, sidecar_of
from whichone_models.files.sidecar import SAFE_NAME, Sidecar, read_sidecar
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store

from .zip_file import PATHS_REMEDY, is_zip, unpack

_SAFE = re.compile(SAFE_NAME)
"""llama.cpp fails on other names on some systems."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is to be imported: the two heads, and the sidecar where one came with them."""

    text: GgufHeader
    tower: GgufHeader
    sidecar: Sidecar | None

    @property
    def bytes(self) -> int:
        return self.text.length + self.tower.length


def import_model(
    paths: Sequence[Path], store: Store, progress: Progress, cancel: Cancel, name: str = ""
) -> Installed | None:
    """Install what the paths hold; None once cancelled.

    name: under which it is installed; empty for the sidecar's, or the file's.
    Raises InputError, ModelError, StorageError.
    """
    try:
        if len(paths) == 1 and is_zip(paths[0]):
            return _from_zip(paths[0], store, progress, cancel, name)
        found = find(paths)
        chosen = _free_name(store, name or name_of(found))
        with store.staging(chosen) as folder, emptied(folder):
            need_room(folder, found.bytes)
            return _installed(found, folder, chosen, store, progress, cancel)
    except Cancelled:
        return None


def find(paths: Sequence[Path]) -> Found:
    """The language model and the tower among files and folders.  Raises InputError, ModelError."""
    folders = [path for path in paths if _is_folder(path)]
    if len(paths) == 1 and folders and (sidecar := read_sidecar(folders[0])) is not None:
        return _described(folders[0], sidecar)
    files = dict.fromkeys(path for path in paths if path not in folders)
    heads = [read_header(_present(path)) for path in files]
    reasons: list[WhichOneError] = []
    if heads and not any(map(is_tower, heads)):
        beside = [path for path in _beside(heads[0].path.parent) if path not in files]
        around, _unread = _readable(beside)
        heads += filter(is_tower, around)
    for folder in folders:
        found, bad = _readable(_beside(folder))
        heads, reasons = heads + found, reasons + bad
    texts = [head for head in heads if not is_tower(head)]
    if reasons and len(texts) in (0, len(heads)):
        raise reasons[0]
    if len(texts) != 1:
        told = (
            _("There is more than one language model in what was given.")
            if texts
            else _("There is no language model in what was given.")
        )
        raise InputError(told, remedy=_(PATHS_REMEDY))
    _check_whole(texts[0])
    towers = list(filter(is_tower, heads))
    described = _described_beside(texts[0], towers)
    return described or Found(texts[0], _fitting(texts[0], towers), None)


def _beside(folder: Path) -> list[Path]:
    """The GGUF files of a folder; what a Mac hides there is none."""
    return sorted(path for path in folder.glob("*.gguf") if not path.name.startswith("."))


def _readable(paths: Sequence[Path]) -> tuple[list[GgufHeader], list[WhichOneError]]:
    """The heads of what just lies there, and why others have none: they may be anything."""
    heads: list[GgufHeader] = []
    reasons: list[WhichOneError] = []
    for path in paths:
        try:
            heads.append(read_header(_present(path)))
        except WhichOneError as error:
            reasons.append(error)
    return heads, reasons


def name_of(found: Found) -> str:
    """A name for a model that has none: its sidecar's, or its file's in plain letters."""
    stem = found.sidecar.name if found.sidecar is not None else found.text.path.stem
    return _plain(stem)


def _plain(stem: str) -> str:
    """What a file is called, as the name of a model."""
    plain = re.sub(r"[^a-z0-9._-]+", "-", stem.casefold())
    return plain.strip("-._")[:64].rstrip("-._") or "model"


def _described(folder: Path, sidecar: Sidecar) -> Found:
    """The files that a sidecar names.  Raises ModelError where they are not these."""
    if sidecar.tower is None:
        raise ModelError(_("This model cannot see pictures."), remedy=_(OTHER_REMEDY))
    heads = []
    for file in (sidecar.text, sidecar.tower):
        head = read_header(_present(folder / file.name))
        if (head.length, len(head.tensors)) != (file.bytes, file.tensors):
            raise _damaged(file.name, f"{head.length} bytes, {len(head.tensors)} tensors")
        heads.append(head)
    check_pair(*heads)
    return Found(heads[0], heads[1], sidecar)


def _described_beside(text: GgufHeader, towers: Sequence[GgufHeader]) -> Found | None:
    """The pair that a sidecar beside the language model names; None where none does.

    Who gives the files of a folder one by one gets the same model as who gives the folder.
    """
    folder = text.path.parent
    try:
        sidecar = read_sidecar(folder)
    except ModelError:
        return None
    if sidecar is None or sidecar.tower is None or sidecar.text.name != text.path.name:
        return None
    tower = folder / sidecar.tower.name
    return _described(folder, sidecar) if any(each.path == tower for each in towers) else None


def _fitting(text: GgufHeader, towers: Sequence[GgufHeader]) -> GgufHeader:
    """The tower that belongs to a language model; of several, F16 and the most alike by name."""
    if not towers:
        raise InputError(
            _(
                "The part that sees is missing: {name} is only the language model.",
                name=text.path.name,
            ),
            remedy=_("Give its mmproj file too."),
        )
    reasons: list[WhichOneError] = []
    fitting = []
    for tower in towers:
        try:
            check_pair(text, tower)
            fitting.append(tower)
        except ModelError as error:
            reasons.append(error)
    if not fitting:
        raise reasons[0]
    return max(fitting, key=lambda tower: _likeness(text, tower))


def _likeness(text: GgufHeader, tower: GgufHeader) -> tuple[int, bool]:
    plain = re.sub(r"^mmproj[-_.]?|[-_.]?mmproj", "", tower.path.stem.casefold())
    is_f16 = bool(re.search(r"(?<!b)f16", plain))
    pairs = zip(plain, text.path.stem.casefold(), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)), is_f16


def _check_whole(text: GgufHeader) -> None:
    if text.number("split.count", 0) > 1:
        raise InputError(
            _("{name} is one of several parts of a model.", name=text.path.name),
            remedy=_("Join the parts into one file first."),
        )


def _present(path: Path) -> Path:
    if not _is_file(path):
        raise InputError(
            _("There is no file {name}.", name=str(path)[:200]), remedy=_(PATHS_REMEDY)
        )
    return path


def _is_file(path: Path) -> bool:
    """A file that ends: no pipe or device, which could be read for ever."""
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _free_name(store: Store, name: str) -> str:
    if store.has(name):
        raise InputError(
            _("There is a model called {name} already.", name=name.strip()),
            remedy=_("Give another name with --name, or remove that one first."),
        )
    return name


def _installed(
    found: Found,
    folder: Path,
    name: str,
    store: Store,
    progress: Progress,
    cancel: Cancel,
) -> Installed:
    """Copy both files, compare what was written with what was read, and install."""
    sums: dict[str, str] = {}
    heads: list[GgufHeader] = []
    for head, plain, before in (
        (found.text, "model.gguf", 0),
        (found.tower, "mmproj.gguf", found.text.length),
    ):

        def report(done: int, _: int, before: int = before) -> None:
            progress(before + done, found.bytes)

        target = folder / (head.path.name if _SAFE.fullmatch(head.path.name) else plain)
        sums[target.name] = _copied(head.path, target, report, cancel)
        heads.append(read_header(target))
    sidecar = found.sidecar
    if sidecar is None:
        sidecar = sidecar_of(name, heads[0], heads[1], sums, source="imported")
    for file in (sidecar.text, sidecar.tower):
        if file is not None and sums[file.name] != file.sha256:
            raise _damaged(file.name, f"SHA-256 {sums[file.name]}, not {file.sha256}")
    return store.install(folder, name, sidecar)


def _copied(source: Path, target: Path, progress: Progress, cancel: Cancel) -> str:
    """Copy a file and read it back; gives its SHA-256.  One that lies there already is kept."""
    try:
        if source == target:
            return checksum(target, progress, cancel)
        with source.open("rb") as stream:
            digest = copied(stream, target, source.stat().st_size, progress, cancel)
        again = checksum(target, cancel=cancel)
    except OSError as error:
        raise refusal(error, target.parent) from error
    if again != digest:
        raise _damaged(source.name, f"read {digest}, wrote {again}")
    return digest


def _from_zip(path: Path, store: Store, progress: Progress, cancel: Cancel, name: str) -> Installed:
    """Unpack the two files and the sidecar of a zip, whatever their folders in it, and install."""
    chosen = _free_name(store, name or _plain(path.stem))
    with store.staging(chosen) as folder, emptied(folder):
        unpack(path, folder, progress, cancel)
        return _installed(find([folder]), folder, chosen, store, progress, cancel)


def _damaged(name: str, cause: str) -> ModelError:
    return ModelError(
        _("The file {name} is damaged.", name=name),
        remedy=_("Copy it again from where it came from."),
        cause=cause,
    )
