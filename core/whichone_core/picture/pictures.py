"""Any picture that people have, as a Frame: upright, RGB, at most 12 megapixels.

The one place where pictures are decoded, whatever they come from, so that every source
handles turned photos, transparency, HEIC and damaged files alike (field reports 1-9).  The
kind of a file is told by its bytes, never by its name.  Every failure is an InputError with
one plain sentence; Pillow's warnings never reach the user.

Trade-offs: one picture is decoded at a time, which bounds the memory and lets Pillow's
process-wide switches be set safely.  Formats that Pillow can only decode whole have a limit
below 200 megapixels that keeps the process under 1.5 GB (measured by
tests/bench/pictures.py).  Decoders run in this process.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import struct
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np

from whichone_core.catalogue import _
from whichone_core.errors import InputError
from whichone_core.languages import N_
from whichone_core.picture.foreign import foreign_kind, is_unopened_heic
from whichone_core.picture.picture_files import SUPPORTED, opened
from whichone_core.picture.pixels import fitted_size, rgb_array, rgb_within, upright
from whichone_core.picture.salvage import is_interlaced, readable_part
from whichone_core.types.pictures import Frame, SourceKind

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

MOST_PIXELS = 12_000_000
"""The most pixels a Frame keeps."""

MOST_MEGAPIXELS = {
    "JPEG": 200, "MPO": 200, "PNG": 200, "BMP": 200, "DIB": 200, "GIF": 200, "PPM": 200,
    "TIFF": 200, "ICO": 200, "HEIF": 200, "AVIF": 140, "WEBP": 80, "JPEG2000": 70,
}  # fmt: skip
"""Per format, what decodes in under 1.5 GB; also the list of formats that are opened at all.

Formats that run other programs (EPS) or that any text matches (TGA) are left out on purpose.
"""

MOST_BYTES = 650_000_000
"""A file beyond this is not opened: no picture of 200 megapixels needs it."""

PARTLY_READ = N_("The file is damaged: only part of the picture could be read.")

_AGAIN = N_("Please copy or download it again, or take a new picture.")
_TURNED_ASIDE = frozenset({5, 6, 7, 8})
_ORIENTATION_TAG = 0x0112
_ONE_AT_A_TIME = threading.Lock()

_DECODER_ERRORS = (
    OSError, SyntaxError, ValueError, EOFError, struct.error, LookupError, TypeError,
    ArithmeticError, RuntimeError, AttributeError, AssertionError, MemoryError,
)  # fmt: skip
"""What Pillow and its plug-ins raise on bytes that are not as they should be (fuzzed)."""


@dataclass(frozen=True, slots=True)
class _Decoded:
    """A decoded picture, not yet turned upright; size is the file's own."""

    image: Image.Image
    size: tuple[int, int]
    orientation: int
    remarks: tuple[str, ...]


def read_file(path: Path | str, kind: SourceKind = SourceKind.FILE) -> Frame:
    """The picture in a file.  Raises InputError for anything that is not a readable picture."""
    with opened(path) as stream:
        return _read(stream, kind, Path(path).name)


def read_bytes(data: bytes, kind: SourceKind, name: str = "") -> Frame:
    """The picture in these bytes; name is only used to speak of it.  Raises InputError."""
    return _read(io.BytesIO(data), kind, name)


def frame_of(image: Image.Image, kind: SourceKind, remarks: tuple[str, ...] = ()) -> Frame:
    """A Frame of a Pillow image of any mode, turned by its EXIF orientation if it has one."""
    with _pillow():
        orientation = _orientation(image)
        return _frame(_Decoded(image, image.size, orientation, remarks), kind)


def frame_from_rgb(
    array: NDArray[np.uint8], kind: SourceKind, remarks: tuple[str, ...] = ()
) -> Frame:
    """A Frame of upright RGB pixels, uint8, shape (height, width, 3).  Raises InputError."""
    from PIL import Image

    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3 or not array.size:
        cause = f"{array.dtype} {array.shape}"
        raise InputError(_("There is no picture in what was captured."), cause=cause)
    return frame_of(Image.fromarray(array), kind, remarks)


