"""The keys as their user chose them, and how they are changed while the window is open.

    change("open", "Ctrl+T") -> refused in a sentence | holds at once -> kept -> listeners
    question("open", "Ctrl+R") -> "... belongs to Repeat. Exchange?" -> exchange("open", "Ctrl+R")

Every command returns the sentence that is said of it.  After each change the keys are those
that the next start makes of the user's file, by the same rules (`CommandTable.with_keys`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from whichone_core.errors import StorageError
from whichone_core.languages import N_

from ..catalogue import _, _n
from . import reserved_keys
from .commands import ALWAYS, ITS_OWN, Command, CommandTable, called, plain_name
from .key_names import said_keys, shown_keys

_NAMELESS = N_("That key cannot be the key of a command.")

Keep = Callable[[Mapping[str, str | None]], None]
"""Writes the keys of commands down, None for the usual one.  Raises StorageError."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A command in the list: its name, and its line."""

    name: str
    line: str


class KeyChoices:
    """usual: every command with its default key; choices: what the user's file says."""

    def __init__(self, usual: CommandTable, choices: Mapping[str, str], keep: Keep) -> None:
        self._usual = usual
        self._keep = keep
        self.table, self.problems = usual.with_keys(choices)
        self._choices = {plain_name(name): keys for name, keys in choices.items()}
        self._listeners: list[Callable[[], object]] = []

    def subscribe(self, listener: Callable[[], object]) -> None:
        """Call this whenever keys have changed."""
        self._listeners.append(listener)

    def changed(self) -> tuple[tuple[Command, Command], ...]:
        """The commands whose key is not the usual one: as they came, and as they are now."""
        both = ((self._usual.command(name), self.table.command(name)) for name in self.table.names)
        return tuple((usual, now) for usual, now in both if usual != now)

    # ------------------------------------------------------------------ the list

    def rows(self, query: str = "") -> tuple[KeyRow, ...]:
        """The commands in whose line, key or name each word stands; all for none."""
        words = query.casefold().split()
        rows = (KeyRow(name, self.line(name)) for name in self.table.names)
        return tuple(r for r in rows if all(word in self._haystack(r) for word in words))

    def found(self, query: str) -> str:
        """How many there are, as it is said."""
        count = len(self.rows(query))
        if not count:
            return _("No command found.")
        return _n("{count} command.", "{count} commands.", count)

    def line(self, name: str) -> str:
        """ "Open: Control O, open a picture." """
        command = self.table.command(name)
        key = self._key(name)
        if self.table.keys(name) == self._usual.keys(name):
            text = _("{command}: {key}, {help}.", command=called(command), key=key,
                     help=_(command.key_help))  # fmt: skip
        else:
            text = _("{command}: {key}, changed, {help}.", command=called(command), key=key,
                     help=_(command.key_help))  # fmt: skip
        return text

    def is_usual(self, name: str) -> bool:
        """Whether a command has the key that it came with."""
        return self.table.keys(name) == self._usual.keys(name)

    def _haystack(self, row: KeyRow) -> str:
        keys = self.table.keys(row.name)
        return f"{row.line} {row.name} {keys} {shown_keys(keys)}".casefold()

    def _key(self, name: str) -> str:
        return self.table.spoken_key(name) or _("no key")

    # ------------------------------------------------------------------ changes

    def prompt(self, name: str) -> str:
        """What is said before the new key is pressed."""
        return _(
            "Press the new key for {command}. Now it is {key}. Escape leaves it so.",
            command=called(self.table.command(name)),
            key=self._key(name),
        )

    def try_another(self, name: str, pressed: str) -> str:
        """Why a key that was pressed is not taken, and that another one is waited for.

        "" where it is taken, or where no other key would be either.
        """
        if not self.can_have_keys(name) or (pressed and pressed == self.table.keys(name)):
            return ""
        why = self._refusal(name, pressed) if pressed else _(_NAMELESS)
        return (
            " ".join((why, _("Press another key, or Escape to leave it as it is."))) if why else ""
        )

    def can_have_keys(self, name: str) -> bool:
        """Whether a command can have any key here."""
        anywhere = self.table.command(name).anywhere
        return anywhere is None or not anywhere.refusal

    def change(self, name: str, pressed: str) -> str:
        """Give a command the key that was pressed, as Qt writes it; "" for one without a name."""
        if not pressed:
            return _(_NAMELESS)
        if pressed == self.table.keys(name):
            return self._now(name)
        return self._refusal(name, pressed) or self._hold({name: pressed})

    def question(self, name: str, keys: str) -> str:
        """What is asked where another command has these keys and the two can be exchanged.

        "" where nobody has them, or one of the two could not have what the other has.
        """
        other, own = self.table.owner(keys, but=name), self.table.keys(name)
        if not keys or not other or self._forbidden(name, keys):
            return ""
        if (other == "stop" and not own) or (own and self._forbidden(other, own)):
            return ""
        key, whose = said_keys(keys), called(self.table.command(other))
        if not own:
            return _("{key} belongs to {other}. Take it? Enter takes it, and {other} has no key "
                     "then. Escape leaves both as they are.", key=key, other=whose)  # fmt: skip
        return _("{key} belongs to {other}. Exchange? Enter gives {other} {own} instead. "
                 "Escape leaves both as they are.",
                 key=key, other=whose, own=said_keys(own))  # fmt: skip

    def question_back(self, name: str) -> str:
        """The same about the usual keys of a command."""
        return self.question(name, self._usual.keys(name))

    def exchange(self, name: str, keys: str) -> str:
        """Give a command these keys, and whoever has them those of the command."""
        if not self.question(name, keys):
            return self.change(name, keys)
        other = self.table.owner(keys, but=name)
        return self._hold({name: keys, other: self.table.keys(name)})

    def exchange_back(self, name: str) -> str:
        """The same with the usual keys of a command."""
        return self.exchange(name, self._usual.keys(name))

    def take_away(self, name: str) -> str:
        """Leave a command without a key; it stays in its menu."""
        if name == "stop":
            return _(ALWAYS)
        if not self.table.keys(name):
            return self._now(name)
        return self._hold({name: ""})

    def back(self, name: str) -> str:
        """Give a command its usual key again."""
        usual = self._usual.keys(name)
        if usual == self.table.keys(name) and name not in self._choices:
            return _("{command} has its usual key: {key}.",
                     command=called(self.table.command(name)), key=self._key(name))  # fmt: skip
        return self._taken(name, usual) or self._hold({name: None})

    def back_all(self) -> str:
        """Give all commands their usual keys again."""
        different = [name for name in self.table.names if not self.is_usual(name)]
        if not different and not self._choices:
            return _("All keys are the usual ones.")
        trouble = self._take_over(dict.fromkeys(self._choices))
        said = _n("{count} key is the usual one again.", "{count} keys are the usual ones again.",
                  len(different))  # fmt: skip
        return f"{said} {trouble}".strip()

    def _refusal(self, name: str, keys: str) -> str:
        """Why a command cannot have a key, and whose it is; "" if it can."""
        return self._forbidden(name, keys) or self._taken(name, keys)

    def _forbidden(self, name: str, keys: str) -> str:
        """Why a command cannot have a key, whatever keys the others have; "" if it can."""
        command = self.table.command(name)
        if command.anywhere is not None and command.anywhere.refusal:
            return _(command.anywhere.refusal)
        key = said_keys(keys)
        anywhere = command.anywhere is not None
        owner_of = reserved_keys.owner_anywhere if anywhere else reserved_keys.owner_of
        owner = "" if (name, keys) in ITS_OWN else owner_of(keys, key)
        if owner:
            return _("{key} cannot be the key of {command}: {owner}.",
                     key=key, command=called(command), owner=owner)  # fmt: skip
        return ""

    def _taken(self, name: str, keys: str) -> str:
        other = self.table.owner(keys, but=name)
        if not other:
            return ""
        return _(
            "{key} cannot be the key of {command}: it is the key of {other}.",
            key=said_keys(keys),
            command=called(self.table.command(name)),
            other=called(self.table.command(other)),
        )

    def _hold(self, changes: Mapping[str, str | None]) -> str:
        """Let these hold; the sentence names every command whose key is another one now."""
        before = self.table
        trouble = self._take_over(changes)
        told = [
            self._now(name)
            for name in self.table.names
            if name in changes or self.table.keys(name) != before.keys(name)
        ]
        return " ".join((*told, trouble)).strip()

    def _take_over(self, changes: Mapping[str, str | None]) -> str:
        """What is said where the changes could not be kept."""
        kept = {
            name: None if keys == self._usual.keys(name) else keys
            for name, keys in changes.items()
        }  # fmt: skip
        after = {name: keys for name, keys in (self._choices | kept).items() if keys is not None}
        self._choices = after
        self.table, self.problems = self._usual.with_keys(after)
        for listener in tuple(self._listeners):
            listener()
        try:
            self._keep(kept)
        except StorageError as error:
            return " ".join((_("It holds until WhichOne ends."), error.spoken))
        return ""

    def _now(self, name: str) -> str:
        return _("{command}: {key}.", command=called(self.table.command(name)), key=self._key(name))
