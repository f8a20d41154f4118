"""llama.cpp's library, loaded once, with its messages sent to logging instead of the terminal.

Importing llama_cpp loads native code and sets a global log callback that prints; ours takes
its place at once.  Nothing of the process's own output is redirected (facts, llama.cpp).
"""

from __future__ import annotations

import ctypes
import logging
import os
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.watch import Watch

LEVELS = {3: logging.WARNING, 4: logging.ERROR}
"""GGML_LOG_LEVEL_WARN and _ERROR; what is less (and continuations) is not passed on."""

SPINS = "5000"
"""How long a thread that waits for the others turns before it sleeps (GNU OpenMP).

By default it turns for ever, which on a machine that also reads text or finds objects costs
whole time slices: measured on two busy cores (load 20), 3 layers of 3B's shape in Q4_K_M, a token
took 670-800 ms so and 80-95 ms with this; with all cores to itself 6.2 and 5.4 ms.
"""

log = logging.getLogger("whichone.llama")


@dataclass(frozen=True, eq=False)
class Library:
    """The two sets of low-level calls, and the last complaints, for the causes of faults.

    watches: what is being computed; what is said of a computation that was stopped is dropped.
    """

    llama: Any
    mtmd: Any
    watches: list[Watch] = field(default_factory=list)
    complaints: deque[str] = field(default_factory=lambda: deque(maxlen=8))
    _kept: list[Any] = field(default_factory=list)

    def listen(self) -> None:
        """Route the library's warnings and errors to logging, for the whole process."""

        def heard(level: int, text: bytes, _: Any) -> None:
            line = text.decode("utf-8", "replace").strip()
            is_stopping = any(watch.is_stopping for watch in self.watches)
            if level in LEVELS and line and not is_stopping:
                self.complaints.append(line)
                log.log(LEVELS[level], "%s", line)

        callback = self.llama.llama_log_callback(heard)
        self._kept.append(callback)  # the library keeps only an address
        for target in (
            self.llama.llama_log_set,
            self.mtmd.mtmd_log_set,
            self.mtmd.mtmd_helper_log_set,
        ):
            target(callback, ctypes.c_void_p(0))

    def last_words(self) -> str:
        """The last complaints in one line, and forget them."""
        words = "; ".join(self.complaints)
        self.complaints.clear()
        return words


@cache
def library() -> Library:
    """Load the library.  Raises ImportError or OSError where it is not there or broken."""
    os.environ.setdefault("GOMP_SPINCOUNT", SPINS)  # read once, when the library is loaded
    import llama_cpp.llama_cpp as llama
    import llama_cpp.mtmd_cpp as mtmd

    loaded = Library(llama, mtmd)
    loaded.listen()
    llama.llama_backend_init()
    return loaded


def physical_cores() -> int:
    """Cores that this process may use; two threads of one core only get in each other's way."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        import psutil

        cores = psutil.cpu_count(logical=False)
    except ImportError:
        cores = None
    return max(1, min(cores or allowed or 1, allowed or 1))


def resident_bytes() -> int:
    """Memory of this process that is in RAM now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import psutil
    except ImportError:
        return 0
    return int(psutil.Process().memory_info().rss)


def floats(address: Any, count: int) -> NDArray[np.float32]:
    """A view (no copy) of floats that the library owns."""
    return np.ctypeslib.as_array(address, shape=(count,))


def fill(parameters: Any, **values: Any) -> Any:
    """Set fields of a parameter structure; ctypes would take a misspelt one in silence."""
    known = {name for name, *_ in parameters._fields_}
    for name, value in values.items():
        if name not in known:
            raise AttributeError(f"{type(parameters).__name__} has no field {name}")
        setattr(parameters, name, value)
    return parameters
