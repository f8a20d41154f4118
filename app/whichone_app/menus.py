"""Every command of the window in a menu, with its key (the commands: `presenters.commands`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu
from whichone_core.languages import N_
from whichone_core.settings import SpeakThrough

from .bare_keys import BareKeys
from .catalogue import _
from .menu_fit import MenuFit, fit_menu
from .presenters.commands import ALSO, CommandTable
from .presenters.commands import Command as Command

PICTURE_MENU, ANSWER_MENU, SPEECH_MENU = N_("&Picture"), N_("&Answer"), N_("&Speech")

_IN_DIALOGS = frozenset({"keys", "what now"})
"""Whose keys are the same in dialogs, where they tell of the dialog."""

_VOICES = {
    SpeakThrough.AUTOMATIC: N_("&Automatic"),
    SpeakThrough.OWN_VOICE: N_("&Own voice"),
    SpeakThrough.SCREEN_READER: N_("&Screen reader"),
}


def add_menus(
    window: QMainWindow, table: CommandTable, runs: Mapping[str, Callable[[], object]]
) -> None:
    """Fill the menu bar in the table's order; every name in the table needs what it runs."""
    MenuFit(window)
    BareKeys(window)
    for one in table:
        _add(_menu(window, one.menu), one.command, runs[one.command.name])


def set_keys(window: QMainWindow, table: CommandTable) -> None:
    """Let the keys hold that the table has now."""
    for menu in window.menuBar().findChildren(QMenu):
        for action in menu.actions():
            if action.objectName() in table.names:
                _set_keys(action, table.command(action.objectName()))


def add_voice_menu(
    window: QMainWindow,
    chosen: Callable[[], SpeakThrough],
    choose: Callable[[SpeakThrough], None],
) -> None:
    """The choice of who speaks; only one can be.  chosen: asked whenever the menu opens."""
    menu = _menu(window, SPEECH_MENU)
    group = QActionGroup(menu)
    entries: dict[SpeakThrough, QAction] = {}
    for through, text in _VOICES.items():
        action = menu.addAction(_(text))
        action.setData(text)
        action.setCheckable(True)
        entries[through] = action
        action.triggered.connect(lambda _checked, through=through: choose(through))
        group.addAction(action)
    entries[chosen()].setChecked(True)
    menu.aboutToShow.connect(lambda: entries[chosen()].setChecked(True))


def word_menus(window: QMainWindow) -> None:
    """Set the texts of all menus anew, in the language that is used now.

    A menu knows its English title by its name, an action its English text by its data.
    """
    for menu in window.menuBar().findChildren(QMenu):
        if menu.objectName():
            menu.setTitle(_(menu.objectName()))
        for action in menu.actions():
            if isinstance(action.data(), str):
                action.setText(_(action.data()))


def _menu(window: QMainWindow, title: str) -> QMenu:
    """The menu with this English title, made at the end of the bar where there is none yet."""
    bar = window.menuBar()
    found = bar.findChild(QMenu, title)
    if found is None:
        found = bar.addMenu(_(title))
        found.setObjectName(title)
        found.aboutToShow.connect(lambda: fit_menu(found))
    return found


def _add(menu: QMenu, command: Command, run: Callable[[], object]) -> QAction:
    action = menu.addAction(_(command.text))
    action.setData(command.text)
    action.setObjectName(command.name)
    _set_keys(action, command)
    if command.name in _IN_DIALOGS:
        action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
    action.triggered.connect(lambda _checked=False: run())
    return action


def _set_keys(action: QAction, command: Command) -> None:
    """Escape silences beside any other key that was chosen for it."""
    if command.anywhere is not None:
        return  # whoever made it listens for its key
    also = "Esc" if command.name == "stop" else ALSO.get((command.name, command.keys))
    keys = dict.fromkeys(filter(None, (command.keys, also)))
    action.setShortcuts([QKeySequence(key) for key in keys])
