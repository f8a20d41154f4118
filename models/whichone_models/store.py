"""The models that are installed: a folder each, whole or not there at all.

    models/
        NAME/           the language model, its tower as it came and as it was prepared for this
                        computer (`preparation.py`), whichone.json with their checksums
        .partial/NAME/  what is being fetched or copied; renamed to NAME when all is verified
        .locks/NAME     who is at it
        .gone/          what is being removed
        chosen.txt      the model that `auto` means

Before each load sizes and numbers of tensors are compared with what was pinned, and where a
file changed since it was last verified, its SHA-256 too: a swapped tower of the same size is
otherwise accepted by the runtime in silence.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import InputError, ModelError, WhichOneError
from whichone_core.registry import suggestion
from whichone_core.types import Cancel

from .catalog import NAME_PATTERN
from .disk import Cancelled, Progress, checksum, no_progress, only_one, refusal
from .gguf_file import read_header
from .pairing import check_pair, check_text
from .sidecar import ModelFile, Sidecar, read_sidecar, write_sidecar
from .tower import this_cpu
from .whole_file import read_small, write_text

CHOSEN = "chosen.txt"
STAMP = "verified.json"
"""File name -> [bytes, nanoseconds of the last change of its content and of anything about it,
SHA-256] as they were when that was right."""
_Marks = dict[str, list[int | str]]
PARTIAL, LOCKS, GONE = ".partial", ".locks", ".gone"
_REMEDY = "Pull or import the model again."


@dataclass(frozen=True, slots=True)
class Installed:
    """One installed model: its name, its folder, what is pinned about it."""

    name: str
    folder: Path
    sidecar: Sidecar

    @property
    def files(self) -> tuple[ModelFile, ...]:
        """The language model, then the tower where there is one, then what was made of it."""
        made = self.sidecar.prepared
        found = (self.sidecar.text, self.sidecar.tower, made.file if made is not None else None)
        return tuple(file for file in found if file is not None)

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files)

    @property
    def text(self) -> Path:
        return self.folder / self.sidecar.text.name

    @property
    def tower(self) -> Path | None:
        """The tower as it came."""
        return self.folder / self.sidecar.tower.name if self.sidecar.tower else None

    @property
    def tower_here(self) -> Path | None:
        """The tower that is fast on this computer; as it came where none was prepared for it."""
        made = self.sidecar.prepared
        if made is None or made.file is None or made.has_bf16 != this_cpu().has_bf16:
            return self.tower
        return self.folder / made.file.name


class Store:
    """The installed models under one folder, which need not exist yet."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def installed(self) -> tuple[Installed, ...]:
        """All that can be used, by name; a folder that is none is passed over."""
        found = []
        for name in self._names():
            try:
                found.append(self.find(name))
            except WhichOneError:
                continue
        return tuple(found)

    def damaged(self) -> tuple[tuple[str, WhichOneError], ...]:
        """Folders that look like a model and cannot be used, with the reason."""
        found = []
        for name in self._names():
            try:
                self.find(name)
            except WhichOneError as error:
                found.append((name, error))
        return tuple(found)

    def find(self, name: str) -> Installed:
        """An installed model.  Raises InputError where there is none, ModelError if damaged."""
        folder = self.root / self._checked(name)
        sidecar = read_sidecar(folder) if folder.is_dir() else None
        if sidecar is None:
            if folder.is_dir():
                raise ModelError(f"The model {name} is not complete.", remedy=_REMEDY)
            names = self._names()
            remedy = suggestion(name, names) if names else "Pull it first."
            raise InputError(f"The model {name[:60]} is not installed.", remedy=remedy)
        return Installed(folder.name, folder, sidecar)

    def has(self, name: str) -> bool:
        """Whether the folder of a model is there; whether it is whole, `find` and `check` say."""
        plain = name.strip().casefold()
        return bool(re.fullmatch(NAME_PATTERN, plain)) and (self.root / plain).is_dir()

    @property
    def chosen(self) -> str:
        """The model that `auto` means; empty for none."""
        try:
            name = read_small(self.root / CHOSEN).decode("utf-8").strip()
        except (OSError, ValueError):
            return ""
        return name if self.has(name) else ""

    def choose(self, name: str) -> Installed:
        """Make a model the one that `auto` means; it is checked first."""
        model = self.find(name)
        check(model)
        try:
            write_text(self.root / CHOSEN, model.name + "\n")
        except OSError as error:
            raise refusal(error, self.root) from error
        return model

    @contextmanager
    def staging(self, name: str) -> Iterator[Path]:
        """The folder in which a model is put together; only one process at a time has it.

        What lies there stays when something goes wrong, so that the next time goes on.
        Raises StorageError.
        """
        folder = self.root / PARTIAL / self._checked(name)
        with only_one(
            self.root / LOCKS / folder.name, f"The model {name} is being installed already."
        ):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise refusal(error, self.root) from error
            yield folder

    def install(self, staged: Path, name: str, sidecar: Sidecar) -> Installed:
        """Make what was staged and verified the model of a name, in one step.

        A model of that name that is there already is replaced.  Raises StorageError.
        """
        target = self.root / self._checked(name)
        sidecar = sidecar.model_copy(update={"name": target.name, "prepared": None})
        model = Installed(target.name, staged, sidecar)
        try:
            write_sidecar(staged, sidecar)
            _stamp(model)
            wanted = {file.name for file in model.files} | {STAMP, "whichone.json"}
            for left in [path for path in staged.iterdir() if path.name not in wanted]:
                left.unlink()
            self._set_aside(target)
            staged.rename(target)
        except OSError as error:
            raise refusal(error, self.root) from error
        self._sweep()
        return Installed(target.name, target, sidecar)

    def repin(self, model: Installed, sidecar: Sidecar) -> Installed:
        """Pin other files of a model, which are there and right.  Raises StorageError."""
        changed = Installed(model.name, model.folder, sidecar)
        try:
            write_sidecar(model.folder, sidecar)
            _stamp(changed)
        except OSError as error:
            raise refusal(error, model.folder) from error
        return changed

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """While nobody else changes a model.  Raises StorageError."""
        lock = self.root / LOCKS / self._checked(name)
        with only_one(lock, f"The model {name} is being installed just now."):
            yield

    def remove(self, name: str) -> int:
        """Remove a model, whole or not, and what was fetched of it; gives the bytes freed.

        Raises InputError where there is nothing of the name, StorageError.
        """
        checked = self._checked(name)
        there = [self.root / checked, self.root / PARTIAL / checked]
        if not any(folder.is_dir() for folder in there):
            self.find(name)
        with self.alone(checked):
            was_chosen = self.chosen == checked
            freed = sum(_size(folder) for folder in there)
            try:
                for folder in there:
                    self._set_aside(folder)
                if was_chosen:
                    (self.root / CHOSEN).unlink(missing_ok=True)
            except OSError as error:
                raise refusal(error, self.root) from error
            self._sweep()
        return freed

    def _names(self) -> list[str]:
        try:
            folders = [path.name for path in self.root.iterdir() if path.is_dir()]
        except OSError:
            return []
        return sorted(name for name in folders if re.fullmatch(NAME_PATTERN, name))

    def _checked(self, name: str) -> str:
        """A name that is safe as the name of a folder.  Raises InputError."""
        plain = name.strip().casefold()
        if not re.fullmatch(NAME_PATTERN, plain):
            raise InputError(
                f"{name[:60]!r} cannot be the name of a model.",
                remedy="Use small letters, digits, points and hyphens.",
            )
        return plain

    def _set_aside(self, folder: Path) -> None:
        """Take a folder away in one step, so that never half of it is in its place."""
        if not folder.exists():
            return
        gone = self.root / GONE
        gone.mkdir(parents=True, exist_ok=True)
        number = len(list(gone.iterdir()))
        while (gone / f"{folder.name}-{number}").exists():
            number += 1
        folder.rename(gone / f"{folder.name}-{number}")

    def _sweep(self) -> None:
        """Delete what was set aside; where a file is in use it waits for the next time."""
        shutil.rmtree(self.root / GONE, ignore_errors=True)


