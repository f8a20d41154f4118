"""Chooses the next token: greedy or sampled, within a grammar where there is one.

Greedy choice is a plain argmax over the library's own logits: no copy, and cheaper than the
library's sampler chain, which first writes twelve bytes for each token of the vocabulary.
A grammar is asked about the chosen token first; only where it refuses are all tokens of the
vocabulary filtered, which costs milliseconds.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.library import Library
from whichone_models.llama.runtime import Fault, RuntimeFault, Sampling
from whichone_models.llama.vocabulary import Vocabulary

CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])
"""llama_token_data."""


class Sampler:
    """For one answer.  Raises RuntimeFault (REQUEST) for a grammar that does not parse."""

    def __init__(
        self, library: Library, vocabulary: Vocabulary, sampling: Sampling, grammar: str
    ) -> None:
        self._llama = library.llama
        self._banned = vocabulary.banned
        self._refused = frozenset(self._banned.tolist())
        self._grammar = self._parsed(library, vocabulary, grammar)
        self._chain = self._chosen(sampling)

    def close(self) -> None:
        """Free what the library holds.  May be called twice."""
        for sampler in (self._chain, self._grammar):
            if sampler:
                self._llama.llama_sampler_free(sampler)
        self._chain = self._grammar = None

    def choose(self, logits: NDArray[np.float32]) -> int:
        """The next token; control tokens that end nothing are never chosen."""
        if not self._chain and not self._grammar:
            token = int(logits.argmax())
            if token not in self._refused:
                return token
        scores = logits.copy()
        scores[self._banned] = -np.inf
        token = self._pick(scores)
        if self._grammar:
            if not self._allows(token):
                token = self._pick(self._filtered(scores))
            self._llama.llama_sampler_accept(self._grammar, token)
        return token

    def _pick(self, scores: NDArray[np.float32]) -> int:
        if not self._chain:
            return int(scores.argmax())
        candidates = np.zeros(len(scores), CANDIDATE)
        candidates["id"] = np.arange(len(scores))
        candidates["logit"] = scores
        candidates = candidates[np.isfinite(scores)]
        array = self._array(candidates)
        self._llama.llama_sampler_apply(self._chain, ctypes.byref(array))
        return int(array.data[array.selected].id)

    def _allows(self, token: int) -> bool:
        candidates = np.array([(token, 0.0, 0.0)], CANDIDATE)
        array = self._array(candidates)
        self._llama.llama_sampler_apply(self._grammar, ctypes.byref(array))
        return bool(np.isfinite(candidates["logit"][0]))

    def _filtered(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        candidates = np.zeros(len(scores), CANDIDATE)
        candidates["id"] = np.arange(len(scores))
        candidates["logit"] = scores
        array = self._array(candidates)
        self._llama.llama_sampler_apply(self._grammar, ctypes.byref(array))
        allowed = np.full_like(scores, -np.inf)
        allowed[candidates["id"]] = candidates["logit"]
        if not np.isfinite(allowed).any():
            raise RuntimeFault(Fault.REQUEST, "the grammar allows nothing more, not even an end")
        return allowed

    def _array(self, candidates: NDArray[Any]) -> Any:
        data = candidates.ctypes.data_as(ctypes.POINTER(self._llama.llama_token_data))
        return self._llama.llama_token_data_array(data, len(candidates), -1, False)

    def _parsed(self, library: Library, vocabulary: Vocabulary, grammar: str) -> Any:
        if not grammar:
            return None
        parsed = self._llama.llama_sampler_init_grammar(
            vocabulary.pointer, grammar.encode("utf-8"), b"root"
        )
        if not parsed:
            raise RuntimeFault(Fault.REQUEST, f"grammar: {library.last_words() or 'not valid'}")
        return parsed

    def _chosen(self, sampling: Sampling) -> Any:
        if sampling.temperature <= 0:
            return None
        chain = self._llama.llama_sampler_chain_init(
            self._llama.llama_sampler_chain_default_params()
        )
        for sampler in (
            self._llama.llama_sampler_init_temp(sampling.temperature),  # first, as transformers
            self._llama.llama_sampler_init_top_p(sampling.top_p, 1),
            self._llama.llama_sampler_init_dist(sampling.seed & 0xFFFFFFFF),
        ):
            self._llama.llama_sampler_chain_add(chain, sampler)
        return chain
