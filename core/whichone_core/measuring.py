"""Evidence belongs to the picture: what is looked for, once, and what is loaded for that."""

from __future__ import annotations

import threading
from contextlib import suppress

from whichone_core.errors import ModelError
from whichone_core.picture import quality
from whichone_core.ports import EvidenceFinder
from whichone_core.scene import Scene
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look

TOGETHER = frozenset({Look.OBJECTS, Look.COLOURS})
"""Things get their own colours only where both are looked for at once."""


class Measuring:
    """Looks for what is still missing; one thread at a time uses it."""

    def __init__(self, finder: EvidenceFinder) -> None:
        self._finder = finder
        self._warming: threading.Thread | None = None

    def find(self, scene: Scene, looks: frozenset[Look], cancel: Cancel) -> None:
        """Measure what is not known yet.  Raises ModelError."""
        missing = looks - scene.evidence.looked
        if missing & TOGETHER and looks >= TOGETHER:
            missing |= TOGETHER
        if missing:
            scene.learn(self._finder.look(scene.frame, missing, cancel))
        if Look.TEXT in missing and scene.evidence.text is not None:
            scene.quality = quality.with_text(scene.known_quality, scene.evidence.text)

    def warm_up(self) -> None:
        """Load the detectors, once, in a thread of its own; what goes wrong is said later."""
        if self._warming is not None:
            return

        def load() -> None:
            with suppress(ModelError):
                self._finder.warm_up(TOGETHER)

        self._warming = threading.Thread(target=load, name="warm up")
        self._warming.start()

    def close(self) -> None:
        """Wait for what is being loaded."""
        if self._warming is not None:
            self._warming.join()
