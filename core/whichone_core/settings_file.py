"""The file of the settings: read strictly, each value with the line that it stands in."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path

from whichone_core.catalogue import _
from whichone_core.errors import SetupError

MOST_BYTES = 1_000_000
"""A settings file beyond this is none."""


@dataclass(frozen=True, slots=True)
class Given:
    """One value and where it stands, as a sentence ends with it."""

    value: object
    place: str


def values_in(file: Path) -> dict[str, Given]:
    """Settings in a TOML file, each with its line."""
    try:
        text = text_of(file)
        values = tomllib.loads(text)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SetupError(
            _("The settings file {file} cannot be read.", file=file),
            remedy=_("Check that it is a file and that you may read it."),
            cause=str(error),
        ) from error
    except (ValueError, RecursionError) as error:  # also numbers and nesting without end
        raise SetupError(
            _("The settings file {file} is not valid TOML: {error}.", file=file, error=error),
            remedy=_('Every line must read like: voice = "espeak"'),
            cause=str(error),
        ) from error
    return {key: Given(value, _place(file, text, key)) for key, value in values.items()}


def text_of(file: Path) -> str:
    """The text of a settings file; a pipe, a device or a huge file is never waited for.

    Raises OSError and UnicodeDecodeError.
    """
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as stream:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            raise OSError(errno.EINVAL, "no file of at most a megabyte", str(file))
        return stream.read(MOST_BYTES).decode("utf-8-sig")


def _place(file: Path, text: str, key: str) -> str:
    """Where a key stands: the file, and the line where it can be found."""
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    for number, line in enumerate(text.splitlines(), start=1):
        if pattern.match(line):
            return _("in line {number} of {file}", number=number, file=file)
    return _("in {file}", file=file)
