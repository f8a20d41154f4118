"""What the KV cache holds, as a list, so that only what is new has to be evaluated.

A conversation is a list of items: text tokens and patches of pictures.  Before a new one is
evaluated, the longest beginning that it shares with what is held is kept and the rest is
removed; an item is equal only to itself (a patch carries its picture's identity), so an
answer can never come from an earlier picture (field report 60).  After a picture, positions
run behind tokens (M-RoPE); the limit counts tokens, which are the cache's cells.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.library import Library, fill, floats
from whichone_models.llama.runtime import Fault, IsCancelled, RuntimeFault
from whichone_models.llama.shelf import Shelf
from whichone_models.llama.watch import Watch

BRANCHES = 16
"""Sequences beside the conversation's own, for words of several tokens (`scoring.py`)."""

ABORTED = 2
"""What llama_decode returns when its abort callback said so."""

QUICK_S = 0.15
"""After a token that took no longer than this, the next is not asked about node by node."""


WORTH_KEEPING = 64
"""Tokens that would have to be evaluated again: a conversation that loses more is put aside."""


@dataclass(frozen=True, slots=True)
class Patch:
    """One encoded part of a picture: tokens in the cache, positions that it takes."""

    identity: str
    index: int
    tokens: int
    positions: int


Item = int | Patch
PutPatch = Callable[[Patch, int], int]
"""Puts a patch at a position; returns llama_decode's result."""


def tokens_in(items: Sequence[Item]) -> int:
    """Cells of the KV cache that items take."""
    return sum(1 if isinstance(item, int) else item.tokens for item in items)


def positions_in(items: Sequence[Item]) -> int:
    """Positions that items take (fewer than tokens for M-RoPE pictures)."""
    return sum(1 if isinstance(item, int) else item.positions for item in items)


