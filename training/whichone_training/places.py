"""Where each image token is: what a language model learns to know of its picture, beside words.

A tower of Qwen2.5-VL attends by relative angles alone, so the tokens of an even picture are all
alike.  Only the language model can tell where one is, from how far it is from the text before
it; a value that an answer can copy holds no place until some layer has worked it out.  From
words alone that was not learnt in 190,000 samples: "what is at the top" two thirds of the time,
"where is the cup" by chance (LOG.md).  The heads that tell row and column are thrown away.
"""

from __future__ import annotations

from typing import Any

HEADS = "place_heads"


class PlaceHeads:
    """Tells row and column from a language model's image tokens, and what that loses.

    It listens to the layer in the middle: those above it can use what it knows.
    side: how many image tokens a row of a picture has.
    """

    def __init__(self, model: Any, side: int) -> None:
        import torch

        width = model.config.text_config.hidden_size
        heads = torch.nn.ModuleList(torch.nn.Linear(width, side) for _ in ("row", "column"))
        for weights in heads.parameters():  # the same in every process and every run
            torch.nn.init.zeros_(weights)
        # Part of the model, so that they are trained, summed up and saved with it.
        model.add_module(HEADS, heads.to(model.device))
        self._model, self._heads, self._side = model, heads, side
        layers = model.model.language_model.layers
        self._states: Any = None
        self._hook = layers[(len(layers) - 1) // 2].register_forward_hook(self._keep)

    def remove(self) -> None:
        """Take the heads out of the model."""
        self._hook.remove()
        delattr(self._model, HEADS)

    def _keep(self, _layer: Any, _given: Any, made: Any) -> None:
        self._states = made[0] if isinstance(made, tuple) else made

    def loss(self, input_ids: Any) -> Any:
        """Cross-entropy of row and column, a mean per image token, of the batch that went
        through the model last.  input_ids: its tokens, (samples, length)."""
        import torch
        from torch.nn.functional import cross_entropy, rms_norm

        tokens = self._states[input_ids == self._model.config.image_token_id].float()
        tokens = rms_norm(tokens, tokens.shape[-1:])  # as the next layer reads them
        number = torch.arange(len(tokens), device=tokens.device) % self._side**2
        rows, columns = number // self._side, number % self._side
        pairs = zip(self._heads, (rows, columns), strict=True)
        return sum(cross_entropy(head(tokens), place) for head, place in pairs)