# --------------------------------------------------------------------------- decoding


def _read(stream: IO[bytes], kind: SourceKind, name: str) -> Frame:
    _refuse_by_length(stream, name)
    with _pillow():
        try:
            return _frame(_decoded(stream, name), kind)
        except MemoryError as error:
            sentence = _(
                "There is not enough memory to open {name}.", name=name or _("the picture")
            )
            raise InputError(sentence, remedy=_("Please close other programs.")) from error
        except _DECODER_ERRORS as error:
            raise _unreadable(stream, name, error) from error


def _refuse_by_length(stream: IO[bytes], called: str) -> None:
    try:
        length = stream.seek(0, io.SEEK_END)
        stream.seek(0)
    except OSError as error:  # files of the system itself (/proc) may not be measured
        sentence = _("{name} is not a picture, and I cannot read it.", name=_start(called))
        raise InputError(sentence, remedy=_(SUPPORTED), cause=str(error)) from error
    if length == 0:
        raise InputError(
            _("{name} is empty: it has no bytes at all.", name=_start(called)), remedy=_(_AGAIN)
        )
    if length > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        sentence = _(
            "{name} is too big: {size} megabytes.", name=_start(called), size=length // 1_000_000
        )
        raise InputError(sentence, remedy=_("I can open up to {most} megabytes.", most=most))


@contextlib.contextmanager
def _pillow() -> Iterator[None]:
    """Pillow with our limit and HEIC, quiet, for one thread at a time."""
    from PIL import Image, ImageFile

    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(ImportError):  # without it all but HEIC opens
            import pi_heif

            pi_heif.register_heif_opener()
        kept = Image.MAX_IMAGE_PIXELS, ImageFile.LOAD_TRUNCATED_IMAGES
        Image.MAX_IMAGE_PIXELS = max(MOST_MEGAPIXELS.values()) * 1_000_000
        try:
            yield
        finally:
            Image.MAX_IMAGE_PIXELS, ImageFile.LOAD_TRUNCATED_IMAGES = kept


