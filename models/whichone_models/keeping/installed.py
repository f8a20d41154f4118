"""One installed model: its folder, and which of its files are for what."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from whichone_core.languages import N_

from whichone_models.files.sidecar import ModelFile, Sidecar

from .tower import this_cpu

AGAIN = N_("Pull or import the model again.")
"""What to do about an installed model that cannot be used."""


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
