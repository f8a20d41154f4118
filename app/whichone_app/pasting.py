"""What is on the clipboard, or was dropped: a picture, a file, words, or only an address.

Browsers offer a copied picture as pixels, as a file, as its path, as a data address, or as
a web address alone (field report 14), and pasting has to work the same from the keyboard,
the menu, the context menu and by dropping (field report 15).  A web address is never
fetched: the user is told how to get the picture itself.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from whichone_core.errors import InputError
from whichone_core.picture.pictures import frame_of, read_bytes
from whichone_core.types.pictures import Frame, SourceKind

from .catalogue import _

Load = Callable[[], Frame]
"""Makes the Frame; slow, so it runs beside the user interface.  Raises InputError."""

_DATA_ADDRESS = re.compile(r"data:image/[\w.+-]+(?:;[\w=-]+)*?(;base64)?,([^\"'\s>]+)", re.I)
_WEB_ADDRESS = re.compile(
    r"<img\b[^>]*\bsrc=[\"']?https?:|^https?://\S+\.(?:jpe?g|png|webp|gif|avif|heic)\S*$", re.I
)
_LONGEST_PATH = 4096


def picture_in(data: QMimeData, take: Callable[[str], Frame]) -> Load | None:
    """How to get the picture that the data holds, or None where it holds none.

    take: opens a file by its path.  Raises InputError where there is only a web address.
    """
    image = QImage(data.imageData()) if data.hasImage() else QImage()
    if not image.isNull():
        return lambda: frame_of_image(image, SourceKind.CLIPBOARD)
    for url in data.urls():
        if url.isLocalFile():
            path = url.toLocalFile()
            return lambda: take(path)
    return _picture_in_text(data.text().strip(), data.html(), take)


def _picture_in_text(text: str, html: str, take: Callable[[str], Frame]) -> Load | None:
    path = _existing_file(text)
    if path:
        return lambda: take(path)
    address = _DATA_ADDRESS.search(text) or _DATA_ADDRESS.search(html)
    if address:
        is_base64, content = bool(address[1]), address[2]
        return lambda: read_bytes(_decoded(content, is_base64), SourceKind.CLIPBOARD)
    if _WEB_ADDRESS.search(text) or _WEB_ADDRESS.search(html):
        raise InputError(
            _("That is only the web address of a picture."),
            remedy=_("Please save or copy the picture itself; nothing is fetched from the web."),
        )
    return None


def _existing_file(text: str) -> str | None:
    """The text as a path, if it is one of a file, with quotes that file managers add removed."""
    path = text.strip("\"'").removeprefix("file://")
    if not path or len(path) > _LONGEST_PATH or "\n" in path or not Path(path).is_absolute():
        return None
    try:
        return path if Path(path).is_file() else None
    except OSError:
        return None


def _decoded(content: str, is_base64: bool) -> bytes:
    data = unquote_to_bytes(content)
    if not is_base64:
        return data
    try:
        return base64.b64decode(data)
    except binascii.Error as error:
        raise InputError(
            _("The picture on the clipboard is damaged."), remedy=_("Please copy it again.")
        ) from error


def frame_of_image(image: QImage, kind: SourceKind) -> Frame:
    """A Frame of Qt's picture; what is transparent becomes white as in any other picture."""
    from PIL import Image

    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    size = (plain.width(), plain.height())
    pixels = bytes(plain.constBits())
    return frame_of(Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", 0, 1), kind)
