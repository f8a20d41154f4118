"""The little Markdown that the guide is written in, as sentences to hear.

Headings, paragraphs, lists and code in back quotes; nothing else is needed, as there are no
tables, no pictures and no links in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whichone_core.speech.spoken_sentences import sentences_of

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HEADING = re.compile(r"(#{1,3}) +(.+)")
_ITEM = re.compile(r"- +|(?=\d+\. )")
_NUMBER = re.compile(r"\d+\.")
_MARKS = re.compile(r"\*\*|`")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (level 1 to 3), or a paragraph or an item of a list (level 0)."""

    level: int
    text: str

    @property
    def sentences(self) -> list[str]:
        """The number of an item stays with its first sentence."""
        found = [self.text] if self.level else sentences_of(self.text)
        return [" ".join(found[:2]), *found[2:]] if _NUMBER.fullmatch(found[0]) else found


def blocks(markdown: str) -> Iterator[Block]:
    """What a page consists of, in order, without marks."""
    words: list[str] = []
    for line in (*_COMMENT.sub("", markdown).splitlines(), ""):
        heading = _HEADING.fullmatch(line)
        item = _ITEM.match(line)
        if words and (not line.strip() or heading or item):
            yield Block(0, _MARKS.sub("", " ".join(words)))
            words = []
        if heading:
            yield Block(len(heading[1]), _MARKS.sub("", heading[2]))
        elif line.strip():
            words.append((line[item.end() :] if item else line).strip())


def as_text(pages: Iterable[str]) -> str:
    """Pages as the window has them: one sentence a line, headings with their number signs."""
    lines = (
        f"{'#' * block.level} {sentence}".strip()
        for page in pages
        for block in blocks(page)
        for sentence in block.sentences
    )
    return "\n".join(lines) + "\n"
