"""What is computed otherwise on a processor: the same numbers as transformers' own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from whichone_training.base import _sample
from whichone_training.batches import PATCH, tensors
from whichone_training.drawnworld.seeing import seen
from whichone_training.kernels import quickened
from whichone_training.processors import load_processor

from tests.tiny_training import Trained, needs_trl, one_thread

__all__ = ["one_thread"]
pytestmark = needs_trl


def loaded(folder: Path) -> Any:
    import torch
    from transformers import AutoModelForImageTextToText

    model: Any = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32)
    return model


def asked(folder: Path, *sides: int) -> dict[str, Any]:
    """A question about a picture of each side, in one batch."""
    import torch

    tokenizer = load_processor(folder).tokenizer
    made = [
        tensors([_sample(seen(1, number), side)], tokenizer, learns=True)
        for number, side in enumerate(sides)
    ]
    rows = ("input_ids", "attention_mask", "mm_token_type_ids", "labels")
    longest = max(one["input_ids"].shape[1] for one in made)
    pads = dict(zip(rows, (tokenizer.pad_token_id, 0, 0, -100), strict=True))
    joined = {
        name: torch.cat(
            [
                torch.nn.functional.pad(one[name], (0, longest - one[name].shape[1]), value=pad)
                for one in made
            ]
        )
        for name, pad in pads.items()
    }
    others = ("pixel_values", "image_grid_thw")
    return joined | {name: torch.cat([one[name] for one in made]) for name in others}


def learnt(model: Any, batch: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The logits, and the gradients of the loss by the names of the weights."""
    made = model.train()(**batch)
    made.loss.backward()
    return made.logits, {name: p.grad for name, p in model.named_parameters() if p.grad is not None}


@pytest.mark.parametrize("sides", [(56, 56, 56), (56, 112, 84), (112, 112), (168, 140)])
def test_logits_and_gradients_are_those_of_transformers(
    trained: Trained, sides: tuple[int, ...]
) -> None:
    folder = trained.output / "base"
    batch = asked(folder, *sides)
    assert len(batch["pixel_values"]) == sum((side // PATCH) ** 2 for side in sides)
    logits, gradients = learnt(loaded(folder), batch)
    quick_logits, quick_gradients = learnt(quickened(loaded(folder)), batch)
    assert (quick_logits - logits).abs().max() < 1e-4
    assert quick_gradients.keys() == gradients.keys()
    assert any("patch_embed" in name and grad.any() for name, grad in gradients.items())
    for name, grad in gradients.items():
        assert (quick_gradients[name] - grad).abs().max() < 1e-4 * max(1.0, float(grad.abs().max()))


def test_a_quickened_model_is_saved_as_any_other(trained: Trained, tmp_path: Path) -> None:
    folder = trained.output / "base"
    loaded(folder).save_pretrained(tmp_path / "plain")
    quickened(loaded(folder)).save_pretrained(tmp_path / "quick")
    for path in (tmp_path / "plain").iterdir():
        assert (tmp_path / "quick" / path.name).read_bytes() == path.read_bytes()


def test_the_slow_convolution_and_the_pictures_one_by_one_are_gone(
    trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    folder = trained.output / "base"
    batch = asked(folder, 56, 56, 56)

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("the fused kernel was asked")

    monkeypatch.setattr(torch.nn.functional, "scaled_dot_product_attention", refuse)
    monkeypatch.setattr(torch.nn.Conv3d, "forward", refuse)
    with pytest.raises(AssertionError):
        learnt(loaded(folder), batch)
    learnt(quickened(loaded(folder)), batch)


def test_an_internvl_stays_as_it_is() -> None:
    class Other:
        class config:
            model_type = "internvl"

    other = Other()
    assert quickened(other) is other
    assert vars(other) == {}
