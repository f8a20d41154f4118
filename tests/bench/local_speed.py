"""What a question to the local model costs, against llama-cpp-python's ready-made handler.

The model has the exact Qwen2.5-VL-3B shape with random weights (`local_shape.py`); everything
runs in one go on one machine, and the product's own code is measured: its runtime, its worker
process and its prepared tower.  `--tiny` tries the benchmark on a tiny model and only prints.
"""

from __future__ import annotations

import base64
import io
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types import Cancel
from whichone_models.llama.library import physical_cores
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import (
    Finished,
    LoadOrder,
    Picture,
    Request,
    Sampling,
    Turn,
)
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.tower import Cpu, prepare_tower, this_cpu

from tests.bench.local_shape import TEXT, TOWER, shape_folder
from tests.bench.report import publish, table
from tests.tiny_models import tiny_model

SIZES = {64: (224, 224), 144: (336, 336), 256: (448, 448), 512: (896, 448), 1024: (896, 896)}
"""Picture tokens -> (width, height): multiples of 28, so that nothing is resized."""
RUNS = 3
SYSTEM = (
    "You answer questions of a blind person about one picture. Use short, plain sentences. Say "
    "only what can be seen. If you are not sure, say so. Read text exactly as it is written. "
    "Never guess about medicine, money, allergens, dates or electricity."
)
FIRST = "How many people are standing near the red door right now?"
SECOND = "And what is the person on the left side holding?"
WORDS = tuple(CONTROL_WORDS.values())
PICTURES = 200


@dataclass(frozen=True, slots=True)
class Pair:
    """The files to measure: text, tower as converted, and the towers made of it."""

    text: Path
    towers: dict[str, Path]
    budgets: tuple[int, ...]

    @property
    def best(self) -> Path:
        name = "padded, BF16" if this_cpu().has_bf16 else "padded, F16"
        return self.towers[name]


def never() -> bool:
    return False


def picture(tokens: int) -> Picture:
    """A new picture every time, so that nothing is known already."""
    width, height = SIZES[tokens]
    pixels = np.random.default_rng().integers(0, 256, (height, width, 3), np.uint8)
    return Picture(f"{tokens}-{time.perf_counter_ns()}", pixels)


def median(measure: Callable[[], float], runs: int = RUNS) -> float:
    return statistics.median(measure() for _ in range(runs))


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


# ------------------------------------------------------------------------------- the tower


def encode_rows(pair: Pair) -> list[list[object]]:
    """Seconds to encode a picture, by tower and tokens, and how many times as fast."""
    times = {name: _encode_times(pair, tower) for name, tower in pair.towers.items()}
    plain = next(iter(times.values()))
    rows: list[list[object]] = []
    for name, found in times.items():
        rows.append([name, *(f"{found[tokens]:.2f}" for tokens in pair.budgets)])
    for name, found in list(times.items())[1:]:
        ratios = (f"{plain[tokens] / found[tokens]:.2f}" for tokens in pair.budgets)
        rows.append([f"{name}: times as fast", *ratios])
    return rows


def _encode_times(pair: Pair, tower: Path) -> dict[int, float]:
    with _runtime(pair.text, tower) as runtime:
        runtime._encode(picture(64), never)
        return {
            tokens: median(lambda: seconds(lambda: runtime._encode(picture(tokens), never)))  # noqa: B023
            for tokens in pair.budgets
        }


def prefill_row(pair: Pair) -> list[object]:
    """Seconds to prefill the system prompt and a picture."""

    def once(tokens: int) -> float:
        runtime.forget()
        seen = runtime.see(picture(tokens), SYSTEM, never)
        assert seen is not None and seen.tokens >= tokens
        return seen.prefill_ms / 1000

    with _runtime(pair.text, pair.best) as runtime:
        return [f"{median(lambda: once(tokens)):.2f}" for tokens in pair.budgets]  # noqa: B023


@contextmanager
def _runtime(text: Path, tower: Path) -> Iterator[NativeRuntime]:
    runtime = NativeRuntime()
    runtime.load(LoadOrder(str(text), str(tower)))
    try:
        yield runtime
    finally:
        runtime.close()


# --------------------------------------------------------------------------- the questions


