"""Menus and Qt's own dialogs whose text is as large as there is room for: none is cut off.

Qt moves titles that have no room into a list that no key reaches, and cuts keys off at the
edge of the screen.  Beside very large text the bar, each menu and the dialog for files take
the largest size at which all of it is seen; letters, keys and order stay as they are.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QMenuBar, QWidget

SMALLER = 0.99
"""From one try to the next."""
LEAST = 6.0
"""Points below which nothing can be read, and nothing is tried."""
MOST_OF_SCREEN = 0.9
"""The rest is the desktop's: panels, and the frame of the window."""
_NEW_ROOM = {
    QEvent.Type.Resize,
    QEvent.Type.FontChange,
    QEvent.Type.ApplicationFontChange,
    QEvent.Type.ActionAdded,
    QEvent.Type.ActionChanged,
    QEvent.Type.ActionRemoved,
    QEvent.Type.StyleChange,
}


class MenuFit(QObject):
    """Keeps the titles of a window's menu bar inside it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._bar = window.menuBar()
        self._is_due = False
        self._bar.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See when there is other room, or other text; once for many of them."""
        if event.type() in _NEW_ROOM and not self._is_due:
            self._is_due = True
            QTimer.singleShot(0, self, self._fit)
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        fit_bar(self._bar)
        self._is_due = False  # what the fitting itself brought about is done


def fit_bar(bar: QMenuBar) -> None:
    """Give its titles the largest text at which all of them are inside."""
    points = _whole(bar)
    while bar.sizeHint().width() > bar.width() and points > LEAST:
        points = _set(bar, points * SMALLER)


def fit_menu(menu: QMenu) -> None:
    """Give a menu the largest text at which it fits on the screen in one column."""
    points = _whole(menu)
    screen = menu.screen().availableSize()
    while points > LEAST and not _fits(menu, screen.width(), screen.height()):
        points = _set(menu, points * SMALLER)


def fit_dialog(dialog: QDialog) -> None:
    """Give a dialog that is Qt's own the largest text at which it fits on the screen."""
    points = _whole(dialog)
    most = dialog.screen().availableSize() * MOST_OF_SCREEN
    while dialog.minimumSizeHint().boundedTo(most) != dialog.minimumSizeHint() and points > LEAST:
        points = _set(dialog, points * SMALLER)
    dialog.resize(dialog.size().expandedTo(dialog.sizeHint()).boundedTo(most))


def _fits(menu: QMenu, width: int, height: int) -> bool:
    hint = menu.sizeHint()
    places = [menu.actionGeometry(action) for action in menu.actions()]
    is_one_column = len({place.left() for place in places}) <= 1
    return is_one_column and hint.width() <= width and hint.height() <= height


def _whole(control: QMenuBar | QMenu | QDialog) -> float:
    """Let it have the size that all text has; that size in points."""
    return _set(control, QApplication.font(control).pointSizeF())


def _set(control: QMenuBar | QMenu | QDialog, points: float) -> float:
    if abs(control.font().pointSizeF() - points) > 0.01:
        font = QFont(control.font())
        font.setPointSizeF(points)
        control.setFont(font)
        if isinstance(control, QDialog):
            for each in control.findChildren(QWidget):
                each.setFont(font)  # all text has a size of its own, so none comes from above
    return points
