"""Short sounds for those who want them: work began, answer there, asked back, error.

Off unless the setting `earcons` is on (field report 44).  They are made here, last a third of a
second at most, are played off the window's thread, and never while a microphone is open.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .features import Desk, Offer
from .hearing import tone
from .presenters.situation import Moment

Pitches = tuple[int, ...]

SOUNDS: Mapping[Moment, Pitches] = {
    Moment.BEGAN: (440,),
    Moment.ANSWERED: (523, 784),
    Moment.ASKED_BACK: (523, 659, 523, 784),
    Moment.FAILED: (330, 247),
}
"""Hertz, one after the other.  None is like the tones of the microphone (`hearing/tone.py`)."""


class Player(Protocol):
    """Plays sounds in their order; never waits, and never fails."""

    def play(self, pitches: Pitches) -> None: ...

    def close(self) -> None: ...


@dataclass
class FakePlayer:
    """Remembers what it was given."""

    played: list[Pitches] = field(default_factory=list)
    is_closed: bool = False

    def play(self, pitches: Pitches) -> None:
        self.played.append(pitches)

    def close(self) -> None:
        self.is_closed = True


class TonePlayer:
    """A thread that plays one sound at a time; what comes meanwhile and is old is left out.

    sound: plays one to its end.
    """

    def __init__(self, sound: Callable[[Pitches], None] = tone.play) -> None:
        self._sound = sound
        self._waiting: queue.Queue[Pitches | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def play(self, pitches: Pitches) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="whichone-earcons", daemon=True)
            self._thread.start()
        self._waiting.put(pitches)

    def close(self) -> None:
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join(1.0)

    def _run(self) -> None:
        while (pitches := self._newest()) is not None:
            self._sound(pitches)

    def _newest(self) -> Pitches | None:
        newest = self._waiting.get()
        while newest is not None and not self._waiting.empty():
            newest = self._waiting.get()
        return newest


class Earcons:
    """Plays what happens in the conversation, where the user wants that."""

    def __init__(self, desk: Desk, player: Player | None = None) -> None:
        self._desk = desk
        self._player = player or TonePlayer()
        desk.conversation.on_moment.append(self._hear)
        desk.chosen.subscribe(lambda _before, _after: None, "earcons")  # asked each time

    def commands(self) -> Sequence[Offer]:
        return ()

    def close(self) -> None:
        self._player.close()

    def _hear(self, moment: Moment) -> None:
        if self._desk.chosen.current.earcons and not self._desk.quiet.is_wanted:
            self._player.play(SOUNDS[moment])
