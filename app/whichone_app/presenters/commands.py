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
from whichone_core.languages import N_
from whichone_core.registry import suggestion

from ..catalogue import _
from . import reserved_keys
from .key_names import said_keys

LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Anywhere:
    """That a command's key works while another program is used; its words are marked with `N_`.

    does: what the key does, where the command of the menu only tells of it.
    refusal: why it has no key on this desktop, "" where it can have one.
    """

    does: str
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """One entry of a menu; the name is stable, and what a user's keys are given to.

    text and help are English, marked with `N_`; menus and F1 translate them.
    """

    name: str
    text: str
    keys: str = ""
    help: str = ""
    anywhere: Anywhere | None = None

    @property
    def key_help(self) -> str:
        """What its key does."""
        return self.anywhere.does if self.anywhere is not None else self.help


@dataclass(frozen=True, slots=True)
class Placed:
    """A command and the title of the menu that it stands in."""

    menu: str
    command: Command


def _in(menu: str, *commands: Command) -> tuple[Placed, ...]:
    return tuple(Placed(menu, command) for command in commands)


OWN: tuple[Placed, ...] = (
    *_in(
        N_("&Picture"),
        Command("open", N_("&Open…"), "Ctrl+O", N_("open a picture")),
        Command("paste", N_("&Paste"), "Ctrl+V", N_("paste a picture, or words into the question")),
        Command("capture", N_("&Capture the screen"), "Ctrl+G", N_("take a picture of the screen")),
        Command("quit", N_("&Quit"), "Ctrl+Q", N_("leave")),
    ),
    *_in(
        N_("&Answer"),
        Command("ask", N_("&Ask"), "Ctrl+Return", N_("ask; Enter in the question does it too")),
        Command("repeat", N_("&Repeat"), "Ctrl+R", N_("hear the answer again")),
        Command("more", N_("&More"), "Ctrl+I", N_("hear explanations and details")),
        Command("stop", N_("&Stop"), "Esc", N_("silence, and give up what is going on")),
        Command("copy", N_("&Copy"), "Ctrl+Shift+C", N_("copy the answer")),
    ),
    *_in(
        N_("&Go"),
        Command("go question", N_("&Question"), "Ctrl+L", N_("go to the question")),
        Command("go answer", N_("&Answer"), "F6", N_("go to the answer")),
        Command("go options", N_("&Options"), "F7", N_("go to the options")),
        Command("go picture", N_("&Picture"), "F8", N_("go to the picture")),
    ),
    *_in(
        N_("&View"),
        Command("larger", N_("&Larger text"), "Ctrl++", N_("larger text")),
        Command("smaller", N_("&Smaller text"), "Ctrl+-", N_("smaller text")),
        Command("normal", N_("&Normal text"), "Ctrl+0", N_("text of the normal size")),
    ),
)
HELP: tuple[Placed, ...] = _in(
    N_("&Help"),
    Command("keys", N_("&Keys…"), "F1", N_("go through all commands and their keys")),
    Command("what now", N_("&What can I do here?"), "Shift+F1", N_("hear what can be done now")),
    Command("change keys", N_("&Change keys…"), "Ctrl+J", N_("give commands other keys")),
)
ITS_OWN = frozenset({("paste", "Ctrl+V"), ("stop", "Esc")})
"""Keys that are a text's, and mean the same here."""
ALSO: Mapping[tuple[str, str], str] = {
    ("larger", "Ctrl++"): "Ctrl+=",  # the same key without Shift
    ("paste", "Ctrl+V"): "Shift+Ins",
}
"""What else does the same as a usual key; it goes when the user chose another one."""
ALWAYS = N_("Escape always silences, so it cannot be taken away.")
_STUDYS = "study "
"""How the names of commands begin that only a study has; chosen keys wait until there is one."""


class CommandTable:
    """All commands in the order of the menus, each with the key that it has now."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        self._placed = {one.command.name: one for one in placed}

    def __iter__(self) -> Iterator[Placed]:
        return iter(self._placed.values())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._placed)

    def command(self, name: str) -> Command:
        """The command with this name.  Raises KeyError where there is none."""
        return self._placed[name].command

    def owner(self, keys: str, but: str) -> str:
        """The name of the command, but for this one, whose key that is; "" for nobody's."""
        return _owner(keys, but, {name: self.keys(name) for name in self._placed})

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
        if name not in self._placed and name.startswith(_STUDYS):
            return None
        if name not in self._placed:
            return SetupError(
                _(
                    "In the keys file, there is no command called {name!r}.",
                    name=said_name[:LONGEST_SHOWN],
                ),
                remedy=suggestion(name, self._placed),
            )
        if not said_key.strip():
            return SetupError(_(ALWAYS)) if name == "stop" else None
        key = reserved_keys.normal(said_key)
        if not key:
            return SetupError(
                _(
                    "In the keys file, {key!r} for {name} is no key.",
                    key=said_key[:LONGEST_SHOWN],
                    name=name,
                ),
                remedy=_("Write it for example as Ctrl+Shift+O."),
            )
        anywhere = self._placed[name].command.anywhere
        if anywhere is not None and anywhere.refusal:
            return SetupError(_(anywhere.refusal))
        owner_of = reserved_keys.owner_of if anywhere is None else reserved_keys.owner_anywhere
        owner = "" if (name, key) in ITS_OWN else owner_of(key)
        if owner:
            return SetupError(
                _("{key} cannot be the key of {name}: {owner}.", key=key, name=name, owner=owner),
                remedy=_("Choose another one in the keys file."),
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
                    _(
                        "{key} cannot be the key of {name}: it is the key of {other}.",
                        key=key,
                        name=name,
                        other=other,
                    ),
                    remedy=_("Choose another one in the keys file."),
                )
            )
        return problems

    def _conflict(self, wanted: Mapping[str, str]) -> tuple[str, str] | None:
        now = {name: wanted.get(name, one.command.keys) for name, one in self._placed.items()}
        for name, key in wanted.items():
            if name in now and (other := _owner(key, name, now)):
                return name, other
        return None


def _owner(keys: str, but: str, now: Mapping[str, str]) -> str:
    for name, its_key in now.items():
        if keys and name != but and keys in (its_key, ALSO.get((name, its_key))):
            return name
    return ""


def called(command: Command) -> str:
    """A command as it is said, in the language that is used."""
    return _plain(_(command.text))


def plain_name(name: str) -> str:
    """A command's name as the file may write it: go_question, "Go question"."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))


def menu_name(menu: str) -> str:
    """A menu as it is said, in the language that is used."""
    return _plain(_(menu))


def _plain(text: str) -> str:
    """A text of a menu as it is said, without the mark of its letter."""
    return text.replace("&", "").rstrip("…?")
