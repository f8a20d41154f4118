"""When a worker has to be ended: the limits, and the verdict over what it shows of itself.

A worker in C code that lets go of the interpreter's lock still beats, so a heart is not
enough: each beat also says how long its task has shown no progress (the runtime asks whether
it was cancelled for every layer and token, and that is counted).
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class End(StrEnum):
    """Why the app ended a worker that had not died by itself."""

    CLOSED = "closed"  # the app is done with it
    IDLE = "idle"  # nothing was asked for long
    FULL = "full"  # over its memory budget, between two questions
    BURSTING = "bursting"  # far over its memory budget
    HUNG = "hung"  # no progress
    SILENT = "silent"  # no heartbeat
    DEAF = "deaf"  # did not end what was cancelled
    BROKEN = "broken"  # said so itself


EXPECTED = frozenset({End.CLOSED, End.IDLE, End.FULL, End.DEAF})
"""Ends that say nothing against the model: they are no failures."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a worker may take.  Seconds and bytes.

    start_s: until it speaks.  load_s: loading a model (5 s measured for 3 GB; a cold disk
    takes minutes).  still_s: any other task without progress.  silence_s: without heartbeat.
    cancel_s: to end a cancelled task.  idle_s: unloaded after so long; 0 for never.
    memory_bytes: budget of resident memory; 0 for what it took after its first answer and
    GROWTH more.
    """

    start_s: float = 60.0
    load_s: float = 600.0
    still_s: float = 60.0
    silence_s: float = 20.0
    cancel_s: float = 2.0
    idle_s: float = 900.0
    memory_bytes: int = 0


GROWTH = 1_000_000_000
_BURST = 1.5
"""Over the budget by this factor a worker is ended in the middle of a question."""


@dataclass(frozen=True, slots=True)
class Vitals:
    """What is known of a worker now.

    silent_s: since the last beat, or since its start.  still_s: of its task; 0 without one.
    cancelled_s: since its task was cancelled; 0 where it was not.
    """

    has_spoken: bool
    is_loading: bool
    silent_s: float
    still_s: float
    cancelled_s: float
    resident_bytes: int


def verdict(vitals: Vitals, limits: Limits) -> End | None:
    """Whether it has to be ended now, and why."""
    if vitals.silent_s > (limits.silence_s if vitals.has_spoken else limits.start_s):
        return End.SILENT
    if vitals.still_s > (limits.load_s if vitals.is_loading else limits.still_s):
        return End.HUNG
    if vitals.cancelled_s > limits.cancel_s:
        return End.DEAF
    if limits.memory_bytes and vitals.resident_bytes > _BURST * limits.memory_bytes:
        return End.BURSTING
    return None


def is_full(resident_bytes: int, after_first_answer: int, limits: Limits) -> bool:
    """Whether a worker should be replaced before the next question (field report 61).

    after_first_answer: its resident memory then, 0 before.  A model that takes more than the
    budget by itself is not replaced for that: the next would take as much.
    """
    if not after_first_answer:
        return False
    if limits.memory_bytes:
        return resident_bytes > max(limits.memory_bytes, 1.1 * after_first_answer)
    return resident_bytes > after_first_answer + GROWTH


def resident_bytes(pid: int | None = None) -> int:
    """Memory of a process (None: of this one) that lies in RAM, in bytes; 0 once it is gone."""
    if sys.platform == "linux":
        try:
            words = Path(f"/proc/{pid or 'self'}/statm").read_text(encoding="ascii").split()
        except (FileNotFoundError, ProcessLookupError):
            return 0
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.NoSuchProcess:
        return 0
