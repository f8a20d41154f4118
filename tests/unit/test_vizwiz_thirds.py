"""The table of the training side: a third's thresholds come from the other two alone."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_data.vizwiz.fake import made_up_release, write_release
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.roles import LABELS
from whichone_data.vizwiz.thirds import thirds_table
from whichone_data.vizwiz.training import Example, examples, folds_of, labels_of


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    folder = tmp_path_factory.mktemp("release")
    return examples(load_release(write_release(folder, made_up_release(40))))


def weighted(some: list[Example], odds: np.ndarray) -> float:
    """The weighted F1 of sources, the last line of the table."""
    return thirds_table(some, odds).rows[-1].cells[0].measured or 0


def test_odds_that_tell_labels_apart_everywhere_are_all_right(some: list[Example]) -> None:
    truth, _ = labels_of(some)
    assert weighted(some, np.where(truth, 0.9, 0.5)) == 1


def test_a_third_whose_odds_lie_elsewhere_is_not_given_thresholds_of_its_own(
    some: list[Example],
) -> None:
    truth, _ = labels_of(some)
    odd_one = (folds_of(some) == 0)[:, None]
    odds = np.where(odd_one, np.where(truth, 0.4, 0.2), np.where(truth, 0.9, 0.5))
    assert 0 < weighted(some, odds) < 0.9


def test_no_examples_have_no_labels_but_as_many_columns() -> None:
    truth, known = labels_of([])
    assert truth.shape == known.shape == (0, len(LABELS))
