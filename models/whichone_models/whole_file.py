"""Small files that are there whole or not at all, also where the disk is full."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


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
