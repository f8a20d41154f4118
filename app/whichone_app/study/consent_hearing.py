"""Whether a consent was heard to its end, or gone through as a text, before it is agreed to.

    begin -> read aloud -> quiet at its end: whole
                        -> silenced, or a key that silences a screen reader: not known to be

A screen reader tells nobody how far it came.  It is taken to read at its usual pace, and to have
stopped at the first key that is pressed meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFocusEvent
from whichone_core.languages import N_

from ..announcer import Announcer
from ..answer_view import AnswerView
from ..catalogue import _

STOPPED = N_("The reading was stopped before its end.")
PERHAPS_NOT_ALL = N_("The consent may not have been heard to its end.")
AGAIN = N_("The same button again agrees all the same. Read the consent aloud begins anew.")


class ConsentView(AnswerView):
    """The consent, which knows whether its user has gone through all of its paragraphs."""

    def __init__(self) -> None:
        super().__init__()
        self._passed: set[int] = set()
        self.cursorPositionChanged.connect(self._pass)

    @property
    def is_gone_through(self) -> bool:
        """Whether the caret was in each paragraph while the keyboard was in this text."""
        return len(self._passed) == self.document().blockCount()

    def show_lines(self, lines: Sequence[str]) -> None:
        super().show_lines(lines)
        self._passed.clear()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._pass()

    def _pass(self) -> None:
        if self.hasFocus():
            self._passed.add(self.textCursor().blockNumber())


class Hearing:
    """One reading aloud of the consent at a time."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer
        self.forget()

    def forget(self) -> None:
        """Nothing was read yet."""
        self.is_begun = self.is_whole = False
        self._is_cut = self._is_own = self._is_sounding = False

    def begin(self, paragraphs: Sequence[str]) -> None:
        """Read it from its beginning."""
        self.forget()
        self._announcer.silence()
        for paragraph in paragraphs:
            self._announcer.say(paragraph)
        self.is_begun = True
        self._is_own = self._announcer.is_own_voice
        self._is_sounding = self._announcer.is_speaking or not self._is_own
        if self._is_sounding:
            self._announcer.when_quiet(self._end)

    def key_pressed(self) -> None:
        """Any key silences a screen reader."""
        self._is_cut = self._is_cut or not self._is_own

    @property
    def doubt(self) -> str:
        """What is said to who agrees without having heard it to its end."""
        is_stopped = self._is_own and self._is_sounding
        return " ".join((_(STOPPED if is_stopped else PERHAPS_NOT_ALL), _(AGAIN)))

    def _end(self) -> None:
        """All is quiet, and nobody asked for silence."""
        is_same = self._is_own == self._announcer.is_own_voice
        self.is_whole = is_same and not self._is_cut
