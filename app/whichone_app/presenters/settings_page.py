"""The settings as a page without a screen: rows made from `Settings`, search, change, undo.

    rows(query) -> the list        set(key, value) -> what is said        undo() -> what is said

A row is generated from each field of `Settings`: a new setting cannot be forgotten here.
Whatever is changed holds at once where something in the window takes it up, and otherwise
after a restart, which is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Protocol

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo
from whichone_core.decimals import decimal
from whichone_core.errors import SetupError
from whichone_core.setting_words import shown, title
from whichone_core.settings import Settings, allowed, described, either

from ..catalogue import _, _n
from .setting_synonyms import synonyms

MOST_UNDONE = 50
"""How many changes can be taken back."""
_FINE_STEPS = 20.0
_COARSE_RANGE = 10.0
"""A range wider than this is walked in whole numbers."""


class Kind(StrEnum):
    """How a setting is entered."""

    CHOICE = "choice"
    SWITCH = "switch"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Row:
    """One setting as it is shown.

    choices: the words of a choice, as they are typed (`shown` says them).  least, most, step: of
    a number.  is_whole: it has no decimal places.
    """

    key: str
    kind: Kind
    choices: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 0.0
    step: float = 0.0
    is_whole: bool = False

    @property
    def title(self) -> str:
        """What it is called, in the user's language."""
        return title(self.key)

    @property
    def description(self) -> str:
        """What it is, in the user's language."""
        return described(self.key)

    @property
    def help(self) -> str:
        """What it is and what it may be, in two sentences."""
        return f"{_sentence(self.description)} {self._may_be()}"

    def _may_be(self) -> str:
        if self.kind is Kind.SWITCH:
            return _("On or off.")
        if self.kind is Kind.CHOICE:
            return _("It can be {allowed}.", allowed=either([shown(word) for word in self.choices]))
        return _("It can be {allowed}.", allowed=allowed(self.key))


class Change(Protocol):
    """What a change came to (`chosen.Change`)."""

    @property
    def notice(self) -> str: ...


class Holder(Protocol):
    """The live settings, as this page uses them (`chosen.Chosen`)."""

    @property
    def current(self) -> Settings: ...

    def change(self, **values: object) -> Change: ...

    def reset(self, *keys: str) -> Change: ...

    def is_live(self, key: str) -> bool: ...


