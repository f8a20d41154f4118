"""What the dialogs of this package have in common: how they speak, close, and are read.

Each is made once and only hidden: Orca goes on asking for the controls of a dialog that was
destroyed, and every question costs it seconds of silence.  What is said also stands in a text
that can be read line by line (braille).  Escape silences first; it closes only what is idle.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ..announcer import Announcer
from ..answer_view import AnswerView

MOST_LINES = 200
"""How many notices stay readable."""
SIZE = (680, 560)


class Sheet(QDialog):
    """A dialog that speaks through the window's one voice."""

    def __init__(self, window: QWidget, announcer: Announcer, title: str) -> None:
        super().__init__(window)
        self.setWindowTitle(title)
        self.resize(*SIZE)
        self._announcer = announcer
        self.messages = text_view("Messages")
        self.messages.show_lines(("Nothing to report yet.",))
        self._lines: list[str] = []
        self.close_button = button("Close")
        self.close_button.clicked.connect(self.close)
        self.column = QVBoxLayout(self)
        self.finished.connect(window.activateWindow)

    def add_end(self) -> None:
        """Put the messages and Close below everything else; called last."""
        self.column.addWidget(label("Messages", self.messages))
        # What the dialog is about has the room; the last messages need a few lines.
        self.messages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.messages.setMinimumHeight(3 * self.messages.fontMetrics().lineSpacing())
        self.column.addWidget(self.messages, 1)
        self.column.addWidget(self.close_button)

    def tell(self, text: str) -> None:
        """Say a notice, and keep it readable."""
        if text:
            self._lines = [*self._lines, " ".join(text.split())][-MOST_LINES:]
            self.messages.show_lines(self._lines)
            self._announcer.say(text)

    def stop(self) -> bool:
        """Give up what is going on; whether there was anything.  Dialogs with work override it."""
        return False

    def open_sheet(self) -> None:
        """Show it, without hindering the window behind it."""
        self._announcer.expect(self)
        self.show()
        self.raise_()
        self.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escape()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # Enter belongs to the control that has the focus, not to a default
        else:
            super().keyPressEvent(event)

    def escape(self) -> None:
        """Silence; then stop what goes on, or else close."""
        was_speaking = self._announcer.is_speaking
        self._announcer.silence()
        if not self.stop() and not was_speaking:
            self.close()


def text_view(name: str) -> AnswerView:
    """A read-only text, one sentence a line, that readers and braille can go through."""
    view = AnswerView()
    view.setAccessibleName(name)
    return view


def button(text: str, run: Callable[[], object] | None = None) -> QPushButton:
    """A button that Enter presses only while it has the focus."""
    made = QPushButton(text)
    made.setAccessibleName(text.replace("&", "").rstrip("…"))
    made.setAutoDefault(True)
    if run is not None:
        made.clicked.connect(lambda _checked=False: run())
    return made


def label(text: str, buddy: QWidget) -> QLabel:
    """A label whose control has its own accessible name."""
    made = QLabel(text)
    made.setBuddy(buddy)
    return made
