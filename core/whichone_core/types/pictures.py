"""One upright picture as pixels, and places in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class SourceKind(StrEnum):
    """Where a picture came from."""

    FILE = "file"
    STDIN = "standard input"
    CLIPBOARD = "clipboard"
    SCREEN = "screen"
    CAMERA = "camera"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in fractions of the picture (0 to 1), origin at the top left."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return max(0.0, self.right - self.left)

    @property
    def height(self) -> float:
        return max(0.0, self.bottom - self.top)

    @property
    def area(self) -> float:
        """The share of the picture that the box covers."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlap(self, other: Box) -> float:
        """Intersection over union with another box, 0 to 1."""
        shared = Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        ).area
        union = self.area + other.area - shared
        return shared / union if union > 0 else 0.0


WHOLE_PICTURE = Box(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Frame:
    """One upright picture as pixels; capture metadata is not kept (field report 22).

    pixels: uint8, shape (height, width, 3), RGB, rotated upright, at most 12 megapixels.
    full_size: (width, height) in pixels before any reduction, upright.
    digest: SHA-256 (hex) of size and pixels: what the log knows a picture by.
    remarks: plain sentences the user should know ("This is the first of 12 pages.").
    """

    pixels: NDArray[np.uint8]
    kind: SourceKind
    taken_at: datetime
    full_size: tuple[int, int]
    digest: str
    remarks: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])
