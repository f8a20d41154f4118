"""One answer as it stands in the window, and the answers of this session to go back to."""

from __future__ import annotations

from dataclasses import dataclass, field

from whichone_core.languages import language_used
from whichone_core.types.answers import Sentence

MOST_PAGES = 200
"""Answers that are kept for going back; a page is a few hundred bytes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: as it stands, and as it is said where that differs."""

    text: str
    spoken: str = ""

    @property
    def said(self) -> str:
        return self.spoken or self.text


@dataclass(slots=True)
class Page:
    """One answer.

    question: what was asked, empty for a description.  said: all that was said of it, with
    the options, in order.  held: what waits until more is asked for.  language: that it was
    written in; it stays when another one is chosen, and so it is said in it.
    """

    question: str = ""
    lines: list[Line] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    held: tuple[Sentence, ...] = ()
    is_more_shown: bool = False
    language: str = field(default_factory=language_used)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(line.text for line in self.lines)

    def add(self, *lines: Line) -> None:
        """Add lines; one without a visible letter is left out, as NVDA reads the one above
        an empty line again (field report 46)."""
        for line in lines:
            text = one_line(line.text)
            if text:
                self.lines.append(Line(text, line.spoken))


class History:
    """The answers of this session, in memory only; one of them is in the window."""

    def __init__(self) -> None:
        self._pages: list[Page] = [Page()]
        self._place = 0

    @property
    def page(self) -> Page:
        """The answer that is in the window; an empty one at first."""
        return self._pages[self._place]

    @property
    def is_at_last(self) -> bool:
        return self._place == len(self._pages) - 1

    @property
    def number(self) -> int:
        """Which answer is in the window, counted from 1."""
        return self._place + 1

    @property
    def count(self) -> int:
        return len(self._pages)

    def begin(self, question: str) -> Page:
        """Put a new, empty answer into the window."""
        if not self._pages[-1].lines:
            self._pages.pop()
        self._pages.append(Page(question))
        del self._pages[:-MOST_PAGES]
        return self.last()

    def last(self) -> Page:
        """Put the newest answer into the window."""
        self._place = len(self._pages) - 1
        return self.page

    def turn(self, steps: int) -> bool:
        """Go to an earlier (-1) or later (1) answer; False, and no move, where there is none."""
        place = self._place + steps
        if not 0 <= place < len(self._pages):
            return False
        self._place = place
        return True


def one_line(text: str) -> str:
    """Text as one line, as an empty line makes NVDA read the one above again."""
    return " ".join(text.split())
