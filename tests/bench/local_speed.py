"""What a question to the local model costs, against llama-cpp-python's ready-made handler.

    python -m tests.bench.local_speed [--tiny]

The model has the exact Qwen2.5-VL-3B shape with random weights (`local_shape.py`); everything
runs in one go on one machine, and the product's own code is measured: its runtime, its worker
process and its prepared tower.  A quarter of an hour on an idle machine with two cores.
`--tiny` tries the benchmark on a tiny model and only prints.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.cancelling import Cancel
from whichone_models.keeping.tower import Cpu, prepare_tower
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder, Picture, Request, Turn
from whichone_models.llama.supervisor import ModelProcess

from tests.bench import local_decoding
from tests.bench.local_handler import Handler
from tests.bench.local_numbers import (
    BRAIN,
    HALF,
    PICTURES,
    PLAIN,
    Asked,
    Measured,
    Pair,
    target_rows,
    times_rows,
)
from tests.bench.local_shape import TEXT, TOWER, shape_folder
from tests.bench.report import publish, table
from tests.tiny_models import tiny_model

SIZES = {64: (224, 224), 256: (448, 448), 1024: (896, 896)}
"""Picture tokens -> (width, height): multiples of 28, so that nothing is resized."""
RUNS = 3
SYSTEM = (
    "You answer questions of a blind person about one picture. Use short, plain sentences. Say "
    "only what can be seen. If you are not sure, say so. Read text exactly as it is written. "
    "Never guess about medicine, money, allergens, dates or electricity."
)
FIRST = "How many people are standing near the red door right now?"
SECOND = "And what is the person on the left side holding?"
SAID = (Turn(FIRST, "direct\nThere are two people near the door."),)
WHY = (
    "Why 20 times sooner is not met at 64 tokens: with the picture prefetched what is left is the "
    "question itself and the first token, some 0.6 s whatever the picture's size, while the "
    "handler's time grows with the picture, as it encodes and prefills all of it anew. 20 times "
    "0.6 s is 12 s, and a picture of 64 tokens costs the handler less than that altogether. The "
    "product asks with 256 tokens or more wherever the machine is fast enough."
)
WORDS = tuple(CONTROL_WORDS.values())


def never() -> bool:
    return False


def picture(tokens: int) -> Picture:
    """A new picture every time, so that nothing is known already."""
    width, height = SIZES[tokens]
    pixels = np.random.default_rng().integers(0, 256, (height, width, 3), np.uint8)
    return Picture(f"{tokens}-{time.perf_counter_ns()}", pixels)


def request(seen: Picture, user: str, earlier: tuple[Turn, ...] = ()) -> Request:
    return Request(seen.key, SYSTEM, user, earlier, WORDS, most_tokens=48)


def runs_of(tokens: int) -> int:
    """Medians of three; what takes half a minute once."""
    return RUNS if tokens < max(SIZES) else 1


def note(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


@contextmanager
def native(text: Path, tower: Path) -> Iterator[NativeRuntime]:
    runtime = NativeRuntime()
    runtime.load(LoadOrder(str(text), str(tower)))
    try:
        yield runtime
    finally:
        runtime.close()


# ------------------------------------------------------------------- tower and prefill


def encoded(pair: Pair, name: str) -> tuple[dict[int, float], dict[int, float]]:
    """Seconds to encode a picture, and with the best tower also to prefill it, by tokens."""
    note(f"encoding, tower {name}")
    encode: dict[int, float] = {}
    prefill: dict[int, float] = {}
    with native(pair.text, pair.towers[name]) as runtime:
        runtime._encode(picture(64), never)  # the first one touches all of the file
        for tokens in pair.budgets:
            found = [_seen(runtime, tokens, name == pair.best) for _ in range(runs_of(tokens))]
            encode[tokens] = statistics.median(one for one, _ in found)
            prefill[tokens] = statistics.median(other for _, other in found)
    return encode, prefill


def _seen(runtime: NativeRuntime, tokens: int, is_prefilled: bool) -> tuple[float, float]:
    if not is_prefilled:
        began = time.perf_counter()
        assert runtime._encode(picture(tokens), never) is not None
        return time.perf_counter() - began, 0.0
    runtime.forget()
    seen = runtime.see(picture(tokens), SYSTEM, never)
    assert seen is not None and seen.tokens >= tokens
    return seen.encode_ms / 1000, seen.prefill_ms / 1000


# ------------------------------------------------------------------------ the questions


def first_token(client: ModelProcess, asked: Request, seen: Picture) -> float:
    """Seconds from the end of the question to the first text, through the worker's pipe."""
    cancel = Cancel()
    began = time.perf_counter()
    assert client.ask(asked, seen, cancel) is not None
    for _ in client.go_on(f"{WORDS[0]}\n", cancel):
        break
    return time.perf_counter() - began


def answered(client: ModelProcess, seen: Picture) -> None:
    """The first question, answered with what a sensible model would have said (`SAID`)."""
    assert client.ask(request(seen, FIRST), seen, Cancel()) is not None
    for _ in client.go_on(SAID[0].assistant, Cancel()):
        break


