"""From a folded text to plain clauses: where they end, and what only pads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from whichone_core.question.tongues.folding import words_in

_ENDS = re.compile(r"[.?!;:,…¿¡]+(?!\d)|(?<=\s)[-–—]+(?=\s)")


@dataclass(frozen=True)
class Clauses:
    """How a language pads and parts its questions; all patterns are of folded text.

    padding: what says nothing, anywhere.  openers: what says nothing at the start.
    asking: ways of asking at the start ("can you tell me").
    second: before what a second question begins in the same breath: searched with a blank
    before it; what it matches begins the second one.
    if_turned: a pattern with groups "rest" and "verb" for a clause that begins with "if" and
    what it is put as: "si la luz esta encendida", "ob das licht an ist".
    """

    padding: tuple[str, ...]
    openers: str
    asking: tuple[str, ...]
    second: str
    if_turned: str

    def of(self, folded: str) -> tuple[str, ...]:
        """The clauses of a text; none may be left."""
        pieces = (words for part in _ENDS.split(folded) for words in self._parted(part))
        return tuple(clause for clause in map(self._bare, pieces) if clause)

    def _parted(self, part: str) -> list[str]:
        line = " ".join(words_in(part))
        begins = [0, *(found.start() + 1 for found in self._second.finditer(line)), len(line)]
        return [line[begin:end].strip() for begin, end in pairwise(begins)]

    def _bare(self, clause: str) -> str:
        clause = " ".join(self._padding.sub(" ", clause).split())
        for _ in range(3):
            clause = self._asking.sub("", self._openers.sub("", clause)).strip()
        found = re.match(self.if_turned, clause)
        return f"{found['verb']} {found['rest']}" if found else clause

    @cached_property
    def _second(self) -> re.Pattern[str]:
        return re.compile(rf" (?={self.second})")

    @cached_property
    def _padding(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{'|'.join(self.padding)})\b")

    @cached_property
    def _openers(self) -> re.Pattern[str]:
        return re.compile(rf"^(?:(?:{self.openers})(?: |$))+")

    @cached_property
    def _asking(self) -> re.Pattern[str]:
        return re.compile(rf"^(?:{'|'.join(self.asking)})(?: |$)")
