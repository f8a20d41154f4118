"""What SFT learns from, epoch by epoch: every item once, in another light, beside what it knew."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy
from whichone_training.drawnworld.items import Item
from whichone_training.drawnworld.seeing import Mix, Seen, seen
from whichone_training.drawnworld.wording import VAGUE
from whichone_training.examples import Example, Set, examples
from whichone_training.recipe import Data, Sft
from whichone_training.rehearsal import epochs_of

DATA = Data(train=50, validation=10, grpo_train=2, grpo_validation=2, side=56)
ITEMS = examples(DATA, Set.SFT_TRAIN, 1)
DIRECT = CONTROL_WORDS[Strategy.DIRECT]


def learnt(**plan: float | bool) -> list[Example]:
    return epochs_of(ITEMS, Sft.model_validate(plan), 1, words=True)


def said(made: list[Example]) -> Counter[tuple[tuple[str, ...], str]]:
    return Counter((one.said, one.answer) for one in made)


def test_every_epoch_has_every_item_once_in_another_order() -> None:
    made = learnt(epochs=3)
    epochs = [made[start : start + len(ITEMS)] for start in range(0, len(made), len(ITEMS))]
    assert [said(epoch) for epoch in epochs] == [said(ITEMS)] * 3
    assert all([e.said for e in one] != [e.said for e in next_] for one, next_ in pairwise(epochs))


@pytest.mark.parametrize(("epochs", "share"), [(1.5, 1.5), (0.5, 0.5), (2.0, 2.0)])
def test_a_part_of_an_epoch_is_a_part_of_its_items(epochs: float, share: float) -> None:
    assert len(learnt(epochs=epochs)) == round(len(ITEMS) * share)


def test_a_redrawn_item_is_the_same_question_about_the_same_things_in_another_light() -> None:
    by_item: dict[tuple[tuple[str, ...], str], list[Example]] = {}
    for one in learnt(epochs=2, redrawn=True):
        by_item.setdefault((one.said, one.answer), []).append(one)
    pairs = [found for found in by_item.values() if len(found) == 2]
    assert len(pairs) > len(ITEMS) / 2
    for one, other in pairs:
        assert isinstance(one.picture, Item) and isinstance(other.picture, Item)
        assert one.gold == other.gold
        assert one.picture.scene.things == other.picture.scene.things
        assert not np.array_equal(np.asarray(one.image(56)), np.asarray(other.image(56)))


def test_without_it_every_epoch_shows_the_same_pictures() -> None:
    assert {id(one.picture) for one in learnt(epochs=2)} == {id(one.picture) for one in ITEMS}


def test_a_photo_is_never_redrawn() -> None:
    photo = Example(Path("a.jpg"), ("What is it?",), "direct\nA cup.", Strategy.DIRECT, None)
    made = epochs_of([photo], Sft(epochs=2, redrawn=True), 1, words=True)
    assert [one.picture for one in made] == [Path("a.jpg")] * 2


def test_what_is_rehearsed_is_new_in_every_epoch_and_answered_directly() -> None:
    made = learnt(epochs=2, rehearsal=0.5)
    rehearsed = [one for one in made if isinstance(one.picture, Seen)]
    assert len(rehearsed) == 2 * round(len(ITEMS) / 2)
    assert len({one.picture for one in rehearsed}) == len(rehearsed)
    assert all(one.answer.startswith(f"{DIRECT}\n") and one.gold is None for one in rehearsed)
    assert all(one.image(56).size == (56, 56) for one in rehearsed[:3])
    assert said([one for one in made if not isinstance(one.picture, Seen)]) == said(ITEMS + ITEMS)


def test_a_model_without_words_rehearses_without_them() -> None:
    made = epochs_of(ITEMS, Sft(epochs=1, rehearsal=0.2), 1, words=False)
    assert not [one for one in made if isinstance(one.picture, Seen) and DIRECT in one.answer]


def test_no_vague_question_is_rehearsed_as_direct() -> None:
    """Those are what the strategies are about."""
    cores = [core for group in VAGUE.values() for core in group]
    asked = [seen(1, number, mix=Mix.REHEARSED).question.casefold() for number in range(400)]
    assert not [q for q in asked for core in cores if q.rstrip("?").endswith(core)]
    assert "describe the picture." in asked and "how many large things are there?" in asked


def test_the_same_recipe_learns_the_same() -> None:
    one, other = (learnt(epochs=2, rehearsal=0.5, redrawn=True) for _ in range(2))
    assert [(*e.said, e.answer) for e in one] == [(*e.said, e.answer) for e in other]
