"""The clarification subset: what comes after a question back.

For each level 3 pair one hint (the asker's reply), the question as it stands with the hint, and
its right answer.  Offline the hint names a thing of which there is one only, or the one place
where a single thing stands out, so that answer and hint hold by construction; a picture
without either gives none.  A model writes them from the picture instead (`prompts.HINT`).

Two turns are evaluated (the paper's pass): first a question back, then the right answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError
from whichone_core.answering.grammar import be, indefinite, noun
from whichone_core.answering.things import colour_words
from whichone_core.errors import InputError, StorageError
from whichone_core.picture.places import place_of
from whichone_core.types.evidence import SceneObject
from whichone_core.types.strategies import Strategy
from whichone_core.version import __version__

from ..llm.answers import Reply
from ..llm.orders import Order
from ..project import Project
from .answer_facts import boxes_of, things_named
from .answer_style import style_of
from .checks import Case
from .generate import Generation, picker
from .prompts import HINT
from .schema import LevelRow, PairRow, Row
from .templates import VAGUE, Kind
from .written import Skip, marked_things, picture_folder

VERSION = "hints 1"


class ClarifyRow(Row):
    """A vague question, the question back, and what follows on the hint.

    fact: what a right answer must name (a place, a colour or a thing); empty where a model
    wrote it.
    """

    schema_version: Literal[1] = 1
    source: str
    picture: str
    file: str
    kind: Kind
    question: str
    asked_back: str
    hint: str
    resolved: str
    answer: str
    fact: str
    generator: str
    program: str


class Hint(BaseModel):
    """What a model writes; all are the word none where it can't."""

    hint: str
    resolved: str
    answer: str


def read_items(project: Project) -> list[ClarifyRow]:
    """The subset of a project.

    Raises InputError where it was never written, StorageError where it is damaged.
    """
    path = project.folder / "clarify.jsonl"
    if not path.is_file():
        raise InputError(
            f"{project.folder} holds no clarification subset.",
            remedy="Run whichone-data aqua clarify with this output first.",
        )
    try:
        return [ClarifyRow.model_validate(row) for row in project.read_rows("clarify")]
    except ValidationError as error:
        raise StorageError(
            f"{path} is damaged, or of another version.",
            remedy="Delete it and run whichone-data aqua clarify again.",
            cause=str(error),
        ) from error


@dataclass(frozen=True, slots=True)
class _Made:
    kind: Kind
    hint: str
    resolved: str
    answer: str
    fact: str


def offline(cases: Iterable[Case], seed: int) -> tuple[list[ClarifyRow], list[Skip]]:
    """The subset of all level 3 cases, and the pictures that gave none."""
    rows, skips = [], []
    for case in cases:
        if case.pair.level != 3:
            continue
        pick = picker(seed, f"{case.pair.picture} hint")
        choices = list(_choices(case))
        # The pair's own kind of question first: it was asked.
        choices = [made for made in choices if made.kind is case.pair.kind] or choices
        if not choices:
            skips.append(Skip(case.pair.picture, "nothing in it can be named alone"))
            continue
        made = choices[int(pick("which", [str(place) for place in range(len(choices))]))]
        is_own = made.kind is case.pair.kind
        question = case.pair.question if is_own else pick("question", VAGUE[made.kind])
        rows.append(_row(case.pair, question, made))
    return rows, skips


def _choices(case: Case) -> Iterator[_Made]:
    places = Counter(place_of(thing.box) for thing in case.referents)
    for thing in case.referents:
        if len(boxes_of(thing.label, case.row.boxes)) == 1:
            yield from _of_its_name(thing)
        place, name = place_of(thing.box), noun(thing.label)
        if places[place] == 1:
            yield _Made(
                kind=Kind.IDENTITY,
                hint=f"The one {place}.",
                resolved=f"What is the thing {place} that stands out?",
                answer=f"It is {indefinite(name)}.",
                fact=thing.label,
            )


def _of_its_name(thing: SceneObject) -> Iterator[_Made]:
    name, place, colour = noun(thing.label), place_of(thing.box), colour_words(thing.colours)
    said = f"The {name} {be(name)}"
    yield _Made(Kind.PLACE, f"The {name}.", f"Where {be(name)} the {name}?", f"{said} {place}.",
                place)  # fmt: skip
    if colour:
        yield _Made(Kind.COLOUR, f"The {name}.", f"What colour {be(name)} the {name}?",
                    f"{said} {colour}.", colour)  # fmt: skip


def _row(pair: PairRow, question: str, made: _Made, generator: str = VERSION) -> ClarifyRow:
    return ClarifyRow(
        source=pair.source,
        picture=pair.picture,
        file=pair.file,
        kind=made.kind,
        question=question,
        asked_back=pair.answer,
        hint=made.hint,
        resolved=made.resolved,
        answer=made.answer,
        fact=made.fact,
        generator=generator,
        program=__version__,
    )


def orders_of(generation: Generation, cases: Sequence[Case], side: int) -> list[Order]:
    """One for each level 3 case, in their order."""
    folder = picture_folder(generation)
    return [
        Order(
            item=case.pair.picture,
            prompt=HINT,
            text=f"{marked_things(case.row)}\nQuestion: {case.pair.question}\n"
            f"Question back: {case.pair.answer}",
            answer=Hint,
            picture=folder / case.row.file,
            side=side,
        )
        for case in cases
        if case.pair.level == 3
    ]


def by_model(
    pairs: Sequence[PairRow], replies: Sequence[Reply | None]
) -> tuple[list[ClarifyRow], list[Skip]]:
    """The subset as a model wrote it; pairs: those of level 3."""
    rows, skips = [], []
    for pair, reply in zip(pairs, replies, strict=True):
        hint = reply.value(Hint) if reply else None
        if reply is None:
            continue
        if hint is None or "none" in {hint.hint.strip(" .").lower(), hint.answer.strip().lower()}:
            skips.append(Skip(pair.picture, "the model said none" if hint else reply.status.value))
            continue
        made = _Made(pair.kind, hint.hint, hint.resolved, hint.answer, "")
        generator = f"{reply.model} ({reply.served}), {reply.prompt}"
        rows.append(_row(pair, pair.question, made, generator))
    return rows, skips


@dataclass(frozen=True, slots=True)
class TwoTurns:
    """Whether each turn was right; None for a second turn that only a judge can tell."""

    picture: str
    asked_back: bool
    is_right: bool | None

    @property
    def passes(self) -> bool:
        return self.asked_back and bool(self.is_right)


def two_turns(row: ClarifyRow, first: str, second: str, picture: LevelRow) -> TwoTurns:
    """Judge an assistant's two answers without a model: to the question, and after the hint."""
    asked = style_of(first) is Strategy.CLARIFY
    if not row.fact:
        return TwoTurns(row.picture, asked, None)
    said = second.lower()
    if row.kind is Kind.IDENTITY:
        named = {thing.label for thing in things_named(second, picture)}
        right = any(boxes_of(label, [box for box in picture.boxes if box.category == row.fact])
                    for label in named)  # fmt: skip
    else:
        right = row.fact.lower() in said
    is_answer = style_of(second) not in (Strategy.CLARIFY, Strategy.ABSTAIN)
    return TwoTurns(row.picture, asked, right and is_answer)
