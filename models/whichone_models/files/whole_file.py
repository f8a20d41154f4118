"""Small files that are there whole or not at all, also where the disk is full."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

MOST_BYTES = 1_000_000


def read_small(path: Path) -> bytes:
    """The bytes of a file of at most a megabyte; a pipe or a device is never waited for.

    Raises OSError, and ValueError for what is no such file.
    """
    size = path.stat().st_size
    if not path.is_file() or size > MOST_BYTES:
        raise ValueError("no file of at most a megabyte")
    return path.read_bytes()


def write_text(path: Path, text: str) -> None:
    """Write a small file, whole or not at all.  Raises OSError."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