@contextlib.contextmanager
def _quiet_libtiff() -> Iterator[None]:
    """Nothing on standard error: libtiff writes there about damaged files, past Python."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # a windowed program has no standard error at all
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _decoded(stream: IO[bytes], called: str) -> _Decoded:
    """The picture, whole or as far as it goes."""
    image = _open(stream, called)
    try:
        return _loaded(image, _frames_remark(image))
    except _DECODER_ERRORS as error:
        if isinstance(error, MemoryError):
            raise
        return _salvaged(stream, called, error)


def _open(stream: IO[bytes], called: str) -> Image.Image:
    from PIL import Image

    stream.seek(0)
    try:
        # MPO is what Pillow's JPEG opener calls a JPEG with a second picture inside.
        image = Image.open(stream, formats=[name for name in MOST_MEGAPIXELS if name != "MPO"])
    except Image.DecompressionBombError as error:
        raise InputError(
            _(
                "{name} is too large: more than {most} megapixels.",
                name=_start(called),
                most=2 * MOST_MEGAPIXELS["PNG"],
            ),
            remedy=_("Please save a smaller copy of it."),
            cause=str(error),
        ) from error
    width, height = image.size
    most = _most_megapixels(image)
    if width * height > most * 1_000_000:
        raise InputError(
            _(
                "{name} is too large: {width} by {height} pixels, that is {megapixels} megapixels.",
                name=_start(called),
                width=width,
                height=height,
                megapixels=round(width * height / 1e6),
            ),
            remedy=_(
                "I can open up to {most} in this format. Please save a smaller copy of it.",
                most=most,
            ),
        )
    return image


def _most_megapixels(image: Image.Image) -> int:
    most = MOST_MEGAPIXELS.get(image.format or "", 0)
    if image.format == "TIFF" and _orientation(image) != 1:
        return most // 2  # Pillow turns the whole picture, which takes its memory twice
    if image.mode == "CMYK" and image.info.get("progressive"):
        return most * 3 // 4  # libjpeg keeps two bytes of each of four colours until the end
    return most


def _loaded(image: Image.Image, remarks: tuple[str, ...]) -> _Decoded:
    size = image.size
    # Only formats that can decode at a fraction of the size do anything here (JPEG: 1/2-1/8).
    image.draft(None, fitted_size(size, MOST_PIXELS))
    with _quiet_libtiff() if image.format == "TIFF" else contextlib.nullcontext():
        image.load()
    # Asked after loading: Pillow turns TIFF by itself then, and pi-heif turned HEIC before.
    return _Decoded(_plain_cmyk(image), size, _orientation(image), remarks)


def _salvaged(stream: IO[bytes], called: str, error: BaseException) -> _Decoded:
    """What a damaged file still has; raises the error again where that is too little."""
    from PIL import ImageFile

    ImageFile.LOAD_TRUNCATED_IMAGES = True
    image = _open(stream, called)
    if image.info.get("progressive"):
        # With an end mark, libjpeg gives the coarse picture that it has of all rows so far.
        stream.seek(0)
        image = _open(io.BytesIO(stream.read() + b"\xff\xd9"), called)
    interlaced = is_interlaced(image)
    got = _loaded(image, (_(PARTLY_READ),))
    part = readable_part(got.image, interlaced)
    if part is None:
        raise OSError(f"too little of it is left: {error}")
    return replace(got, image=part)


def _plain_cmyk(image: Image.Image) -> Image.Image:
    """Pillow takes every CMYK JPEG for Adobe's inverted kind; those without its mark are not."""
    from PIL import ImageChops

    if image.format == "JPEG" and image.mode == "CMYK" and "adobe" not in image.info:
        plain = ImageChops.invert(image)
        plain.info = dict(image.info)
        return plain
    return image


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION_TAG, 1))
    except _DECODER_ERRORS:
        return 1


def _frames_remark(image: Image.Image) -> tuple[str, ...]:
    frames = int(getattr(image, "n_frames", 1))
    if frames < 2 or image.format in {"MPO", "ICO"}:
        return ()
    if image.format == "TIFF":
        return (_("This is the first of {count} pages.", count=frames),)
    if image.format == "HEIF":
        return (_("This is the main one of {count} pictures in the file.", count=frames),)
    return (_("The picture moves; this is how it begins."),)


def _frame(decoded: _Decoded, kind: SourceKind) -> Frame:
    picture = upright(rgb_within(decoded.image, MOST_PIXELS), decoded.orientation)
    pixels = rgb_array(picture)
    width, height = decoded.size
    full = (height, width) if decoded.orientation in _TURNED_ASIDE else (width, height)
    sha = hashlib.sha256(f"{picture.width}x{picture.height}:".encode())
    sha.update(pixels.data)
    return Frame(pixels, kind, datetime.now(UTC), full, sha.hexdigest(), decoded.remarks)


def _unreadable(stream: IO[bytes], called: str, error: BaseException) -> InputError:
    """Why nothing came of these bytes, told from how they begin."""
    cause = f"{type(error).__name__}: {error}"
    stream.seek(0)
    head = stream.read(4096)
    other = foreign_kind(head)
    if is_unopened_heic(head):
        sentence = _(
            "{name} is a HEIC picture, and what opens those is not installed.", name=_start(called)
        )
        return InputError(
            sentence, remedy=_("Install the package pi-heif, or give me a JPEG."), cause=cause
        )
    if other:
        return InputError(
            _("{name} is {other}, not a picture.", name=_start(called), other=other),
            remedy=_(SUPPORTED),
            cause=cause,
        )
    sentence = _("{name} is damaged, and I cannot read it.", name=_start(called))
    return InputError(sentence, remedy=_(_AGAIN), cause=cause)


def _start(called: str) -> str:
    return called or _("The picture")
