"""Qt's own dialog for files, where the desktop has none, for people who see some of it.

Its edges are pale, its columns cut names and dates off ("30 11 2…6"), and its icons stay small
beside large text.  Its controls are Qt's, so nothing can be mixed into them: each is drawn by
itself, and then its edge over it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStyle,
    QToolButton,
    QTreeView,
    QWidget,
)

from .edges import show_bars
from .menu_fit import MOST_OF_SCREEN, fit_dialog
from .outline import draw_edge

_EDGED = (QLineEdit, QComboBox, QAbstractItemView, QPushButton, QToolButton)
WIDE, HIGH = 92, 24
"""So many letters and lines it has room for, where the screen is large enough."""
SIDE = 18
"""So many letters of the places at its side."""


class _Edges(QObject):
    """Draws the edges of controls that somebody else made."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QWidget):
            return super().eventFilter(watched, event)
        watched.event(event)
        draw_edge(watched)
        return True


def fit_file_dialog(dialog: QFileDialog) -> None:
    """Let all of it be read, and be on the screen; called before each showing."""
    if dialog.findChild(_Edges) is None:
        _draw_edges(dialog)
    fit_dialog(dialog)
    letters, most = dialog.fontMetrics(), dialog.screen().availableSize() * MOST_OF_SCREEN
    usual = QSize(WIDE * letters.averageCharWidth(), HIGH * letters.lineSpacing())
    dialog.resize(dialog.size().expandedTo(usual).boundedTo(most))
    side = SIDE * letters.averageCharWidth()
    for splitter in dialog.findChildren(QSplitter):
        splitter.setSizes([side, dialog.width() - side])
    _enlarge_icons(dialog)


def _draw_edges(dialog: QFileDialog) -> None:
    edges = _Edges(dialog)
    for kind in _EDGED:
        for each in dialog.findChildren(kind):
            if not isinstance(each, QHeaderView) and not _is_inside(each, dialog):
                each.installEventFilter(edges)
    for area in dialog.findChildren(QAbstractScrollArea):
        show_bars(area)
    for tree in dialog.findChildren(QTreeView):
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)


def _is_inside(control: QWidget, dialog: QFileDialog) -> bool:
    """Whether it is in a combo box, whose edge it would cross."""
    part = control.parentWidget()
    while part is not None and part is not dialog:
        if isinstance(part, QComboBox):
            return True
        part = part.parentWidget()
    return False


def _enlarge_icons(dialog: QFileDialog) -> None:
    """As high as a line of text, where that is more than the style's own."""
    usual = QApplication.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize)
    side = max(usual, dialog.fontMetrics().height() * 3 // 4)
    for button in dialog.findChildren(QToolButton):
        button.setIconSize(QSize(side, side))
    for view in dialog.findChildren(QAbstractItemView):
        view.setIconSize(QSize(side, side))
