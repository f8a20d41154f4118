"""What stands in each cell of a picture: what a tower learns to see from, before words.

A picture is as many cells as it becomes image tokens.  From captions alone a tower of this size
saw colours after 77,000 samples and no kinds of things at all; from cells it knew a fifth of
the kinds after 5,000 (LOG.md).  The heads that tell kind and colour are thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.types.pictures import Box

from .batches import IGNORED, MERGE, PATCH
from .drawnworld.scenes import Scene
from .drawnworld.shapes import COLOURS, KINDS

HEADS = "cell_heads"
LEAST_SHARE = 0.12
"""How much of a cell a thing has to cover to stand in it."""
SIZE_WEIGHT = 0.1
"""What it costs when image tokens have another mean square than 1.  Left alone they grew to an
rms of 9: nothing that a layer of the language model added to them was then heard (LOG.md)."""
_KINDS = {kind: number for number, kind in enumerate(KINDS, start=1)}
_COLOURS = {colour: number for number, colour in enumerate(COLOURS, start=1)}


def cells_of(scene: Scene, side: int) -> NDArray[np.int64]:
    """Kind and colour of what covers most of each cell, row by row, (cells, 2); 0 is nothing.

    side: of the picture, in pixels.
    """
    count = side // (PATCH * MERGE)
    found = np.zeros((count, count, 2), dtype=np.int64)
    most = np.full((count, count), LEAST_SHARE)
    for thing in scene.things:
        shares = covered(thing.box, count)
        is_more = shares > most
        most[is_more] = shares[is_more]
        found[is_more] = _KINDS[thing.look.kind], _COLOURS[thing.look.colour]
    return found.reshape(-1, 2)


def unknown(side: int) -> NDArray[np.int64]:
    """The cells of a picture that is too spoilt to be learnt from."""
    count = side // (PATCH * MERGE)
    return np.full((count * count, 2), IGNORED, dtype=np.int64)


def covered(box: Box, count: int) -> NDArray[np.float64]:
    """The share of each cell that the box covers, (rows, columns)."""
    edges = np.arange(count) / count

    def along(low: float, high: float) -> NDArray[np.float64]:
        length = np.minimum(high, edges + 1 / count) - np.maximum(low, edges)
        return np.asarray(np.clip(length, 0, None) * count)

    return np.outer(along(box.top, box.bottom), along(box.left, box.right)).astype(np.float64)


class CellHeads:
    """Tells kind and colour from a model's image tokens, and what that loses.

    It listens to the tower: `loss` is about the pictures that went through it last.
    """

    def __init__(self, model: Any) -> None:
        import torch

        width = model.config.vision_config.out_hidden_size
        sizes = (len(_KINDS) + 1, len(_COLOURS) + 1)
        heads = torch.nn.ModuleList(torch.nn.Linear(width, size) for size in sizes)
        for weights in heads.parameters():  # the same in every process and every run
            torch.nn.init.zeros_(weights)
        # Part of the model, so that they are trained, summed up and saved with it.
        model.add_module(HEADS, heads.to(model.device))
        self._model, self._heads = model, heads
        self._tower = model.model.visual
        self._tokens: Any = None
        self._hook = self._tower.register_forward_hook(self._keep)

    def remove(self) -> None:
        """Take the heads out of the model."""
        self._hook.remove()
        delattr(self._model, HEADS)

    def _keep(self, _tower: Any, _given: Any, made: Any) -> None:
        tokens = getattr(made, "pooler_output", made)
        self._tokens = _joined(tokens) if isinstance(tokens, Sequence) else tokens

    def look(self, batch: dict[str, Any]) -> None:
        """Send pictures through the tower alone."""
        self._tower(batch["pixel_values"], grid_thw=batch["image_grid_thw"])

    def loss(self, cells: Any) -> Any:
        """Cross-entropy of kind and colour, a mean per cell, and what keeps tokens at their size.

        cells: (all cells, 2).
        """
        from torch.nn.functional import cross_entropy, rms_norm

        tokens = self._tokens.float()
        said = (head(rms_norm(tokens, tokens.shape[-1:])) for head in self._heads)
        told = sum(
            cross_entropy(logits.float(), cells[:, place], ignore_index=IGNORED, reduction="sum")
            / (cells[:, place] != IGNORED).sum().clamp(min=1)
            for place, logits in enumerate(said)
        )
        return told + SIZE_WEIGHT * (tokens.pow(2).mean() - 1).pow(2)


def _joined(parts: Sequence[Any]) -> Any:
    """The image tokens of all pictures, one after the other."""
    import torch

    return torch.cat([*parts])
