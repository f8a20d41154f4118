"""A zip with a model: which files of it matter, and how they are unpacked.

Only plain names are used, so nothing is ever written outside the folder; what a zip says of
its sizes is compared with the room first, and no more than that is ever unpacked.
"""

from __future__ import annotations

import lzma
import re
import zipfile
import zlib
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.languages import N_
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.disk import Progress, copied, need_room, refusal
from whichone_models.files.sidecar import FILE_NAME, SAFE_NAME

MOST_FILES = 50
PATHS_REMEDY = N_("Give the two GGUF files of a model, or a folder or a zip with them.")
_BEGINS = b"PK\x03\x04"
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,  # an unknown compression
    RuntimeError,  # it needs a password
    EOFError,
)


def is_zip(path: Path) -> bool:
    """Whether this is a zip.  Raises InputError for one that was cut short.

    Pipes and devices are none: they could be read for ever.
    """
    try:
        if not path.is_file() or path.suffix.casefold() == ".gguf":
            return False
        is_whole = zipfile.is_zipfile(path)
        with path.open("rb") as stream:
            begins = stream.read(len(_BEGINS)) == _BEGINS
    except OSError:
        return False
    if begins and not is_whole:
        raise _broken(path, EOFError("it has no end"))
    return is_whole


def unpack(path: Path, folder: Path, progress: Progress, cancel: Cancel) -> None:
    """Write a model's files into a folder, by their plain names.

    Raises InputError for a zip that is broken or holds no model, StorageError, Cancelled.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            members = _members(packed)
            need_room(folder, sum(member.file_size for member in members.values()))
            for plain, member in members.items():
                with packed.open(member) as stream:
                    copied(stream, folder / plain, member.file_size, progress, cancel)
    except _BROKEN as error:
        raise _broken(path, error) from error
    except OSError as error:
        if error.errno is None:  # as bz2 says that its data are broken
            raise _broken(path, error) from error
        raise refusal(error, folder) from error


def _members(packed: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files that matter by their plain names; folders and tricks in names are dropped."""
    found: dict[str, zipfile.ZipInfo] = {}
    for member in packed.infolist():
        plain = re.split(r"[/\\]", member.filename)[-1]
        if not member.is_dir() and (plain == FILE_NAME or re.fullmatch(SAFE_NAME, plain)):
            found[plain] = member
    if not any(name.endswith(".gguf") for name in found) or len(found) > MOST_FILES:
        raise InputError(_("There is no model in this zip."), remedy=_(PATHS_REMEDY))
    return found


def _broken(path: Path, error: Exception) -> InputError:
    return InputError(
        _("{name} cannot be unpacked.", name=path.name),
        remedy=_("Copy the zip again, or unpack it and give the folder."),
        cause=str(error),
    )
