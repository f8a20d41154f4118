"""Everything in the window below its menus: the half that talks and the half that sees.

The order of the controls on the screen, of the Tab key, and of what readers read is one:
question, answer, options, then what can be done with the answer, then the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget
from whichone_core.types import Option

from .answer_view import AnswerView
from .high_area import HighArea
from .option_list import OptionList
from .picture_view import PictureView
from .presenters import phrases
from .question_field import QuestionField


class Panels(QSplitter):
    """The controls by name; `buttons` are named like the commands that they give."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.question = QuestionField()
        self.ask_button = _button("Ask")
        self.answer = AnswerView()
        self.options = OptionList()
        self.options.hide()
        self.picture = PictureView()
        self.status = QLabel(phrases.START)
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = {
            name: _button(text)
            for name, text in {
                "open": "Open picture…",
                "capture": "Capture screen",
                "repeat": "Repeat",
                "more": "More",
                "stop": "Stop",
            }.items()
        }
        self.setChildrenCollapsible(False)
        self.addWidget(HighArea(self._talking_half()))
        self.addWidget(HighArea(self._seeing_half()))
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self._set_tab_order()

    def _talking_half(self) -> QWidget:
        half = QWidget()
        rows = QVBoxLayout(half)
        rows.addWidget(_label("&Question", self.question))
        rows.addLayout(_row(self.question, self.ask_button))
        rows.addWidget(_label("Ans&wer", self.answer))
        rows.addWidget(self.answer, 1)
        self._options_label = _label("&Options", self.options)
        self._options_label.hide()
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

    def stack(self, is_large: bool) -> None:
        """Put the halves one above the other where large text needs the whole width."""
        flat, high = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self.setOrientation(high if is_large else flat)

    def show_options(self, options: Sequence[Option]) -> None:
        """Offer these; without any the list and its label are out of the way."""
        self.options.show_options(options)
        self.options.setVisible(bool(options))
        self._options_label.setVisible(bool(options))


def _button(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text.rstrip("…"))
    button.setAutoDefault(False)
    return button


def _label(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(buddy)
    return label


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row
