"""What can be done with an answer once it is there: hear it again, hear more, go back, copy.

`Conversation` builds on this; nothing here asks anything.
"""

from __future__ import annotations

from whichone_core.errors import WhichOneError
from whichone_core.settings import Punctuation, Verbosity

from ..catalogue import _
from . import phrases
from .answer_page import Line, Page
from .answering import Answering
from .view import Jobs, View, Voice


class Retelling:
    """The answers of a session, and the notices beside them."""

    def __init__(self, view: View, voice: Voice, jobs: Jobs, verbosity: Verbosity) -> None:
        self._view = view
        self._voice = voice
        self._jobs = jobs
        self._answering = Answering(view, voice, verbosity)

    @property
    def page(self) -> Page:
        """The answer that is in the window; another one is another page."""
        return self._answering.page

    @property
    def lines(self) -> tuple[Line, ...]:
        """The answer that is in the window, as it stands and as it is said."""
        return tuple(self.page.lines)

    def repeat(self) -> None:
        """Say the answer again, with its options."""
        self._voice.silence()
        if not self._answering.repeat():
            self._voice.say(_(phrases.NOTHING_TO_REPEAT))

    def more(self) -> None:
        """Say and show what was held back: explanations and details."""
        if not self._is_free():
            return
        self._voice.silence()
        if not self._answering.more():
            self._tell(_(phrases.NOTHING_MORE))

    def turn_back(self, steps: int) -> None:
        """Show and say an earlier (-1) or a later (1) answer of this session."""
        self._voice.silence()
        shown = self.page
        self._tell(self._answering.turn(steps))
        if self.page is not shown:
            self._answering.repeat()

    def copy(self) -> None:
        """Put the answer, as it stands on the screen, on the clipboard."""
        if not self.lines:
            self._tell(_(phrases.NOTHING_TO_COPY))
            return
        self.copy_text("\n".join(line.text for line in self.lines), _(phrases.COPIED))

    def copy_text(self, text: str, notice: str) -> None:
        """Put a text on the clipboard, and say so."""
        self._view.copy(text)
        self._tell(notice)

    def report(self, error: WhichOneError) -> None:
        """Say what a command could not do and what to do; the last answer stays."""
        self._tell(error.spoken)

    def tell(self, text: str) -> None:
        """Say a passing notice of the window."""
        self._tell(text)

    def tell_now(self, text: str, language: str = "") -> None:
        """Say this instead of what is being said.  language: of the text (see `Voice.say`)."""
        self._voice.silence()
        self._tell(text, language)

    def speak_as(
        self, verbosity: Verbosity | None = None, punctuation: Punctuation | None = None
    ) -> None:
        """How much of the next answers is said at once, and which signs; None as before."""
        self._answering.verbosity = verbosity or self._answering.verbosity
        self._answering.punctuation = punctuation or self._answering.punctuation

    # ------------------------------------------------------------------ small steps

    def _is_free(self) -> bool:
        """Whether a command can begin; where not, it is said."""
        if self._jobs.is_busy:
            self._tell(_(phrases.STILL_WORKING))
        return not self._jobs.is_busy

    def _tell(self, text: str, language: str = "") -> None:
        """Say a passing notice; it stands in the status line, `repeat` leaves it out."""
        self._view.show_status(text)
        self._voice.say(text, language)
