"""BERTScore: the matching itself, its table, and a real encoder where one is installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import InputError
from whichone_data.vizwiz.bertscore import (
    PACKAGE,
    WordEncoder,
    bertscore,
    bertscore_table,
    find_encoder,
    score_cases,
)
from whichone_data.vizwiz.lave import Case, short_reference
from whichone_data.vizwiz.scores import Part, Reference


def case(row: int, text: str, *references: str) -> Case:
    return Case("Gemini", row, Reference.SHORT, Part.WHOLE, "What?", references, text)


def score(text: str, reference: str) -> float:
    (one,) = score_cases([case(1, text, reference)], WordEncoder())
    return one.score


def test_matching_goes_both_ways() -> None:
    assert score("a red mug", "a red mug") == pytest.approx(1)
    assert score("mug", "a red mug") == pytest.approx(2 * 1 * (1 / 3) / (1 + 1 / 3))
    assert score("cup", "a red mug") == 0
    assert score("mug red a", "a red mug") == pytest.approx(1)


def test_of_several_references_the_best_counts_and_the_short_one_is_the_majority() -> None:
    several = case(1, "a mug", "cup", "a mug", "Cup")
    (best,) = score_cases([several], WordEncoder())
    assert best.score == pytest.approx(1)
    assert short_reference(several).references == ("cup",)


def test_the_table_has_the_papers_figures_and_the_correlation() -> None:
    cases = [case(row, text, "a red mug") for row, text in enumerate(("a", "a red", "a red mug"))]
    human = {("Gemini", 0): 1.0, ("Gemini", 1): 2.0, ("Gemini", 2): 3.0}
    table = bertscore_table(score_cases(cases, WordEncoder()), "words", human)
    (row,) = table.rows
    assert row.cells[0].published == 0.84
    assert "words" in row.cells[0].note
    assert (row.cells[1].measured or 0) > 0.9
    bare = bertscore_table(score_cases(cases, WordEncoder()), "words", {})
    assert bare.rows[0].cells[1].measured is None


def test_vectors_of_any_length_can_be_matched() -> None:
    one = np.ones((1, 2), dtype=np.float32) / np.sqrt(2, dtype=np.float32)
    assert bertscore(one, np.repeat(one, 5, axis=0)) == pytest.approx(1)


def test_a_folder_without_an_encoder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no encoder"):
        find_encoder(tmp_path)


def test_a_real_encoder_finds_a_paraphrase_closer_than_another_thing() -> None:
    if find_spec(PACKAGE) is None:
        pytest.skip(f"the optional package {PACKAGE} is not installed")
    encoder = find_encoder(None)
    texts = ["It is a red mug.", "This is a red cup.", "The bus leaves at nine.", ""]
    vectors = encoder.encode(texts)
    assert all(np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3) for rows in vectors)
    assert bertscore(vectors[0], vectors[1]) > bertscore(vectors[0], vectors[2]) + 0.1