def shared(left: Sequence[Item], right: Sequence[Item]) -> int:
    """How many items two conversations have in common from the beginning."""
    for index, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return index
    return min(len(left), len(right))


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Tokens that were evaluated, and tokens that the cache still held."""

    evaluated: int
    reused: int


class Context:
    """One llama_context and the list of what is in it."""

    def __init__(
        self, library: Library, model: Any, tokens: int, batch_tokens: int, threads: int
    ) -> None:
        self._llama = library.llama
        self._watch = Watch()
        self._watches = library.watches
        self._watches.append(self._watch)
        self._on_node = self._llama.ggml_abort_callback(lambda _: self._watch.trips())
        self._on_no_node = self._llama.ggml_abort_callback()
        self._is_asked, self._token_s = True, QUICK_S
        parameters = self._parameters(tokens, batch_tokens, threads)
        self.pointer = self._llama.llama_init_from_model(model, parameters)
        if not self.pointer:
            raise RuntimeFault(Fault.MEMORY, library.last_words() or "no memory for a context")
        self._memory = self._llama.llama_get_memory(self.pointer)
        self._shelf = Shelf(library, self.pointer)
        self.size = int(self._llama.llama_n_ctx(self.pointer))
        self.batch_tokens = int(self._llama.llama_n_batch(self.pointer))
        vocabulary = self._llama.llama_model_get_vocab(model)
        self._vocabulary = int(self._llama.llama_vocab_n_tokens(vocabulary))
        self._batch = self._llama.llama_batch_init(self.batch_tokens, 0, 1)
        self._held: list[Item] = []
        self.used = self._at = 0  # cells and positions in use, counted along
        self._has_logits = False
        self._reached: tuple[int, NDArray[np.float32]] | None = None

    @property
    def held(self) -> tuple[Item, ...]:
        return tuple(self._held)

    def close(self) -> None:
        if self.pointer:
            self._llama.llama_batch_free(self._batch)
            self._llama.llama_free(self.pointer)
            self._watches.remove(self._watch)
            self.pointer = None

    def clear(self) -> None:
        self._shelf.clear()
        self._empty()

    def _empty(self) -> None:
        self._llama.llama_memory_clear(self._memory, True)
        self._held, self._has_logits, self._reached = [], False, None
        self.used = self._at = 0

    def reach(
        self,
        items: Sequence[Item],
        put: PutPatch,
        is_cancelled: IsCancelled,
        *,
        remembers: bool = False,
    ) -> Evaluated | None:
        """Make the cache hold exactly these items, with logits after the last one.

        remembers: keep the logits, so that the same conversation has the very same ones when it
        is reached again after an answer (one token evaluated alone gives slightly others).
        None once cancelled; what was evaluated by then stays.  Raises RuntimeFault.
        """
        keep = self.recall(items)
        if keep == len(items) and not self._has_logits_after(keep):
            keep -= 1  # logits come only with an evaluation
        keep = self.keep(keep)
        reused = tokens_in(items[:keep])
        if not self.append(items[keep:], put, is_cancelled):
            return None
        if remembers and self._has_logits:
            self._reached = len(items), self.logits().copy()
        return Evaluated(tokens_in(items[keep:]), reused)

    def recall(self, items: Sequence[Item]) -> int:
        """How many items are there already; a conversation comes from the shelf for them.

        It comes whole: what stands behind them is there too, until it is cut.
        """
        keep = shared(self._held, items)
        kept, count = self._shelf.best(items)
        if self._loses(keep):
            self._shelf.put(self._held)
        if kept is None or tokens_in(items[keep:count]) < WORTH_KEEPING:
            return keep
        self._empty()
        if not self._shelf.take(kept):
            self._empty()
            return 0
        self._held = list(kept.items)
        self.used, self._at = tokens_in(kept.items), positions_in(kept.items)
        return count

    def _loses(self, keep: int) -> bool:
        """Whether a picture would have to be prefilled again to come back here."""
        lost = self._held[keep:]
        has_picture = any(isinstance(item, Patch) for item in lost)
        return has_picture and tokens_in(lost) >= WORTH_KEEPING

    def keep(self, count: int) -> int:
        """Remove all but the first items; how many are left (none where it cannot be cut)."""
        if count >= len(self._held):
            return len(self._held)
        at = positions_in(self._held[:count])
        if not self._llama.llama_memory_seq_rm(self._memory, 0, at, -1):
            self._empty()  # a recurrent memory: everything is evaluated again
            return 0
        del self._held[count:]
        self.used, self._at = tokens_in(self._held), at
        self._has_logits = False
        if self._reached and self._reached[0] > count:
            self._reached = None
        return count

    def append(self, items: Sequence[Item], put: PutPatch, is_cancelled: IsCancelled) -> bool:
        """Evaluate further items; False once cancelled."""
        self._ask_at_nodes(True)
        with self._watch.over(is_cancelled):
            index = 0
            while index < len(items):
                if is_cancelled():
                    return False
                item = items[index]
                if isinstance(item, Patch):
                    done = self._append_patch(item, put)
                    index += 1
                else:
                    run = _run_of_tokens(items, index, self.batch_tokens)
                    done = self._append_tokens(run)
                    index += len(run)
                if not done:
                    return False
        return True

    def step(self, token: int, is_cancelled: IsCancelled) -> bool:
        """Evaluate one token; False once cancelled.

        A token asks a thousand times whether to go on, each time through Python: as long as
        tokens are quick, a cancel is looked at between them instead.
        """
        self._ask_at_nodes(self._token_s > QUICK_S)
        began = time.monotonic()
        with self._watch.over(is_cancelled):
            is_done = not is_cancelled() and self._append_tokens([token])
        self._token_s = time.monotonic() - began
        return is_done

    def logits(self) -> NDArray[np.float32]:
        """After the last item: a view that the next evaluation overwrites."""
        if not self._has_logits and self._reached and self._reached[0] == len(self._held):
            return self._reached[1]
        if not self._has_logits:
            raise RuntimeFault(Fault.BROKEN, "there are no logits")
        return floats(self._llama.llama_get_logits_ith(self.pointer, -1), self._vocabulary)

    def branch(self, words: Sequence[Sequence[int]]) -> list[NDArray[np.float32]] | None:
        """Logits after every token of several continuations, in one batch; None if aborted.

        Each continuation gets a sequence of its own that shares the conversation's cells;
        they are removed again.
        """
        at = self._at
        for branch in range(1, len(words) + 1):
            self._llama.llama_memory_seq_cp(self._memory, 0, branch, -1, -1)
        rows = [
            (token, at + place, branch)
            for branch, word in enumerate(words, 1)
            for place, token in enumerate(word)
        ]
        self._fill(rows, wanted=range(len(rows)))
        result = self._llama.llama_decode(self.pointer, self._batch)
        found = [self._row(index).copy() for index in range(len(rows))] if not result else None
        for branch in range(1, len(words) + 1):
            self._llama.llama_memory_seq_rm(self._memory, branch, -1, -1)
        self._has_logits = False
        self._raise_for(result)
        return found

    def _parameters(self, tokens: int, batch_tokens: int, threads: int) -> Any:
        batch = min(batch_tokens, tokens)
        return fill(
            self._llama.llama_context_default_params(),
            n_ctx=tokens,
            n_batch=batch,
            n_ubatch=batch,
            n_threads=threads,
            n_threads_batch=threads,
            n_seq_max=1 + BRANCHES,
            kv_unified=True,  # branches share the conversation's cells
            # Its sums are in F16: logits up to 0.051 from training's (0.016 without). It gains
            # nothing here: 3B shape, 1,132 tokens: 25.9 s without and 25.5 s with it, and then
            # 74 and 83 ms a token.
            flash_attn_type=self._llama.LLAMA_FLASH_ATTN_TYPE_DISABLED,
            abort_callback=self._on_node,
            no_perf=True,
        )

    def _ask_at_nodes(self, is_wanted: bool) -> None:
        if is_wanted != self._is_asked:
            asked = self._on_node if is_wanted else self._on_no_node
            self._llama.llama_set_abort_callback(self.pointer, asked, None)
            self._is_asked = is_wanted

    def _has_logits_after(self, count: int) -> bool:
        is_last = self._has_logits and count == len(self._held)
        return is_last or (self._reached is not None and self._reached[0] == count)

    def _append_tokens(self, tokens: Sequence[int]) -> bool:
        at = self._at
        last = len(tokens) - 1
        self._fill([(token, at + i, 0) for i, token in enumerate(tokens)], wanted=(last,))
        result = self._llama.llama_decode(self.pointer, self._batch)
        return self._settled(result, tokens, has_logits=True)

    def _append_patch(self, patch: Patch, put: PutPatch) -> bool:
        return self._settled(put(patch, self._at), [patch], has_logits=False)

    def _settled(self, result: int, items: Sequence[Item], *, has_logits: bool) -> bool:
        """Note what was evaluated, or take the half of it away again."""
        if result == 0:
            self._held += items
            self.used += tokens_in(items)
            self._at += positions_in(items)
            self._has_logits = has_logits
            return True
        self._has_logits = False
        if not self._llama.llama_memory_seq_rm(self._memory, 0, self._at, -1):
            self._empty()
        self._raise_for(result)
        return False

    def _raise_for(self, result: int) -> None:
        if result in (0, ABORTED):
            return
        if result == 1:
            raise RuntimeFault(Fault.CONTEXT, "the conversation does not fit the context")
        raise RuntimeFault(Fault.BROKEN, f"llama_decode says {result}")

    def _fill(self, rows: Sequence[tuple[int, int, int]], wanted: Sequence[int]) -> None:
        """The batch: (token, position, sequence) rows; logits only for the wanted ones."""
        batch = self._batch
        batch.n_tokens = len(rows)
        for index, (token, position, sequence) in enumerate(rows):
            batch.token[index] = token
            batch.pos[index] = position
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = sequence
            batch.logits[index] = 0
        for index in wanted:
            batch.logits[index] = 1

    def _row(self, index: int) -> NDArray[np.float32]:
        return floats(self._llama.llama_get_logits_ith(self.pointer, index), self._vocabulary)


def _run_of_tokens(items: Sequence[Item], start: int, most: int) -> list[int]:
    run: list[int] = []
    for item in items[start : start + most]:
        if not isinstance(item, int):
            break
        run.append(item)
    return run
