"""A microphone and a recogniser for tests: sound from memory, words from a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from whichone_core.errors import ModelError, WhichOneError

from ..catalogue import _
from .audio import BLOCK
from .endpoint import QUIETEST, loudness

if TYPE_CHECKING:
    from .audio import Block, Speech


class FakeMicrophone:
    """Gives its samples block by block, then zeros for ever; time passes only by reading.

    failure: raised by the next open; unplugged_after: blocks after which reading raises.
    """

    def __init__(self, samples: Block | None = None) -> None:
        import numpy as np

        self.samples = np.zeros(0, np.int16) if samples is None else samples
        self.failure: WhichOneError | None = None
        self.unplugged_after: tuple[int, WhichOneError] | None = None
        self.is_open = False
        self.opened = 0
        self.position = 0

    def open(self) -> None:
        if self.failure is not None:
            raise self.failure
        self.is_open = True
        self.opened += 1

    def read(self, timeout_s: float) -> Block | None:
        import numpy as np

        if self.unplugged_after and self.position >= self.unplugged_after[0] * BLOCK:
            raise self.unplugged_after[1]
        block = self.samples[self.position : self.position + BLOCK]
        self.position += BLOCK
        return np.pad(block, (0, BLOCK - len(block)))

    def close(self) -> None:
        self.is_open = False


class ScriptedListener:
    """Hears its script, one text an utterance; silence is silence whatever the script says."""

    name = "scripted"

    def __init__(self, script: Iterable[str] = ()) -> None:
        self.script = list(script)
        self.heard: list[Speech] = []
        self.is_warm = False
        self.failure: WhichOneError | None = None
        self._is_closed = False

    def warm_up(self) -> None:
        if self._is_closed:
            raise ModelError(_("What understands speech was already closed."))
        if self.failure is not None:
            raise self.failure
        self.is_warm = True

    def hear(self, speech: Speech) -> str:
        self.warm_up()
        if loudness(speech) * 32_768 < QUIETEST:  # type: ignore[arg-type]
            return ""
        self.heard.append(speech)
        return self.script.pop(0) if self.script else ""

    def close(self) -> None:
        self._is_closed = True