def check(model: Installed) -> None:
    """Refuse a model whose files are not those that were pinned.  Quick, before each load.

    Sizes and tensors always; the SHA-256 of a file only where it changed since it was last
    right.  Raises ModelError.
    """
    for file in model.files:
        _check_size(model, file)
        tensors = len(read_header(model.folder / file.name).tensors)
        if tensors != file.tensors:
            raise _changed(model, file, f"{tensors} tensors, not {file.tensors}")
    text = read_header(model.text)
    if model.tower is None:
        check_text(text)
    else:
        check_pair(text, read_header(model.tower))
    if not is_unchanged(model):
        verify(model)


def is_unchanged(model: Installed) -> bool:
    """Whether the files are as they were when their checksums were last right."""
    try:
        return _stamps(model) == _marks(model)
    except OSError:
        return False


def verify(
    model: Installed, progress: Progress = no_progress, cancel: Cancel | None = None
) -> bool:
    """Compare every file's SHA-256 with what was pinned; False once cancelled.

    Raises ModelError where one differs.
    """
    for file in model.files:
        _check_size(model, file)
    done, marks = 0, _marks(model)
    for file in model.files:
        before = done

        def report(count: int, whole: int, before: int = before) -> None:
            progress(before + count, model.bytes)

        try:
            digest = checksum(model.folder / file.name, report, cancel)
        except Cancelled:
            return False
        except OSError as error:
            raise _changed(model, file, str(error)) from error
        if digest != file.sha256:
            raise _changed(model, file, f"SHA-256 {digest}, not {file.sha256}")
        done += file.bytes
    try:
        _stamp(model, marks)
    except OSError:
        return True  # a read-only folder is checked in full each time
    return True


def _check_size(model: Installed, file: ModelFile) -> None:
    try:
        size = (model.folder / file.name).stat().st_size
    except OSError as error:
        raise _changed(model, file, str(error)) from error
    if size != file.bytes:
        raise _changed(model, file, f"{size} bytes, not {file.bytes}")


def _changed(model: Installed, file: ModelFile, cause: str) -> ModelError:
    return ModelError(
        f"The model {model.name} cannot be used, because its file {file.name} is not the one "
        "that was installed.",
        remedy=_REMEDY,
        cause=cause,
    )


def _marks(model: Installed) -> _Marks:
    """What tells whether a file is still the one: a copy can be given the time of another, but
    not the time at which it was given that."""
    found = ((file, (model.folder / file.name).stat()) for file in model.files)
    return {
        file.name: [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, file.sha256]
        for file, stat in found
    }


def _stamps(model: Installed) -> object:
    try:
        return json.loads(read_small(model.folder / STAMP))
    except (OSError, ValueError, RecursionError):
        return None


def _stamp(model: Installed, marks: _Marks | None = None) -> None:
    """Note that the files are right: as they are, or as they were before they were read."""
    write_text(model.folder / STAMP, json.dumps(marks or _marks(model)))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
