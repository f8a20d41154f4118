"""AQuA's three filters without a language model: what boxes, pixels and wording can tell.

1  fits its level: vague words, number of referents, and the style of the answer.
2  no other level fits better: the question names its target, or doesn't single it out; all
   that may be meant has the same answer; a box is almost salient, or only just.
3  sound: a photo that shows something, a question that was understood and that a picture can
   answer, an answer that boxes and measured colours don't contradict.

Each filter gives the reasons that it drops a pair for; one reason is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.answering.things import colour_words
from whichone_core.picture.saliency import COVERS_AT_LEAST, SALIENT_ABOVE, Rule, level_of
from whichone_core.question.questions import understand
from whichone_core.types.evidence import SceneObject
from whichone_core.types.questions import Intent

from .answer_facts import boxes_of, things_named, wrong_statements
from .answer_style import style_of
from .levels import LEVELS
from .schema import LevelRow, PairRow
from .templates import Kind

VERSION = "checks 1"
NEAR = 0.02
"""Saliency by which a box may miss the limit, or pass it, for its level to be in doubt."""
_UNSEEN = re.compile(
    r"\b(?:why|smell|taste|sound|feel(?:s|ing)?|think(?:s|ing)?|thought|want|name of|called|"
    r"how old|how much|cost|price|brand|will|going to|before|after|happen|weather tomorrow|"
    r"heavy|weigh|temperature|who)\b"
)
_CALLED = re.compile(r"\bwhat do you call\b", re.IGNORECASE)
_FEWEST, _MOST = (1, 1, 2, 5), (1, 1, 3, 99)


class Stage(StrEnum):
    """The three filters, in order."""

    FITS = "fits its level"
    BEST = "no other level fits better"
    SOUND = "real, clear and right"


@dataclass(frozen=True, slots=True)
class Drop:
    """Why a filter drops a pair."""

    stage: Stage
    reason: str


@dataclass(frozen=True, slots=True)
class Case:
    """A pair with its picture's row, its referents as things, and what its picture has wrong."""

    pair: PairRow
    row: LevelRow
    referents: tuple[SceneObject, ...]
    picture_fault: str | None = None


def drops_of(case: Case) -> list[Drop]:
    """Every reason against a pair, filter by filter."""
    found = [Drop(Stage.FITS, reason) for reason in _misfits(case)]
    found += [Drop(Stage.BEST, reason) for reason in _better_elsewhere(case)]
    return found + [Drop(Stage.SOUND, reason) for reason in _unsound(case)]


def _misfits(case: Case) -> Iterator[str]:
    pair, question = case.pair, understand(case.pair.question)
    if pair.level == 0 and question.vague_words:
        yield "a vague word at level 0"
    if pair.level > 0 and not question.vague_words:
        yield "no vague word"
    count = len(case.row.salient) if pair.level else len(pair.referents)
    if not _FEWEST[pair.level] <= count <= _MOST[pair.level]:
        yield "another number of referents than the level's"
    style = style_of(pair.answer, pair.question)
    if style is not LEVELS[pair.level]:
        yield f"the answer's style is {style.value}"


def _better_elsewhere(case: Case) -> Iterator[str]:
    pair, row = case.pair, case.row
    named = things_named(pair.question, row)
    if pair.level == 0:
        about = [boxes_of(thing.label, row.boxes) for thing in named]
        if not about:
            yield "the question doesn't name its target: another level"
        elif not any(len(boxes) == 1 for boxes in about):
            yield "the named target is not the only one: level 2 or 3"
        return
    if any(boxes_of(thing.label, row.salient) for thing in named):
        yield "the question names what it is about: level 0"
    if pair.level > 1 and _is_one_answer(case):
        yield "all that may be meant has the same answer: level 1"
    if _is_doubtful(row):
        yield "a box is almost salient, or only just: another level may fit"


def _is_one_answer(case: Case) -> bool:
    if case.pair.kind is Kind.IDENTITY:
        return len({thing.label for thing in case.referents}) == 1
    if case.pair.kind is Kind.COLOUR:
        colours = {colour_words(thing.colours) for thing in case.referents}
        return len(colours) == 1 and "" not in colours
    return False


def _is_doubtful(row: LevelRow) -> bool:
    """Whether the level changes where the limit of saliency moves a little."""
    is_share = row.reading.rule is Rule.FIFTH_OF_PICTURE
    limit = COVERS_AT_LEAST if is_share else SALIENT_ABOVE
    scores = [box.saliency for box in row.boxes if box.saliency is not None]
    moved = (sum(score > limit + step for score in scores) for step in (-NEAR, NEAR))
    return any(level_of(count) is not LEVELS[row.level] for count in moved)


def _unsound(case: Case) -> Iterator[str]:
    pair = case.pair
    if case.picture_fault is not None:
        yield case.picture_fault
    yield from _unclear(pair.question)
    if pair.level < 3:
        yield from wrong_statements(pair, case.row, case.referents)
    else:
        yield from _wrong_choices(case)


def _unclear(text: str) -> Iterator[str]:
    line = _CALLED.sub("what is", text.lower())
    question = understand(line)
    if not question.is_sure or question.intent is Intent.BEYOND:
        yield "the question was not understood"
    elif _UNSEEN.search(line):
        yield "the question is about what no picture shows"
    if not text.strip().endswith("?") or text.count("?") > 1:
        yield "it is not one question"


def _wrong_choices(case: Case) -> Iterator[str]:
    """A question back must not offer what isn't there, nor count wrongly."""
    named: Sequence[object] = things_named(case.pair.answer, case.row)
    if named:
        yield from wrong_statements(case.pair, case.row, ())
