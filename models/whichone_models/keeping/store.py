"""The models that are installed: a folder each, whole or not there at all.

models/
    NAME/           the language model, its tower as it came and as it was prepared for this
                    computer (`preparation.py`), whichone.json with their checksums
    .partial/NAME/  what is being fetched or copied; renamed to NAME when all is verified
    .locks/NAME     who is at it
    .gone/          what is being removed
    chosen.txt      the model that `auto` means
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from whichone_core.errors import InputError, ModelError, WhichOneError
from whichone_core.registry import suggestion

from whichone_models.catalogue import _
from whichone_models.files.disk import only_one, refusal
from whichone_models.files.sidecar import NAME_PATTERN, Sidecar, read_sidecar, write_sidecar
from whichone_models.files.whole_file import read_small, write_text

from .installed import AGAIN, Installed
from .pins import STAMP, check, stamp

CHOSEN = "chosen.txt"
PARTIAL, LOCKS, GONE = ".partial", ".locks", ".gone"


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
                raise ModelError(_("The model {name} is not complete.", name=name), remedy=_(AGAIN))
            names = self._names()
            remedy = suggestion(name, names) if names else _("Pull it first.")
            raise InputError(_("The model {name} is not installed.", name=name[:60]), remedy=remedy)
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
            self.root / LOCKS / folder.name,
            _("The model {name} is being installed already.", name=name),
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
            stamp(model)
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
            stamp(changed)
        except OSError as error:
            raise refusal(error, model.folder) from error
        return changed

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """While nobody else changes a model.  Raises StorageError."""
        lock = self.root / LOCKS / self._checked(name)
        with only_one(lock, _("The model {name} is being installed just now.", name=name)):
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
                _("{name} cannot be the name of a model.", name=repr(name[:60])),
                remedy=_("Use small letters, digits, points and hyphens."),
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


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
