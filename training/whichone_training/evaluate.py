"""Measures a model on a test split, as the paper's Tables 2 to 5 do.

    usual      held-out compositions and wordings
    shuffled   the same questions, each with the picture of another: what is known without seeing
    shifted    other backgrounds, sizes, shades and fonts (as the paper's Open Images)
    two_turn   clarifying items with the user's hint (the paper's Table 4)

Of a recipe that learns from photos the test pairs of its project are asked: facts, shifted world
and second turns are for `whichone-eval` with a judge and `whichone-data aqua clarify`.

Every answer is kept in one JSON file per model; tables are made from the files alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from whichone_core.types.strategies import Strategy

from .answerers import Answerer
from .asked import Asked, asked_in_test, asked_in_validation, digest
from .batches import Sample
from .drawnworld.faults import Pixels
from .drawnworld.items import Item, item
from .drawnworld.scenes import World
from .drawnworld.splits import Split
from .examples import Example, of_item
from .measures import Outcome, Score, Share, judged, scored
from .recipe import Recipe
from .record import describe, write_json

FIRST_SECOND_TURN = 50_000
"""Numbers of the two-turn items begin here."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All measures of one model.  data: the digest of what was asked."""

    name: str
    usual: Score
    shuffled: Score
    shifted: Score | None
    two_turn: Share | None
    outcomes: tuple[Outcome, ...]
    data: str


def evaluate(answerer: Answerer, recipe: Recipe, *, is_base: bool = False) -> Evaluation:
    """Ask everything and count.  is_base: the model knows no words (its turns have none)."""
    plan = recipe.evaluate
    words = recipe.data.words and not is_base
    usual = asked_in_test(recipe, plan.per_strategy)
    pictures = _shuffled([one.pixels for one in usual], recipe.seed)
    mixed = [replace(one, pixels=seen) for one, seen in zip(usual, pictures, strict=True)]
    shifted = asked_in_test(recipe, plan.shifted_per_strategy, World.SHIFTED)
    outcomes, moved = outcomes_of(answerer, usual), outcomes_of(answerer, shifted)
    return Evaluation(
        name=answerer.name,
        usual=scored(outcomes),
        shuffled=scored(outcomes_of(answerer, mixed)),
        shifted=scored(moved) if moved else None,
        two_turn=_two_turns(answerer, recipe, words=words),
        outcomes=tuple(outcomes),
        data=digest(usual),
    )


def _shuffled(pictures: Sequence[Pixels], seed: int) -> list[Pixels]:
    """In a random order: some meet a question of their own strategy, as chance has it."""
    mixed = list(pictures)
    Random(f"shuffled/{seed}").shuffle(mixed)
    return mixed


def validation_outcomes(answerer: Answerer, recipe: Recipe, per_strategy: int) -> list[Outcome]:
    """Answers on the validation split, for calibration."""
    return outcomes_of(answerer, asked_in_validation(recipe, per_strategy))


def write_evaluation(folder: Path, made: Evaluation, recipe: Recipe) -> Path:
    """Keep the measures and every answer.  Raises StorageError."""
    path = folder / f"evaluation-{made.name}.json"
    record = {
        **describe(recipe, "evaluate", {"test": made.data}),
        "name": made.name,
        "scores": {name: _plain(score) for name, score in _parts(made).items()},
        "two_turn": _plain_share(made.two_turn),
        "items": [_plain_outcome(one) for one in made.outcomes],
    }
    write_json(path, record)
    return path


def _parts(made: Evaluation) -> Mapping[str, Score]:
    parts = {"usual": made.usual, "shuffled": made.shuffled}
    return parts | ({"shifted": made.shifted} if made.shifted else {})


def outcomes_of(answerer: Answerer, asked: Sequence[Asked]) -> list[Outcome]:
    """Ask it all and judge each answer."""
    samples = [Sample(one.pixels, (one.question,)) for one in asked]
    replies = answerer.answers(samples) if samples else []
    rows = zip(asked, replies, strict=True)
    return [judged(one.question, one.gold, reply) for one, reply in rows]


def _two_turns(answerer: Answerer, recipe: Recipe, *, words: bool) -> Share | None:
    """The share of second answers that are direct and true; the first turn is the gold one."""
    wanted = recipe.evaluate.two_turn
    if not wanted or recipe.data.source != "drawn":
        return None
    found: list[Example] = []
    number = FIRST_SECOND_TURN
    while len(found) < wanted:
        made = item(recipe.seed, Split.TEST, number, Strategy.CLARIFY)
        found += of_item(made, words=words)[1:]
        number += 1
    side = recipe.data.side
    drawn = [(one.picture, one.said) for one in found if isinstance(one.picture, Item)]
    samples = [Sample(picture.picture(side), said) for picture, said in drawn]
    passed = 0
    for one, reply in zip(found, answerer.answers(samples), strict=True):
        assert one.gold is not None
        outcome = judged(one.said[-1], one.gold, reply)
        passed += outcome.style is Strategy.DIRECT and bool(outcome.is_true)
    return Share(passed, len(found))


def _plain(score: Score) -> dict[str, Any]:
    return {
        "strategy": _plain_share(score.strategy),
        "by_strategy": {s.value: _plain_share(share) for s, share in score.by_strategy.items()},
        "facts": _plain_share(score.facts),
        "facts_if_right": _plain_share(score.facts_if_right),
        "facts_by_strategy": {
            s.value: _plain_share(share) for s, share in score.facts_by_strategy.items()
        },
        "word_agrees": _plain_share(score.word_agrees),
        "unknown": score.unknown,
        "confusion": {
            s.value: {t.value if t else "unknown": count for t, count in row.items()}
            for s, row in score.confusion.items()
        },
    }


def _plain_share(share: Share | None) -> dict[str, Any] | None:
    if share is None:
        return None
    return {"hits": share.hits, "of": share.of, "interval": share.interval}


def _plain_outcome(one: Outcome) -> dict[str, Any]:
    return {
        "question": one.question,
        "gold": json.loads(json.dumps(asdict(one.gold))),
        "text": one.text,
        "style": one.style,
        "word": one.word,
        "is_true": one.is_true,
        "logs": one.logs,
    }
