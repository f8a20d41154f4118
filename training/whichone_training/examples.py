"""What SFT and GRPO learn from: balanced sets of examples, drawn or from an AQuA project.

The paper's splits: 80/20 of the training items for SFT, balanced over the strategies; 15 + 5
per strategy for GRPO, which no step of SFT was trained on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError, StorageError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.templates import Kind

from .drawnworld.items import Gold, Item, item
from .drawnworld.scenes import Look
from .drawnworld.seeing import Seen
from .drawnworld.splits import Split
from .projects import Photo, learnt_photos
from .recipe import Data

SFT_FROM, GRPO_FROM = 0, 1_000_000
"""Numbers of the drawn items begin here, so that the sets share none."""


class Set(StrEnum):
    """Which set of examples."""

    SFT_TRAIN = "sft-train"
    SFT_VALIDATION = "sft-validation"
    GRPO_TRAIN = "grpo-train"
    GRPO_VALIDATION = "grpo-validation"


@dataclass(frozen=True, slots=True)
class Example:
    """One thing to answer: picture (drawn, or a file), what was said so far, the answer.

    said: user and assistant by turns.  gold: what is true, None where only a judge can tell.
    """

    picture: Item | Seen | Path
    said: tuple[str, ...]
    answer: str
    strategy: Strategy
    gold: Gold | None

    def image(self, side: int) -> Any:
        """As a PIL image: drawn at this side, or the photo, with no more pixels than its square."""
        from PIL import Image

        if not isinstance(self.picture, Path):
            return Image.fromarray(self.picture.picture(side))
        return photo_within(self.picture, side)


def photo_within(path: Path, side: int) -> Any:
    """A photo as a PIL image, made smaller where it has more pixels than a square of that side.

    Raises StorageError.
    """
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as opened:
            whole = ImageOps.exif_transpose(opened).convert("RGB")
    except OSError as error:
        raise StorageError(f"{path} can't be read.", cause=str(error)) from error
    scale = side / math.sqrt(whole.width * whole.height)
    if scale >= 1:
        return whole
    size = max(1, round(whole.width * scale)), max(1, round(whole.height * scale))
    return whole.resize(size, Image.Resampling.BICUBIC)


def examples(data: Data, chosen: Set, seed: int) -> list[Example]:
    """The examples of a set, in a fixed order that mixes the strategies.

    Raises InputError where an AQuA project has too few.
    """
    if data.source == "drawn":
        return _drawn(data, chosen, seed)
    return _from_project(data, chosen, seed)


def with_word(strategy: Strategy, answer: str, *, words: bool) -> str:
    """The answer as the model is to give it: the control word, a newline, the sentences."""
    return f"{CONTROL_WORDS[strategy]}\n{answer}" if words else answer


def of_item(made: Item, *, words: bool) -> list[Example]:
    """The example of a drawn item, and a second one after the user's hint where it has one."""
    strategy = made.gold.strategy
    first = with_word(strategy, made.answer, words=words)
    found = [Example(made, (made.question,), first, strategy, made.gold)]
    if made.second is not None:
        said = (made.question, first, made.second.hint)
        answer = with_word(Strategy.DIRECT, made.second.answer, words=words)
        found.append(Example(made, said, answer, Strategy.DIRECT, made.second.gold))
    return found


def gold_text(gold: Gold | None) -> str:
    """What is true, as text that a data set can hold; empty for None."""
    return "" if gold is None else json.dumps(asdict(gold))


def gold_of(text: str) -> Gold | None:
    """The inverse of `gold_text`."""
    if not text:
        return None
    record = json.loads(text)
    record["strategy"] = Strategy(record["strategy"])
    record["kind"] = Kind(record["kind"])
    record["looks"] = tuple(Look(**look) for look in record["looks"])
    return Gold(**record)


def rows(made: Sequence[Example], side: int, *, words: bool) -> list[dict[str, Any]]:
    """As trl takes them: images, prompt, completion, and what the rewards need to know."""
    texts = texts_of(made, words=words)
    return [{"images": [one.image(side)]} | text for one, text in zip(made, texts, strict=True)]


def texts_of(made: Sequence[Example], *, words: bool) -> list[dict[str, Any]]:
    """Their rows without the pictures."""
    return [
        {
            "prompt": [
                {"role": "assistant" if place % 2 else "user", "content": text}
                for place, text in enumerate(one.said)
            ],
            "completion": [{"role": "assistant", "content": one.answer}],
            "strategy": one.strategy.value,
            "gold": gold_text(one.gold),
            "answer": one.answer,
            "words": words,
        }
        for one in made
    ]


def _drawn(data: Data, chosen: Set, seed: int) -> list[Example]:
    count, start = _extent(data, chosen)
    is_training = chosen in (Set.SFT_TRAIN, Set.GRPO_TRAIN)
    split = Split.TRAIN if is_training else Split.VALIDATION
    items = [item(seed, split, start + n, strategy) for n in range(count) for strategy in Strategy]
    is_sft = chosen in (Set.SFT_TRAIN, Set.SFT_VALIDATION)
    return [
        one for made in items for one in of_item(made, words=data.words)[: None if is_sft else 1]
    ]


def _extent(data: Data, chosen: Set) -> tuple[int, int]:
    """How many items per strategy, and the number of the first."""
    strategies = len(Strategy)
    return {
        Set.SFT_TRAIN: (data.train // strategies, SFT_FROM),
        Set.SFT_VALIDATION: (data.validation // strategies, SFT_FROM),
        Set.GRPO_TRAIN: (data.grpo_train, GRPO_FROM),
        Set.GRPO_VALIDATION: (data.grpo_validation, GRPO_FROM),
    }[chosen]


def _from_project(data: Data, chosen: Set, seed: int) -> list[Example]:
    by_strategy = learnt_photos(data, seed)
    per = len(by_strategy) or 1
    sizes = {
        Set.SFT_TRAIN: data.train // per,
        Set.SFT_VALIDATION: data.validation // per,
        Set.GRPO_TRAIN: data.grpo_train,
        Set.GRPO_VALIDATION: data.grpo_validation,
    }
    # 0.9K a level are all used up by SFT: GRPO learns from items that SFT only validated on.
    first = data.train // per
    starts = {
        Set.SFT_TRAIN: 0,
        Set.SFT_VALIDATION: first,
        Set.GRPO_TRAIN: first,
        Set.GRPO_VALIDATION: first + data.grpo_train,
    }
    start = starts[chosen]
    found: list[Example] = []
    for number in range(start, start + sizes[chosen]):
        for strategy, there in by_strategy.items():
            if number >= len(there):
                raise InputError(
                    f"Items of {strategy.value} to learn: {len(there)}, too few.",
                    remedy="Generate more, or lower data.train and data.validation.",
                )
            found.append(_of_photo(there[number], words=data.words))
    return found


def _of_photo(photo: Photo, *, words: bool) -> Example:
    row = photo.row
    answer = with_word(row.strategy, row.answer, words=words)
    return Example(photo.path, (row.question,), answer, row.strategy, None)
