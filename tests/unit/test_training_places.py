"""Where image tokens are, which a language model learns beside words; every answer counts alike."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from whichone_training.learner import _per_answer  # noqa: E402
from whichone_training.places import HEADS, PlaceHeads  # noqa: E402

PICTURE, TEXT = 9, 1
WIDTH = 8


def model() -> Any:
    """Four layers; of each only the output counts."""
    made = torch.nn.Module()
    made.device = torch.device("cpu")
    made.config = SimpleNamespace(
        text_config=SimpleNamespace(hidden_size=WIDTH), image_token_id=PICTURE
    )
    language = SimpleNamespace(layers=[torch.nn.Identity() for _ in range(4)])
    made.model = SimpleNamespace(language_model=language)
    return made


def states() -> Any:
    """Of one text token, then 2 x 2 image tokens that say their row and column, for 2 pictures."""
    one = torch.zeros(5, WIDTH)
    for number in range(4):
        one[1 + number, number // 2] = 1.0
        one[1 + number, 2 + number % 2] = 1.0
    return torch.stack([one, one])


IDS = torch.tensor([[TEXT] + [PICTURE] * 4] * 2)


def test_a_model_that_knows_nothing_loses_what_guessing_loses() -> None:
    made = model()
    heads = PlaceHeads(made, 2)
    made.model.language_model.layers[1](states())
    assert heads.loss(IDS).item() == pytest.approx(2 * 0.693147, abs=1e-4)


def test_rows_and_columns_are_told_apart() -> None:
    made = model()
    heads = PlaceHeads(made, 2)
    rows, columns = getattr(made, HEADS)
    with torch.no_grad():
        rows.weight[:, :2] = 20 * torch.eye(2)
        columns.weight[:, 2:4] = 20 * torch.eye(2)
    made.model.language_model.layers[1](states())
    assert heads.loss(IDS).item() < 1e-6
    with torch.no_grad():
        rows.weight.copy_(columns.weight.clone())
    assert heads.loss(IDS).item() > 5


def test_the_heads_leave_nothing_in_the_model() -> None:
    made = model()
    PlaceHeads(made, 2).remove()
    assert not made.state_dict()
    made.model.language_model.layers[1](states())


def test_a_short_answer_weighs_as_much_as_a_long_one() -> None:
    labels = torch.tensor([[-100, 0, -100, -100, -100], [-100, 1, 1, 1, 1]])
    logits = torch.zeros(2, 5, 2)
    logits[1, :, 1] = 50.0  # the long one is known, of the short one nothing
    assert _per_answer(logits, labels).item() == pytest.approx(0.693147 / 2, abs=1e-4)
