"""The one voice of the window: the screen reader's, or the application's own.

Two voices at once are the commonest complaint (field report 42), so each text goes one way
only, decided when it is said: a screen reader may have been started or ended meanwhile
(field report 41).  Texts that come together go to the screen reader as one, in their order.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker
from whichone_core.settings import SpeakThrough, Voice
from whichone_core.speech.voices import Voice as InstalledVoice
from whichone_core.speech.voices import VoiceOptions

from . import screen_reader

GATHER_MS = 120
"""How long texts are gathered: two notices at once make a reader say one of them twice."""
QUIET_MS = 50
"""How often it is looked whether the own voice has come to its end."""
SETTLE_S = 1.0
"""How long the keyboard may be on its way from one of the program's windows to the next: for
that moment none of them is active, though the user went nowhere else."""
OWN_SETTLE_S = 5.0
"""The same where a dialog of the program has opened or closed, after which the keyboard does come
to one of its windows: on a busy machine that takes longer, and what is said meanwhile would be left
to the own voice, which nobody who uses a reader may be listening to."""
TAIL_S, TAIL_WORDS = 0.6, 4
"""How long after its end speech may still come out of a loudspeaker, and how much of it."""
READER_CHARACTERS_S, READER_PAUSE_S = 14.0, 0.8
"""The pace of a screen reader at its usual rate, and how long it takes to begin."""

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
        is_connected: Callable[[], bool] = screen_reader.is_connected,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._announcements = {window: screen_reader.Announcements(window)}
        self._speaker = speaker
        self._through = through
        self._on_trouble = on_trouble
        self._is_reader_running = is_reader_running
        self._is_connected = is_connected
        self._early_until = time.monotonic() + screen_reader.FIRST_WORDS_MS / 1000
        self._gathered: list[tuple[str, str]] = []
        self._timer = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._timer.timeout.connect(self._announce)
        self._was_active = False
        self._left_at: float | None = None
        self._own_until = 0.0
        self._expected: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.applicationStateChanged.connect(self._remember_active)
        self._read_until = 0.0
        self._aloud: list[str] = []
        """What was given to a voice since all was quiet, and is not yet told to be over."""
        self._aloud_until = 0.0
        self._waiting: Callable[[], None] | None = None
        self._watch = QTimer(self, interval=QUIET_MS)
        self._watch.timeout.connect(self._look_for_quiet)

    @property
    def through(self) -> SpeakThrough:
        return self._through

    def speak_through(self, through: SpeakThrough) -> None:
        """Change who speaks; what the own voice still had to say is forgotten."""
        self.silence()
        self._through = through

    @property
    def is_own_voice(self) -> bool:
        """Whether the own voice would say what is said now."""
        return self._uses_own_voice()

    @property
    def has_reader(self) -> bool:
        """Whether a screen reader runs now."""
        return self._is_reader_running()

    @property
    def voices(self) -> tuple[InstalledVoice, ...]:
        """The own voice's voices that can be chosen; empty where none is known."""
        return self._speaker.voices if self._speaker is not None else ()

    def adjust(self, options: VoiceOptions) -> None:
        """Let the own voice speak like this from the next sentence on."""
        if self._speaker is not None:
            self._speaker.adjust(options)

    def say(self, text: str, language: str = "") -> None:
        """Say this after what is being said.

        language: of the text, where it may be another one than is used now.  The own voice
        speaks it; a screen reader is told no language by Qt, and reads it with its own voice.
        """
        if self._uses_own_voice():
            self._say_aloud(text, language)
        else:
            self._gathered.append((text, language))
            self._timer.start()

    def expect(self, dialog: QWidget) -> None:
        """Wait with what a reader is to say until this dialog, which opens now, is active."""
        self._expected = dialog
        self._left_at = time.monotonic()
        self._own_until = self._left_at + OWN_SETTLE_S

    def expect_back(self) -> None:
        """Wait the same way until any window is active again, as a dialog closes now."""
        self._expected = None
        self._own_until = time.monotonic() + OWN_SETTLE_S

    @property
    def is_speaking(self) -> bool:
        """Whether the own voice speaks now; of a screen reader that cannot be known."""
        return self._speaker is not None and self._speaker.is_speaking

    @property
    def is_quiet(self) -> bool:
        """Whether all was said, as far as can be known.

        The own voice tells.  A screen reader tells nobody when it has ended: what it was given
        is taken to be read at its usual pace, which a user who reads faster only waits for.
        """
        if self._gathered or time.monotonic() < self._read_until or self.is_speaking:
            self._aloud_until = time.monotonic() + TAIL_S
            return False
        return True

    @property
    def being_said(self) -> str:
        """All that is being said aloud now, or the last words where it ended just now."""
        words = " ".join(self._aloud).split()
        if not self.is_quiet:
            return " ".join(words)
        return " ".join(words[-TAIL_WORDS:]) if time.monotonic() <= self._aloud_until else ""

    def when_quiet(self, run: Callable[[], None]) -> None:
        """Call run once all was said; silence() and another call of this forget it."""
        self._waiting = run
        self._watch.start()

    def sample(self, text: str) -> bool:
        """Say a text with the own voice, whoever speaks otherwise; False where there is none."""
        self.silence()
        if self._speaker is None or self._speaker.name == Voice.NONE:
            return False
        self._say_aloud(text)
        return self._speaker is not None

    def silence(self) -> None:
        """Stop the own voice; a screen reader stops by itself at any key."""
        self._waiting = None
        self._watch.stop()
        self._read_until = self._aloud_until = 0.0
        self._aloud.clear()
        self._gathered.clear()
        self._timer.stop()
        if self._speaker is not None:
            self._speaker.stop()

    def _uses_own_voice(self) -> bool:
        if self._speaker is None or self._through is SpeakThrough.SCREEN_READER:
            return False
        if self._through is SpeakThrough.OWN_VOICE or not self._is_reader_running():
            return True
        return self._was_active and _is_elsewhere() and not self._is_between_windows()

    def _remember_active(self, state: Qt.ApplicationState) -> None:
        is_active = state is Qt.ApplicationState.ApplicationActive
        self._was_active = self._was_active or is_active
        if not is_active:
            self._left_at = time.monotonic()
        elif self._expected is None:
            self._left_at = None

    def _is_between_windows(self) -> bool:
        """Whether the keyboard has left one window and is not known to have gone elsewhere."""
        now = time.monotonic()
        if self._left_at is None or now > max(self._left_at + SETTLE_S, self._own_until):
            self._expected = None
            return False
        active = QApplication.activeWindow()
        return active is None or self._expected not in (None, active)

    def _is_too_early(self) -> bool:
        """Whether the reader that runs is still to be connected: it would miss what is shown."""
        return time.monotonic() < self._early_until and not self._is_connected()

    def _say_aloud(self, text: str, language: str = "") -> None:
        assert self._speaker is not None
        self._remember_aloud(text)
        try:
            self._speaker.say(text, language)
        except DeviceError as error:
            _LOG.warning("the own voice failed: %s", error.cause or error.sentence)
            self._speaker = None
            self._on_trouble(error)

    def _remember_aloud(self, text: str) -> None:
        if self.is_quiet and time.monotonic() > self._aloud_until:
            self._aloud.clear()
        self._aloud.append(text)

    def _announce(self) -> None:
        if self._is_between_windows() or self._is_too_early():
            self._timer.start()
            return
        text = " ".join(text for text, _language in self._gathered)
        languages = {language for _text, language in self._gathered}
        self._gathered.clear()
        if text and self._uses_own_voice():
            self._say_aloud(text, languages.pop() if len(languages) == 1 else "")
        elif text:
            self._remember_aloud(text)
            self._announcements_here().announce(text)
            begun = max(time.monotonic() + READER_PAUSE_S, self._read_until)
            self._read_until = begun + len(text) / READER_CHARACTERS_S

    def _announcements_here(self) -> screen_reader.Announcements:
        """Those of the dialog that is active: readers pass over what a window behind it says.

        Dialogs are hidden and not destroyed, so theirs can be kept.
        """
        active = QApplication.activeWindow()
        is_dialog = isinstance(active, QDialog) and active.isVisible()
        place = active if active is not None and is_dialog else self._window
        if place not in self._announcements:
            self._announcements[place] = screen_reader.Announcements(place)
        return self._announcements[place]

    def _look_for_quiet(self) -> None:
        if self.is_quiet and self._waiting is not None:
            self._watch.stop()
            run, self._waiting = self._waiting, None
            run()


def _is_elsewhere() -> bool:
    """Whether the user is in another program: readers pass over what is said here (report 51)."""
    return QApplication.applicationState() is Qt.ApplicationState.ApplicationInactive
