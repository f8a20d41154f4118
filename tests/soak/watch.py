"""Looks at a program and everything that it started, from outside, through /proc."""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MIB = 2**20


@dataclass(frozen=True, slots=True)
class Sample:
    """at: seconds since the start.  Memory is resident, in MiB; worker is 0 without one.

    is_settled: whether the same two pictures were open as at every other such moment.
    """

    at: float
    app: float
    worker: float
    threads: int
    files: int
    children: int
    is_settled: bool = False


@dataclass(frozen=True, slots=True)
class Quarters:
    """Medians of the four quarters of the time after the warm-up."""

    values: tuple[float, ...]

    @property
    def growth(self) -> float:
        """The last quarter against the first: 0.05 is five percent more."""
        first, last = self.values[0], self.values[-1]
        return last / first - 1 if first else 0.0


def sample(pid: int, at: float, *, is_settled: bool = False) -> Sample | None:
    """The program as it is now; None once it has ended."""
    try:
        app = _resident(pid)
        threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
        files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return None
    children = descendants(pid)
    workers = [_resident_or_none(child) for child in children if _is_worker(child)]
    return Sample(at, app, sum(workers), threads, files, len(children), is_settled)


def descendants(pid: int) -> list[int]:
    """Every process that a process has started and that still runs, and theirs."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *descendants(child)]
    return found


def quarters(values: Sequence[float]) -> Quarters:
    """Medians of four parts of equal length; needs at least four values."""
    size = len(values) / 4
    parts = [values[round(n * size) : round((n + 1) * size)] for n in range(4)]
    return Quarters(tuple(statistics.median(part) for part in parts))


def marked(mark: str) -> list[int]:
    """Processes that carry the mark in their environment, this one aside."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            environ = (folder / "environ").read_bytes()
        except OSError:
            continue
        if mark.encode() in environ.split(b"\0"):
            found.append(int(folder.name))
    return found


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def _resident_or_none(pid: int) -> float:
    try:
        return _resident(pid)
    except OSError:
        return 0.0


def _is_worker(pid: int) -> bool:
    try:
        return b"llama.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
