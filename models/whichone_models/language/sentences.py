"""The sentences of a model's text as a person may hear them, one by one as they come.

Control words and control tokens, markup, courtesies and phrases for the sighted go; a
sentence that comes again ends the text.  How the text ended is known afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping

from whichone_core.prompting.cues import is_courtesy
from whichone_core.prompting.protocol import OpeningReader
from whichone_core.prompting.sentence_stream import SentenceStream, plain_sentence
from whichone_core.prompting.userwords import as_lines
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy

from whichone_models.llama.runtime import Ending, Finished

Pieces = Iterator[str | Finished]

_LONGEST = 1_500
_FOR_THE_SIGHTED = re.compile(
    r"^(?:as (?:you can see|shown|can be seen|seen)"
    r"(?: (?:here|in the (?:picture|image|photo)))?,?\s+|"
    r"(?:in|from|based on|according to|looking at) (?:the|this|your) (?:provided |given )?"
    r"(?:picture|image|photo|photograph)(?: (?:provided|you (?:sent|provided|shared)))?,\s*|"
    r"(?:sure|certainly|of course|absolutely|okay|ok)[,!.]\s+(?=\S)|(?:the )?answer\s*:\s*)+",
    re.IGNORECASE,
)
_AS_YOU_SEE = re.compile(
    r",? as (?:you can see|shown|seen) (?:here|in the (?:picture|image|photo))\b|"
    r",? as you can see\b",
    re.IGNORECASE,
)
_LEAST_REPEATED = 2
"""Times that a sentence may come again before the text counts as going in circles."""


class SentenceReader:
    """Reads sentences out of pieces; `ending` is set once the pieces are used up."""

    def __init__(self, pieces: Pieces, words: Mapping[Strategy, str] = CONTROL_WORDS) -> None:
        self._pieces = pieces
        self._words = words
        self._bare = frozenset(word.lower() for word in words.values())
        self._seen: set[str] = set()
        self._repeats = 0
        self.ending: Ending | None = None

    def __iter__(self) -> Iterator[str]:
        stream = SentenceStream()
        count = 0
        for text in self._texts():
            for sentence in self._fresh(stream.feed(text)):
                count += 1
                yield sentence
            if self._repeats >= _LEAST_REPEATED:
                self.ending = Ending.LOOP
                break
        ended(self._pieces)
        yield from self._left(stream, count)

    def _texts(self) -> Iterator[str]:
        """The text behind its opening, as it comes; notes how it ended."""
        opening = OpeningReader(self._words)
        for piece in self._pieces:
            if isinstance(piece, Finished):
                self.ending = piece.ending
                continue
            text = opening.feed(piece)
            while opening.strategy is not None:  # a word said twice
                opening = OpeningReader(self._words)
                text = opening.feed(text)
            yield text
        text = opening.end()
        while opening.strategy is not None:
            opening = OpeningReader(self._words)
            text = opening.feed(text) + opening.end()
        yield text

    def _left(self, stream: SentenceStream, count: int) -> list[str]:
        """The last sentences; one that was cut off only where there is nothing else."""
        left = stream.end()
        if self.ending in (Ending.LOOP, Ending.CANCELLED):
            return []
        if self.ending is Ending.LENGTH and left:
            *whole, last = left
            is_whole = last.rstrip().endswith((".", "!", "?", "…", "。"))
            if not is_whole:
                left = whole if whole or count else [f"{last.rstrip(' ,;:-')}…"]
        return list(self._fresh(left))

    def _fresh(self, sentences: list[str]) -> Iterator[str]:
        for sentence in sentences:
            clean = spoken_words(sentence, self._bare)
            if not clean or is_courtesy(clean):
                continue
            key = re.sub(r"\W+", " ", clean.lower()).strip()
            if key in self._seen:
                self._repeats += 1
                continue
            self._seen.add(key)
            yield clean


def ended(pieces: Iterator[object]) -> None:
    """End a text that nobody reads any further, so that the model is free for another."""
    if isinstance(pieces, Generator):
        pieces.close()


def spoken_words(sentence: str, words: frozenset[str] = frozenset()) -> str:
    """One sentence of a model, cleaned; empty where nothing is left to say."""
    line = plain_sentence(_without_words(as_lines(sentence, _LONGEST), words))
    line = _AS_YOU_SEE.sub("", _FOR_THE_SIGHTED.sub("", line)).strip()
    line = re.sub(r"\?{2,}", "?", re.sub(r"!{2,}", "!", line))
    if not any(character.isalnum() for character in line):
        return ""
    return line[:1].upper() + line[1:] if line[:1].islower() else line


def _without_words(text: str, words: frozenset[str]) -> str:
    """Without a control word that stands alone, or that leads with a colon or a line end."""
    lines = [line for line in text.split("\n") if _bare(line) not in words]
    text = "\n".join(lines)
    head, colon, rest = text.partition(":")
    return _without_words(rest.lstrip(), words) if colon and _bare(head) in words else text


def _bare(line: str) -> str:
    return re.sub(r"^[\W_]+|[\W_]+$", "", line).lower()
