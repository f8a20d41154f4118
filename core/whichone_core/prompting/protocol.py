"""The written protocol: the strategy's word alone on the first line, then what is said.

Engines whose first word can be forced need none of this.  Others (an OpenAI-compatible
server) are asked for it and mostly keep to it, so the reader takes any case, punctuation,
Markdown, "Strategy: ...", the strategies' own names, and thinking aloud before it; where the
word is missing, the style of the text tells the strategy (`style.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.style import strategy_of
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy

_SYNONYMS: dict[str, Strategy] = {
    "direct": Strategy.DIRECT, "directly": Strategy.DIRECT, "answer": Strategy.DIRECT,
    "infer": Strategy.INFER, "inferred": Strategy.INFER, "inference": Strategy.INFER,
    "guess": Strategy.INFER,
    "list": Strategy.LIST, "listing": Strategy.LIST, "enumerate": Strategy.LIST,
    "ask": Strategy.CLARIFY, "clarify": Strategy.CLARIFY, "clarification": Strategy.CLARIFY,
    "cannot": Strategy.ABSTAIN, "abstain": Strategy.ABSTAIN, "can't": Strategy.ABSTAIN,
    "unanswerable": Strategy.ABSTAIN,
}  # fmt: skip
_LEAD = r"[\s\"'“”‘’`*_#>\[\](){}<|.:-]*"
_LABEL = r"(?:(?:the )?(?:strategy|rule|mode|type|word|response type)\W{1,6}(?:is\W{1,3})?)?"
_LABELS = frozenset({"the", "strategy", "rule", "mode", "type", "word", "response"})
_MARKS = " \t\n\"'“”‘’`*_#>[](){}|.,:!-"
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_ENOUGH = 48
"""Characters within which the word and its line end stand where there is one."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a text began: the strategy that it named, or None, and the text after it."""

    strategy: Strategy | None
    text: str


def read_opening(text: str, words: Mapping[Strategy, str] = CONTROL_WORDS) -> Opening:
    """Split the strategy's word from a text; never raises."""
    text = _THINKING.sub("", text)
    found = _opening(words).match(text)
    if found is None:
        return Opening(None, text.lstrip())
    named = {word.lower(): strategy for strategy, word in words.items()}
    strategy = (_SYNONYMS | named)[found["word"].lower().replace("’", "'")]
    return Opening(strategy, text[found.end() :].lstrip(" \t\n\r*_`\"':,.-–—)]}>|"))


def read_strategy(text: str, words: Mapping[Strategy, str] = CONTROL_WORDS) -> tuple[Strategy, str]:
    """The strategy of a finished text, named or told by its style, and what is said."""
    opening = read_opening(text, words)
    strategy = opening.strategy
    return strategy or strategy_of(sentences_in(opening.text)), opening.text


def _opening(words: Mapping[Strategy, str]) -> re.Pattern[str]:
    """A word that stands alone: before a line end, a colon, a dash or the end of the text.

    "List of ingredients" and "Ask your doctor" begin with a word of the protocol, and are
    none.
    """
    known = sorted({*_SYNONYMS, *(word.lower() for word in words.values())}, key=len, reverse=True)
    alternatives = "|".join(re.escape(word).replace("'", "['’]") for word in known)
    end = r"(?:[ \t\"'“”`*_\])}>|.,!]*(?:\r?\n|$)|[ \t\"'“”`*_\])}>|]*(?::|\s[-–—]+\s))"
    return re.compile(rf"{_LEAD}{_LABEL}{_LEAD}(?P<word>{alternatives})\b{end}", re.IGNORECASE)


class OpeningReader:
    """Finds the opening in a stream: gives nothing until it is certain, then the text as it is.

    strategy is None until `is_open`, and after it where no word was named.
    """

    def __init__(self, words: Mapping[Strategy, str] = CONTROL_WORDS) -> None:
        self._words = words
        self._held = ""
        self.is_open = False
        self.strategy: Strategy | None = None

    def feed(self, piece: str) -> str:
        """What of the text can be passed on now that this piece is there."""
        if self.is_open:
            return piece
        self._held += piece
        lines = _THINKING.sub("", self._held).lstrip()
        is_thinking = bool(re.match(r"<(?:t|$)", lines)) or ("<think" in self._held and not lines)
        has_line = "\n" in lines and bool(lines.split("\n", 1)[1].strip())
        is_certain = has_line or len(lines) > _ENOUGH or self._is_other(lines)
        if is_thinking or not is_certain:
            return ""
        return self.end()

    def _is_other(self, lines: str) -> bool:
        """Whether the first word is there and begins no opening: no need to hold it back."""
        word, space, _ = lines.partition(" ")
        bare = word.strip(_MARKS).lower().replace("’", "'")
        known = {*_SYNONYMS, *_LABELS, *(known.lower() for known in self._words.values())}
        return bool(space and bare) and bare not in known and "<" not in word

    def end(self) -> str:
        """The text is over, or certain: open with what there is."""
        if self.is_open:
            return ""
        opening = read_opening(self._held, self._words)
        self.is_open, self.strategy, self._held = True, opening.strategy, ""
        return opening.text
