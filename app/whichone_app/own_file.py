"""A TOML file of the user's own: its order, its comments and whatever else stands there stay.

change_file(settings.toml) -> read as it is now -> changed -> beside it -> in its place
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.settings_file import text_of

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def change_file(file: Path, head: str, change: Callable[[TOMLDocument], None]) -> None:
    """Change a TOML file, whole or not at all; where there is none yet, one with the head.

    head: a line that says what the file is.  Raises OSError and RuntimeError where it cannot
    be written, ValueError and RecursionError where it is no TOML; it is left as it is then.
    """
    target = file.resolve()  # a link stays a link
    document = _document(target, head)
    change(document)
    _replace(target, document.as_string())


def _document(file: Path, head: str) -> TOMLDocument:
    """The file as it stands, or a new one with a line that says what it is."""
    import tomlkit  # not needed to answer a question

    try:
        if not file.stat().st_mode & 0o222:  # also for root, who may write anything
            raise PermissionError(f"{file} is read-only")
        text = text_of(file)
    except FileNotFoundError:
        document = tomlkit.document()
        document.add(tomlkit.comment(head))
        document.add(tomlkit.nl())
        return document
    return tomlkit.parse(text)


def _replace(file: Path, text: str) -> None:
    """Write beside the file, then take its place; its permissions stay."""
    part = file.with_name(f".{uuid.uuid4().hex}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(FileNotFoundError):
            part.chmod(file.stat().st_mode & 0o777)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
