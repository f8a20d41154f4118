"""Processes that are not children of this one: waiting for their end, and finding workers.

After a signal a process is not gone at once: the kernel may show it as running for a moment
more. So a test waits for the end with a generous limit instead of looking once.
"""

from __future__ import annotations

import os
import select
from pathlib import Path


def has_ended(pid: int, within_s: float = 10) -> bool:
    """Whether a process ends within so many seconds; it returns as soon as it has.

    One that does not exist has ended, and so has one that nobody has waited for yet (a
    zombie): its file descriptor is readable from its exit on (`man 2 pidfd_open`).
    """
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], within_s)[0])
    finally:
        os.close(handle)


def workers_of(pid: int) -> list[int]:
    """The model workers that a program started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for task in tasks for child in _read(task).split()]
    return [child for child in children if b"llama.worker" in _read(Path(f"/proc/{child}/cmdline"))]


def _read(path: Path) -> bytes:
    """Empty for a thread or a process that has just ended."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
