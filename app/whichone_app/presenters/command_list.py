"""All commands as a list for the ear: what matters now first, then the menus from left to right.

    F1 -> opening(situation) is said, short -> arrows or letters through rows(situation)

Seventy keys in one breath are kept by nobody.  So what is said tells of the moment alone, with
at most five keys, and everything else is found in the list, one line at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..catalogue import _, _n
from .advice import what_now
from .commands import CommandTable, Placed, called, menu_name
from .key_names import said_keys, shown_keys
from .situation import Situation

MOST_NOW = 5
"""Commands that come first."""
ITSELF = "keys"
"""The command that opens the list, which has no line in it."""

_BUSY = ("stop",)
_ASKED_BACK = ("go options", "repeat", "speak", "stop")
_FAILED = ("ask", "repeat", "more", "open", "camera")
_ANSWERED = ("ask", "repeat", "more", "go answer", "open")
_PICTURE = ("ask", "describe", "read everything", "open", "camera")
_START = ("open", "paste", "capture", "camera", "guide")


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A line of the list: what does it, as it is seen and as it is said, and found by.

    sought: what letters look at; the keys are left out, as nearly each begins with Control.
    """

    name: str
    shown: str
    said: str
    sought: str


def now_first(situation: Situation) -> tuple[str, ...]:
    """The names of the commands that matter most now."""
    if situation.is_busy:
        return _BUSY
    if situation.is_asked_back:
        return _ASKED_BACK
    if situation.has_failed:
        return _FAILED
    if situation.has_answer and situation.has_picture:
        return _ANSWERED
    return _PICTURE if situation.has_picture else _START


def rows(table: CommandTable, situation: Situation) -> tuple[CommandRow, ...]:
    """A line for each command, those that matter now first."""
    first = [name for name in now_first(situation) if name in table.names]
    placed = {one.command.name: one for one in table if one.command.name != ITSELF}
    order = [*first, *(name for name in placed if name not in first)]
    return tuple(_row(placed[name]) for name in order)


def opening(table: CommandTable, situation: Situation) -> str:
    """What is said when the list opens: what can be done now, and how to go through the rest."""
    count = len(table.names) - (ITSELF in table.names)
    now = what_now(situation, table.spoken_key, is_list_open=True)
    rest = _n(
        "{count} command is in the list. Arrows or letters go through it, Enter does one.",
        "All {count} commands are in the list. Arrows or letters go through it, Enter does one.",
        count,
    )
    return " ".join((*now, rest))


def _row(one: Placed) -> CommandRow:
    command = one.command
    if command.keys:
        does = _begun(_(command.key_help))
        shown = f"{does}: {shown_keys(command.keys)}."
        return CommandRow(command.name, shown, f"{does}: {said_keys(command.keys)}.", does)
    does = _begun(_(command.help))
    where = _(
        "{does}: no key, {command} in the menu {menu}.",
        does=does,
        command=called(command),
        menu=menu_name(one.menu),
    )
    return CommandRow(command.name, where, where, does)


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
