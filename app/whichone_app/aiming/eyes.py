"""What is looked at in a live picture, and by whom: the pixels at once, the boxes beside it.

    picture -> Glancer (each picture, about 20 ms) -> Glance, with the newest boxes
            -> a thread of its own (a still, sharp picture, about 0.3 s) -> boxes

Text and things are looked for only in pictures that are light, still and sharp: in the others
something more important is wrong.  Boxes hold until the camera is moved.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from whichone_core.errors import WhichOneError
from whichone_core.picture.glances import Glancer, narrowed
from whichone_core.picture.guidance import Boxes, Glance, Problem, diagnose

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shot = NDArray[np.uint8]

REST_S = 0.2
"""Between two searches for boxes: the other core is for the voice and the window."""

_LOG = logging.getLogger(__name__)


class Eyes(Protocol):
    """Measures the pictures of one camera, in their order."""

    def look(self, shot: Shot, at_s: float) -> Glance: ...

    def close(self) -> None: ...


class QuickEyes:
    """Eyes with a finder of boxes.  find: Raises WhichOneError; it then is not asked again."""

    def __init__(self, find: Callable[[Shot], Boxes]) -> None:
        self._find = find
        self._glancer = Glancer()
        self._turn = threading.Condition()
        self._wanted: Shot | None = None
        self._boxes: Boxes | None = None
        self._scene = 0
        """Counts how often the camera was moved: boxes belong to one scene."""
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="camera-boxes")
        self._thread.start()

    def look(self, shot: Shot, at_s: float) -> Glance:
        """Measure the next picture; never waits for boxes."""
        glance = self._glancer.look(shot, at_s)
        is_worth_it = diagnose(glance).problem >= Problem.NOTHING
        with self._turn:
            if is_worth_it:
                self._wanted = narrowed(shot)
                self._turn.notify_all()
                return replace(glance, boxes=self._boxes)
            self._scene += 1
            self._wanted, self._boxes = None, None
        return glance

    def close(self) -> None:
        with self._turn:
            self._is_closed = True
            self._turn.notify_all()

    def _run(self) -> None:
        """Look for boxes in the newest picture, again and again."""
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._is_closed or self._wanted is not None)
                if self._is_closed or self._wanted is None:
                    return
                shot, self._wanted, scene = self._wanted, None, self._scene
            try:
                found = self._find(shot)
            except WhichOneError as error:
                _LOG.warning("no boxes while aiming: %s", error.cause or error.sentence)
                self._find, found = _nothing, Boxes()
            with self._turn:
                if scene == self._scene:
                    self._boxes = found
                self._turn.wait_for(lambda: self._is_closed, REST_S)


def _nothing(_shot: Shot) -> Boxes:
    """Where no finder works: the picture still is judged by its pixels."""
    return Boxes()
