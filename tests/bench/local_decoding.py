"""What a token costs: llama.cpp's bare loop, the runtime around it, and the worker process.

    python -m tests.bench.local_decoding [--tiny]

Three ways to the same tokens, in short rounds that take turns (bare, runtime, worker; worker,
runtime, bare), so that whatever else the machine does falls on all of them.  Each round begins
with the same conversation in the cache, has the same threads and evaluates one token at a time;
this process gives way as the worker does.  What is published is the median of the rounds'
ratios and the interval in which the true median lies with 95% (order statistics, no normal
distribution assumed).
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.library import floats
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import Finished, LoadOrder, Picture, Request
from whichone_models.llama.supervisor import ModelProcess

from tests.bench.local_numbers import Decoding, Share
from tests.bench.report import publish, table
from tests.tiny_models import tiny_model

ROUNDS = 24
TOKENS = 17
"""Of an answer; the last one is only chosen, so that sixteen are evaluated in a round."""
NICENESS = 5
"""The worker's own (`llama/worker.py`)."""
SYSTEM = "You answer questions of a blind person about one picture."
USER = "How many people are standing near the red door right now?"


@dataclass(frozen=True, slots=True)
class Round:
    """Milliseconds a token, each way; pipe_ms: what is added outside the worker."""

    bare_ms: float
    inside_ms: float
    worker_ms: float
    pipe_ms: float


def never() -> bool:
    return False


def share(ratios: Sequence[float]) -> Share:
    """Median of ratios, and its 95% interval: values whose ranks the median rarely leaves."""
    ordered, count = sorted(ratios), len(ratios)
    outside, rank = 0.0, 0
    while rank < count // 2 and outside + comb(count, rank) / 2**count <= 0.025:
        outside += comb(count, rank) / 2**count
        rank += 1
    low = max(0, rank - 1)
    return Share(statistics.median(ordered), ordered[low], ordered[count - 1 - low])


def measured(text: Path, tower: Path, rounds: int = ROUNDS) -> Decoding:
    """All rounds, after one that does not count.  From now on this process gives way."""
    os.nice(max(0, NICENESS - os.nice(0)))
    order = LoadOrder(str(text), str(tower))
    runtime, client = NativeRuntime(), ModelProcess(order)
    try:
        runtime.load(order)
        seen = Picture(
            "decoding", np.random.default_rng(5).integers(0, 256, (224, 224, 3), np.uint8)
        )
        asked = Request(
            seen.key, SYSTEM, USER, (), tuple(CONTROL_WORDS.values()), most_tokens=TOKENS
        )
        assert runtime.see(seen, SYSTEM, never) is not None
        found = [_round(number, runtime, client, asked, seen) for number in range(rounds + 1)]
    finally:
        client.close()
        runtime.close()
    return _summed(found[1:])


def _round(
    number: int, runtime: NativeRuntime, client: ModelProcess, asked: Request, seen: Picture
) -> Round:
    steps: list[int] = []
    times: dict[str, float] = {}

    def bare() -> None:
        assert runtime.start(asked, never) is not None
        times["bare"] = _bare(runtime, TOKENS - 1)

    def inside() -> None:
        assert runtime.start(asked, never) is not None
        (*_, last) = runtime.go_on("", never)
        times["inside"] = _per_token(last, steps)

    def worker() -> None:
        assert client.ask(asked, seen, Cancel()) is not None
        began = time.perf_counter()
        (*_, last) = client.go_on("", Cancel())
        outside = 1000 * (time.perf_counter() - began)
        times["worker"] = _per_token(last, steps)
        assert isinstance(last, Finished)
        times["pipe"] = (outside - last.decode_ms) / last.tokens

    ways: list[Callable[[], None]] = [bare, inside, worker]
    for way in ways if number % 2 else reversed(ways):
        way()
    assert len(set(steps)) == 1, "both said the same"
    return Round(times["bare"], times["inside"], times["worker"], times["pipe"])


def _per_token(last: str | Finished, steps: list[int]) -> float:
    assert isinstance(last, Finished) and last.tokens > 1, last
    steps.append(last.tokens - 1)
    return last.decode_ms / (last.tokens - 1)


def _bare(runtime: NativeRuntime, steps: int) -> float:
    """Milliseconds a token of llama_decode and an argmax: nothing of ours in between."""
    context = runtime._parts.context
    llama, batch, pointer = context._llama, context._batch, context.pointer
    llama.llama_set_abort_callback(pointer, llama.ggml_abort_callback(), None)
    context._is_asked = False
    at, size = context._at, context._vocabulary
    token = int(context.logits().argmax())
    began = time.perf_counter()
    for place in range(at, at + steps):
        batch.n_tokens, batch.token[0], batch.pos[0] = 1, token, place
        batch.n_seq_id[0], batch.seq_id[0][0], batch.logits[0] = 1, 0, 1
        assert llama.llama_decode(pointer, batch) == 0
        token = int(floats(llama.llama_get_logits_ith(pointer, -1), size).argmax())
    spent = 1000 * (time.perf_counter() - began)
    assert llama.llama_memory_seq_rm(context._memory, 0, at, -1)
    context._has_logits = False
    return spent / steps


def _summed(rounds: Sequence[Round]) -> Decoding:
    return Decoding(
        bare_ms=statistics.median(each.bare_ms for each in rounds),
        inside_ms=statistics.median(each.inside_ms for each in rounds),
        worker_ms=statistics.median(each.worker_ms for each in rounds),
        pipe_ms=statistics.median(each.pipe_ms for each in rounds),
        inside=share([each.inside_ms / each.bare_ms for each in rounds]),
        worker=share([each.worker_ms / each.bare_ms for each in rounds]),
        rounds=len(rounds),
    )


def report(found: Decoding) -> str:
    rows: list[list[object]] = [
        ["bare loop of llama_decode and argmax", f"{found.bare_ms:.2f} ms", ""],
        ["the runtime in this process", f"{found.inside_ms:.2f} ms", found.inside.said],
        ["the worker process", f"{found.worker_ms:.2f} ms", found.worker.said],
        ["added by the pipe", f"{found.pipe_ms:.2f} ms", ""],
    ]
    return (
        f"Medians of {found.rounds} rounds of {TOKENS - 1} tokens that took turns; against the "
        "bare loop, the median of the rounds' ratios and its 95% interval (target: within 3%; the "
        "pipe: under 5 ms).\n\n" + table(["a token", "median", "against the bare loop"], rows)
    )


def main(arguments: list[str]) -> None:
    if "--tiny" in arguments:
        model = tiny_model()
        print(report(measured(model.text, model.tower, rounds=6)))
        return
    from tests.bench.local_shape import TEXT, TOWER, shape_folder

    folder = shape_folder()
    found = measured(folder / TEXT, folder / TOWER)
    publish("local_decoding", "The local model: a token at the 3B shape", report(found))


if __name__ == "__main__":
    main(sys.argv[1:])
