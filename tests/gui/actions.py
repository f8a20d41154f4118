"""The actions of a window, by their names."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from whichone_app.help_dialog import HelpDialog
from whichone_app.window import MainWindow

from tests.gui.conftest import Room


def actions(room: Room) -> list[QAction]:
    """Every command in the menus."""
    menus = [action.menu() for action in room.window.menuBar().actions()]
    return [
        action
        for menu in menus
        if isinstance(menu, QMenu)
        for action in menu.actions()
        if not action.isSeparator()
    ]


def action(room: Room, name: str) -> QAction:
    return next(found for found in actions(room) if found.objectName() == name)


def help_lines(window: MainWindow) -> list[str]:
    """What stands in the list that F1 opens."""
    window.key_help.runs["keys"]()
    (dialog,) = window.findChildren(HelpDialog)
    lines = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.close()
    return lines
