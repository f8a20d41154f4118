"""How much two texts say the same: shared words, with numbers and negations that must agree.

Used where answers to one question are compared: agreement on demand, self-consistency, and
repeated sentences.  Word overlap is crude, but deterministic and quick, and what it misses is
named as a difference, never spoken as agreement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from whichone_core.answering.grammar import number
from whichone_core.question.lexicon import singular
from whichone_core.question.spellings import SPELLINGS


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FILLERS = _word_set(
    """
    a an the is are was were be it its this that these those of in on at to for with by from
    as and or there has have had i you your my can see think believe looks look like seems
    appears appear seem picture image photo shows show shown visible probably likely also
    very do does so very one what which would say mean about some
    """
)
_NEGATIONS = _word_set(
    """
    no not none never nothing neither nor without cannot
    """
)
_NUMBER_WORDS = {number(value): str(value) for value in range(1, 13)}
_OPPOSED = (
    frozenset({"left", "right", "middle"}),
    frozenset({"top", "bottom"}),
    frozenset({"on", "off"}),
    frozenset({"yes", "no"}),
    frozenset({"open", "closed"}),
    frozenset({"light", "dark"}),
    _word_set(
    """
    red blue green yellow black white grey brown pink purple orange beige silver gold
    """
),
)  # fmt: skip


def content_words(text: str) -> list[str]:
    """Words that carry meaning, singular, in one spelling, number words as digits."""
    found = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.lower().replace("’", "'"))
    plain = " ".join(SPELLINGS.get(word, word) for word in found).split()
    words = (_NUMBER_WORDS.get(w, "grey" if w == "gray" else w) for w in plain)
    return [singular(word) for word in words if word not in _FILLERS]


def likeness(one: str, other: str) -> float:
    """F1 of the shared content words, 0 to 1; 0 where numbers, negations or colours differ."""
    first, second = Counter(content_words(one)), Counter(content_words(other))
    if not first or not second or are_opposed(one, other):
        return 0.0
    shared = sum((first & second).values())
    return 2 * shared / (sum(first.values()) + sum(second.values()))


def support(claim: str, text: str) -> float:
    """The share of a claim's content words that a text has too; 0 where they contradict."""
    wanted, there = content_words(claim), set(content_words(text))
    if not wanted or are_opposed(claim, text):
        return 0.0
    return sum(word in there for word in wanted) / len(wanted)


def are_opposed(claim: str, text: str) -> bool:
    """Whether a text says something else where a claim has a number, a "not" or a colour."""
    wanted, there = set(content_words(claim)), set(content_words(text))
    if bool(wanted & _NEGATIONS) != bool(there & _NEGATIONS):
        return True
    numbers = {word for word in wanted if word[0].isdigit()}
    if numbers and not numbers <= there:
        return True
    raw, other = _all_words(claim), _all_words(text)
    return any((raw & group) and (other & group) and not raw & other & group for group in _OPPOSED)


def _all_words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower().replace("gray", "grey")))


def most_consistent(texts: Sequence[str]) -> int:
    """The place of the text that is most like all others; the first among equals."""
    totals = [
        sum(likeness(one, other) for j, other in enumerate(texts) if j != i)
        for i, one in enumerate(texts)
    ]
    return totals.index(max(totals)) if totals else 0
