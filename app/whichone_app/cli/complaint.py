"""One plain sentence on standard error, whatever the terminal can show."""

from __future__ import annotations

import errno
import os
import sys

from whichone_core.records import one_line

LONGEST = 2000
"""Characters of one complaint; a file name or a wrong option may be a megabyte."""


def visible(text: str) -> str:
    """One line of a bearable length, in characters that standard error has."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    return one_line(text)[:LONGEST].encode(encoding, "replace").decode(encoding)


def say(sentence: str) -> None:
    """Print one line; characters that the terminal does not have become question marks.

    Where standard error is closed or full there is nobody to tell; the exit code remains.
    """
    try:
        print(visible(f"whichone: {sentence}"), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr.fileno())


def discard(descriptor: int) -> None:
    """Send what is still to be written there nowhere, so that Python's end says nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def is_output_lost(error: OSError) -> bool:
    """Whether this is what writing to a full disk, a closed or a broken output raises."""
    codes = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
    return error.filename is None and error.errno in codes
