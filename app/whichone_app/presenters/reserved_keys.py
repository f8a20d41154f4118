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

MODIFIERS = ("Meta", "Ctrl", "Alt", "Shift")
"""In the order in which Qt writes them; Ctrl is Command on macOS, and Meta is Control there."""

_MODIFIER_WORDS = {
    "control": "Ctrl", "ctrl": "Ctrl", "strg": "Ctrl", "command": "Ctrl", "cmd": "Ctrl",
    "alt": "Alt", "option": "Alt", "shift": "Shift",
    "meta": "Meta", "super": "Meta", "windows": "Meta", "win": "Meta",
}  # fmt: skip
_KEY_WORDS = {
    "escape": "Esc", "esc": "Esc", "enter": "Return", "return": "Return", "tab": "Tab",
    "space": "Space", "backspace": "Backspace", "delete": "Del", "del": "Del",
    "insert": "Ins", "ins": "Ins", "home": "Home", "end": "End", "page up": "PgUp",
    "pgup": "PgUp", "page down": "PgDown", "pgdown": "PgDown", "pgdn": "PgDown", "up": "Up",
    "down": "Down", "left": "Left", "right": "Right", "plus": "+", "minus": "-",
    "comma": ",", "period": ".", "print": "Print", "pause": "Pause", "menu": "Menu",
    "caps lock": "CapsLock", "capslock": "CapsLock", "altgr": "AltGr",
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
    "Ctrl+A": "selects all of a text",
    "Ctrl+B": "moves the cursor on macOS",
    "Ctrl+C": "copies what is selected",
    "Ctrl+D": "deletes a letter on some systems",
    "Ctrl+E": "goes to the end of a line on Linux",
    "Ctrl+K": "deletes to the end of a line on Linux",
    "Ctrl+U": "deletes a line on Linux",
    "Ctrl+V": "pastes",
    "Ctrl+X": "cuts what is selected",
    "Ctrl+Y": "repeats what was undone",
    "Ctrl+Z": "takes back what was typed",
    "Ctrl+Shift+Z": "repeats what was undone",
    "Shift+Ins": "pastes",
    "Ctrl+Ins": "copies what is selected",
    "Shift+Del": "cuts what is selected",
    "Shift+F10": "opens the context menu",
    "Tab": "goes to the next control",
    "Shift+Tab": "goes to the control before",
    "Esc": "silences",
    "Ctrl+Space": "changes how text is put in",
    "Ctrl+Shift+U": "puts in a sign by its number on Linux",
    "Ctrl+.": "puts in a sign on Linux",
    "Ctrl+;": "puts in a sign on Linux",
}

DESKTOP: Mapping[str, str] = {
    "F10": "opens the menu bar",
    "Alt+F4": "closes a window",
    "Alt+Tab": "changes windows",
    "Alt+Shift+Tab": "changes windows",
    "Alt+Esc": "changes windows",
    "Alt+Space": "opens the window's menu",
    "Alt+F1": "opens the desktop's menu",
    "Alt+F2": "runs a command",
    "Alt+F7": "moves a window",
    "Alt+F8": "resizes a window",
    "Alt+F10": "makes a window large",
    "Ctrl+Esc": "opens the start menu",
    "Ctrl+Shift+Esc": "opens the task manager",
    "Ctrl+Tab": "changes tabs",
    "Ctrl+Shift+Tab": "changes tabs",
    "Ctrl+H": "hides a program on macOS",
    "Ctrl+M": "makes a window small on macOS",
    "Ctrl+Shift+3": "takes a picture of the screen on macOS",
    "Ctrl+Shift+4": "takes a picture of the screen on macOS",
    "Ctrl+Shift+5": "takes a picture of the screen on macOS",
    "Print": "takes a picture of the screen",
    "Alt+Print": "takes a picture of a window",
    "Shift+Print": "takes a picture of the screen",
    "Ctrl+F5": "turns VoiceOver on and off",
    "Ctrl+Alt+F5": "opens VoiceOver's help",
}

_EDITING = {"Up", "Down", "Left", "Right", "Home", "End", "Backspace", "Del", "PgUp", "PgDown"}
_READER_KEYS = {"Ins", "CapsLock"}


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
    return word.upper() if len(word) == 1 and word.isprintable() and not word.isspace() else ""


def parts(keys: str) -> tuple[frozenset[str], str]:
    """The modifiers of a normal key, and the key itself."""
    *held, key = re.split(r"\+(?!$)", keys)
    return frozenset(held), key


def owner_of(keys: str) -> str:
    """Why a normal key cannot be a command's: "Ctrl+A selects all of a text"; "" if it can."""
    held, key = parts(keys)
    if key in _READER_KEYS:
        return f"{keys} belongs to screen readers" if keys not in TEXT else f"{keys} {TEXT[keys]}"
    if key == "AltGr" or {"Ctrl", "Alt"} <= held:
        return f"{keys} types letters on many keyboards, and is VoiceOver's on macOS"
    if "Meta" in held:
        return f"{keys} belongs to the desktop"
    for table in (TEXT, DESKTOP):
        if keys in table:
            return f"{keys} {table[keys]}"
    if key in _EDITING and held <= {"Ctrl", "Shift"}:
        return f"{keys} moves in a text or changes it"
    if held == {"Alt"} and len(key) == 1:
        return f"{keys} goes to a menu or a control"
    if held <= {"Shift"} and (len(key) == 1 or key in {"Space", "Return"}):
        return f"{keys} types text or presses what has the focus"
    return ""
