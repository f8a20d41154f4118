"""Installing a model from files: a pair of GGUF files, a folder or a zip, from a stick or disk.

Everything that can be known before is checked before gigabytes are copied: which file is
which, whether they belong together, whether there is room.  Then they are copied, read back
and compared, and only then installed.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from whichone_core.errors import InputError, ModelError, WhichOneError
from whichone_core.types import Cancel

from .disk import Cancelled, Progress, checksum, copied, need_room, refusal
from .gguf_file import GgufHeader, read_header
from .pairing import OTHER_REMEDY, check_pair, is_tower, sidecar_of
from .sidecar import FILE_NAME, Sidecar, read_sidecar
from .store import Installed, Store

SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.gguf")
"""What may be the name of an installed file; llama.cpp fails on others on some systems."""
MOST_IN_ZIP = 50
_PATHS_REMEDY = "Give the two GGUF files of a model, or a folder or a zip with them."


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
        if len(paths) == 1 and zipfile.is_zipfile(paths[0]):
            return _from_zip(paths[0], store, progress, cancel, name)
        found = find(paths)
        chosen = _free_name(store, name or name_of(found))
        with store.staging(chosen) as folder, _emptied(folder):
            need_room(folder, found.bytes)
            return _installed(found, folder, chosen, store, progress, cancel)
    except Cancelled:
        return None


def find(paths: Sequence[Path]) -> Found:
    """The language model and the tower among files and folders.  Raises InputError, ModelError."""
    folders = [path for path in paths if path.is_dir()]
    if len(paths) == 1 and folders and (sidecar := read_sidecar(folders[0])) is not None:
        return _described(folders[0], sidecar)
    files = [path for path in paths if path not in folders]
    for folder in folders:
        files += sorted(path for path in folder.glob("*.gguf") if not path.name.startswith("."))
    heads = [read_header(_present(path)) for path in files]
    texts = [head for head in heads if not is_tower(head)]
    towers = [head for head in heads if is_tower(head)]
    if len(texts) == 1 and not towers:
        beside = sorted(texts[0].path.parent.glob("*.gguf"))
        towers = [head for path in beside if is_tower(head := read_header(path))]
    if len(texts) != 1:
        what = "no language model" if not texts else "more than one language model"
        raise InputError(f"There is {what} in what was given.", remedy=_PATHS_REMEDY)
    _check_whole(texts[0])
    return Found(texts[0], _fitting(texts[0], towers), None)


def name_of(found: Found) -> str:
    """A name for a model that has none: its sidecar's, or its file's in plain letters."""
    stem = found.sidecar.name if found.sidecar is not None else found.text.path.stem
    plain = re.sub(r"[^a-z0-9._-]+", "-", stem.casefold()).strip("-._")
    return plain[:64] or "model"


def _described(folder: Path, sidecar: Sidecar) -> Found:
    """The files that a sidecar names.  Raises ModelError where they are not these."""
    if sidecar.tower is None:
        raise ModelError("This model cannot see pictures.", remedy=OTHER_REMEDY)
    heads = []
    for file in (sidecar.text, sidecar.tower):
        if not SAFE_NAME.fullmatch(file.name):
            raise ModelError(
                f"The description of the model names an impossible file, {file.name[:60]!r}.",
                remedy="Get the model again from where it came from.",
            )
        head = read_header(_present(folder / file.name))
        if (head.length, len(head.tensors)) != (file.bytes, file.tensors):
            raise _damaged(file.name, f"{head.length} bytes, {len(head.tensors)} tensors")
        heads.append(head)
    check_pair(*heads)
    return Found(heads[0], heads[1], sidecar)


def _fitting(text: GgufHeader, towers: Sequence[GgufHeader]) -> GgufHeader:
    """The tower that belongs to a language model; of several, F16 and the most alike by name."""
    if not towers:
        raise InputError(
            f"The part that sees is missing: {text.path.name} is only the language model.",
            remedy="Give its mmproj file too.",
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
            f"{text.path.name} is one of several parts of a model.",
            remedy="Join the parts into one file first.",
        )


def _present(path: Path) -> Path:
    if not path.is_file():
        raise InputError(f"There is no file {path}.", remedy=_PATHS_REMEDY)
    return path


def _free_name(store: Store, name: str) -> str:
    if store.has(name.casefold()):
        raise InputError(
            f"There is a model called {name} already.",
            remedy="Give another name with --name, or remove that one first.",
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

        target = folder / (head.path.name if SAFE_NAME.fullmatch(head.path.name) else plain)
        sums[target.name] = _copied(head.path, target, report, cancel)
        heads.append(read_header(target))
    sidecar = found.sidecar
    if sidecar is None:
        sidecar = sidecar_of(name, heads[0], heads[1], sums, source="imported")
    for file in (sidecar.text, sidecar.tower):
        if file is not None and sums[file.name] != file.sha256:
            raise _damaged(file.name, f"SHA-256 {sums[file.name]}, not {file.sha256}")
    return store.install(folder, name, sidecar)


@contextmanager
def _emptied(folder: Path) -> Iterator[None]:
    """Begin with nothing, and leave nothing when it fails: a copy is not gone on from."""
    _empty(folder)
    try:
        yield
    except BaseException:
        _empty(folder)
        raise


def _empty(folder: Path) -> None:
    try:
        for path in folder.iterdir():
            path.unlink()
    except OSError as error:
        raise refusal(error, folder) from error


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


def _from_zip(
    path: Path, store: Store, progress: Progress, cancel: Cancel, name: str
) -> Installed | None:
    """Unpack the two files and the sidecar of a zip, whatever their folders in it, and install."""
    chosen = _free_name(store, name or re.sub(r"[^a-z0-9._-]+", "-", path.stem.casefold()))
    try:
        with (
            zipfile.ZipFile(path) as packed,
            store.staging(chosen) as folder,
            _emptied(folder),
        ):
            members = _members(packed)
            need_room(folder, sum(member.file_size for member in members.values()))
            for plain, member in members.items():
                with packed.open(member) as stream:
                    copied(stream, folder / plain, member.file_size, progress, cancel)
            return _installed(find([folder]), folder, chosen, store, progress, cancel)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        # RuntimeError: it needs a password; NotImplementedError: an unknown compression.
        raise InputError(
            f"{path.name} cannot be unpacked.",
            remedy="Copy the zip again, or unpack it and give the folder.",
            cause=str(error),
        ) from error
    except OSError as error:
        raise refusal(error, store.root) from error


def _members(packed: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files that matter by their plain names; folders and tricks in names are dropped."""
    found: dict[str, zipfile.ZipInfo] = {}
    for member in packed.infolist():
        plain = re.split(r"[/\\]", member.filename)[-1]
        if not member.is_dir() and (plain == FILE_NAME or SAFE_NAME.fullmatch(plain)):
            found[plain] = member
    if not any(name.endswith(".gguf") for name in found) or len(found) > MOST_IN_ZIP:
        raise InputError("There is no model in this zip.", remedy=_PATHS_REMEDY)
    return found


def _damaged(name: str, cause: str) -> ModelError:
    return ModelError(
        f"The file {name} is damaged.",
        remedy="Copy it again from where it came from.",
        cause=cause,
    )
