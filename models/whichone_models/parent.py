"""A process that ends with the one that started it, whatever either of them is doing."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with(parent: int, status: int) -> None:
    """Have this process killed when its parent ends, also where no thread of it can notice.

    parent: its process id; where it has ended already, this one exits with the status.  Linux
    does this; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(status)
