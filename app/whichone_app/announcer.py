"""The one voice of the window: the screen reader's, or the application's own.

Two voices at once are the commonest complaint (field report 42), so each text goes one way
only, decided when it is said: a screen reader may have been started or ended meanwhile
(field report 41).  Texts that come together go to the screen reader as one, in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker
from whichone_core.settings import SpeakThrough

from . import screen_reader

GATHER_MS = 120
"""How long texts are gathered: two notices at once make a reader say one of them twice."""

_LOG = logging.getLogger(__name__)


class Announcer(QObject):
    """Says texts through the screen reader or a Speaker; belongs to the window's thread.

    speaker: None where the machine has no voice.
    on_trouble: told once, as an error, when the own voice fails.
    """

    def __init__(
        self,
        window: QWidget,
        speaker: Speaker | None,
        through: SpeakThrough,
        on_trouble: Callable[[DeviceError], None],
        is_reader_running: Callable[[], bool] = screen_reader.is_running,
    ) -> None:
        super().__init__(window)
        self._announcements = screen_reader.Announcements(window)
        self._speaker = speaker
        self._through = through
        self._on_trouble = on_trouble
        self._is_reader_running = is_reader_running
        self._gathered: list[str] = []
        self._timer = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._timer.timeout.connect(self._announce)

    @property
    def through(self) -> SpeakThrough:
        return self._through

    def speak_through(self, through: SpeakThrough) -> None:
        """Change who speaks; what the own voice still had to say is forgotten."""
        self.silence()
        self._through = through

    def say(self, text: str) -> None:
        if self._uses_own_voice():
            self._say_aloud(text)
        else:
            self._gathered.append(text)
            self._timer.start()

    def silence(self) -> None:
        """Stop the own voice; a screen reader stops by itself at any key."""
        self._gathered.clear()
        self._timer.stop()
        if self._speaker is not None:
            self._speaker.stop()

    def _uses_own_voice(self) -> bool:
        if self._speaker is None or self._through is SpeakThrough.SCREEN_READER:
            return False
        return self._through is SpeakThrough.OWN_VOICE or not self._is_reader_running()

    def _say_aloud(self, text: str) -> None:
        assert self._speaker is not None
        try:
            self._speaker.say(text)
        except DeviceError as error:
            _LOG.warning("the own voice failed: %s", error.cause or error.sentence)
            self._speaker = None
            self._on_trouble(error)

    def _announce(self) -> None:
        text = " ".join(self._gathered)
        self._gathered.clear()
        if text:
            self._announcements.announce(text)
