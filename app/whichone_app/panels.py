"""Everything in the window below its menus: the half that talks and the half that sees.

The order of the controls on the screen, of the Tab key, and of what readers read is one:
question, answer, options, then what can be done with the answer, then the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget
from whichone_core.languages import N_
from whichone_core.types import Option

from .answer_view import AnswerView
from .catalogue import _
from .high_area import HighArea
from .option_list import OptionList
from .picture_view import PictureView
from .presenters import phrases
from .qt_language import is_new_language
from .question_field import QuestionField

_BUTTONS = {
    "open": N_("Open picture…"),
    "capture": N_("Capture screen"),
    "repeat": N_("Repeat"),
    "more": N_("More"),
    "stop": N_("Stop"),
}


class Panels(QSplitter):
    """The controls by name; `buttons` are named like the commands that they give."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.question = QuestionField()
        self.ask_button = _button()
        self.answer = AnswerView()
        self.options = OptionList()
        self.options.hide()
        self.picture = PictureView()
        self.status = QLabel(_(phrases.START))
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = {name: _button() for name in _BUTTONS}
        self._labels = {
            N_("&Question"): _label(self.question),
            N_("Ans&wer"): _label(self.answer),
            N_("&Options"): _label(self.options),
        }
        self._question_label, self._answer_label, self._options_label = self._labels.values()
        self._options_label.hide()
        self.setChildrenCollapsible(False)
        self.addWidget(HighArea(self._talking_half()))
        self.addWidget(HighArea(self._seeing_half()))
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self._set_tab_order()
        self._word()

    def _talking_half(self) -> QWidget:
        half = QWidget()
        rows = QVBoxLayout(half)
        rows.addWidget(self._question_label)
        rows.addLayout(_row(self.question, self.ask_button))
        rows.addWidget(self._answer_label)
        rows.addWidget(self.answer, 1)
        rows.addWidget(self._options_label)
        rows.addWidget(self.options)
        rows.addWidget(self.status)
        rows.addLayout(_row(*(self.buttons[name] for name in ("repeat", "more", "stop"))))
        return half

    def _seeing_half(self) -> QWidget:
        half = QWidget()
        rows = QVBoxLayout(half)
        rows.addWidget(self.picture, 1)
        rows.addWidget(self.buttons["open"])
        rows.addWidget(self.buttons["capture"])
        return half

    def _set_tab_order(self) -> None:
        order = [self.question, self.ask_button, self.answer, self.options]
        order += [self.buttons[name] for name in ("repeat", "more", "stop")]
        order += [self.picture, self.buttons["open"], self.buttons["capture"]]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if is_new_language(event):
            self._word()

    def _word(self) -> None:
        """Set what the controls are called, in the language that is used now."""
        self.question.setAccessibleName(_("Question"))
        self.answer.setAccessibleName(_("Answer"))
        self.options.setAccessibleName(_("Options"))
        self.picture.word()
        for text, label in self._labels.items():
            label.setText(_(text))
        _name(self.ask_button, _("Ask"))
        for name, button in self.buttons.items():
            _name(button, _(_BUTTONS[name]))

    def stack(self, is_large: bool) -> None:
        """Put the halves one above the other where large text needs the whole width."""
        flat, high = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self.setOrientation(high if is_large else flat)

    def show_options(self, options: Sequence[Option]) -> None:
        """Offer these; without any the list and its label are out of the way."""
        self.options.show_options(options)
        self.options.setVisible(bool(options))
        self._options_label.setVisible(bool(options))


def _button() -> QPushButton:
    button = QPushButton()
    button.setAutoDefault(False)
    return button


def _name(button: QPushButton, text: str) -> None:
    button.setText(text)
    button.setAccessibleName(text.rstrip("…"))


def _label(buddy: QWidget) -> QLabel:
    label = QLabel()
    label.setBuddy(buddy)
    return label


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row
