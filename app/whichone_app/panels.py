"""Everything in the window below its menus: the half that talks and the half that sees.

The order of the controls on the screen, of the Tab key, and of what readers read is one:
question, answer, options, then what can be done with the answer, then the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from whichone_core.languages import N_
from whichone_core.types.answers import Option

from .answer_view import FEWEST_LINES, AnswerView
from .catalogue import _
from .edges import Button
from .high_area import HighArea
from .option_list import OptionList
from .picture_view import PictureView
from .presenters import phrases
from .qt_language import is_new_language
from .question_field import QuestionField
from .wrapped_label import WrappedLabel

_BUTTONS = {
    "open": N_("Open picture…"),
    "capture": N_("Capture screen"),
    "repeat": N_("Repeat"),
    "more": N_("More"),
    "stop": N_("Stop"),
}

_ALONG, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
ROOM = 60
"""Pixels beside a row: margins, a scroll bar, and the frame of the window."""


class Panels(HighArea):
    """The controls by name; `buttons` are named like the commands that they give.

    Beside large text all of it is one column that is scrolled; the picture is what gets small.
    """

    def __init__(self) -> None:
        halves = QSplitter(Qt.Orientation.Horizontal)
        super().__init__(halves)
        self._halves = halves
        self.question = QuestionField()
        self.ask_button = _button()
        self.answer = AnswerView()
        self.options = OptionList()
        self.options.hide()
        self.picture = PictureView()
        self.status = _Status(_(phrases.START))
        self.buttons = {name: _button() for name in _BUTTONS}
        self._labels = {
            N_("&Question"): _label(self.question),
            N_("Ans&wer"): _label(self.answer),
            N_("&Options"): _label(self.options),
        }
        self._question_label, self._answer_label, self._options_label = self._labels.values()
        self._options_label.hide()
        self._top, self._end = QBoxLayout(_DOWN), QBoxLayout(_DOWN)
        self._middle = _row(*(self.buttons[name] for name in ("repeat", "more", "stop")))
        self._halves.setChildrenCollapsible(False)
        self._halves.addWidget(self._talking_half())
        self._halves.addWidget(self._seeing_half())
        self._halves.setStretchFactor(0, 3)
        self._halves.setStretchFactor(1, 2)
        self._set_tab_order()
        self._word()

    def _talking_half(self) -> QWidget:
        half = QWidget()
        rows = QVBoxLayout(half)
        self._top.addWidget(self._question_label)
        self._top.addLayout(_row(self.question, self.ask_button))
        rows.addLayout(self._top)
        rows.addWidget(self._answer_label)
        rows.addWidget(self.answer, 1)
        rows.addWidget(self._options_label)
        rows.addWidget(self.options)
        rows.addWidget(self.status)
        rows.addLayout(self._middle)
        return half

    def _seeing_half(self) -> QWidget:
        half = QWidget()
        rows = self._seeing = QVBoxLayout(half)
        rows.addWidget(self.picture, 1)
        self._end.addWidget(self.buttons["open"])
        self._end.addWidget(self.buttons["capture"])
        rows.addLayout(self._end)
        return half

    def _set_tab_order(self) -> None:
        order = [self.question, self.ask_button, self.answer, self.options]
        order += [self.buttons[name] for name in ("repeat", "more", "stop")]
        order += [self.picture, self.buttons["open"], self.buttons["capture"]]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._wrap)  # once the buttons have the font, too
        if is_new_language(event):
            self._word()
            self._wrap()

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
        wanted = high if is_large else flat
        if wanted is not self._halves.orientation():
            self._halves.setOrientation(wanted)
            self._halves.setSizes([2000, 1000] if is_large else [3000, 2000])  # in proportion
        self.answer.need_lines(FEWEST_LINES - is_large)
        self._wrap()

    def _wrap(self) -> None:
        """One above the other, large text saves height: rows as far as the screen is wide."""
        is_high = self._halves.orientation() is Qt.Orientation.Vertical
        width = widest(self)
        for row, is_usual in ((self._top, is_high), (self._middle, True), (self._end, is_high)):
            fits = _width_along(row) + ROOM <= width
            row.setDirection(_ALONG if is_usual and fits else _DOWN)
        self._set_beside(is_high, width)

    def _set_beside(self, is_high: bool, width: int) -> None:
        """One above the other, the picture stands beside its buttons, where both have room."""
        buttons = max(self.buttons[name].minimumSizeHint().width() for name in ("open", "capture"))
        fits = is_high and self.picture.minimumSizeHint().width() + buttons + ROOM <= width
        if fits:
            self._end.setDirection(_DOWN)
        self._seeing.setDirection(_ALONG if fits else _DOWN)

    def show_options(self, options: Sequence[Option]) -> None:
        """Offer these; without any the list and its label are out of the way."""
        self.options.show_options(options)
        self.options.setVisible(bool(options))
        self._options_label.setVisible(bool(options))


class _Status(WrappedLabel):
    """Wrapped text with the height that all its lines need: a splitter asks for nothing more."""

    def minimumSizeHint(self) -> QSize:
        usual = super().minimumSizeHint()
        return QSize(usual.width(), max(usual.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


def _width_along(row: QBoxLayout) -> int:
    """Pixels that it needs with everything side by side, however it stands now."""
    found = (row.itemAt(place) for place in range(row.count()))
    parts = [part.minimumSize().width() for part in found if part is not None]
    return sum(parts) + row.spacing() * (len(parts) - 1)


def widest(widget: QWidget) -> int:
    """How many pixels the screen is wide on which this is shown."""
    return widget.screen().availableSize().width()


def _button() -> QPushButton:
    button = Button()
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
