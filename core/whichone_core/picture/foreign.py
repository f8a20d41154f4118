"""What a file is that is no picture, told from its first bytes.

Used only to say clearly what was given instead of a picture.
"""

from __future__ import annotations

import codecs
import sys

from whichone_core.catalogue import _
from whichone_core.languages import N_

_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", N_("a PDF document")),
    (b"%!PS", N_("a PostScript document")),
    (b"{\\rtf", N_("a text document")),
    (b"PK\x03\x04", N_("a ZIP archive or an office document")),
    (b"\xd0\xcf\x11\xe0", N_("an office document")),
    (b"Rar!", N_("an archive")),
    (b"7z\xbc\xaf", N_("an archive")),
    (b"\x1f\x8b", N_("an archive")),
    (b"\x1aE\xdf\xa3", N_("a video")),
    (b"\x00\x00\x01\xba", N_("a video")),
    (b"FLV", N_("a video")),
    (b"ID3", N_("a sound file")),
    (b"fLaC", N_("a sound file")),
    (b"OggS", N_("a sound file")),
    (b"MZ", N_("a program")),
    (b"\x7fELF", N_("a program")),
    (b"8BPS", N_("a Photoshop file")),
    (b"\xff\x0a", N_("a JPEG XL file")),
    (b"\x00\x00\x00\x0cJXL ", N_("a JPEG XL file")),
    (b"SQLite format 3", N_("a database")),
)
_PICTURE_BRANDS = frozenset(
    {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"}
)


def is_unopened_heic(head: bytes) -> bool:
    """Whether a file is a HEIC picture and what opens those is not installed (or not loaded)."""
    is_heic = head[4:8] == b"ftyp" and head[8:12] in _PICTURE_BRANDS - {b"avif", b"avis"}
    return is_heic and "pi_heif" not in sys.modules


def foreign_kind(head: bytes) -> str | None:
    """A noun phrase for a file that begins like this; None where it may be a picture.

    head: the first few kilobytes.
    """
    for beginning, kind in _BEGINNINGS:
        if head.startswith(beginning):
            return _(kind)
    if head[4:8] == b"ftyp" and head[8:12] not in _PICTURE_BRANDS:
        return _("a video")
    if head[:4] == b"RIFF" and head[8:12] in {b"AVI ", b"WAVE"}:
        return _("a video") if head[8:12] == b"AVI " else _("a sound file")
    lowered = head.lower()
    if b"%pdf-" in lowered[:1024]:
        return _("a PDF document")
    if b"<svg" in lowered:
        return _("an SVG drawing")
    if b"<html" in lowered or lowered.lstrip().startswith(b"<!doctype html"):
        return _("a web page")
    return _("text") if _is_text(head) else None


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    if any(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in head):
        return False
    try:
        # The head may end inside a character, which is no fault of the text.
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True
