"""Whether print says what somebody claims it says: the same words, together and in order.

    "50 mg"     <- "50 mg tablets"; not "500 mg" / "50 tablets"
    "no nuts"   <- "Contains no nuts."; not "Contains nuts." / "No artificial colours."
    "nuts"      <- "Contains nuts"; not "Free from" / "milk and nuts"

Trade-off: what is printed in other words or in another order is not found, and the user is told
that it is only known from them.  The other error would confirm the opposite of what is printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from whichone_core.question.wording import plain, words_of
from whichone_core.text import allergens
from whichone_core.text.statements import is_open, statement
from whichone_core.types.evidence import TextLine

_DENYING = """
    no not none never without free nothing neither nor cannot non
    ni sin nunca tampoco nada libre exento exenta ningun ningún ninguno ninguna
    nicht kein keine keinen keiner keinem keines ohne nie niemals frei weder
"""
_NEGATIONS = frozenset(_DENYING.split())
_FREE = frozenset({"free", "frei", "libre"})
_SENTENCE_ENDS = re.compile(r"[.!?;](?:\s|$)")
_CLAUSE_ENDS = re.compile(r"[.!?;:](?:\s|$)|,(?!\d)|\s[-–—]\s|[|•/()]")
_IN_NUMBER = re.compile(r"(?<=\d)\s?[.,:/⁄]\s?(?=\d)")
_BEFORE_UNIT = re.compile(r"(?<=\d)(?=[^\W\d_])")
_MOST_BEFORE = 3


def is_negated(words: Collection[str]) -> bool:
    """Whether words deny something, in any of the languages."""
    return any(word in _NEGATIONS or word.endswith(("-free", "frei")) for word in words)


def telling_words(claim: str, small: Collection[str]) -> list[str]:
    """The words of a claim, without the small ones before them."""
    words = _words(claim)
    while words and _is_small(words[0], small):
        words.pop(0)
    return words


def is_printed(claim: str, lines: Sequence[TextLine], small: Collection[str]) -> bool:
    """Whether one line, or two that follow one another, hold all that a claim tells.

    small: words that tell nothing, unless they deny something.
    """
    wanted = telling_words(claim, small)
    if not any(word not in _NEGATIONS for word in wanted):
        return False
    if is_negated(wanted):
        return any(_denies(wanted, at, lines) for at in range(len(lines)))
    wanted = [word for word in wanted if word not in small]
    return any(_affirms(wanted, at, lines, small) for at in range(len(lines)))


def _denies(wanted: Sequence[str], at: int, lines: Sequence[TextLine]) -> bool:
    """Whether a clause of a line says just this: other words between would change it."""
    text = _joined(lines[_start_of_open(at, lines) : at + 1])
    return any(_is_run(wanted, _words(clause)) for clause in _CLAUSE_ENDS.split(text))


def _affirms(
    wanted: Sequence[str], at: int, lines: Sequence[TextLine], small: Collection[str]
) -> bool:
    """Whether a line and the one after it say this, and nothing before it denies it."""
    is_food = bool(allergens.asked(" ".join(wanted)))
    start = statement(at, lines).start if is_food else _start_of_open(at, lines)
    sentences = _SENTENCE_ENDS.split(_joined(lines[start : at + 2]))
    telling = ([word for word in _words(one) if not _is_small(word, small)] for one in sentences)
    return any(_is_run(wanted, words) for words in telling)


def _is_run(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words stand together, neither denied before nor "free" behind.

    An amount or date is the same where it is denied: "do not exceed 5 mg".
    """
    length, is_number = len(wanted), wanted[0][0].isdigit()
    return any(
        list(words[at : at + length]) == list(wanted)
        and (is_number or not _is_denied(words[:at], words[at + length :]))
        for at in range(len(words) - length + 1)
    )


def _is_denied(before: Sequence[str], after: Sequence[str]) -> bool:
    """ "No nuts", "milk free", "gluten: no"; not "sugar-free milk" or "milk, no added sugar"."""
    is_last = len(after) == 1 and is_negated(after)
    return bool(_NEGATIONS & set(before)) or is_last or (bool(after) and after[0] in _FREE)


def _start_of_open(at: int, lines: Sequence[TextLine]) -> int:
    start = at
    while start > max(0, at - _MOST_BEFORE) and is_open(lines[start - 1]):
        start -= 1
    return start


def _joined(lines: Sequence[TextLine]) -> str:
    return " ".join(line.text for line in lines)


def _is_small(word: str, small: Collection[str]) -> bool:
    return word in small and not is_negated((word,))


def _words(text: str) -> list[str]:
    """A number with its fraction is one word, its unit another: "2.5mg" holds no 5 mg."""
    return words_of(_BEFORE_UNIT.sub(" ", _IN_NUMBER.sub("-", plain(text))))