def ours(client: ModelProcess, tokens: int) -> Asked:
    """The product, in the order in which a person meets it."""
    note(f"questions, {tokens} picture tokens")
    eager, late, follow, after = [], [], [], []
    for _ in range(runs_of(tokens)):
        seen = picture(tokens)
        late.append(first_token(client, request(seen, FIRST), seen))
    for number in range(RUNS):
        assert client.ask(request(seen, "Describe it."), seen, Cancel()) is not None
        eager.append(first_token(client, request(seen, FIRST), seen))
        answered(client, seen)
        follow.append(first_token(client, request(seen, SECOND, SAID), seen))
        answered(client, seen)
        if number < runs_of(tokens):
            look = picture(64)
            assert client.ask(request(look, "What does it say?"), look, Cancel()) is not None
            after.append(first_token(client, request(seen, f"Really? {SECOND}", SAID), seen))
    return Asked(*(statistics.median(times) for times in (eager, late, follow, after)))


def theirs(pair: Pair) -> dict[int, tuple[float, float]]:
    note("the ready-made handler")
    handler = Handler(pair.text, pair.towers[PLAIN], SYSTEM)
    try:
        handler.warm(picture(64).pixels)
        return {n: handler.asked(picture(n).pixels, FIRST, SECOND) for n in pair.budgets}
    finally:
        handler.close()


# ---------------------------------------------------------------------------------- memory


def resident(pid: int | None) -> int:
    """Bytes of a process in RAM."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


def growth() -> float:
    """How much a worker grows from its 20th picture to its 200th, in percent (tiny model)."""
    note(f"{PICTURES} pictures")
    model = tiny_model()
    order = LoadOrder(str(model.text), str(model.tower), cache_bytes=1_000_000)
    client, early = ModelProcess(order), 0
    try:
        for number in range(PICTURES):
            seen = picture(64)
            assert client.ask(request(seen, FIRST), seen, Cancel()) is not None
            list(client.go_on(f"{WORDS[0]}\n", Cancel()))
            if number == PICTURES // 10:
                early = resident(client.pid)
        return 100 * (resident(client.pid) / early - 1)
    finally:
        client.close()


# ------------------------------------------------------------------------------- report


def measured(pair: Pair) -> Measured:
    found = {name: encoded(pair, name) for name in pair.towers}
    client = ModelProcess(LoadOrder(str(pair.text), str(pair.towers[pair.best])))
    try:
        assert client.ask(Request("", SYSTEM, FIRST), None, Cancel()) is not None  # it is loaded
        asked = {tokens: ours(client, tokens) for tokens in pair.budgets}
        memory = resident(client.pid)
    finally:
        client.close()
    return Measured(
        encode={name: encode for name, (encode, _) in found.items()},
        prefill=found[pair.best][1],
        asked=asked,
        theirs=theirs(pair),
        decoding=local_decoding.measured(pair.text, pair.towers[pair.best]),
        resident=memory,
        growth=growth(),
    )


def report(pair: Pair) -> str:
    began = time.perf_counter()
    found = measured(pair)
    minutes = (time.perf_counter() - began) / 60
    decoded = found.decoding
    return (
        f"Seconds by picture tokens, medians of {RUNS}, one run with {max(SIZES)} tokens where "
        "it is long, and of the handler. WhichOne is its worker process with the tower "
        f"{pair.best}; the handler is llama-cpp-python's Qwen25VLChatHandler.\n\n"
        + table(["picture tokens", *map(str, pair.budgets)], times_rows(pair, found))
        + "\n\n"
        + table(["what", "measured", "target", ""], target_rows(pair, found))
        + f"\n\n{WHY}\n\nDecoding: {1000 / decoded.worker_ms:.1f} tokens a second in the worker, "
        f"{1000 / decoded.bare_ms:.1f} in a bare loop of llama_decode, {decoded.rounds} rounds in "
        f"turns. Resident memory "
        f"of the worker: {found.resident / 1e9:.2f} GB. Measured in {minutes:.0f} minutes."
    )


def prepared(text: Path, tower: Path, folder: Path, budgets: tuple[int, ...]) -> Pair:
    """The tower as converted, and in both prepared formats."""
    towers = {PLAIN: tower}
    for name, has_bf16 in ((HALF, False), (BRAIN, True)):
        made = folder / f"mmproj-{'bf16' if has_bf16 else 'f16'}-padded.gguf"
        if not made.exists():
            note(f"preparing the tower, {name}")
            prepare_tower(tower, made, Cpu(has_bf16))
        towers[name] = made
    return Pair(text, towers, budgets)


def main(arguments: list[str]) -> None:
    if "--tiny" in arguments:
        model = tiny_model()
        with tempfile.TemporaryDirectory() as place:
            print(report(prepared(model.text, model.tower, Path(place), (64, 256))))
        return
    folder = shape_folder()
    pair = prepared(folder / TEXT, folder / TOWER, folder, tuple(SIZES))
    publish("local_speed", "The local model: speed at the 3B shape", report(pair))


if __name__ == "__main__":
    main(sys.argv[1:])
