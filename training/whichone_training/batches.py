"""Batches for a model trained from nothing: conversation and picture to tensors, quickly.

Does what Qwen's processor does for square pictures of one size, in one numpy expression; a
test holds that both give the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .drawnworld.faults import Pixels

MEAN = np.array((0.48145466, 0.4578275, 0.40821073), dtype=np.float32)
DEVIATION = np.array((0.26862954, 0.26130258, 0.27577711), dtype=np.float32)
"""CLIP's, which Qwen2.5-VL's processor uses."""

PATCH, MERGE, FRAMES = 14, 2, 2
IGNORED = -100


@dataclass(frozen=True, eq=False, slots=True)
class Sample:
    """A picture, (side, side, 3) uint8 RGB, what is said about it, and the answer to learn.

    said: user and assistant by turns, from the user's first question to the last.
    """

    picture: Pixels
    said: tuple[str, ...]
    answer: str = ""


def patches(picture: Pixels) -> NDArray[np.float32]:
    """The picture as the tower takes it, ((side / 14)², 2 * 3 * 14 * 14)."""
    count = picture.shape[0] // PATCH
    scaled = (picture.astype(np.float32) / 255 - MEAN) / DEVIATION
    channels = scaled.transpose(2, 0, 1)
    half = count // MERGE
    cut = channels.reshape(3, half, MERGE, PATCH, half, MERGE, PATCH)
    ordered = cut.transpose(1, 4, 2, 5, 0, 3, 6).reshape(count * count, 3, 1, PATCH, PATCH)
    flat = np.repeat(ordered, FRAMES, axis=2).reshape(count * count, -1)
    return np.asarray(flat, dtype=np.float32)


def prompt_text(said: Sequence[str], tokens: int) -> str:
    """The conversation up to the answer, in the mini model's template (`mini.TEMPLATE`).

    tokens: how many the picture becomes.
    """
    seen = f"<|vision_start|>{'<|image_pad|>' * tokens}<|vision_end|>"
    turns = [
        f"<|im_start|>{'assistant' if place % 2 else 'user'}\n{seen if not place else ''}{text}"
        "<|im_end|>\n"
        for place, text in enumerate(said)
    ]
    return f"{''.join(turns)}<|im_start|>assistant\n"


def tensors(samples: Sequence[Sample], tokenizer: Any, *, learns: bool) -> dict[str, Any]:
    """What the model takes.  learns: answers and labels are in it, padded on the right;
    otherwise prompts alone, padded on the left for generation."""
    import torch

    side = samples[0].picture.shape[0]
    count = side // PATCH
    tokens = (count // MERGE) ** 2
    texts = [prompt_text(sample.said, tokens) for sample in samples]
    rows = tokenizer(texts, add_special_tokens=False)["input_ids"]
    answers = [f"{sample.answer}<|im_end|>\n" for sample in samples] if learns else [""] * len(rows)
    ends = tokenizer(answers, add_special_tokens=False)["input_ids"]
    pairs = list(zip(rows, ends, strict=True))
    longest = max(len(row) + len(end) for row, end in pairs)
    shape = (len(rows), longest)
    ids = np.full(shape, tokenizer.pad_token_id)
    labels, mask = np.full(shape, IGNORED), np.zeros(shape, dtype=np.int64)
    for place, (row, end) in enumerate(pairs):
        start = 0 if learns else longest - len(row)
        stop = start + len(row) + len(end)
        ids[place, start:stop] = [*row, *end]
        mask[place, start:stop] = 1
        labels[place, stop - len(end) : stop] = end
    picture_id = tokenizer.convert_tokens_to_ids("<|image_pad|>")
    made = {
        "input_ids": torch.from_numpy(ids),
        "attention_mask": torch.from_numpy(mask),
        "mm_token_type_ids": torch.from_numpy((ids == picture_id).astype(np.int64)),
        "pixel_values": torch.from_numpy(np.concatenate([patches(s.picture) for s in samples])),
        "image_grid_thw": torch.tensor([[1, count, count]] * len(rows)),
    }
    return made | ({"labels": torch.from_numpy(labels)} if learns else {})
