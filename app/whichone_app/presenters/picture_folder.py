"""The pictures of one folder in the order in which people number them, and who is next.

Files are told by their endings here: opening each to look would take minutes on a network.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..catalogue import _

ENDINGS = frozenset(
    [
        ".jpg",
        ".jpeg",
        ".jpe",
        ".jfif",
        ".png",
        ".webp",
        ".gif",
        ".bmp",
        ".tif",
        ".tiff",
        ".heic",
        ".heif",
        ".hif",
        ".avif",
        ".mpo",
    ]
)
MOST = 100_000
"""Files of a folder beyond these are not looked at."""


@dataclass(frozen=True, slots=True)
class Place:
    """One picture of a folder; number counts from 1."""

    path: str
    number: int
    count: int

    @property
    def spoken(self) -> str:
        """Where it stands, as it is said: "3 of 12, beach.jpg."."""
        return _(
            "{number} of {count}, {name}.",
            number=self.number,
            count=self.count,
            name=Path(self.path).name,
        )


def pictures_in(folder: Path) -> tuple[str, ...]:
    """Paths of the pictures in a folder, 2 before 10.  Slow on a network.  Raises OSError."""
    with os.scandir(folder) as entries:
        names = [
            entry.name
            for _number, entry in zip(range(MOST), entries, strict=False)
            if Path(entry.name).suffix.casefold() in ENDINGS and not entry.name.startswith(".")
        ]
    return tuple(str(folder / name) for name in sorted(names, key=_in_order))


def step(paths: Iterable[str], current: str, by: int) -> Place | None:
    """The picture so many places further, or None where the folder ends.

    A current one that is gone, or has no picture's ending, stands where its name would.
    """
    there = list(paths)
    if current in there:
        place = there.index(current) + by
    else:
        before = sum(_in_order(Path(p).name) < _in_order(Path(current).name) for p in there)
        place = before + by - (1 if by > 0 else 0)
    return Place(there[place], place + 1, len(there)) if 0 <= place < len(there) else None


def _in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Numbers by their value and letters by themselves: "IMG 2" before "IMG 10"."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]+", name.casefold())
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)
