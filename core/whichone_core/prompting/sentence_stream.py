"""Sentences out of a stream of text pieces, each as soon as it is certain to be whole.

A sentence is whole once something follows that does not belong to it: "It costs 5." may
still become "It costs 5.99".  Lines of a list are sentences of their own.  The sentences of a
stream do not depend on where its pieces were cut.
"""

from __future__ import annotations

import re

from whichone_core.speech.spoken_markup import joined_lines, without_emphasis, without_html
from whichone_core.speech.spoken_sentences import sentences_of

_BLOCK = re.compile(r"[ \t]*(?:[-*+•‣▪●◦·]|\d{1,2}[.)]|[a-hA-H][.)]|#{1,6}|>|\|)[ \t]+\S")
_LIST_MARK = re.compile(
    r"^[ \t]*(?:[-*+•‣▪●◦·]|#{1,6}|>)[ \t]+|^[ \t]*\|?[ \t]*(?:-{3,}|\*{3,}|_{3,})"
)
_NUMBERED = re.compile(r"^[ \t]*(\d{1,2}|[a-hA-H])[.)][ \t]+(?=\S)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_ENOUGH = 8
"""Characters of a line that tell whether it is one of a list."""


class SentenceStream:
    """Takes pieces, gives whole sentences; `end` gives what is left."""

    def __init__(self) -> None:
        self._text = ""
        self._is_inside = False
        """A sentence of the current block was given already."""
        self._is_list_line = False

    def feed(self, piece: str) -> list[str]:
        """The sentences that this piece completed."""
        self._text += piece.replace("\r", "")
        found: list[str] = []
        while (end := self._block_end(is_final=False)) is not None:
            found += self._take_block(end)
        return found + self._take_certain()

    def end(self) -> list[str]:
        """The sentences that are left, the last one perhaps without an end."""
        found: list[str] = []
        while (end := self._block_end(is_final=True)) is not None:
            found += self._take_block(end)
        found += self._sentences(self._text)
        self._text, self._is_inside = "", False
        return found

    def _block_end(self, *, is_final: bool) -> int | None:
        """Where the line break stands that ends the current paragraph or list line."""
        text = self._text
        if not self._is_inside:
            self._is_list_line = bool(_BLOCK.match(text))
        position = 0
        while (end := text.find("\n", position)) >= 0:
            following = text[end + 1 :]
            if not (is_final or _is_telling(following)):
                return None
            first = following.split("\n", 1)[0]
            if self._is_list_line or not first.strip() or _BLOCK.match(following):
                return end
            position = end + 1
        return None

    def _take_block(self, end: int) -> list[str]:
        found = self._sentences(self._text[:end])
        self._text, self._is_inside = self._text[end + 1 :], False
        return found

    def _take_certain(self) -> list[str]:
        """The sentences of the unfinished block that nothing can change any more."""
        *whole, _last = self._sentences(self._text[: self._known()]) or [""]
        position = 0
        for sentence in whole:
            position = _end_of(self._text, sentence, position)
        if whole:
            self._text, self._is_inside = self._text[position:].lstrip(), True
        return whole

    def _known(self) -> int:
        """How much of the text is certain to belong to the current block."""
        position = 0
        while (end := self._text.find("\n", position)) >= 0:
            if not _is_telling(self._text[end + 1 :]):
                return end
            position = end + 1
        return len(self._text)

    def _sentences(self, block: str) -> list[str]:
        numbered = None if self._is_inside else _NUMBERED.match(block)
        mark = numbered[0] if numbered else ""
        found = sentences_of(block[len(mark) :])
        return [mark + found[0], *found[1:]] if found and mark else found


def _is_telling(line: str) -> bool:
    """Whether enough of a line is there to see if it is one of a list."""
    return "\n" in line or len(line.strip()) > _ENOUGH


def sentences_in(text: str) -> list[str]:
    """The sentences of a finished text, lines of a list each alone."""
    stream = SentenceStream()
    return stream.feed(text) + stream.end()


def plain_sentence(text: str) -> str:
    """A sentence as it is shown: markup out, words kept; empty where nothing is left."""
    line = _NUMBERED.sub(r"\1: ", _LIST_MARK.sub("", _LINK.sub(r"\1", text)))
    line = " ".join(without_emphasis(joined_lines(without_html(line))).split())
    line = line.strip(" |>#*_~`-")
    return line if any(character.isalnum() for character in line) else ""


def _end_of(block: str, sentence: str, position: int) -> int:
    """Where a sentence ends in its block, whose white space it has lost."""
    for character in sentence:
        if not character.isspace():
            position = block.index(character, position) + 1
    return position
