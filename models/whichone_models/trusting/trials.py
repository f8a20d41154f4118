"""What is known of a model on this machine: that it passed its self-test, and how fast it sees.

The speed decides how many tokens a picture is worth (`language/budget.py`).  Both belong to
the machine as well as to the model, so the machine is written beside them; on another one (a
folder on a stick), and the verdict also with another version of llama.cpp, they count as
unknown.
"""

from __future__ import annotations

import json
import os
import platform
import time
from pathlib import Path

import numpy as np
from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from whichone_models.files.sidecar import Sidecar
from whichone_models.llama.geometry import fitted
from whichone_models.llama.runtime import ModelClient, Picture, Request

FILE_NAME = "speed.json"
TESTED = "tested.json"
SIDE = 336
"""Pixels: 144 tokens with Qwen2.5-VL, a few seconds on a slow machine."""
_SEEDS = (20, 21)


def measured_speed(client: ModelClient, sidecar: Sidecar, cancel: Cancel) -> float:
    """Picture tokens in a second, encoding and prefilling; 0 where it cannot be told.

    The model is loaded already.  Pictures of noise, the quicker one counts: what another
    program takes away for a moment is no property of this machine.
    """
    words = tuple(sidecar.words.values())
    try:
        bare = client.ask(Request("", "", "Hello", words=words), None, cancel)
        if bare is None:
            return 0.0
        tokens = bare.evaluated + bare.reused
        return max(_one(client, sidecar, words, tokens, seed, cancel) for seed in _SEEDS)
    except ModelError:
        return 0.0


def _one(
    client: ModelClient,
    sidecar: Sidecar,
    words: tuple[str, ...],
    bare_tokens: int,
    seed: int,
    cancel: Cancel,
) -> float:
    noise = np.random.default_rng(seed).integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)
    pixels = fitted(noise, sidecar.processor)
    picture = Picture(f"speed {time.monotonic_ns()}", pixels)
    started = time.perf_counter()
    seen = client.ask(Request(picture.key, "", "Hello", words=words), picture, cancel)
    seconds = time.perf_counter() - started
    if seen is None or seconds <= 0:
        return 0.0
    return max(0, seen.evaluated + seen.reused - bare_tokens) / seconds


def keep_speed(folder: Path, tokens_per_s: float) -> None:
    """Write it beside the model; where that cannot be, it stays unknown.

    A slower measurement than the last on this machine changes nothing.
    """
    if tokens_per_s <= kept_speed(folder):
        return
    record = {"machine": machine(), "tokens_per_s": round(tokens_per_s, 2)}
    try:
        (folder / FILE_NAME).write_text(json.dumps(record), encoding="utf-8")
    except OSError:
        return


def kept_speed(folder: Path) -> float:
    """What was measured on this machine; 0 where nothing was."""
    try:
        record = json.loads((folder / FILE_NAME).read_bytes())
        if record["machine"] != machine():
            return 0.0
        return max(0.0, float(record["tokens_per_s"]))
    except (OSError, ValueError, KeyError, TypeError):
        return 0.0


def keep_verdict(folder: Path, runtime: str, *, is_sound: bool) -> None:
    """Note that a model passed its self-test here with this runtime, or that it failed.

    Raises OSError only where a failure cannot be noted: a bad model must not count as good.
    """
    file = folder / TESTED
    if not is_sound:
        if file.exists():  # a read-only folder refuses also where there is nothing to take away
            file.unlink(missing_ok=True)
        return
    try:
        file.write_text(json.dumps([machine(), runtime]), encoding="utf-8")
    except OSError:
        return  # it is tested again the next time


def has_passed(folder: Path, runtime: str) -> bool:
    """Whether a model passed its self-test on this machine with this runtime."""
    return bool(runtime) and passed_with(folder) == runtime


def passed_with(folder: Path) -> str:
    """The runtime with which a model passed its self-test on this machine; empty for none."""
    try:
        where, runtime = json.loads((folder / TESTED).read_bytes())
    except (OSError, ValueError, TypeError):
        return ""
    return runtime if where == machine() and isinstance(runtime, str) else ""


def machine() -> str:
    """What tells two machines apart, as far as speed goes."""
    return f"{platform.node()} {platform.machine()} {os.cpu_count()}"
