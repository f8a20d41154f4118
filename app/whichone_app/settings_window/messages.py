"""The notices of a dialog as a text: the newest is where one comes to, and all are counted."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent, QTextCursor
from PySide6.QtWidgets import QLabel

from ..answer_view import AnswerView
from ..catalogue import _, _n

MOST = 200
"""How many notices stay readable."""


class Messages(AnswerView):
    """One notice a line, the newest last.

    The cursor follows the newest only while the user is elsewhere, and so does the name, which
    says how many there are: a reader says each change of the name of what has the focus.  Orca
    calls a text what its label calls it, so the label says it, too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setBuddy(self)
        self._notices: tuple[str, ...] = ()
        self.word()

    def add(self, text: str) -> None:
        """Keep a notice; beyond `MOST` the oldest goes."""
        self._notices = (*self._notices, " ".join(text.split()))[-MOST:]
        self.word()

    def word(self) -> None:
        """Show what there is, in the language that is used now."""
        self.show_lines(self._notices or (_("Nothing to report yet."),))
        if not self.hasFocus():
            self._come_to_newest()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._come_to_newest()

    def _come_to_newest(self) -> None:
        count = len(self._notices)
        name = _n("{count} message", "{count} messages", count) if count else _("Messages")
        self.label.setText(name)
        self.setAccessibleName(name)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.moveCursor(QTextCursor.MoveOperation.StartOfBlock)
