"""One aim at something, from the start of the camera to the picture, as a stream of news.

    watch(camera, eyes, guide) -> Started, Looked, Looked, ..., Took

The dialog and the command line consume the same stream.  It ends with Took, or silently once
the camera was closed; it raises DeviceError where the camera fails.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from whichone_core.picture.guidance import GOOD, Guidance, Guide
from whichone_core.picture.pictures import frame_from_rgb
from whichone_core.types.pictures import Frame, SourceKind

from .eyes import Eyes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shot = NDArray[np.uint8]

LEAST_GAP_S = 0.15
"""Between two glances: five or six a second are enough, and leave the cores to others."""

_KEPT = 5
"""Good pictures of which the sharpest is taken."""


@dataclass(frozen=True, eq=False)
class Started:
    """The camera gives pictures."""


@dataclass(frozen=True, eq=False)
class Looked:
    """One picture, and what follows from it."""

    shot: Shot
    guidance: Guidance


@dataclass(frozen=True, eq=False)
class Took:
    """The sharpest picture of a good run; aiming is over."""

    frame: Frame


News = Started | Looked | Took


class Source(Protocol):
    """A camera that is read, as `live.LiveCamera` is."""

    def next(self) -> Shot | None:
        """The latest picture, None once it was closed.  Raises DeviceError."""
        ...


def watch(
    camera: Source,
    eyes: Eyes,
    guide: Guide,
    *,
    may_take: bool = True,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[News]:
    """Look at the camera's pictures until one is taken; may_take: whether that is wanted."""
    run: list[tuple[float, Shot]] = []
    shot = camera.next()
    if shot is not None:
        yield Started()
    while shot is not None:
        begun = clock()
        glance = eyes.look(shot, begun)
        guidance = guide.see(glance)
        sharpness = glance.quality.measures.get("sharpness", 0.0)
        run = [*run, (sharpness, shot)][-_KEPT:] if guidance.raw == GOOD else []
        yield Looked(shot, guidance)
        if may_take and guidance.captures:
            best = max(run, key=lambda one: one[0])[1]
            yield Took(taken(best))
            return
        pause(max(0.0, LEAST_GAP_S - (clock() - begun)))
        shot = camera.next()


def taken(shot: Shot) -> Frame:
    """The picture as the conversation wants it."""
    return frame_from_rgb(shot, SourceKind.CAMERA)
