"""The user guide in the window: its lines, its headings, and a place of reading.

    text of the guide -> Book -> lines for the view, headings for the list
    keys -> GuideReading -> the line that is said, and where the cursor goes

The text is the one that `installers.guide` makes of `docs/guide`: one sentence a line, and a
heading begins with as many number signs as it is deep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..catalogue import _
from .commands import Command
from .key_names import said_keys

_HEADING = re.compile(r"(#{1,3}) (.+)")


@dataclass(frozen=True, slots=True)
class Heading:
    """level: 1 for a chapter.  line: where it stands in the book, counted from 0."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Book:
    """The guide as lines without an empty one, and its headings in order."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]

    def heading_of(self, line: int) -> int:
        """The place among the headings of the one that a line belongs to; -1 before the first."""
        return sum(heading.line <= line for heading in self.headings) - 1

    def find(self, words: str, after: int) -> int | None:
        """The next line that holds the words, from the start again at the end; None for none."""
        wanted = words.casefold().strip()
        count = len(self.lines)
        places = ((after + step) % count for step in range(1, count + 1))
        return next((p for p in places if wanted in self.lines[p].casefold()), None)


def command_line(title: str, keys: str, does: str) -> str:
    """A line of the chapter of all commands: "Open, Control O: open a picture." """
    called = title.replace("&", "").rstrip("…")
    comma = "" if called.endswith("?") else ","
    key = f"{comma} {said_keys(keys)}" if keys else ""
    return f"{called}{key}: {does}."


def with_own_keys(text: str, changed: Iterable[tuple[Command, Command]]) -> str:
    """The guide with the user's keys in the chapter of all commands.

    changed: commands as they came, and as they are now.
    """
    own = {_line(usual): _line(now) for usual, now in changed}
    return "\n".join(own.get(line, line) for line in text.splitlines())


def _line(command: Command) -> str:
    return command_line(_(command.text), command.keys, _(command.help))


def read_book(text: str) -> Book:
    """The guide out of its text."""
    lines: list[str] = []
    headings: list[Heading] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        found = _HEADING.fullmatch(line)
        if found:
            headings.append(Heading(len(found[1]), found[2], len(lines)))
        lines.append(_("Heading: {text}", text=found[2]) if found else line)
    return Book(tuple(lines), tuple(headings))


class GuideReading:
    """Goes through the book by sentence and by heading.

    place: the line where the reader is now, as the cursor says.  go_to: puts it elsewhere.
    say: says a line.  tell: says a notice that stands nowhere in the book.
    """

    def __init__(
        self,
        book: Book,
        place: Callable[[], int],
        go_to: Callable[[int], None],
        say: Callable[[str], None],
        tell: Callable[[str], None],
    ) -> None:
        self._book = book
        self._place = place
        self._go_to = go_to
        self._say = say
        self._tell = tell

    def next_sentence(self) -> None:
        self._read(self._place() + 1, _("This is the end of the guide."))

    def previous_sentence(self) -> None:
        self._read(self._place() - 1, _("This is the beginning of the guide."))

    def this_sentence(self) -> None:
        self._read(self._place(), "")

    def next_heading(self) -> None:
        self.heading(self._book.heading_of(self._place()) + 1)

    def previous_heading(self) -> None:
        """The heading before; that of this line first, where the line is none itself."""
        number = self._book.heading_of(self._place())
        is_on_it = number >= 0 and self._book.headings[number].line == self._place()
        self.heading(number - 1 if is_on_it else number)

    def heading(self, number: int) -> None:
        """Go to a heading by its place in the list, and say it."""
        if number < 0:
            self._tell(_("This is the beginning of the guide."))
        elif number >= len(self._book.headings):
            self._tell(_("There is no heading after this one."))
        else:
            self._read(self._book.headings[number].line, "")

    def find(self, words: str) -> bool:
        """Go to the next sentence that holds the words; False, said so, where none does."""
        found = self._book.find(words, self._place()) if words.strip() else None
        if found is None:
            self._tell(_("The guide does not hold that."))
            return False
        self._read(found, "")
        return True

    def _read(self, line: int, at_end: str) -> None:
        if not 0 <= line < len(self._book.lines):
            self._tell(at_end)
            return
        self._go_to(line)
        self._say(self._book.lines[line])
