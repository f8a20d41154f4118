"""Every command of the window in a menu, with its key (the commands: `presenters.commands`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu
from whichone_core.settings import SpeakThrough

from .presenters.commands import Command as Command
from .presenters.commands import CommandTable

SPEECH_MENU = "&Speech"

_ALSO = {
    ("larger", "Ctrl++"): ("Ctrl+=",),  # the same key without Shift
    ("paste", "Ctrl+V"): ("Shift+Ins",),
}
"""What else does the same as a usual key; it goes when the user chose another one."""

_VOICES = {
    SpeakThrough.AUTOMATIC: "&Automatic",
    SpeakThrough.OWN_VOICE: "&Own voice",
    SpeakThrough.SCREEN_READER: "&Screen reader",
}


def add_menus(
    window: QMainWindow, table: CommandTable, runs: Mapping[str, Callable[[], object]]
) -> None:
    """Fill the menu bar in the table's order; every name in the table needs what it runs."""
    for one in table:
        _add(_menu(window, one.menu), one.command, runs[one.command.name])


def add_voice_menu(
    window: QMainWindow, chosen: SpeakThrough, choose: Callable[[SpeakThrough], None]
) -> None:
    """The choice of who speaks; only one can be."""
    menu = _menu(window, SPEECH_MENU)
    group = QActionGroup(menu)
    for through, text in _VOICES.items():
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(through is chosen)
        action.triggered.connect(lambda _checked, through=through: choose(through))
        group.addAction(action)


def _menu(window: QMainWindow, title: str) -> QMenu:
    """The menu with this title, made at the end of the bar where there is none yet."""
    bar = window.menuBar()
    found = (menu for menu in bar.findChildren(QMenu) if menu.title() == title)
    return next(found, None) or bar.addMenu(title)


def _add(menu: QMenu, command: Command, run: Callable[[], object]) -> QAction:
    action = menu.addAction(command.text)
    action.setObjectName(command.name)
    keys = (command.keys, *_ALSO.get((command.name, command.keys), ()))
    action.setShortcuts([QKeySequence(key) for key in keys])
    action.triggered.connect(lambda _checked=False: run())
    return action
