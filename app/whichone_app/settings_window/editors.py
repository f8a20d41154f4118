"""One control for one setting: radio buttons, a switch, a number field or a line of text.

No combo boxes, which readers announce badly (field report 49).  A control tells of a value
only where its user gave it, never where it was shown one.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QVBoxLayout,
    QWidget,
)
from whichone_core.languages import language_used
from whichone_core.setting_words import shown

from ..edges import Box
from ..indicators import CheckBox, RadioButton
from ..outline import NumberField
from ..presenters.settings_page import Kind, Row
from ..whole_line import WholeLine
from ..wrapped_label import WrappedLabel

Give = Callable[[object], None]
"""Takes the value that the user gave."""


class Editor(QWidget):
    """A control and the sentences that explain it.

    refused: the user gave something that the setting cannot be.
    """

    refused = Signal()

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._explained = WrappedLabel(row.help)
        # A label that belongs to nothing is read by Orca as the dialog's own text when it opens.
        # The control itself has these words as its description.
        self._explained.setBuddy(self)
        self._column.addWidget(self._explained)
        self._control: QWidget | None = None

    def take_typed(self) -> bool:
        """Whether the value was typed, of which a reader says nothing; asked once for each."""
        return False

    def show_value(self, value: str | float | bool) -> None:
        """Show a value without giving it back."""
        raise NotImplementedError

    def word(self) -> None:
        """Say what it is in the language that is used now."""
        self._explained.setText(self.row.help)
        if self._control is not None:
            self._control.setAccessibleName(self.row.title)
            self._control.setAccessibleDescription(self.row.help)

    def _add(self, control: QWidget) -> None:
        self._control = control
        self._column.addWidget(control)
        self.word()


class ChoiceEditor(Editor):
    """Radio buttons; the arrow keys choose."""

    def __init__(self, row: Row, give: Give) -> None:
        super().__init__(row)
        self._box = Box()
        column = QVBoxLayout(self._box)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RadioButton] = {}
        for choice in row.choices:
            button = RadioButton()
            button.toggled.connect(lambda is_on, choice=choice: give(choice) if is_on else None)
            self._group.addButton(button)
            self._buttons[choice] = button
            column.addWidget(button)
        self._column.addWidget(self._box)
        self.word()

    def word(self) -> None:
        super().word()
        self._box.setTitle(self.row.title)
        self._box.setAccessibleName(self.row.title)
        for choice, button in self._buttons.items():
            button.setText(shown(choice))
            button.setAccessibleName(f"{self.row.title}: {shown(choice)}")

    def show_value(self, value: str | float | bool) -> None:
        button = self._buttons.get(str(value))
        if button is not None:
            with QSignalBlocker(button):
                button.setChecked(True)
            self.setFocusProxy(button)


class SwitchEditor(Editor):
    """A check box."""

    def __init__(self, row: Row, give: Give) -> None:
        super().__init__(row)
        self._box = CheckBox()
        self._box.toggled.connect(give)
        self._add(self._box)
        self.setFocusProxy(self._box)

    def word(self) -> None:
        super().word()
        self._box.setText(self.row.title)

    def show_value(self, value: str | float | bool) -> None:
        with QSignalBlocker(self._box):
            self._box.setChecked(bool(value))


class NumberEditor(Editor):
    """A field for a number; arrows change it by a step, and it can be typed."""

    def __init__(self, row: Row, give: Give) -> None:
        super().__init__(row)
        self._field = NumberField()
        self._field.setDecimals(0 if row.is_whole else 2)
        self._field.setRange(row.least, row.most)
        self._field.setSingleStep(row.step)
        self._field.setKeyboardTracking(False)  # "0.5" is not "0", then "0.", then "0.5"
        self._give = give
        self._is_given = False
        """Whether what was typed last was another value, and so was given."""
        self._field.valueChanged.connect(self._change)
        self._field.lineEdit().textEdited.connect(self._begin)
        self._field.editingFinished.connect(self._end)
        self._field.refused.connect(self.refused)
        self._add(self._field)
        self.setFocusProxy(self._field)

    def word(self) -> None:
        super().word()
        self._field.setLocale(QLocale(language_used()))  # 0,5 in Spanish and German

    def take_typed(self) -> bool:
        typed, self._field.is_typed = self._field.is_typed, False
        return typed

    def _begin(self) -> None:
        self._is_given = False

    def _change(self, value: float) -> None:
        self._is_given = True
        self._give(value)

    def _end(self) -> None:
        """Where the value that was there was typed once more, it is told all the same."""
        self._field.interpretText()
        if self._field.is_typed and not self._is_given:
            self._give(self._field.value())

    def show_value(self, value: str | float | bool) -> None:
        with QSignalBlocker(self._field):
            self._field.setValue(float(value))


class _Line(WholeLine):
    """A line that Enter gives."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class TextEditor(Editor):
    """A line of text; it holds once Enter is pressed or the focus goes on."""

    def __init__(self, row: Row, give: Give) -> None:
        super().__init__(row)
        self._line = _Line()
        self._line.editingFinished.connect(lambda: give(self._line.value))
        self._add(self._line)
        self.setFocusProxy(self._line)

    def show_value(self, value: str | float | bool) -> None:
        with QSignalBlocker(self._line):
            self._line.show_value(str(value))


_EDITORS: dict[Kind, Callable[[Row, Give], Editor]] = {
    Kind.CHOICE: ChoiceEditor,
    Kind.SWITCH: SwitchEditor,
    Kind.NUMBER: NumberEditor,
    Kind.TEXT: TextEditor,
}


def editor_of(row: Row, give: Give) -> Editor:
    """The control for a setting."""
    return _EDITORS[row.kind](row, give)