@dataclass(frozen=True, slots=True)
class Asked:
    """Seconds to the first token: picture seen before, not seen before, and a follow-up."""

    eager: float
    late: float
    follow_up: float


def request(seen: Picture, user: str, earlier: tuple[Turn, ...] = ()) -> Request:
    return Request(seen.key, SYSTEM, user, earlier, WORDS, sampling=Sampling(), most_tokens=48)


def first_token(client: ModelProcess, asked: Request, seen: Picture) -> float:
    """Seconds from the end of the question to the first text, through the worker's pipe."""
    cancel = Cancel()
    began = time.perf_counter()
    assert client.ask(asked, seen, cancel) is not None
    for _ in client.go_on(f"{WORDS[0]}\n", cancel):
        break
    return time.perf_counter() - began


def ours(client: ModelProcess, tokens: int) -> Asked:
    """The product, in the order in which a person meets it."""
    eager, late, follow = [], [], []
    for _ in range(RUNS):
        seen = picture(tokens)
        late.append(first_token(client, request(seen, FIRST), seen))
        client.see(seen, SYSTEM)
        assert client.ask(request(seen, "Describe it."), seen, Cancel()) is not None
        eager.append(first_token(client, request(seen, FIRST), seen))
        said = (Turn(FIRST, f"{WORDS[0]}\nThere are two people near the door."),)
        follow.append(first_token(client, request(seen, SECOND, said), seen))
    return Asked(*(statistics.median(times) for times in (eager, late, follow)))


class Handler:
    """llama-cpp-python's own way: Llama with its Qwen25VLChatHandler."""

    def __init__(self, pair: Pair) -> None:
        import llama_cpp
        from llama_cpp.llama_chat_format import Qwen25VLChatHandler

        handler = Qwen25VLChatHandler(clip_model_path=str(pair.towers["as converted"]))
        threads = physical_cores()
        self._llama: Any = llama_cpp.Llama(
            str(pair.text),
            chat_handler=handler,
            n_ctx=4096,
            n_batch=512,
            n_threads=threads,
            n_threads_batch=threads,
            flash_attn=True,
            verbose=False,
        )

    def asked(self, tokens: int, runs: int) -> tuple[float, float]:
        """Seconds to the first token of a question and of a follow-up about one picture."""
        first, follow = [], []
        for _ in range(runs):
            turns: list[dict[str, Any]] = [
                {"role": "system", "content": SYSTEM},
                {"role": "user", "content": [_as_url(picture(tokens).pixels), _as_text(FIRST)]},
            ]
            first.append(self._first_token(turns))
            turns.append({"role": "assistant", "content": "There are two people near the door."})
            turns.append({"role": "user", "content": [_as_text(SECOND)]})
            follow.append(self._first_token(turns))
        return statistics.median(first), statistics.median(follow)

    def _first_token(self, turns: list[dict[str, Any]]) -> float:
        began = time.perf_counter()
        stream = self._llama.create_chat_completion(
            messages=turns, max_tokens=1, temperature=0.0, stream=True
        )
        for part in stream:
            choice = part["choices"][0]
            if choice["delta"].get("content") or choice["finish_reason"]:
                break
        found = time.perf_counter() - began
        list(stream)
        return found

    def close(self) -> None:
        self._llama.close()


def _as_text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _as_url(pixels: NDArray[np.uint8]) -> dict[str, Any]:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    data = base64.b64encode(buffer.getvalue()).decode()
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}


# ------------------------------------------------------------------------- tokens, memory


@dataclass(frozen=True, slots=True)
class Decoding:
    """Tokens per second through the worker, and the milliseconds that the pipe adds to each."""

    rate: float
    pipe_ms: float


def decoding(client: ModelProcess, tokens: int) -> Decoding:
    """Text of several questions about one picture."""
    seen, cancel = picture(tokens), Cancel()
    count, inside, outside = 0, 0.0, 0.0
    for number in range(2 * RUNS):
        assert client.ask(request(seen, f"{FIRST} {number}"), seen, cancel) is not None
        began = time.perf_counter()
        (*_, last) = client.go_on(f"{WORDS[0]}\n", cancel)
        outside += 1000 * (time.perf_counter() - began)
        assert isinstance(last, Finished)
        count, inside = count + last.tokens, inside + last.decode_ms
    return Decoding(1000 * count / inside, (outside - inside) / count)


