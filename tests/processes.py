"""Waiting for the end of processes that are not children of this one.

After a signal a process is not gone at once: the kernel may show it as running for a moment
more. So a test waits for the end with a generous limit instead of looking once.
"""

from __future__ import annotations

import os
import select


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
