"""The notices of a dialog as a text: the newest is where one comes to, and all are counted."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent, QTextCursor

from ..answer_view import AnswerView
from ..catalogue import _, _n

MOST = 200
"""How many notices stay readable."""


class Messages(AnswerView):
    """One notice a line, the newest last.

    The cursor follows the newest only while the user is elsewhere, and so does the name, which
    says how many there are: a reader says each change of the name of what has the focus.
    """

    def __init__(self) -> None:
        super().__init__()
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
        self.setAccessibleName(_n("{count} message", "{count} messages", count)
                               if count else _("Messages"))  # fmt: skip
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.moveCursor(QTextCursor.MoveOperation.StartOfBlock)
