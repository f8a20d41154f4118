"""One choice of a few, all of them seen at once, as the camera's dialog has two."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from PySide6.QtWidgets import QVBoxLayout

from ..catalogue import _
from ..edges import Box
from ..indicators import RadioButton


class Choices:
    """Radio buttons in a box, one for each value; title and words are English."""

    def __init__(
        self, title: str, words: Iterable[tuple[StrEnum, str]], chosen: Callable[[StrEnum], object]
    ) -> None:
        self.box = Box()
        self._title, self._words = title, dict(words)
        rows = QVBoxLayout(self.box)
        self._buttons: dict[StrEnum, RadioButton] = {}
        for value in self._words:
            made = RadioButton()
            made.clicked.connect(lambda _checked=False, value=value: chosen(value))
            rows.addWidget(made)
            self._buttons[value] = made

    def word(self) -> None:
        """Set the words in the language that is used now."""
        self.box.setTitle(_(self._title))
        for value, made in self._buttons.items():
            made.say(_(self._words[value]))

    def wrap(self, width: int) -> None:
        """Let none be wider than so many pixels."""
        for made in self._buttons.values():
            made.wrap(width)

    def choose(self, value: StrEnum) -> None:
        """Show what holds, without telling anybody."""
        self._buttons[value].setChecked(True)
