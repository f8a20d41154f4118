"""A key that was pressed, as a command's key is written: Qt's event -> "Ctrl+Shift+O"."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from .presenters.reserved_keys import normal

_HELD = {
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Meta, Qt.Key.Key_Alt, Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R, Qt.Key.Key_Hyper_L, Qt.Key.Key_Hyper_R, Qt.Key.Key_NumLock,
    Qt.Key.Key_ScrollLock, Qt.Key.Key_Multi_key,
}  # fmt: skip
"""What is held down with another key, or changes how others work."""
_MODIFIERS = {
    "Meta": Qt.KeyboardModifier.MetaModifier,
    "Ctrl": Qt.KeyboardModifier.ControlModifier,
    "Alt": Qt.KeyboardModifier.AltModifier,
    "Shift": Qt.KeyboardModifier.ShiftModifier,
}
_NUMBER_PAD = set("0123456789+-*/.,") | {"Enter"}
"""Not the arrows, which Macs say are of the number pad."""
_SPECIAL = 0x01000000
"""From here on keys are no letters or signs; Qt makes a sign of those that it has no name for."""
_NAMES = {Qt.Key.Key_Backtab: "Tab", Qt.Key.Key_AltGr: "AltGr"}


def is_whole(event: QKeyEvent) -> bool:
    """Whether more was pressed than what is held down for another key, and not by repeating."""
    return event.key() not in _HELD and not event.isAutoRepeat()


def pressed_keys(event: QKeyEvent) -> str:
    """The key as Qt writes it in short; "" for one that has no name."""
    name = _name(event.key())
    held = event.modifiers()
    if held & Qt.KeyboardModifier.KeypadModifier and name in _NUMBER_PAD:
        name = "NumPad"
    is_sign = len(name) == 1 and not name.isalnum()
    words = [
        word
        for word, modifier in _MODIFIERS.items()
        # Many signs are reached with Shift only, and are the same key without it elsewhere.
        if held & modifier and not (is_sign and word == "Shift")
    ]
    return normal("+".join((*words, name))) if name else ""


def _name(key: int) -> str:
    name = QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
    if key in _NAMES:
        return _NAMES[Qt.Key(key)]
    return "" if key >= _SPECIAL and len(name) == 1 else name
