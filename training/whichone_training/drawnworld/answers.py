"""Reads an answer: which strategy its style shows, and whether what it says is true.

The style is read from the answer alone, independent of truth (as AQuA's judge does), the
facts against what is known of the scene.  Exact on every answer of `wording`, and tested on
answers written by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from whichone_core.answering.grammar import plural
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.templates import Kind

from .items import NOT_THERE, Gold
from .scenes import Look
from .shapes import COLOURS, KINDS, SIGN_WORDS

_CANNOT = re.compile(
    r"\b(can(no|')t|can not|unable to|not able to|impossible to) "
    r"(tell|see|say|make|answer|find|read)"
    r"|\bcan't tell\b|\bso i can'?t\b|\b(don't|do not) see\b"
)
_ABSENT = re.compile(r"^no\b|^there (is|are) no\b")
_CORRECTS = re.compile(r"^no, the \w+ is\b")
_LISTS = re.compile(
    r"\b(one of (two|three)|could be (either|an?|one|any)|(there are|i (can )?see) (two|three|"
    r"several)\b|either .* or|depends on which)"
)
_GUESSES = re.compile(
    r"\b(if you mean|most likely mean|probably mean|i (assume|guess|think|take it)"
    r"( that)? you mean|assuming you mean|you seem to mean)"
)
_REASONS = {
    "blurred": re.compile(r"\b(blur\w*|out of focus|shaky|unsharp)"),
    "too dark": re.compile(r"\b(dark\w*|unlit)"),
    "too bright": re.compile(r"\b(bright|glare|overexposed)"),
    "covered": re.compile(r"\b(cover\w*|finger)"),
    "cut off": re.compile(r"\b(cut off|out of the picture|only partly)"),
    NOT_THERE: re.compile(r"\b(no \w+ in|can't see|cannot see|don't see|do not see|can't find)"),
}
_PLACES = re.compile(
    r"\b(at the (?:top|bottom)(?: (?:left|right))?|on the (?:left|right)|in the middle)\b"
)
_SIDES = re.compile(r"\bcut off (?:on|at) the (left|right|top|bottom)\b")
_KINDS = {**{kind: kind for kind in KINDS}, **{plural(kind): kind for kind in KINDS}}
_NAMES = re.compile(rf"\b({'|'.join(sorted(_KINDS, key=len, reverse=True))}|{'|'.join(COLOURS)})\b")
_MISSED = re.compile(rf"\bno ({'|'.join(sorted(_KINDS, key=len, reverse=True))})\b")
_NOUNS = re.compile(rf"\b({'|'.join(sorted(_KINDS, key=len, reverse=True))})\b")


def control_word(text: str) -> tuple[Strategy | None, str]:
    """The strategy of the control word that an answer begins with, and what follows it."""
    first, newline, rest = text.strip().partition("\n")
    for strategy, word in CONTROL_WORDS.items():
        if newline and first.strip() == word:
            return strategy, rest.strip()
    return None, text.strip()


def style_of(answer: str) -> Strategy | None:
    """The strategy that the style of an answer shows; None where it shows none."""
    text = " ".join(answer.casefold().replace("’", "'").split())
    if not _NAMES.search(text) and not _CANNOT.search(text) and not text.endswith("?"):
        return _bare(text)
    if text.endswith("?"):
        return Strategy.CLARIFY
    if _ABSENT.search(text) and not _CANNOT.search(text):
        return Strategy.DIRECT
    if _CANNOT.search(text):
        return Strategy.ABSTAIN
    if _LISTS.search(text):
        return Strategy.LIST
    return Strategy.INFER if _GUESSES.search(text) else Strategy.DIRECT


def _bare(text: str) -> Strategy | None:
    """An answer without a thing or colour of this world: a place, yes or no, or nothing."""
    is_told = bool(_PLACES.search(text)) or text.startswith(("yes", "no"))
    return Strategy.DIRECT if is_told else None


def is_true(answer: str, gold: Gold) -> bool:
    """Whether an answer of the gold strategy says what is true, and nothing that isn't."""
    text = " ".join(answer.casefold().replace("’", "'").split())
    return _CHECKS[gold.strategy](text, gold)


def share_true(answer: str, gold: Gold) -> float:
    """How much of what is true an answer of the gold strategy says, 0 to 1.

    Of a list: the F1 of the looks it names; of a question back: of the kinds it offers; of any
    other answer: 1 where it is true.  All true and nothing left out is 1.
    """
    text = " ".join(answer.casefold().replace("’", "'").split())
    if gold.strategy is Strategy.LIST:
        return _f1(looks_in(text), Counter((look.colour, look.kind) for look in gold.looks))
    if gold.strategy is Strategy.CLARIFY:
        return _f1(Counter({*_kinds(text)}), Counter({look.kind for look in gold.looks}))
    return float(is_true(answer, gold))


