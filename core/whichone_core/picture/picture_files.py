"""Opening the file of a picture: why it cannot be opened, in one sentence, and never a wait."""

from __future__ import annotations

import contextlib
import difflib
import errno
import itertools
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from whichone_core.catalogue import _
from whichone_core.errors import InputError
from whichone_core.languages import N_

SUPPORTED = N_("Please give me a photo as JPEG, PNG, HEIC, WebP, AVIF, GIF, TIFF or BMP.")

_NAMES_LOOKED_AT = 5000


@contextlib.contextmanager
def opened(path: Path | str) -> Iterator[IO[bytes]]:
    """A regular file opened for reading; a pipe or device is refused and never waited for."""
    name = Path(path).name or str(path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(_system_path(path), flags)
    except (OSError, ValueError) as error:
        raise _cannot_open(Path(path), name, error) from error
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise _folder(name)
        raise InputError(
            _("{name} is a device or a pipe, not a picture.", name=name), remedy=_(SUPPORTED)
        )
    with os.fdopen(handle, "rb") as stream:
        yield stream


def _system_path(path: Path | str) -> str:
    """The path as the system takes it; Windows needs a prefix beyond 260 characters."""
    text = os.fspath(path)
    if os.name == "nt" and len(text) > 240:
        return "\\\\?\\" + os.path.abspath(text)  # noqa: PTH100 - resolve() would fail here
    return text


def _cannot_open(path: Path, name: str, error: OSError | ValueError) -> InputError:
    cause = f"{type(error).__name__}: {error}"
    code = error.errno if isinstance(error, OSError) else None
    if code in {errno.ENOENT, errno.ENOTDIR}:
        near = _near_name(path)
        remedy = (
            _("Did you mean {near}?", near=near)
            if near
            else _("Please check the name and the folder.")
        )
        return InputError(
            _("There is no file called {name} there.", name=name), remedy=remedy, cause=cause
        )
    if code in {errno.EACCES, errno.EISDIR} and path.is_dir():
        return _folder(name)
    if code in {errno.EACCES, errno.EPERM}:
        remedy = _("Please copy it to a folder of your own, or change its permissions.")
        return InputError(
            _("I am not allowed to read {name}.", name=name), remedy=remedy, cause=cause
        )
    if code == errno.ENAMETOOLONG:
        remedy = _("Please move the picture to a folder with a shorter path.")
        return InputError(_("The path of the picture is too long."), remedy=remedy, cause=cause)
    remedy = _("Please check the name, or choose another picture.")
    return InputError(
        _("The file {name} cannot be opened.", name=name[:80]), remedy=remedy, cause=cause
    )


def _folder(name: str) -> InputError:
    return InputError(
        _("{name} is a folder.", name=name), remedy=_("Please choose a picture inside it.")
    )


def _near_name(path: Path) -> str | None:
    """The name in the same folder that is most like the one that is not there."""
    try:
        beside = list(itertools.islice(path.parent.iterdir(), _NAMES_LOOKED_AT))
    except (OSError, ValueError):
        return None
    names = {entry.name.casefold(): entry.name for entry in beside}
    near = difflib.get_close_matches(path.name.casefold(), names, n=1, cutoff=0.7)
    return names[near[0]] if near else None
