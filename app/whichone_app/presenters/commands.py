"""Every command of the window: its name, its menu, its key, and one line of help.

    own + what features offer -> CommandTable -> with_keys(what the user chose) -> menus, F1

No default key is a screen reader's, the desktop's or a text's (see `reserved_keys.py`), and no
two are the same; a test holds both for every feature there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from whichone_core.errors import SetupError
from whichone_core.registry import suggestion
from whichone_core.types import Role, Sentence

from . import reserved_keys

LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Command:
    """One entry of a menu; the name is stable, and what a user's keys are given to."""

    name: str
    text: str
    keys: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A command and the title of the menu that it stands in."""

    menu: str
    command: Command


def _in(menu: str, *commands: Command) -> tuple[Placed, ...]:
    return tuple(Placed(menu, command) for command in commands)


OWN: tuple[Placed, ...] = (
    *_in(
        "&Picture",
        Command("open", "&Open…", "Ctrl+O", "open a picture"),
        Command("paste", "&Paste", "Ctrl+V", "paste a picture, or words into the question"),
        Command("capture", "&Capture the screen", "Ctrl+G", "take a picture of the screen"),
        Command("quit", "&Quit", "Ctrl+Q", "leave"),
    ),
    *_in(
        "&Answer",
        Command("ask", "&Ask", "Ctrl+Return", "ask; Enter in the question does it too"),
        Command("repeat", "&Repeat", "Ctrl+R", "hear the answer again"),
        Command("more", "&More", "Ctrl+I", "hear explanations and details"),
        Command("stop", "&Stop", "Esc", "silence, and give up what is going on"),
        Command("copy", "&Copy", "Ctrl+Shift+C", "copy the answer"),
    ),
    *_in(
        "&Go",
        Command("go question", "&Question", "Ctrl+L", "go to the question"),
        Command("go answer", "&Answer", "F6", "go to the answer"),
        Command("go options", "&Options", "F7", "go to the options"),
        Command("go picture", "&Picture", "F8", "go to the picture"),
    ),
    *_in(
        "&View",
        Command("larger", "&Larger text", "Ctrl++", "larger text"),
        Command("smaller", "&Smaller text", "Ctrl+-", "smaller text"),
        Command("normal", "&Normal text", "Ctrl+0", "text of the normal size"),
    ),
)
HELP: tuple[Placed, ...] = _in(
    "&Help",
    Command("keys", "&Keys", "F1", "hear all keys"),
    Command("what now", "&What can I do here?", "Shift+F1", "hear what can be done now"),
    Command("change keys", "&Change keys", "", "hear which file the keys are chosen in"),
)
ITS_OWN = frozenset({("paste", "Ctrl+V"), ("stop", "Esc")})
"""Keys that are a text's, and mean the same here."""


class CommandTable:
    """All commands in the order of the menus, each with the key that it has now."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        self._placed = {one.command.name: one for one in placed}

    def __iter__(self) -> Iterator[Placed]:
        return iter(self._placed.values())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._placed)

    def keys(self, name: str) -> str:
        """The key of a command as Qt writes it; "" for one without, and for no command."""
        return self._placed[name].command.keys if name in self._placed else ""

    def spoken_key(self, name: str) -> str:
        """The key as it is said: "Control O"."""
        return said_keys(self.keys(name))

    def with_keys(self, choices: Mapping[str, str]) -> tuple[CommandTable, tuple[SetupError, ...]]:
        """The table with the user's keys, and what is wrong with those that were refused.

        choices: command name -> keys; "" takes a command's key away.  Whoever is refused keeps
        its default.
        """
        problems: list[SetupError] = []
        wanted: dict[str, str] = {}
        for said_name, said_key in choices.items():
            name = plain_name(said_name)
            problem = self._problem(said_name, name, said_key)
            if problem is not None:
                problems.append(problem)
            else:
                wanted[name] = reserved_keys.normal(said_key)
        problems += self._drop_conflicts(wanted)
        changed = (
            replace(one, command=replace(one.command, keys=wanted[name])) if name in wanted else one
            for name, one in self._placed.items()
        )
        return CommandTable(changed), tuple(problems)

    def _problem(self, said_name: str, name: str, said_key: str) -> SetupError | None:
        """What is wrong with one choice, whatever the others are."""
        if name not in self._placed:
            return SetupError(
                f"In the keys file, there is no command called {said_name[:LONGEST_SHOWN]!r}.",
                remedy=suggestion(name, self._placed),
            )
        if not said_key.strip():
            return None
        key = reserved_keys.normal(said_key)
        if not key:
            return SetupError(
                f"In the keys file, {said_key[:LONGEST_SHOWN]!r} for {name} is no key.",
                remedy="Write it for example as Ctrl+Shift+O.",
            )
        owner = "" if (name, key) in ITS_OWN else reserved_keys.owner_of(key)
        if owner:
            return SetupError(
                f"{key} cannot be the key of {name}: {owner}.",
                remedy="Choose another one in the keys file.",
            )
        return None

    def _drop_conflicts(self, wanted: dict[str, str]) -> list[SetupError]:
        """Take away choices whose key another command has, until none is left."""
        problems = []
        while conflict := self._conflict(wanted):
            name, other = conflict
            key = wanted.pop(name)
            problems.append(
                SetupError(
                    f"{key} cannot be the key of {name}: it is the key of {other}.",
                    remedy="Choose another one in the keys file.",
                )
            )
        return problems

    def _conflict(self, wanted: Mapping[str, str]) -> tuple[str, str] | None:
        now = {name: wanted.get(name, one.command.keys) for name, one in self._placed.items()}
        for name, key in wanted.items():
            for other, its_key in now.items():
                if key and other != name and its_key == key:
                    return name, other
        return None


def plain_name(name: str) -> str:
    """A command's name as the file may write it: go_question, "Go question"."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))


def key_lines(table: CommandTable) -> tuple[Sentence, ...]:
    """Every key and what it does, one a line."""
    commands = [one.command for one in table if one.command.keys]
    return tuple(
        Sentence(
            f"{command.keys}: {command.help}.",
            Role.AUXILIARY,
            spoken=f"{said_keys(command.keys)}: {command.help}.",
        )
        for command in commands
    )


_SAID = {
    "Ctrl": "Control", "Return": "Enter", "Esc": "Escape", "0": "Zero", "+": "Plus",
    "-": "Minus", ",": "Comma", ".": "Period", "PgUp": "Page Up", "PgDown": "Page Down",
    "Del": "Delete", "Meta": "Super",
}  # fmt: skip


def said_keys(keys: str) -> str:
    """ "Ctrl++" as "Control Plus": a plus sign between keys is read aloud, or lost."""
    if not keys:
        return ""
    held, key = reserved_keys.parts(keys)
    words = [*(word for word in reserved_keys.MODIFIERS if word in held), key]
    return " ".join(_SAID.get(word, word) for word in words)
