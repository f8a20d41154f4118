"""Keys that belong to somebody else: text, the desktop, or a screen reader.

Sources, by what they call themselves: NVDA user guide (NVDA key: Insert, number pad Insert,
Caps Lock), JAWS keystrokes (Insert, Caps Lock), Narrator keyboard commands (Caps Lock,
Insert; Ctrl+Windows+Enter), Orca (Insert, Caps Lock; Super+Alt+S in GNOME), VoiceOver
(Control+Option, Caps Lock; Command+F5), the keyboard shortcuts of Windows 11, GNOME 43, KDE
Plasma 5 and macOS 14, Qt's table of standard keys, IBus.  Ctrl+Alt is what Windows makes of
AltGr, which types letters (field report 90).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from whichone_core.languages import N_

from ..catalogue import _

MODIFIERS = ("Meta", "Ctrl", "Alt", "Shift")
"""In the order in which Qt writes them; Ctrl is Command on macOS, and Meta is Control there."""

_MODIFIER_WORDS = {
    "control": "Ctrl", "ctrl": "Ctrl", "strg": "Ctrl", "command": "Ctrl", "cmd": "Ctrl",
    "alt": "Alt", "option": "Alt", "shift": "Shift",
    "meta": "Meta", "super": "Meta", "windows": "Meta", "win": "Meta",
    "steuerung": "Ctrl", "umschalt": "Shift", "umschalttaste": "Shift",
    "mayús": "Shift", "mayus": "Shift", "mayúsculas": "Shift",
}  # fmt: skip
_KEY_WORDS = {
    "escape": "Esc", "esc": "Esc", "enter": "Return", "return": "Return", "tab": "Tab",
    "space": "Space", "backspace": "Backspace", "delete": "Del", "del": "Del",
    "insert": "Ins", "ins": "Ins", "home": "Home", "end": "End", "page up": "PgUp",
    "pgup": "PgUp", "page down": "PgDown", "pgdown": "PgDown", "pgdn": "PgDown", "up": "Up",
    "down": "Down", "left": "Left", "right": "Right", "plus": "+", "minus": "-",
    "comma": ",", "period": ".", "print": "Print", "pause": "Pause", "menu": "Menu",
    "caps lock": "CapsLock", "capslock": "CapsLock", "altgr": "AltGr",
    "numpad": "NumPad", "number pad": "NumPad", "ziffernblock": "NumPad",
    "teclado numérico": "NumPad", "up arrow": "Up", "down arrow": "Down", "left arrow": "Left",
    "right arrow": "Right", "print screen": "Print", "einfügen": "Ins", "pos 1": "Home",
    "feststelltaste": "CapsLock", "bloq mayús": "CapsLock", "imprimir pantalla": "Print",
    "eingabe": "Return", "intro": "Return", "leertaste": "Space", "espacio": "Space",
    "tabulator": "Tab", "rücktaste": "Backspace", "retroceso": "Backspace",
    "entf": "Del", "entfernen": "Del", "supr": "Del", "suprimir": "Del",
    "einfg": "Ins", "insertar": "Ins", "pos1": "Home", "inicio": "Home", "ende": "End",
    "fin": "End", "bild auf": "PgUp", "repág": "PgUp", "bild ab": "PgDown", "avpág": "PgDown",
    "pfeil auf": "Up", "flecha arriba": "Up", "pfeil ab": "Down", "flecha abajo": "Down",
    "pfeil links": "Left", "flecha izquierda": "Left", "pfeil rechts": "Right",
    "flecha derecha": "Right", "más": "+", "menos": "-", "komma": ",", "coma": ",",
    "punkt": ".", "punto": ".", "druck": "Print", "imprpant": "Print",
}  # fmt: skip

ALTGR_LETTERS: Mapping[str, str] = {
    "German": "QE23780+<M",
    "Polish": "ACELNOSXZU",
    "Spanish": "1234560E",
    "French": "0234567890E",
    "Italian": "E5QW",
    "Portuguese": "234789E",
    "Czech": "QWESDFGXCVBN",
    "Hungarian": "QWERUIASDFGKLXCVBN",
    "Swedish": "234567890E",
    "Turkish": "QEIATS3",
    "Latvian": "AECGIKLNSUZ",
    "United States, international": "QWERTYUIOPASDLZCNM5",
}
"""What AltGr types a letter or sign with, by layout, as those layouts are printed on keys."""

TEXT: Mapping[str, str] = {
    "Ctrl+A": N_("selects all of a text"),
    "Ctrl+B": N_("moves the cursor on macOS"),
    "Ctrl+C": N_("copies what is selected"),
    "Ctrl+D": N_("deletes a letter on some systems"),
    "Ctrl+E": N_("goes to the end of a line on Linux"),
    "Ctrl+K": N_("deletes to the end of a line on Linux"),
    "Ctrl+U": N_("deletes a line on Linux"),
    "Ctrl+V": N_("pastes"),
    "Ctrl+X": N_("cuts what is selected"),
    "Ctrl+Y": N_("repeats what was undone"),
    "Ctrl+Z": N_("takes back what was typed"),
    "Ctrl+Shift+Z": N_("repeats what was undone"),
    "Shift+Ins": N_("pastes"),
    "Ctrl+Ins": N_("copies what is selected"),
    "Shift+Del": N_("cuts what is selected"),
    "Shift+F10": N_("opens the context menu"),
    "Tab": N_("goes to the next control"),
    "Shift+Tab": N_("goes to the control before"),
    "Esc": N_("silences"),
    "Ctrl+Space": N_("changes how text is put in"),
    "Ctrl+Shift+U": N_("puts in a sign by its number on Linux"),
    "Ctrl+.": N_("puts in a sign on Linux"),
    "Ctrl+;": N_("puts in a sign on Linux"),
}

DESKTOP: Mapping[str, str] = {
    "F10": N_("opens the menu bar"),
    "Alt+F4": N_("closes a window"),
    "Alt+Tab": N_("changes windows"),
    "Alt+Shift+Tab": N_("changes windows"),
    "Alt+Esc": N_("changes windows"),
    "Alt+Space": N_("opens the window's menu"),
    "Alt+F1": N_("opens the desktop's menu"),
    "Alt+F2": N_("runs a command"),
    "Alt+F7": N_("moves a window"),
    "Alt+F8": N_("resizes a window"),
    "Alt+F10": N_("makes a window large"),
    "Ctrl+Esc": N_("opens the start menu"),
    "Ctrl+Shift+Esc": N_("opens the task manager"),
    "Ctrl+Tab": N_("changes tabs"),
    "Ctrl+Shift+Tab": N_("changes tabs"),
    "Ctrl+H": N_("hides a program on macOS"),
    "Ctrl+M": N_("makes a window small on macOS"),
    "Ctrl+Shift+3": N_("takes a picture of the screen on macOS"),
    "Ctrl+Shift+4": N_("takes a picture of the screen on macOS"),
    "Ctrl+Shift+5": N_("takes a picture of the screen on macOS"),
    "Print": N_("takes a picture of the screen"),
    "Alt+Print": N_("takes a picture of a window"),
    "Shift+Print": N_("takes a picture of the screen"),
    "Ctrl+F5": N_("turns VoiceOver on and off"),
    "Ctrl+Alt+F5": N_("opens VoiceOver's help"),
}

ANYWHERE: Mapping[str, str] = {
    "Meta+Alt+S": N_("turns Orca on and off"),
    "Meta+Alt+8": N_("turns the magnifier on and off"),
    "Meta+Alt+D": N_("shows the desktop or the date"),
    "Meta+Ctrl+Return": N_("turns Narrator on and off"),
    "Meta+Ctrl+C": N_("changes the colours on Windows"),
    "Meta+Ctrl+D": N_("makes a new desktop on Windows"),
    "Meta+Ctrl+N": N_("opens Narrator's settings"),
    "Meta+Ctrl+O": N_("opens the keyboard on the screen"),
    "Meta+Ctrl+S": N_("turns speech recognition on and off"),
    "Meta+Ctrl+F4": N_("closes a desktop on Windows"),
    "Meta+Shift+S": N_("takes a picture of the screen on Windows"),
    "Meta+Shift+M": N_("brings back windows on Windows"),
    "Meta+Shift+V": N_("goes through notifications on Windows"),
}
"""Keys with Super and one more that desktops and readers use in every program."""

_EDITING = {"Up", "Down", "Left", "Right", "Home", "End", "Backspace", "Del", "PgUp", "PgDown"}
_READER_KEYS = {"Ins", "CapsLock", "NumPad"}
_A_READERS = N_("belongs to screen readers")


def normal(text: str) -> str:
    """A key as Qt writes it: "control + shift+c" as "Ctrl+Shift+C"; "" for what is no key."""
    text = text.strip()
    words = [word.strip() for word in re.split(r"\+(?!$)", text)]
    *held, last = words
    modifiers = {_MODIFIER_WORDS.get(word.casefold(), "") for word in held}
    key = _key(last)
    if not key or "" in modifiers:
        return ""
    return "+".join([*(word for word in MODIFIERS if word in modifiers), key])


def _key(word: str) -> str:
    folded = " ".join(word.casefold().split())
    if folded in _KEY_WORDS:
        return _KEY_WORDS[folded]
    if re.fullmatch(r"f([1-9]|1\d|2[0-4])", folded):
        return folded.upper()
    upper = word.upper()  # of two letters for some signs that no key of a command has
    is_sign = len(word) == len(upper) == 1 and word.isprintable() and not word.isspace()
    return upper if is_sign else ""


def parts(keys: str) -> tuple[frozenset[str], str]:
    """The modifiers of a normal key, and the key itself."""
    *held, key = re.split(r"\+(?!$)", keys)
    return frozenset(held), key


def owner_of(keys: str, called: str = "") -> str:
    """Why a normal key cannot be a command's: "Ctrl+A selects all of a text"; "" if it can.

    called: what the key is called in the sentence, where it is not to be as Qt writes it.
    """
    held, key = parts(keys)
    called = called or keys
    if key in _READER_KEYS:
        return f"{called} {_(TEXT.get(keys, _A_READERS))}"
    if key == "AltGr" or {"Ctrl", "Alt"} <= held:
        return _("{keys} types letters on many keyboards, and is VoiceOver's on macOS", keys=called)
    if "Meta" in held:
        return _("{keys} belongs to the desktop", keys=called)
    for table in (TEXT, DESKTOP):
        if keys in table:
            return f"{called} {_(table[keys])}"
    if key in _EDITING and held <= {"Ctrl", "Shift"}:
        return _("{keys} moves in a text or changes it", keys=called)
    if held == {"Alt"} and len(key) == 1:
        return _("{keys} goes to a menu or a control", keys=called)
    if held <= {"Shift"} and (len(key) == 1 or key in {"Space", "Return"}):
        return _("{keys} types text or presses what has the focus", keys=called)
    return ""


def owner_anywhere(keys: str, called: str = "") -> str:
    """Why a normal key cannot be one that works in every program; "" if it can.

    It holds Super and one more, so that it takes no key away from any program.
    """
    held, key = parts(keys)
    called = called or keys
    if {"Ctrl", "Alt"} <= held:
        return _("{keys} types letters on many keyboards, and is VoiceOver's on macOS", keys=called)
    if keys in ANYWHERE:
        return f"{called} {_(ANYWHERE[keys])}"
    is_key = re.fullmatch(r"[A-Z0-9]|F\d+", key) is not None
    if "Meta" not in held or len(held) < 2 or not is_key:
        return _(
            "a key for every program is Super and Shift, Control or Alt with a letter, a digit "
            "or a function key"
        )
    return ""
