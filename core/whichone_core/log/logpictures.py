"""The pictures that the user agreed to keep: one file each, named by the picture's hash.

The folder is the only record of which pictures are kept; a turn knows its picture's hash
and finds the file, or does not.  Files are written and removed only while the log's write
lock is held, so that two programs cannot remove what the other is about to refer to, and
a file that no turn refers to was left by a program that died, and may go.

Accepted trade-off: WebP at quality 90 (measured on a photo enlarged to 12 megapixels: 0.3 s
and 0.5 MB, against 0.6 s and 9 MB for PNG), so the kept picture is not bit for bit what was
answered; the hash is that of the exact pixels.  Removing a file does not overwrite its
blocks: on flash storage nothing can promise that.
"""

from __future__ import annotations

import os
from collections.abc import Set
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whichone_core.types.pictures import Frame

SUFFIX = ".webp"
QUALITY = 90
EFFORT = 2
"""Pillow's WebP method, 0 to 6."""


def encode(frame: Frame) -> bytes:
    """The picture as it is kept.  Shape (height, width, 3), at most 16383 pixels a side."""
    import io

    from PIL import Image

    picture = Image.fromarray(frame.pixels)
    picture.thumbnail((16383, 16383))
    stream = io.BytesIO()
    picture.save(stream, "WEBP", quality=QUALITY, method=EFFORT)
    return stream.getvalue()


class PictureFolder:
    """Kept pictures by hash.  Every method may raise OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def beside(cls, log: Path) -> PictureFolder:
        """The pictures of a log lie in the folder beside it."""
        return cls(log.parent / "pictures")

    def find(self, digest: str) -> Path | None:
        """The file of a picture, or None where it is not kept."""
        file = self._file(digest)
        return file if file.is_file() else None

    def keep(self, digest: str, encoded: bytes) -> None:
        """Write a picture so that it is whole or absent, also after a power cut."""
        file = self._file(digest)
        if file.is_file():
            return
        self._folder.mkdir(mode=0o700, exist_ok=True)
        part = file.with_suffix(".part")
        try:
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
            ) as stream:
                stream.write(encoded)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(file)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def keep_only(self, digests: Set[str]) -> int:
        """Remove every other picture and half-written file; how many pictures went."""
        if not self._folder.is_dir():
            return 0
        gone = 0
        for file in self._folder.iterdir():
            if file.suffix == SUFFIX and file.stem not in digests:
                file.unlink()
                gone += 1
            elif file.suffix == ".part":
                file.unlink()
        return gone

    def _file(self, digest: str) -> Path:
        return self._folder / f"{digest}{SUFFIX}"