class SettingsPage:
    """What the settings dialog does; every command returns the sentence that is said of it."""

    def __init__(self, chosen: Holder) -> None:
        self._chosen = chosen
        self._undo: list[dict[str, object]] = []
        self._all = all_rows()

    def rows(self, query: str = "") -> tuple[Row, ...]:
        """The settings in which, or in whose other names, each word stands; all for none."""
        words = query.casefold().split()
        return tuple(row for row in self._all if all(word in _haystack(row) for word in words))

    def found(self, query: str) -> str:
        """How many there are, as it is said."""
        count = len(self.rows(query))
        if not count:
            return _("Nothing found for {words}.", words=" ".join(query.split()))
        return _n("{count} setting.", "{count} settings.", count)

    def value(self, key: str) -> str | float | bool:
        """A setting's value, plain, as its control shows it."""
        return _plain(getattr(self._chosen.current, key))

    def line(self, row: Row) -> str:
        """A setting in the list: its name and value first, then what it is."""
        return f"{row.title}: {self.words(row)}. {_sentence(row.description)}"

    def now(self, row: Row) -> str:
        """What it is now, as it is said when it was changed."""
        return f"{row.title}: {self.words(row)}."

    def limits(self, row: Row) -> str:
        """What a number can be, as it is said where something else was typed."""
        least, most = decimal(row.least), decimal(row.most)
        return _(
            "{setting} can be from {least} to {most}.", setting=row.title, least=least, most=most
        )

    def words(self, row: Row) -> str:
        """A value as it is said."""
        value = self.value(row.key)
        return str(value) if value and row.kind is Kind.TEXT else _said(value)

    def set(self, row: Row, value: object) -> str:
        """Let a value hold.  Raises SetupError with the sentence to say."""
        if _plain(value) == self.value(row.key):
            return ""
        before = {row.key: getattr(self._chosen.current, row.key)}
        change = self._chosen.change(**{row.key: value})
        self._remember(before)
        return self._told(self.now(row), [row.key], change)

    def reset(self, row: Row) -> str:
        """Give one setting its default."""
        before = {row.key: getattr(self._chosen.current, row.key)}
        change = self._chosen.reset(row.key)
        said = _("{setting} is as it came: {value}.", setting=row.title, value=self.words(row))
        if getattr(self._chosen.current, row.key) == before[row.key]:
            return said
        self._remember(before)
        return self._told(said, [row.key], change)

    def reset_all(self) -> str:
        """Give all settings their default."""
        before = self._different(Settings())
        change = self._chosen.reset()
        if not before:
            return _("All settings are as they came.")
        self._remember(before)
        said = _n(
            "{count} setting set back. Undo takes it back.",
            "{count} settings set back. Undo takes it back.",
            len(before),
        )
        return self._told(said, before, change)

    def undo(self) -> str:
        """Take the last change back."""
        if not self._undo:
            return _("There is nothing to take back.")
        before = self._undo.pop()
        change = self._chosen.change(**before)
        if len(before) > 1:
            said = _n("{count} setting taken back.", "{count} settings taken back.", len(before))
            return self._told(said, before, change)
        (key,) = before
        row = next(row for row in self._all if row.key == key)
        said = _("{setting}: {value}, taken back.", setting=row.title, value=self.words(row))
        return self._told(said, before, change)

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    def _different(self, other: Settings) -> dict[str, object]:
        now = self._chosen.current
        return {
            key: getattr(now, key)
            for key in Settings.model_fields
            if getattr(now, key) != getattr(other, key)
        }

    def _remember(self, before: Mapping[str, object]) -> None:
        self._undo.append(dict(before))
        del self._undo[:-MOST_UNDONE]

    def _told(self, sentence: str, keys: Iterable[str], change: Change) -> str:
        late = [key for key in keys if not self._chosen.is_live(key)]
        restart = _("It holds after a restart.") if late else ""
        return " ".join(part for part in (sentence, restart, change.notice) if part)


def all_rows() -> tuple[Row, ...]:
    """A row for each field of `Settings`, in their order.

    Raises SetupError for a field of a kind that no control is known for.
    """
    return tuple(_row(key, field) for key, field in Settings.model_fields.items())


def _row(key: str, field: FieldInfo) -> Row:
    default = field.default
    if isinstance(default, bool):
        return Row(key, Kind.SWITCH)
    if isinstance(default, StrEnum):
        choices = tuple(word.value for word in type(default))
        return Row(key, Kind.CHOICE, choices)
    if isinstance(default, int | float):
        least = float(str(next(mark.ge for mark in field.metadata if isinstance(mark, Ge))))
        most = float(str(next(mark.le for mark in field.metadata if isinstance(mark, Le))))
        is_whole = isinstance(default, int) or most - least > _COARSE_RANGE
        step = 1.0 if is_whole else (most - least) / _FINE_STEPS
        return Row(key, Kind.NUMBER, (), least, most, step, is_whole)
    if isinstance(default, str):
        return Row(key, Kind.TEXT)
    raise SetupError(_("The setting {key} has no control.", key=key), cause=type(default).__name__)


def _haystack(row: Row) -> str:
    words = (row.title, row.key, row.description, *row.choices, *map(shown, row.choices))
    return " ".join((*words, synonyms(row.key))).casefold()


def _plain(value: object) -> str | float | bool:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool | str):
        return value
    return float(str(value))


def _said(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, float):
        return decimal(value)
    return shown(value) if value else _("empty")


def _sentence(text: str) -> str:
    """A description as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""