def bare_rate(pair: Pair, tokens: int) -> float:
    """Tokens per second of llama.cpp itself: llama_decode of one token, over and over."""
    with _runtime(pair.text, pair.best) as runtime:
        seen = picture(tokens)
        assert runtime.see(seen, SYSTEM, never) is not None
        assert runtime.start(request(seen, FIRST), never) is not None
        context = runtime._parts.context
        steps = 16 * RUNS
        spent = seconds(lambda: [context.step(11, never) for _ in range(steps)])
        return steps / spent


def resident(pid: int | None) -> int:
    """Bytes of a process in RAM."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


def growth() -> float:
    """How much a worker grows from its 20th picture to its 200th, in percent (tiny model)."""
    model = tiny_model()
    client = ModelProcess(LoadOrder(str(model.text), str(model.tower), cache_bytes=4_000_000))
    early = 0
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


# ---------------------------------------------------------------------------------- report


def report(pair: Pair) -> str:
    encoded = encode_rows(pair)
    prefilled = prefill_row(pair)
    bare = bare_rate(pair, 256)
    client = ModelProcess(LoadOrder(str(pair.text), str(pair.best)))
    try:
        asked = {tokens: ours(client, tokens) for tokens in pair.budgets}
        decoded = decoding(client, 256)
        memory = resident(client.pid)
    finally:
        client.close()
    handler = Handler(pair)
    try:
        theirs = {n: handler.asked(n, RUNS if n < 512 else 1) for n in pair.budgets}
    finally:
        handler.close()
    head = ["picture tokens", *map(str, pair.budgets)]
    rows = [*encoded, ["prefill of system prompt and picture", *prefilled]]
    rows += _question_rows(pair, asked, theirs)
    return (
        f"Seconds, medians of {RUNS}; `WhichOne` is its worker process with the prepared tower, "
        "`handler` is llama-cpp-python's Qwen25VLChatHandler (one run from 512 tokens on).\n\n"
        f"{table(head, rows)}\n\n"
        f"Decoding: {decoded.rate:.1f} tokens a second through the worker, {bare:.1f} in "
        f"llama.cpp's bare loop ({100 * decoded.rate / bare - 100:+.1f} percent); the pipe adds "
        f"{decoded.pipe_ms:.2f} ms a token. Resident memory of the worker: "
        f"{memory / 1e9:.2f} GB. After {PICTURES} pictures a worker (tiny model) has "
        f"{growth():+.1f} percent of memory."
    )


def _question_rows(
    pair: Pair, asked: dict[int, Asked], theirs: dict[int, tuple[float, float]]
) -> list[list[object]]:
    lines: dict[str, Callable[[int], str]] = {
        "question to first token, picture seen before": lambda n: f"{asked[n].eager:.2f}",
        "question to first token, picture not seen before": lambda n: f"{asked[n].late:.2f}",
        "question to first token, handler": lambda n: f"{theirs[n][0]:.2f}",
        "times sooner, seen before": lambda n: f"{theirs[n][0] / asked[n].eager:.1f}",
        "times sooner, not seen before": lambda n: f"{theirs[n][0] / asked[n].late:.1f}",
        "follow-up to first token": lambda n: f"{asked[n].follow_up:.2f}",
        "follow-up to first token, handler": lambda n: f"{theirs[n][1]:.2f}",
        "follow-up, times sooner": lambda n: f"{theirs[n][1] / asked[n].follow_up:.1f}",
    }
    return [[name, *(line(tokens) for tokens in pair.budgets)] for name, line in lines.items()]


def prepared(text: Path, tower: Path, folder: Path, budgets: tuple[int, ...]) -> Pair:
    """The tower as converted, and in both prepared formats."""
    towers = {"as converted": tower}
    for name, has_bf16 in (("padded, F16", False), ("padded, BF16", True)):
        made = folder / f"mmproj-{'bf16' if has_bf16 else 'f16'}-padded.gguf"
        if not made.exists():
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
