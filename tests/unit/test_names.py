"""ImageNet's classes get everyday words, and odds of one word are added up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_models.builtin.names import LABELS, everyday_names, guess_names
from whichone_models.builtin.sessions import Network, Sessions


@pytest.mark.parametrize(
    ("index", "name"),
    [
        (0, "fish"), (151, "dog"), (208, "dog"), (268, "dog"), (269, "wolf"), (281, "cat"),
        (285, "cat"), (487, "cell phone"), (504, "mug"), (898, "bottle"), (948, "apple"),
        (950, "orange"), (954, "banana"), (999, "toilet paper"),
    ],
)  # fmt: skip
def test_everyday_words(index: int, name: str) -> None:
    assert everyday_names(LABELS)[index] == name


def test_all_thousand_classes_have_a_plain_lower_case_name() -> None:
    names = everyday_names(LABELS)
    assert len(names) == 1000
    assert all(name and name == name.lower() and "," not in name for name in names)


def test_guesses_are_few_ordered_and_odds() -> None:
    picture = np.full((300, 200, 3), (240, 210, 40), np.uint8)
    guesses = guess_names(Sessions(), picture)
    scores = [guess.score for guess in guesses]
    assert len(guesses) <= 3 and scores == sorted(scores, reverse=True) and sum(scores) <= 1.001


def test_missing_files_are_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        everyday_names(tmp_path / "none.txt")
    with pytest.raises(ModelError, match="missing or damaged") as caught:
        Sessions(tmp_path).load(Network.NANODET)
    assert caught.value.remedy
    (tmp_path / Network.NANODET).write_bytes(b"not a network")
    with pytest.raises(ModelError, match="missing or damaged"):
        Sessions(tmp_path).load(Network.NANODET)
