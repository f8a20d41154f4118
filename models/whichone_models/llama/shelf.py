"""Conversations that left the KV cache, so that coming back to one is no new prefill.

A closer look at a cut-out, or another picture, takes the place of the conversation about the
first one.  The follow-up needs that again: 24 seconds for 1,024 picture tokens of the 3B shape
(facts, llama.cpp), or a copy of 40 MB back.  What is copied is exact.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from whichone_models.llama.library import Library

if TYPE_CHECKING:
    from whichone_models.llama.context import Item

MOST = 3
"""Conversations on the shelf."""

MOST_BYTES = 128_000_000


@dataclass(frozen=True, eq=False, slots=True)
class Kept:
    """What a conversation's cells held.  data: as llama.cpp writes the state of a sequence."""

    items: tuple[Item, ...]
    data: ctypes.Array[ctypes.c_uint8]


class Shelf:
    """Copies of whole conversations; the oldest leave first."""

    def __init__(self, library: Library, context: Any) -> None:
        self._llama = library.llama
        self._context = context
        self._kept: list[Kept] = []

    @property
    def bytes(self) -> int:
        return sum(len(kept.data) for kept in self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        self._kept.clear()

    def put(self, items: Sequence[Item]) -> None:
        """Keep what sequence 0 holds; nothing where it is too large or cannot be copied."""
        if any(kept.items == tuple(items) for kept in self._kept):
            return
        size = int(self._llama.llama_state_seq_get_size(self._context, 0))
        if not 0 < size <= MOST_BYTES:
            return
        data = (ctypes.c_uint8 * size)()
        if self._llama.llama_state_seq_get_data(self._context, data, size, 0) != size:
            return
        self._kept.append(Kept(tuple(items), data))
        while len(self._kept) > MOST or self.bytes > MOST_BYTES:
            del self._kept[0]

    def best(self, items: Sequence[Item]) -> tuple[Kept | None, int]:
        """The conversation that shares the longest beginning, and how many items of it."""
        from whichone_models.llama.context import shared

        lengths = [shared(kept.items, items) for kept in self._kept]
        if not lengths:
            return None, 0
        longest = max(lengths)
        return self._kept[lengths.index(longest)], longest

    def take(self, kept: Kept) -> bool:
        """Put a conversation into sequence 0, which is empty; False where that fails.

        It leaves the shelf: it comes back when the next one takes its place.
        """
        self._kept = [other for other in self._kept if other is not kept]
        size = len(kept.data)
        done = self._llama.llama_state_seq_set_data(self._context, kept.data, size, 0)
        return int(done) == size
