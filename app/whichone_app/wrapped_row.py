"""Controls side by side, in as many lines as the width asks for, each line from edge to edge.

row of 1000 pixels:  [ Reset this setting ][ Reset all settings ][ Undo ]
row of 700 pixels:   [ Reset this setting ][ Reset all settings ]
                     [                   Undo                   ]
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class WrappedRow(QLayout):
    """A layout that needs no more width than its widest control."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        if parent is not None:
            parent.setLayout(self)
        else:
            self.setContentsMargins(0, 0, 0, 0)

    # ------------------------------------------------------------------ what Qt asks

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        left, top, right, bottom = self._edges()
        lines = self._lines(width - left - right)
        return sum(map(_height, lines)) + self._gap() * (len(lines) - 1) + top + bottom

    def sizeHint(self) -> QSize:
        """Everything in one line."""
        shown = self._shown()
        width = sum(_width(item) for item in shown) + self._gap() * (len(shown) - 1)
        return self._around(QSize(max(0, width), _height(shown)))

    def minimumSize(self) -> QSize:
        shown = self._shown()
        return self._around(QSize(max(map(_width, shown), default=0), _height(shown)))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        left, top, right, bottom = self._edges()
        room = rect.adjusted(left, top, -right, -bottom)
        at = room.top()
        for line in self._lines(room.width()):
            self._place(line, QRect(room.left(), at, room.width(), _height(line)))
            at += _height(line) + self._gap()

    # ------------------------------------------------------------------ lines

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """As many controls in a line as have room."""
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            wide = _width(item) + self._gap()
            if not lines or used + _width(item) > width:
                lines.append([])
                used = 0
            lines[-1].append(item)
            used += wide
        return lines

    def _place(self, line: list[QLayoutItem], room: QRect) -> None:
        """Share what is left among those that want to grow, or else among all."""
        growing = [item for item in line if _wants_width(item)] or line
        gaps = self._gap() * (len(line) - 1)
        spare = max(0, room.width() - gaps - sum(map(_width, line)))
        at = room.left()
        for number, item in enumerate(line):
            width = _width(item) + (spare // len(growing) if item in growing else 0)
            if number == len(line) - 1:
                width = room.right() + 1 - at
            item.setGeometry(QRect(at, room.top(), width, room.height()))
            at += width + self._gap()

    def _gap(self) -> int:
        return max(0, self.spacing())

    def _edges(self) -> tuple[int, int, int, int]:
        edges = self.contentsMargins()
        return edges.left(), edges.top(), edges.right(), edges.bottom()

    def _around(self, inner: QSize) -> QSize:
        left, top, right, bottom = self._edges()
        return inner + QSize(left + right, top + bottom)


def _wants_width(item: QLayoutItem) -> bool:
    widget = item.widget()
    expanding = QSizePolicy.Policy.Expanding
    return widget is not None and widget.sizePolicy().horizontalPolicy() == expanding


def _width(item: QLayoutItem) -> int:
    return item.sizeHint().expandedTo(item.minimumSize()).width()


def _height(line: list[QLayoutItem]) -> int:
    hints = (item.sizeHint().expandedTo(item.minimumSize()) for item in line)
    return max((hint.height() for hint in hints), default=0)
