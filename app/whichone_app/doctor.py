"""What works on this machine, as values: every check, and whether WhichOne is of use here.

All checks run at once, those of fragile libraries in child processes with a time limit, so
the whole takes no longer than the slowest (under ten seconds) and survives every crash.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from whichone_core.paths import Folders
from whichone_core.settings import Settings, Voice

from . import device_checks as devices
from . import machine_checks as machine
from . import model_checks as models
from .catalogue import _
from .findings import Ask, Check, State, ask_child

LIMIT_S = 8.5
"""For each check; all run at the same time."""
VOICES = {
    "Voice of the window": Voice.QT,
    "Voice espeak-ng": Voice.ESPEAK,
    "Voice pyttsx3": Voice.PYTTSX3,
}
ENGINES = frozenset({"Built-in engine"})
"""Engines that have answered a test question; one that is merely installed proves nothing."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All checks, and what follows from them."""

    checks: tuple[Check, ...]
    voice: Voice
    """The voice that the settings ask for."""
    has_terminal: bool
    """Whether answers can be read as text where they appear."""

    @property
    def can_answer(self) -> bool:
        return any(check.is_ok for check in self.checks if check.name in ENGINES)

    @property
    def has_voice(self) -> bool:
        return any(
            check.is_ok and self.voice in (Voice.AUTO, VOICES[check.name])
            for check in self.checks
            if check.name in VOICES
        )

    @property
    def can_deliver(self) -> bool:
        """By a voice (aloud or as a sound file), a screen reader, or text on a terminal."""
        return self.has_voice or self._is_ok("Screen reader") or self.has_terminal

    @property
    def is_usable(self) -> bool:
        return self.can_answer and self.can_deliver

    @property
    def summary(self) -> str:
        """The one sentence that matters most."""
        if not self.can_answer and self._is_engine_late():
            return _(
                "Whether questions can be answered here is not known: the check took too long."
            )
        if not self.can_answer:
            return _("Questions cannot be answered here: no engine works.")
        if self.has_voice and self._is_ok("Sound output"):
            return _("Questions can be answered here, and the answers are spoken.")
        if self._is_ok("Screen reader"):
            return _("Questions can be answered here, and your screen reader reads the answers.")
        if self.has_voice:
            return _(
                "Questions can be answered here; the answers come as text and as sound files, "
                "because there is no sound output."
            )
        if self.has_terminal:
            return _("Questions can be answered here; the answers come as text, as no voice works.")
        return _("Questions can be answered here, but nothing can say the answers.")

    def _is_engine_late(self) -> bool:
        """Nobody should be told that nothing works where the computer was only busy."""
        return any(check.is_late for check in self.checks if check.name in ENGINES)

    def _is_ok(self, name: str) -> bool:
        return any(check.is_ok for check in self.checks if check.name == name)


def examine(
    settings: Settings,
    folders: Folders,
    *,
    ask: Ask = ask_child,
    limit_s: float = LIMIT_S,
    has_text: bool = False,
) -> Diagnosis:
    """Check everything; takes as long as the slowest check, at most limit_s and a moment.

    has_text: whether answers can be read where this is asked from, as in the window; on the
    command line a terminal tells.
    """
    parts: dict[str, Callable[[], Check | Iterable[Check]]] = {
        "Built-in engine": lambda: devices.engine_builtin(ask, limit_s),
        "Language model engine": lambda: models.runtime(ask, limit_s),
        "Language model": lambda: models.model(folders, settings),
        "Voice of the window": lambda: devices.voice_qt(ask, limit_s),
        "Voice espeak-ng": lambda: devices.voice_espeak(limit_s),
        "Voice pyttsx3": lambda: devices.voice_pyttsx3(
            ask, limit_s, is_chosen=settings.voice is Voice.PYTTSX3
        ),
        "Sound": lambda: devices.sound(ask, limit_s, settings.microphone),
        "Speech recognition": lambda: devices.hearing(ask, limit_s, settings.recogniser.value),
        "Screen reader": lambda: devices.screen_reader(ask, limit_s),
        "Display": lambda: devices.desktop(ask, limit_s),
        "Camera": lambda: devices.camera(ask, limit_s),
        "Settings": lambda: machine.settings_file(folders),
        "Session log": lambda: machine.session_log(folders, settings),
        "Disk": lambda: machine.disk(folders),
        "Memory": machine.memory,
        "Python": machine.python,
    }
    with ThreadPoolExecutor(len(parts), thread_name_prefix="doctor") as pool:
        found = [
            check for checks in pool.map(_done, parts.keys(), parts.values()) for check in checks
        ]
    return Diagnosis(tuple(_worst_first(found)), settings.voice, has_text or sys.stdout.isatty())


def _done(name: str, part: Callable[[], Check | Iterable[Check]]) -> list[Check]:
    """A check's findings; where the system refuses even to be asked, that is the finding."""
    try:
        found = part()
    except OSError as error:
        return [Check(name, State.BROKEN, _("It cannot be checked."), cause=str(error))]
    return [found] if isinstance(found, Check) else list(found)


def _worst_first(found: Iterable[Check]) -> list[Check]:
    order = (State.BROKEN, State.MISSING, State.OK)
    return sorted(found, key=lambda check: order.index(check.state))
