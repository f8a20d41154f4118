"""Keys in words: as they are printed on keyboards, and as they are said."""

from __future__ import annotations

from ..catalogue import _p
from . import reserved_keys


def shown_keys(keys: str) -> str:
    """A key as it is printed on keyboards of the language: "Ctrl+Shift+C", "Strg+Umschalt+C"."""
    caps = {
        "Ctrl": _p("printed on a key", "Ctrl"),
        "Shift": _p("printed on a key", "Shift"),
        "Return": _p("printed on a key", "Return"),
        "Del": _p("printed on a key", "Del"),
        "PgUp": _p("printed on a key", "PgUp"),
        "PgDown": _p("printed on a key", "PgDown"),
        "Meta": _p("name of a key", "Super"),
    }
    return "+".join(caps.get(word, word) for word in _words(keys))


def said_keys(keys: str) -> str:
    """ "Ctrl++" as "Control Plus": a plus sign between keys is read aloud, or lost."""
    names = {
        "Ctrl": _p("name of a key", "Control"),
        "Shift": _p("name of a key", "Shift"),
        "Return": _p("name of a key", "Enter"),
        "Esc": _p("name of a key", "Escape"),
        "0": _p("name of a key", "Zero"),
        "Space": _p("name of a key", "Space"),
        "Tab": _p("name of a key", "Tab"),
        "Backspace": _p("name of a key", "Backspace"),
        "Ins": _p("name of a key", "Insert"),
        "Home": _p("name of a key", "Home"),
        "End": _p("name of a key", "End"),
        "Up": _p("name of a key", "Up Arrow"),
        "Down": _p("name of a key", "Down Arrow"),
        "Left": _p("name of a key", "Left Arrow"),
        "Right": _p("name of a key", "Right Arrow"),
        "Print": _p("name of a key", "Print Screen"),
        "CapsLock": _p("name of a key", "Caps Lock"),
        "NumPad": _p("name of a key", "Number Pad"),
        "+": _p("name of a key", "Plus"),
        "-": _p("name of a key", "Minus"),
        ",": _p("name of a key", "Comma"),
        ".": _p("name of a key", "Period"),
        "PgUp": _p("name of a key", "Page Up"),
        "PgDown": _p("name of a key", "Page Down"),
        "Del": _p("name of a key", "Delete"),
        "Meta": _p("name of a key", "Super"),
    }
    return " ".join(names.get(word, word) for word in _words(keys))


def _words(keys: str) -> tuple[str, ...]:
    """What is held, then the key itself; nothing for no key."""
    if not keys:
        return ()
    held, key = reserved_keys.parts(keys)
    return (*(word for word in reserved_keys.MODIFIERS if word in held), key)
