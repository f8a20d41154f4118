"""What the dialogs of this package have in common: how they speak, close, and are read.

Each is made once and only hidden: Orca goes on asking for the controls of a dialog that was
destroyed, and every question costs it seconds of silence.  What is said also stands in a text
that can be read line by line (braille).  Escape silences the own voice first, and stops work; only
then it closes.

Controls are made with their English words, which are translated here, now and again whenever
the language changes:  called(QRadioButton(), N_("Sighted")) -> "Sehend".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QMetaMethod, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from whichone_core.languages import N_

from ..announcer import Announcer
from ..answer_view import AnswerView
from ..catalogue import _
from ..edges import Button
from ..high_area import Column, HighArea
from ..letter_list import LetterList
from ..menu_fit import MOST_OF_SCREEN
from ..qt_language import is_new_language
from ..window_keys import IN_WINDOW, is_key_of_window
from .messages import Messages

Control = TypeVar("Control", bound=QWidget)

NO_ENTER = N_("Enter does nothing here. Tab goes on.")
_ENGLISH = "whichone_english"
"""The property of a control that holds its English words."""
SIZE = (680, 560)
_OUT = N_("Escape silences, and closes when it is silent.")
_OUT_OF_WORK = N_(
    "Escape silences and stops what goes on here. Where there is nothing to stop, it closes."
)
_OUT_READ = N_("Escape closes, also while your screen reader speaks. Control silences it.")
_OUT_OF_WORK_READ = N_(
    "Escape stops what goes on here, or else closes, also while your screen reader speaks. "
    "Control silences it."
)
FEWEST_ROWS = 3
"""So many rows of a list are seen at once, where they take half the screen at most."""
LETTERS = 60
"""A line of a dialog has room for so many letters, where the screen is wide enough."""
LINES = 24
"""A dialog is as high as so many lines, where the screen is high enough."""


class Sheet(QDialog):
    """A dialog that speaks through the window's one voice.

    keys_here: what matters in it in a sentence, in English and marked with `N_` (`dialog_help.py`).
    """

    keys_here = ""

    def __init__(self, window: QWidget, announcer: Announcer, title: str) -> None:
        super().__init__(window)
        called(self, title)
        self.resize(*SIZE)
        self._announcer = announcer
        self.messages = Messages()
        self.close_button = button(N_("Close"))
        self.close_button.clicked.connect(self.close)
        content = Column()
        self.column = QVBoxLayout(content)
        self.area = HighArea(content)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)
        self.finished.connect(announcer.expect_back)
        self.finished.connect(window.activateWindow)

    def add_end(self) -> None:
        """Put the messages and Close below everything else; called last."""
        self.column.addWidget(self.messages.label)
        # What the dialog is about has the room; the last messages need a few lines.
        self.messages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.messages.setMinimumHeight(3 * self.messages.fontMetrics().lineSpacing())
        self.column.addWidget(self.messages, 1)
        self.column.addWidget(self.close_button)
        for each in self.findChildren(QListWidget):
            each.setWordWrap(True)
        for found in self.findChildren(LetterList):
            found.missed.connect(self._tell_missed)

    def tell(self, text: str, known: str = "") -> None:
        """Say a notice, and keep it readable.

        known: how it begins, where that is also what a reader reads by itself at the focus: a
        value that its user has just changed, the line of a text that the focus comes to.  Said
        once more it would be heard twice; the own voice reads nothing by itself, and says it.
        """
        if not text:
            return
        self.messages.add(text)
        said = text if self._announcer.is_own_voice else text.removeprefix(known).strip()
        if said:
            self._announcer.say(said)

    def _tell_missed(self, text: str) -> None:
        """Letters follow one another quickly: only the last one is told of."""
        self._announcer.silence()
        self.tell(text)

    @property
    def way_out(self) -> str:
        """How it is left: a screen reader does not tell that it still speaks, and Escape closes."""
        has_work = type(self).stop is not Sheet.stop
        if self._announcer.is_own_voice:
            return _(_OUT_OF_WORK if has_work else _OUT)
        return _(_OUT_OF_WORK_READ if has_work else _OUT_READ)

    def stop(self) -> bool:
        """Give up what is going on; whether there was anything.  Dialogs with work override it."""
        return False

    def open_sheet(self) -> None:
        """Show it, without hindering the window behind it."""
        self._announcer.expect(self)
        self.fit()
        self.show()
        self.fit()  # now lists know how wide they are, and so how many lines a row takes
        self.raise_()
        self.activateWindow()

    def fit(self) -> None:
        """Stay on the screen beside the largest text; what has no room is scrolled."""
        screen = self.screen().availableSize()
        for each in self.findChildren(QListWidget):
            each.setMinimumHeight(min(_height_of_rows(each), screen.height() // 2))
        letters = self.fontMetrics()
        usual = QSize(LETTERS * letters.averageCharWidth(), LINES * letters.lineSpacing())
        most = screen * MOST_OF_SCREEN
        wide = min(max(self.width(), usual.width()), most.width())
        wanted = self.size().expandedTo(self.area.wanted(wide)).expandedTo(usual)
        self.resize(wanted.boundedTo(most))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            QTimer.singleShot(0, self, self.fit)
        if is_new_language(event):
            for widget in (self, *self.findChildren(QWidget)):
                if widget.property(_ENGLISH) is not None:
                    _word(widget)
            self.messages.word()
            self.word()

    def word(self) -> None:
        """Set words that are made of values anew: the language changed.  Dialogs override it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escape()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # Enter belongs to the control that has the focus, not to a default
            if is_deaf_to_enter(self.focusWidget()) and not event.isAutoRepeat():
                self._tell_missed(_(NO_ENTER))
        elif is_key_of_window(self.parent(), event):
            self.tell(_(IN_WINDOW))
        else:
            super().keyPressEvent(event)

    def escape(self) -> None:
        """Silence; then stop what goes on, or else close."""
        was_speaking = self._announcer.is_speaking
        self._announcer.silence()
        if not self.stop() and not was_speaking:
            self.close()


