"""Files on the user's disk: checksums, room, locks, and what the system's refusals mean.

Everything long reports its progress in bytes and can be cancelled between two blocks.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

from whichone_core.errors import StorageError
from whichone_core.paths import is_folder
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _

from .sizes import gigabytes

Progress = Callable[[int, int], None]
"""Called often with the bytes done and the bytes in all."""

BLOCK = 2**20
SPARE_BYTES = 200_000_000
"""Room that is left free on a disk: a full one breaks other programs."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class Cancelled(Exception):
    """The user stopped it; what was done so far is kept.  Never leaves this package's calls
    that say so: they return None instead."""


class ReadOnlyError(StorageError):
    """Nothing may be written there: what needs no writing goes on without."""


def no_progress(done: int, whole: int) -> None:
    """For callers that tell nobody."""


def refusal(error: OSError, folder: Path) -> StorageError:
    """What a failed write means, in a sentence."""
    if error.errno in _FULL:
        return StorageError(
            _("The disk of {folder} is full.", folder=folder),
            remedy=_("Free some space, then try again; what is there already is kept."),
            cause=str(error),
        )
    if error.errno in _FORBIDDEN:
        return ReadOnlyError(
            _("Nothing can be written in {folder}.", folder=folder),
            remedy=_("Check that the folder is yours and not read-only."),
            cause=str(error),
        )
    return StorageError(
        _("The folder {folder} cannot be used.", folder=folder),
        remedy=_("Check that its disk is connected and works."),
        cause=str(error),
    )


def need_room(folder: Path, count: int) -> None:
    """Raises StorageError where so many bytes do not fit on the folder's disk."""
    there = next((each for each in (folder, *folder.parents) if is_folder(each)), folder)
    try:
        free = shutil.disk_usage(there).free
    except OSError as error:
        raise refusal(error, folder) from error
    if count + SPARE_BYTES > free:
        raise StorageError(
            _(
                "There is not enough room on the disk: about {needed} needed, only {free} free.",
                needed=gigabytes(count + SPARE_BYTES),
                free=gigabytes(free),
            ),
            remedy=_("Free some space, or take a smaller model."),
            cause=f"disk of {there}",
        )


def checksum(path: Path, progress: Progress = no_progress, cancel: Cancel | None = None) -> str:
    """The SHA-256 of a file (hex).  Raises OSError and Cancelled."""
    with path.open("rb") as stream:
        whole = os.fstat(stream.fileno()).st_size
        return _fed(hashlib.sha256(), stream, whole, progress, cancel).hexdigest()


def _fed(
    digest: hashlib._Hash,
    stream: BinaryIO,
    whole: int,
    progress: Progress,
    cancel: Cancel | None,
) -> hashlib._Hash:
    done = 0
    while block := stream.read(BLOCK):
        if cancel is not None and cancel.is_requested:
            raise Cancelled
        digest.update(block)
        done += len(block)
        progress(done, whole)
    return digest


def copied(
    source: IO[bytes], target: Path, whole: int, progress: Progress, cancel: Cancel | None
) -> str:
    """Copy a stream into a file that reaches the disk; gives its SHA-256 (hex).

    Raises OSError and Cancelled.
    """
    digest = hashlib.sha256()
    done = 0
    with target.open("wb") as stream:
        while block := source.read(BLOCK):
            if cancel is not None and cancel.is_requested:
                raise Cancelled
            digest.update(block)
            stream.write(block)
            done += len(block)
            progress(done, whole)
        stream.flush()
        os.fsync(stream.fileno())
    return digest.hexdigest()


@contextmanager
def emptied(folder: Path) -> Iterator[None]:
    """Begin with nothing in a folder, and leave nothing where it fails.  Raises StorageError."""
    _empty(folder)
    try:
        yield
    except BaseException:
        with suppress(StorageError):
            _empty(folder)
        raise


def _empty(folder: Path) -> None:
    try:
        for path in folder.iterdir():
            path.unlink()
    except OSError as error:
        raise refusal(error, folder) from error


@contextmanager
def only_one(lock: Path, sentence: str) -> Iterator[None]:
    """Hold a lock that ends with the process, however it ends.

    Raises StorageError with the sentence where another process, or this one, holds it.
    """
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        stream = lock.open("a+b")
    except OSError as error:
        raise refusal(error, lock.parent) from error
    with stream:
        try:
            _seize(stream)
        except OSError as error:
            raise StorageError(
                sentence, remedy=_("Wait until it has finished."), cause=str(error)
            ) from error
        yield


def _seize(stream: BinaryIO) -> None:
    """Lock the first byte, without waiting.  Raises OSError where somebody has it."""
    if sys.platform == "win32":
        import msvcrt

        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