def is_grounded(answer: str, things: Iterable[tuple[str, str]]) -> bool:
    """Whether an answer of any style claims nothing that the scene doesn't show.

    things: colour and kind of everything in it.  Looks and kinds are compared; places are not.
    """
    text = " ".join(answer.casefold().replace("’", "'").split())
    there = set(things)
    kinds = {kind for _, kind in there}
    if any(_KINDS[name] in kinds for name in _MISSED.findall(text)):
        return False
    if (_ABSENT.search(text) and not _CORRECTS.search(text)) or _CANNOT.search(text):
        return True
    pairs = looks_in(text)
    if all(colour for colour, _ in pairs):
        return set(pairs) <= there
    return set(_kinds(text)) <= kinds and set(_colours(text)) <= {colour for colour, _ in there}


def _is_direct_true(text: str, gold: Gold) -> bool:
    if gold.kind is Kind.PRESENCE and gold.is_there is False:
        return bool(_ABSENT.search(text))
    (look,) = gold.looks
    if gold.kind is Kind.COLOUR and gold.is_there is not None:
        return _is_check_true(text, gold.is_there, look)
    if gold.kind is Kind.COLOUR:
        return set(_colours(text)) == {look.colour} and set(_kinds(text)) <= {look.kind}
    if gold.kind is Kind.IDENTITY:
        return looks_in(text) == Counter([(look.colour, look.kind)])
    places = set(_PLACES.findall(text))
    if gold.kind is Kind.PRESENCE:
        return text.startswith("yes") and places <= {gold.place}
    return places == {gold.place} and set(_kinds(text)) <= {look.kind}


def _is_check_true(text: str, is_right: bool, look: Look) -> bool:
    """Of "is the cup red?": yes or no, or the colour that it has; both, where both are said."""
    said = set(re.findall(r"\b(yes|no)\b", text))
    fitting = {"yes" if is_right else "no"}
    colours = set(_colours(text))
    if not colours:
        return said == fitting
    return said <= fitting and colours == {look.colour} and set(_kinds(text)) <= {look.kind}


def _is_guess_true(text: str, gold: Gold) -> bool:
    (look,) = gold.looks
    says = [word for word in SIGN_WORDS if re.search(rf"\b{word.casefold()}\b", text)]
    if gold.words and says != [gold.words]:
        return False
    return set(_kinds(text)) == {look.kind} and set(_colours(text)) == {look.colour}


def _is_list_true(text: str, gold: Gold) -> bool:
    return looks_in(text) == Counter((look.colour, look.kind) for look in gold.looks)


def _is_question_true(text: str, gold: Gold) -> bool:
    """It offers only kinds that are there, and gives no colour away that isn't."""
    named, there = set(_kinds(text)), {look.kind for look in gold.looks}
    return named <= there and set(_colours(text)) <= {look.colour for look in gold.looks}


def _is_reason_true(text: str, gold: Gold) -> bool:
    sides = _SIDES.findall(text)
    is_side_right = not sides or sides == [gold.place]
    return bool(_REASONS[gold.reason].search(text)) and is_side_right


_CHECKS = {
    Strategy.DIRECT: _is_direct_true,
    Strategy.INFER: _is_guess_true,
    Strategy.LIST: _is_list_true,
    Strategy.CLARIFY: _is_question_true,
    Strategy.ABSTAIN: _is_reason_true,
}


def _f1(said: Counter[Any], true: Counter[Any]) -> float:
    return 2 * (said & true).total() / max(1, said.total() + true.total())


def looks_in(text: str) -> Counter[tuple[str, str]]:
    """The colours and kinds that an answer joins: "a red cup", "the cup is red"."""
    names = _NAMES.findall(text)
    pairs: list[tuple[str, str]] = []
    held = ""
    for name in names:
        is_colour = name in COLOURS
        if held and is_colour != (held in COLOURS):
            pairs.append((name, _KINDS[held]) if is_colour else (held, _KINDS[name]))
            held = ""
        elif held:
            return Counter({("", name): 1})
        else:
            held = name
    return Counter(pairs) if not held else Counter({("", held): 1})


def _kinds(text: str) -> list[str]:
    return [_KINDS[name] for name in _NOUNS.findall(text)]


def _colours(text: str) -> list[str]:
    return [name for name in _NAMES.findall(text) if name in COLOURS]
