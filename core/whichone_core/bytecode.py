"""Python's compiled copies of modules: none is half written, and a damaged one is mended.

Python 3.11 takes no notice where a disk fills up in the middle of such a file (cpython issue
126606), and every later start then ends with "marshal data too short", also when there is room
again.  So none is written where the disk is nearly full, and one that cannot be read is taken
away: Python makes it anew from the source.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType

LEAST_FREE_BYTES = 64_000_000
"""All compiled copies of a start take about half of this."""
_READER = "_compile_bytecode"
"""The function of Python's importer that takes a compiled copy apart."""


def spare_a_full_disk(place: Path = Path(__file__)) -> None:
    """Write no compiled copies, nor have children write any, where the disk is nearly full."""
    if _free_bytes(place.parent) < LEAST_FREE_BYTES:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def mended(error: BaseException) -> bool:
    """Whether a damaged compiled copy was the cause of an error, and has been taken away."""
    removed = [_is_removed(copy) for copy in _unreadable(error)]  # all of them
    return any(removed)


def _free_bytes(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return LEAST_FREE_BYTES


def _unreadable(error: BaseException) -> Iterator[Path]:
    """The compiled copies that Python could not take apart, of an error and its causes."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if isinstance(cause, (EOFError, ValueError, TypeError)):
            yield from _read_in(cause.__traceback__)
        cause = cause.__cause__ or cause.__context__


def _read_in(trace: TracebackType | None) -> Iterator[Path]:
    while trace is not None:
        frame = trace.tb_frame
        path = frame.f_locals.get("bytecode_path")
        if frame.f_code.co_name == _READER and isinstance(path, str):
            yield Path(path)
        trace = trace.tb_next


def _is_removed(copy: Path) -> bool:
    with suppress(OSError):
        copy.unlink()
        return True
    return False
