"""Every command of the window in a menu, with its key.

No key is one of Orca's, NVDA's, JAWS's, Narrator's or VoiceOver's (Insert, Caps Lock, the
number pad, Control+Option), none uses Ctrl+Alt, which types letters on many keyboards
(field report 90), and none moves the cursor in a line of text on some system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu
from whichone_core.settings import SpeakThrough
from whichone_core.types import Role, Sentence

if TYPE_CHECKING:
    from .features import Offer


@dataclass(frozen=True, slots=True)
class Command:
    """One entry of a menu; the name is what a window connects it by."""

    name: str
    text: str
    keys: str = ""
    help: str = ""


SEPARATOR = Command("", "")

MENUS: Mapping[str, tuple[Command, ...]] = {
    "&Picture": (
        Command("open", "&Open…", "Ctrl+O", "open a picture"),
        Command("paste", "&Paste", "Ctrl+V", "paste a picture, or words into the question"),
        Command("capture", "&Capture the screen", "Ctrl+G", "take a picture of the screen"),
        SEPARATOR,
        Command("quit", "&Quit", "Ctrl+Q", "leave"),
    ),
    "&Answer": (
        Command("ask", "&Ask", "Ctrl+Return", "ask; Enter in the question does it too"),
        Command("repeat", "&Repeat", "Ctrl+R", "hear the answer again"),
        Command("more", "&More", "Ctrl+I", "hear explanations and details"),
        Command("stop", "&Stop", "Esc", "silence, and give up what is going on"),
        Command("copy", "&Copy", "Ctrl+Shift+C", "copy the answer"),
    ),
    "&Go": (
        Command("go question", "&Question", "Ctrl+L", "go to the question"),
        Command("go answer", "&Answer", "F6", "go to the answer"),
        Command("go options", "&Options", "F7", "go to the options"),
        Command("go picture", "&Picture", "F8", "go to the picture"),
    ),
    "&View": (
        Command("larger", "&Larger text", "Ctrl++", "larger text"),
        Command("smaller", "&Smaller text", "Ctrl+-", "smaller text"),
        Command("normal", "&Normal text", "Ctrl+0", "text of the normal size"),
    ),
}

_SAID = {"Ctrl": "Control", "Return": "Enter", "Esc": "Escape", "0": "Zero"}

_VOICES = {
    SpeakThrough.AUTOMATIC: "&Automatic",
    SpeakThrough.OWN_VOICE: "&Own voice",
    SpeakThrough.SCREEN_READER: "&Screen reader",
}


def add_menus(window: QMainWindow, commands: Mapping[str, Callable[[], object]]) -> None:
    """Fill the menu bar; every name in MENUS needs its command."""
    for title, entries in MENUS.items():
        menu = window.menuBar().addMenu(title)
        for entry in entries:
            if entry is SEPARATOR:
                menu.addSeparator()
            else:
                _add(menu, entry, commands[entry.name])


def add_offers(window: QMainWindow, offers: Iterable[Offer]) -> None:
    """Put the features' commands into their menus, which are made where there are none yet."""
    bar = window.menuBar()
    for offer in offers:
        found = (menu for menu in bar.findChildren(QMenu) if menu.title() == offer.menu)
        _add(next(found, None) or bar.addMenu(offer.menu), offer.command, offer.run)


def add_voice_menu(
    window: QMainWindow, chosen: SpeakThrough, choose: Callable[[SpeakThrough], None]
) -> None:
    """The choice of who speaks; only one can be."""
    menu = window.menuBar().addMenu("&Speech")
    group = QActionGroup(menu)
    for through, text in _VOICES.items():
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(through is chosen)
        action.triggered.connect(lambda _checked, through=through: choose(through))
        group.addAction(action)


def add_help_menu(window: QMainWindow, show_keys: Callable[[], object]) -> None:
    menu = window.menuBar().addMenu("&Help")
    _add(menu, Command("keys", "&Keys", "F1"), show_keys)


def key_lines(offers: Iterable[Offer] = ()) -> tuple[Sentence, ...]:
    """Every key and what it does, one a line; offers: what the features add."""
    own = [command for entries in MENUS.values() for command in entries]
    commands = [command for command in (*own, *(offer.command for offer in offers)) if command.keys]
    return tuple(
        Sentence(
            f"{command.keys}: {command.help}.",
            Role.AUXILIARY,
            spoken=f"{_said_keys(command.keys)}: {command.help}.",
        )
        for command in commands
    )


def _said_keys(keys: str) -> str:
    """ "Ctrl++" as "Control Plus": a plus sign between keys is read aloud, or lost."""
    *held, last = keys.replace("++", "+Plus").replace("+-", "+Minus").split("+")
    return " ".join(_SAID.get(key, key) for key in (*held, last))


def _add(menu: QMenu, command: Command, run: Callable[[], object]) -> QAction:
    action = menu.addAction(command.text)
    action.setObjectName(command.name)
    action.setShortcuts(_keys(command))
    action.triggered.connect(lambda _checked=False: run())
    return action


def _keys(command: Command) -> list[QKeySequence]:
    keys = [QKeySequence(command.keys)]
    if command.name == "larger":
        keys.append(QKeySequence("Ctrl+="))  # the same key without Shift
    return keys
