"""Wrong pairs made from right ones: to try filters and judges, and to plant among human tasks.

Each kind breaks one rule for sure, by construction from the boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from whichone_core.answering.grammar import definite, indefinite, noun
from whichone_core.picture.places import place_of

from .answer_facts import PLACES, boxes_of
from .generate import picker
from .schema import LevelRow, PairRow
from .templates import VAGUE, Kind, Pick

ABSENT = ("elephant", "toilet", "surfboard", "airplane", "zebra", "stop sign", "skateboard")
"""Kinds to name where there is none; big ones, which nobody could have overlooked."""


class Fake(StrEnum):
    """What is wrong with a pair."""

    WRONG_THING = "answers about a thing that isn't there"
    WRONG_PLACE = "says a place where nothing that it can mean is"
    WRONG_STYLE = "answers as another level does"
    WRONG_WORD = "vague at level 0, or names its target at another"
    UNSEEN = "asks what no picture shows"


def fake_of(kind: Fake, pair: PairRow, row: LevelRow, seed: int) -> PairRow | None:
    """The pair with one thing wrong; None where this kind can't be made of it."""
    made = _MAKERS[kind](pair, row, picker(seed, f"{row.picture} {kind.name}"))
    if made is None:
        return None
    question, answer = made
    return pair.model_copy(update={"question": question, "answer": answer})


def _absent(row: LevelRow, pick: Pick) -> str | None:
    choices = [name for name in ABSENT if not boxes_of(name, row.boxes)]
    return pick("absent", choices) if choices else None


def _wrong_thing(pair: PairRow, row: LevelRow, pick: Pick) -> tuple[str, str] | None:
    name = _absent(row, pick)
    if name is None:
        return None
    if pair.level == 0:
        return f"Is there {indefinite(name)} in the picture?", f"Yes, there is {indefinite(name)}."
    if pair.level == 1:
        return pick("question", VAGUE[Kind.IDENTITY]), f"This is {indefinite(name)}."
    if pair.level == 2:
        thing = definite(noun(_first(pair, row)))
        return "What is this?", f"This could be {thing} or {definite(name)}."
    return pair.question, f"Do you mean {definite(name)} or {definite(noun(_first(pair, row)))}?"


def _first(pair: PairRow, row: LevelRow) -> str:
    return next(box.category for box in row.boxes if box.id in pair.referents)


def _wrong_place(pair: PairRow, row: LevelRow, pick: Pick) -> tuple[str, str] | None:
    name = _first(pair, row)
    taken = {place_of(box.box) for box in boxes_of(name, row.boxes)}
    place = pick("place", [each for each in PLACES if each not in taken])
    if pair.level == 3 or noun(name).endswith("s"):
        return None
    if pair.level == 0:
        return f"Where is the {noun(name)}?", f"The {noun(name)} is {place}."
    if pair.level == 1:
        return "Where is it?", f"The {noun(name)} is {place}."
    others = [box for box in row.boxes if box.id in pair.referents][1:]
    rest = " and ".join(f"the {noun(box.category)} is {place_of(box.box)}" for box in others)
    return "Where is it?", f"The {noun(name)} is {place}, and {rest}."


def _wrong_style(pair: PairRow, row: LevelRow, pick: Pick) -> tuple[str, str] | None:
    name = noun(_first(pair, row))
    if pair.level == 3:
        return pair.question, f"The {name} is {place_of(row.salient[0].box)}."
    return pair.question, f"Which one do you mean: the {name}, or something else?"


def _wrong_word(pair: PairRow, row: LevelRow, pick: Pick) -> tuple[str, str] | None:
    if pair.level == 0:
        return "Where is it?", pair.answer
    return f"Where is the {noun(_first(pair, row))}?", pair.answer


def _unseen(pair: PairRow, row: LevelRow, pick: Pick) -> tuple[str, str] | None:
    what = "it" if pair.level else f"the {noun(_first(pair, row))}"
    frames = ("How much does {} cost?", "Why is {} there?", "What does {} smell like?")
    return pick("question", frames).format(what), pair.answer


_MAKERS: dict[Fake, Callable[[PairRow, LevelRow, Pick], tuple[str, str] | None]] = {
    Fake.WRONG_THING: _wrong_thing,
    Fake.WRONG_PLACE: _wrong_place,
    Fake.WRONG_STYLE: _wrong_style,
    Fake.WRONG_WORD: _wrong_word,
    Fake.UNSEEN: _unseen,
}


def planted(
    pairs: Sequence[PairRow], rows: Sequence[LevelRow], share: float, seed: int
) -> list[tuple[Fake, PairRow]]:
    """As many fakes as a share of the pairs, at least one: kinds in turn, pictures at random."""
    wanted = max(1, round(share * len(pairs))) if pairs else 0
    row_of = {(row.picture, row.level): row for row in rows}
    pick = picker(seed, "fakes")
    shuffled = sorted(pairs, key=lambda pair: picker(seed, pair.picture)("order", _ORDER))
    found: list[tuple[Fake, PairRow]] = []
    for pair in shuffled:
        if len(found) == wanted:
            break
        kind = Fake(pick(f"kind {len(found)}", list(Fake)))
        fake = fake_of(kind, pair, row_of[pair.picture, pair.level], seed)
        if fake is not None:
            found.append((kind, fake))
    return found


_ORDER = tuple(f"{place:04d}" for place in range(10_000))
