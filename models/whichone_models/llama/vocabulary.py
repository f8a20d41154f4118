"""The tokens of a model: from rendered text to tokens, and from tokens back to bytes."""

from __future__ import annotations

import ctypes
import re
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.library import Library
from whichone_models.llama.template import GUARD

UNKNOWN, CONTROL = 1 << 1, 1 << 3
"""LLAMA_TOKEN_ATTR_UNKNOWN and _CONTROL: tokens that text may never become."""


class Vocabulary:
    """One model's vocabulary.

    size: number of tokens.  ends: tokens that end an answer.  banned: control tokens that
    an answer may not contain.
    """

    def __init__(self, library: Library, model: Any) -> None:
        self._llama = library.llama
        self._vocab = self._llama.llama_model_get_vocab(model)
        self.size = int(self._llama.llama_vocab_n_tokens(self._vocab))
        self._controls = self._find_controls()
        self.ends = frozenset(
            token
            for token in self._controls.values()
            if self._llama.llama_vocab_is_eog(self._vocab, token)
        )
        banned = sorted(set(self._controls.values()) - self.ends)
        self.banned: NDArray[np.int64] = np.asarray(banned, dtype=np.int64)
        self.openings = frozenset(text[0] for text in self._controls)

    @property
    def pointer(self) -> Any:
        return self._vocab

    def text_of(self, token: int) -> str:
        """A token's name ("<|im_end|>"); empty for none."""
        if token < 0:
            return ""
        return str(self._llama.llama_vocab_get_text(self._vocab, token).decode("utf-8", "replace"))

    @property
    def bos(self) -> str:
        return self.text_of(self._llama.llama_vocab_bos(self._vocab))

    @property
    def eos(self) -> str:
        return self.text_of(self._llama.llama_vocab_eos(self._vocab))

    def knows(self, name: str) -> bool:
        """Whether it has a control token of this name."""
        return name in self._controls

    def tokens(self, rendered: str) -> list[int]:
        """Tokens of rendered text; guarded text never becomes a control token."""
        found: list[int] = []
        for part in self._splitter.split(rendered):
            if part in self._controls:
                found.append(self._controls[part])
            elif part:
                found += self.plain(part.replace(GUARD, ""))
        return found

    def tail(self, rendered: str) -> str:
        """What stands after the last control token."""
        return str(self._splitter.split(rendered)[-1]).replace(GUARD, "")

    def plain(self, text: str) -> list[int]:
        """Tokens of text in which nothing is a control token."""
        if not text:
            return []
        raw = text.encode("utf-8")
        room = len(raw) + 8  # no token is shorter than a byte; a word start may add one
        tokens = (self._llama.llama_token * room)()
        count = self._llama.llama_tokenize(self._vocab, raw, len(raw), tokens, room, False, False)
        return list(tokens[: max(0, count)])

    def continued(self, tail: str, word: str) -> list[int]:
        """Tokens of a word in its place after a text that is already evaluated.

        The word is the program's, not a person's: it may be a control token by its name.
        """
        if word.strip() in self._controls:
            return self.tokens(word)
        before, both = self.plain(tail), self.plain(tail + word)
        if both[: len(before)] == before and len(both) > len(before):
            return both[len(before) :]
        return self.plain(word)

    def piece(self, token: int) -> bytes:
        """What a token adds to a text; nothing for control tokens."""
        room = 64
        while True:
            piece = ctypes.create_string_buffer(room)
            length = self._llama.llama_token_to_piece(self._vocab, token, piece, room, 0, False)
            if length >= 0:
                return piece.raw[:length]
            room = -length

    def _find_controls(self) -> dict[str, int]:
        attributes = self._llama.llama_vocab_get_attr
        found = {
            self.text_of(token): token
            for token in range(self.size)
            if attributes(self._vocab, token) & (CONTROL | UNKNOWN)
        }
        found.pop("", None)
        return found

    @cached_property
    def _splitter(self) -> re.Pattern[str]:
        names = sorted(self._controls, key=len, reverse=True)
        return re.compile(f"({'|'.join(map(re.escape, names))})" if names else "(?!)")