def is_deaf_to_enter(control: QWidget | None) -> bool:
    """Whether Enter does nothing in a control in which one may expect it to go on."""
    if isinstance(control, QLineEdit):
        return not any(
            control.isSignalConnected(QMetaMethod.fromSignal(signal))
            for signal in (control.returnPressed, control.editingFinished)
        )
    return isinstance(control, QRadioButton | QCheckBox)


def _height_of_rows(rows: QListWidget) -> int:
    """Pixels that the first rows of a list need; they can be of several lines each."""
    line = rows.fontMetrics().lineSpacing()
    first = [rows.item(row) for row in range(min(FEWEST_ROWS, rows.count()))]
    heights = [max(line, rows.visualItemRect(item).height()) for item in first]
    is_short = rows.sizeAdjustPolicy() is QListWidget.SizeAdjustPolicy.AdjustToContents
    missing = 0 if heights and is_short else FEWEST_ROWS - len(heights)
    bar = rows.horizontalScrollBar()
    beside = 0 if rows.wordWrap() else bar.sizeHint().height()
    return sum(heights) + missing * line + 2 * rows.frameWidth() + beside


def called(widget: Control, english: str) -> Control:
    """Give a control the words that it shows and is named by, in whatever language is used.

    english: marked with `N_`.  A label shows words only; what it belongs to has its own name.
    """
    widget.setProperty(_ENGLISH, english)
    _word(widget)
    return widget


def _word(widget: QWidget) -> None:
    english = str(widget.property(_ENGLISH))
    text = _(english) if english else ""
    if isinstance(widget, QAbstractButton | QLabel):
        widget.setText(text)
    elif isinstance(widget, QGroupBox):
        widget.setTitle(text)
    elif isinstance(widget, QDialog):
        widget.setWindowTitle(text)
    if not isinstance(widget, QLabel):
        widget.setAccessibleName(text.replace("&", "").rstrip("…"))


def text_view(name: str) -> AnswerView:
    """A read-only text, one sentence a line, that readers and braille can go through."""
    return called(AnswerView(), name)


def button(text: str, run: Callable[[], object] | None = None) -> QPushButton:
    """A button that Enter presses only while it has the focus."""
    made = called(Button(), text)
    made.setAutoDefault(True)
    if run is not None:
        made.clicked.connect(lambda _checked=False: run())
    return made


def label(text: str, buddy: QWidget) -> QLabel:
    """A label whose control has its own accessible name."""
    made = called(QLabel(), text)
    made.setBuddy(buddy)
    return made
