"""Where a picture comes from, by the word that names it on the command line.

PATH            a file, also as file:// address
-               the bytes on standard input
clipboard:      what was copied
screen:         the main screen; screen:2 the second
camera:         the first camera; camera:NAME one by name, or a file or address of a stream
"""

from __future__ import annotations

import sys
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from whichone_core.errors import InputError
from whichone_core.picture.pictures import read_bytes, read_file
from whichone_core.types.pictures import Frame, SourceKind

from .camera import take_photo
from .catalogue import _
from .desktop import clipboard_picture, screen_picture

MOST_INPUT_BYTES = 250_000_000
"""Standard input is held in memory whole, which a file is not."""

LONGEST_NUMBER = 4
"""Digits in the number of a screen."""


def take(source: str) -> Frame:
    """The picture that a source names.  Raises InputError or DeviceError."""
    kind, colon, name = source.partition(":")
    if source == "-":
        return from_stream(sys.stdin.buffer)
    if colon and kind == "clipboard" and not name:
        return clipboard_picture()
    if colon and kind == "screen":
        return screen_picture(_screen_number(name))
    if colon and kind == "camera":
        return take_photo(name)
    if kind in {"http", "https"} and name.startswith("//"):
        raise InputError(
            _("That is a web address, and I fetch nothing from the web."),
            remedy=_("Please save the picture as a file first."),
        )
    if kind == "file" and name.startswith("//"):
        from urllib.request import url2pathname  # brings all of HTTP along

        return read_file(url2pathname(unquote(urlsplit(source).path)))
    if not source:
        raise InputError(_("No picture was named."), remedy=_("Please give me a picture file."))
    return read_file(source)


def from_stream(stream: BinaryIO) -> Frame:
    """The picture whose bytes come through a pipe.  Raises InputError."""
    if stream.isatty():
        raise InputError(
            _("No picture comes through standard input."),
            remedy=_("Pipe one in, for example: whichone ask - < photo.jpg"),
        )
    try:
        data = stream.read(MOST_INPUT_BYTES + 1)
    except OSError as error:
        raise InputError(
            _("Standard input cannot be read."),
            remedy=_("Pipe a picture in, for example: whichone ask - < photo.jpg"),
            cause=str(error),
        ) from error
    if len(data) > MOST_INPUT_BYTES:
        most = MOST_INPUT_BYTES // 1_000_000
        raise InputError(
            _("More than {most} megabytes came through standard input.", most=most),
            remedy=_("Please save it as a file, and name the file."),
        )
    return read_bytes(data, SourceKind.STDIN)


def _screen_number(name: str) -> int | None:
    if not name:
        return None
    if not name.isascii() or not name.isdigit() or len(name) > LONGEST_NUMBER:
        raise InputError(
            _("{text} is not the number of a screen.", text=name[:40]),
            remedy=_("Say for example: screen:2"),
        )
    return int(name)
