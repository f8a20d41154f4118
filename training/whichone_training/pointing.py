"""Where words look: what a language model learns beside answers so that it can look things up.

To say where the cup is, or whether there is one, a word has to find the image token that looks
like what it names, and the answer has to find the word.  From answers alone neither was learnt
in 190,000 samples: whether there is a cup was told by chance, with a tower that knew 96% of the
kinds (LOG.md).  So two heads are told where to look: in the layer after the middle from a
word to the cells that its thing covers, or to the start of the picture where there is none, and
in the layer after that from the answer to the word that the question is about.  Nothing is
added to the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from whichone_core.answering.grammar import plural

from .batches import MERGE, PATCH, prompt_text
from .cells import LEAST_SHARE, covered
from .drawnworld.faults import SPOILING
from .drawnworld.seeing import Seen
from .drawnworld.shapes import KINDS

LOOKS, ASKS = "looks", "asks"
SAMPLE, FROM, OF_TARGETS = 0, 1, 2
"""Columns of what `pointed` gives."""
LEAST_LAYERS = 4
"""Of a language model with two layers after the one in the middle."""


def pointed(shown: Sequence[Seen], tokenizer: Any, side: int) -> dict[str, Any]:
    """Which tokens of a batch look where.

    Both are int64, (lookers, 2 + 1 + cells): sample, token that looks, and 1 for each token that
    it may look at of the start of the picture and each cell (`looks`: words that name kinds of
    things); or (answer's tokens, 3): sample, token, the token of the word that the question is
    about (`asks`; only of questions about one kind).  Pictures too spoilt to be learnt from have
    none.  side: of the pictures, in pixels.
    """
    import torch

    cells = (side // (PATCH * MERGE)) ** 2
    looks: list[list[int]] = []
    asks: list[list[int]] = []
    for number, one in enumerate(shown):
        if one.fault not in SPOILING:
            said = _Said(one, tokenizer, cells)
            looks += [[number, token, *_looked_at(one, kind, side)] for kind, token in said.names]
            asks += [[number, token, word] for token, word in said.asking()]
    return {
        LOOKS: torch.tensor(looks, dtype=torch.int64).reshape(-1, OF_TARGETS + 1 + cells),
        ASKS: torch.tensor(asks, dtype=torch.int64).reshape(-1, OF_TARGETS + 1),
    }


class _Said:
    """The tokens of question and answer that name kinds of things.

    names: of each its kind and its last token.
    """

    def __init__(self, one: Seen, tokenizer: Any, cells: int) -> None:
        self._lengths: list[int] = []
        self.names: list[tuple[str, int]] = []
        for text in (prompt_text((one.question,), cells), one.answer):
            made = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
            ends = {end: place for place, (_, end) in enumerate(made["offset_mapping"])}
            for found in _names().finditer(text):
                token = sum(self._lengths) + ends[found.end()]
                self.names.append((_kinds()[found.group().lower()], token))
            self._lengths.append(len(made["input_ids"]))

    def asking(self) -> Iterator[tuple[int, int]]:
        """Each token that a word of the answer is told from, with the word asked about."""
        start, length = self._lengths
        asked = [token for _, token in self.names if token < start]
        if len(asked) == 1:
            yield from ((token, asked[0]) for token in range(start - 1, start + length - 1))


def _looked_at(one: Seen, kind: str, side: int) -> list[int]:
    """The start of the picture, then each cell; a thing that fills no cell is where it is most."""
    count = side // (PATCH * MERGE)
    found = np.zeros((count, count), dtype=bool)
    for thing in one.scene.things:
        if thing.look.kind == kind:
            shares = covered(thing.box, count)
            found |= shares >= min(LEAST_SHARE, shares.max())
    return [int(not found.any()), *found.reshape(-1).astype(int).tolist()]


@cache
def _kinds() -> dict[str, str]:
    """Kinds by their singular and plural."""
    return {form: kind for kind in KINDS for form in (kind, plural(kind))}


@cache
def _names() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(sorted(_kinds(), key=len, reverse=True))})\b", re.IGNORECASE)


class Pointer:
    """Tells where tokens look, and what it loses that they look elsewhere.

    It listens to the first head of one layer of a Qwen2.5-VL model.
    layer: after the one in the middle, 1 is the next.
    """

    def __init__(self, model: Any, layer: int) -> None:
        layers = model.model.language_model.layers
        self._model = model
        self._attention = layers[(len(layers) - 1) // 2 + layer].self_attn
        self._given: dict[str, Any] = {}
        self._hook = self._attention.register_forward_pre_hook(self._keep, with_kwargs=True)

    def remove(self) -> None:
        """Listen no longer."""
        self._hook.remove()

    def _keep(self, _attention: Any, _given: Any, named: dict[str, Any]) -> None:
        self._given = named

    def loss_of_looks(self, input_ids: Any, looks: Any) -> Any:
        """What words miss of the cells that they name, in nats.

        Both losses are of the batch that went through the model last, and a mean over samples
        of the mean over what looks in a sample; a sample where nothing does has 0, so that the
        loss of a batch is made of its parts'.  See `pointed`.
        """
        starts_and_cells = self._seen(input_ids)[looks[:, SAMPLE]]
        shares = self._shares(input_ids, looks).gather(1, starts_and_cells)
        others = looks[:, OF_TARGETS:] == 0
        missed = -shares.masked_fill(others, float("-inf")).logsumexp(-1)
        return _mean(missed, looks[:, SAMPLE], len(input_ids))

    def loss_of_asks(self, input_ids: Any, asks: Any) -> Any:
        """What answers miss of the word asked about, in nats."""
        missed = -self._shares(input_ids, asks).gather(1, asks[:, OF_TARGETS:])[:, 0]
        return _mean(missed, asks[:, SAMPLE], len(input_ids))

    def _shares(self, input_ids: Any, lookers: Any) -> Any:
        """The logarithm of the attention that each token gets, (lookers, length)."""
        import torch

        samples, tokens = lookers[:, SAMPLE], lookers[:, FROM]
        later = torch.arange(input_ids.shape[1], device=tokens.device) > tokens[:, None]
        scores = self._scores(samples, tokens)
        return scores.masked_fill(later, float("-inf")).log_softmax(-1)

    def _scores(self, samples: Any, tokens: Any) -> Any:
        from transformers.models.qwen2_5_vl.modeling_qwen2_5_vl import apply_rotary_pos_emb

        asks, offers = (self._of_first_head(name) for name in ("q_proj", "k_proj"))
        asks, offers = apply_rotary_pos_emb(asks, offers, *self._given["position_embeddings"])
        asked = asks[:, 0][samples, tokens].float()
        scores = (asked[:, None] @ offers[:, 0][samples].float().transpose(1, 2))[:, 0]
        return scores * self._attention.scaling

    def _of_first_head(self, name: str) -> Any:
        """(samples, 1, length, size of a head)."""
        from torch.nn.functional import linear

        whole, size = getattr(self._attention, name), self._attention.head_dim
        return linear(self._given["hidden_states"], whole.weight[:size], whole.bias[:size])[:, None]

    def _seen(self, input_ids: Any) -> Any:
        """Where each sample's picture starts, and its image tokens, (samples, 1 + cells)."""
        import torch

        is_image = input_ids == self._model.config.image_token_id
        cells = is_image.nonzero()[:, 1].reshape(len(input_ids), -1)
        return torch.cat([cells[:, :1] - 1, cells], dim=1)


def _mean(missed: Any, samples: Any, count: int) -> Any:
    import torch

    return (missed / torch.bincount(samples, minlength=count)[samples]).sum() / count
