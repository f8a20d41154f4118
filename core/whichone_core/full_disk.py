"""A full disk, whatever the library calls it that meets one, and what is said about it.

The one place for every command line: where it is anywhere among the causes of a failure, a user
hears that and what to do, not the failure that followed from it.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from whichone_core.catalogue import _
from whichone_core.errors import StorageError, WhichOneError

_CODES = frozenset({errno.ENOSPC, errno.EDQUOT})
_WORDS = re.compile(
    r"No space left on device|not enough space on the disk|database or disk is full"
    r"|\d+ requested and \d+ written"
    r"|inline_container\.cc.*(?:unexpected pos|file write failed)"
)
"""Of the system (also through safetensors, which is Rust), SQLite, NumPy's `tofile`, and PyTorch's
archive: each was met on a tmpfs of one megabyte, with versions of 2026."""


def full_disk(error: BaseException) -> StorageError | None:
    """What to say where a full disk is behind an error; None where it is not.

    An error of ours keeps its sentence, which names the file, and gets this remedy instead of its
    own; one that speaks of the disk already is told as it is.
    """
    if not any(_is_full(each) for each in _causes(error)):
        return None
    said = _("The disk is full.")
    remedy = _("Free some space, then run the same command again.")
    if isinstance(error, WhichOneError):
        if "space" in error.remedy or said == error.sentence:
            return StorageError(error.sentence, remedy=error.remedy, cause=error.cause)
        said = f"{error.sentence} {said}"
    return StorageError(said, remedy=remedy, cause=f"{type(error).__name__}: {error}")


@contextmanager
def full_disk_told() -> Iterator[None]:
    """Raises StorageError in place of any error that a full disk is behind; others pass."""
    try:
        yield
    except Exception as error:
        if (full := full_disk(error)) is not None:
            drop_output()
            raise full from error
        raise


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what it came from, each once."""
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        yield each
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)


def _is_full(error: BaseException) -> bool:
    if isinstance(error, OSError) and error.errno in _CODES:
        return True
    # Not of errors of ours: their causes are in the chain themselves.
    return not isinstance(error, WhichOneError) and bool(_WORDS.search(str(error)))


def drop_output() -> None:
    """Send what standard output still holds nowhere, so that Python's end does not fail on it."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
