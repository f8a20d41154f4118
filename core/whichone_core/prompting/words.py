"""The control words: what a tuned model says first, one for each strategy, never spoken.

Each is a single token of Qwen2.5's vocabulary (looked up in the vocabulary that llama.cpp
ships), so no embedding changes and the five probabilities come free with the question's own
forward pass (facts, llama.cpp).  A model with another vocabulary names its own words in its
sidecar.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from whichone_core.types.strategies import Strategy

CONTROL_WORDS: Mapping[Strategy, str] = MappingProxyType(
    {
        Strategy.DIRECT: "direct",
        Strategy.INFER: "infer",
        Strategy.LIST: "list",
        Strategy.CLARIFY: "ask",
        Strategy.ABSTAIN: "cannot",
    }
)
"""In Strategy's order; the model says the word, a newline, then the answer."""
