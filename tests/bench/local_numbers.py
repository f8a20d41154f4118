"""The numbers of the local model's speed, and the tables and targets that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from whichone_models.keeping.tower import this_cpu

PLAIN, HALF, BRAIN = "as converted", "padded, F16", "padded, BF16"
PICTURES = 200


@dataclass(frozen=True, slots=True)
class Pair:
    """The files to measure: text, tower as converted, and the towers made of it."""

    text: Path
    towers: dict[str, Path]
    budgets: tuple[int, ...]

    @property
    def best(self) -> str:
        return BRAIN if this_cpu().has_bf16 else HALF


@dataclass(frozen=True, slots=True)
class Asked:
    """Seconds to the first token: picture seen before, not seen before, follow-up, and that
    after a closer look at something else."""

    eager: float
    late: float
    follow_up: float
    after_look: float


@dataclass(frozen=True, slots=True)
class Share:
    """A ratio: its median, and the 95% interval of that."""

    median: float
    low: float
    high: float

    @property
    def said(self) -> str:
        """In per cent more."""
        middle, low, high = (100 * (each - 1) for each in (self.median, self.low, self.high))
        return f"{middle:+.1f} % ({low:+.1f} to {high:+.1f})"


@dataclass(frozen=True, slots=True)
class Decoding:
    """A token: llama.cpp's bare loop, the runtime in this process, the worker; and their ratios."""

    bare_ms: float
    inside_ms: float
    worker_ms: float
    pipe_ms: float
    inside: Share
    worker: Share
    rounds: int


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything.  encode: tower -> tokens -> seconds.  theirs: first token and follow-up."""

    encode: dict[str, dict[int, float]]
    prefill: dict[int, float]
    asked: dict[int, Asked]
    theirs: dict[int, tuple[float, float]]
    decoding: Decoding
    resident: int
    growth: float


def times_rows(pair: Pair, found: Measured) -> list[list[object]]:
    """Seconds by picture tokens."""
    asked, other = found.asked, found.theirs
    lines: dict[str, Callable[[int], float]] = {
        f"encode, tower {name}": (lambda n, name=name: found.encode[name][n])  # type: ignore[misc]
        for name in pair.towers
    }
    lines |= {
        "prefill of system prompt and picture": lambda n: found.prefill[n],
        "question to first token, picture seen before": lambda n: asked[n].eager,
        "question to first token, picture not seen before": lambda n: asked[n].late,
        "question to first token, handler": lambda n: other[n][0],
        "follow-up to first token": lambda n: asked[n].follow_up,
        "follow-up after a closer look": lambda n: asked[n].after_look,
        "follow-up to first token, handler": lambda n: other[n][1],
    }
    return [[name, *(f"{line(n):.2f}" for n in pair.budgets)] for name, line in lines.items()]


def target_rows(pair: Pair, found: Measured) -> list[list[object]]:
    """Target, what was measured for each size, whether it is met."""
    sizes = pair.budgets
    asked, other, encode = found.asked, found.theirs, found.encode
    half = [encode[PLAIN][n] / encode[HALF][n] for n in sizes]
    brain = [encode[PLAIN][n] / encode[BRAIN][n] for n in sizes]
    eager = [asked[n].eager for n in sizes]
    sooner = [other[n][0] / asked[n].eager for n in sizes]
    follow = [other[n][1] / asked[n].follow_up for n in sizes]
    slower = found.decoding.worker
    rows: list[list[object]] = [
        _target("tower prepared for BF16, times as fast", sizes, brain, "at least 2", 2.0),
        _target("tower prepared for AVX2 (F16), times as fast", sizes, half, "at least 1.2", 1.2),
        _target("first token, picture seen before: times sooner", sizes, sooner, "at least 20", 20),
        _target("the same in seconds", sizes, eager, "under 0.7", -0.7),
        _target("follow-up, times sooner", sizes, follow, "at least 20", 20.0),
        ["a token against the bare loop", slower.said, "within 3 %", _met(slower.median <= 1.03)],
        ["what the pipe adds to a token", f"{found.decoding.pipe_ms:.2f} ms", "under 5 ms",
         _met(found.decoding.pipe_ms < 5)],
        [f"memory after {PICTURES} pictures (tiny model)", f"{found.growth:+.1f} %", "under 2 %",
         _met(found.growth < 2)],
    ]  # fmt: skip
    if not this_cpu().has_bf16:
        rows[0][-1] = "this processor has no BF16"
    return rows


def _target(
    name: str, sizes: Sequence[int], values: Sequence[float], target: str, bound: float
) -> list[object]:
    """bound: the least value, or, negative, the first that is too much."""
    good = [value >= bound if bound > 0 else value < -bound for value in values]
    said = ", ".join(f"{n}: {value:.2f}" for n, value in zip(sizes, values, strict=True))
    missed = [str(n) for n, is_good in zip(sizes, good, strict=True) if not is_good]
    return [name, said, target, f"not met at {', '.join(missed)}" if missed else "met"]


def _met(is_met: bool) -> str:
    return "met" if is_met else "not met"
