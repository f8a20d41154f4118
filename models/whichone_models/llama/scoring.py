"""How likely a model finds each control word as the beginning of its answer.

A word of one token is free: its log-probability stands in the logits of the question's own
forward pass.  Words of several tokens are evaluated once, all together, as branches of the
same conversation (facts, llama.cpp: one shared-prefix batch).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.context import BRANCHES, Context
from whichone_models.llama.runtime import Fault, RuntimeFault


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Natural log-probabilities over the vocabulary."""
    wide = logits.astype(np.float64)
    wide -= wide.max()
    return np.asarray(wide - np.log(np.exp(wide).sum()), dtype=np.float64)


def score(context: Context, words: Sequence[Sequence[int]]) -> tuple[float, ...] | None:
    """Log-probability of each word (its tokens, in place) after what the context holds.

    None once cancelled.  Raises RuntimeFault (REQUEST) for a word without tokens or too many
    words of several tokens.
    """
    if any(not word for word in words):
        raise RuntimeFault(Fault.REQUEST, "a control word is no token of this model")
    first = log_softmax(context.logits())
    scores = [float(first[word[0]]) for word in words]
    longer = [index for index, word in enumerate(words) if len(word) > 1]
    if not longer:
        return tuple(scores)
    heads = [words[index][:-1] for index in longer]
    if len(heads) > BRANCHES or sum(map(len, heads)) > context.batch_tokens:
        raise RuntimeFault(Fault.REQUEST, "too many control words of several tokens")
    rows = context.branch(heads)
    if rows is None:
        return None
    row = 0
    for index in longer:
        for token in words[index][1:]:
            scores[index] += float(log_softmax(rows[row])[token])
            row += 1
    return tuple(scores)
