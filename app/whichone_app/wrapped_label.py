"""Plain text in as many lines as it takes, however long its words are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from .presenters.long_words import breakable


class WrappedLabel(QLabel):
    """A label that needs no more width than a short word; `text` is what was given."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._text = self._named = ""
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str, /) -> None:
        """Show it; readers get it without the breaks, where it has no other name."""
        self._text = text
        shown = breakable(text)
        super().setText(shown)
        name = text if shown != text else ""
        if name != self._named and self.accessibleName() == self._named:
            self._named = name
            self.setAccessibleName(name)

    def text(self) -> str:
        """What it says, without the breaks."""
        return self._text
