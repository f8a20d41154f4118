"""Text in a picture, read with RapidOCR (PP-OCRv6 small, inside its wheel; nothing loads).

Flow: detect pieces at DETECT_SIDE -> where they are small and the picture has more pixels,
detect once more at FINE_SIDE -> see whether the text stands upright, by reading a few pieces
both ways -> cut every piece from the full picture and recognise it -> reading order.

Trade-offs, measured in docs/measured.md, section "words": detection cost grows with the
square of the side while recognition works on full-resolution cuts, so a moderate detection
side reads nearly all; the wrong-way-up test costs a few recognitions instead of three more
passes over the picture.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from whichone_core.errors import ModelError
from whichone_core.records import harmless
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import TextEvidence

from .cutting import TALL, content, cut, padded, ways_of
from .ocr import load_engine, stopped_by, translated
from .reading_order import Piece, in_reading_order
from .spacing import spaced, tidy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DETECT_SIDE = 1280
"""Longest side for detection, pixels: 960 reads 7 points fewer words of street photos, 1600
takes half as long again and reads no more (20 ICDAR 2015 photos)."""

FINE_SIDE = 2048
"""Longest side of the second detection, for small text in a large picture."""

SMALL_TEXT = 14.0
"""Median height in detection pixels under which text counts as small."""

LARGEST_ENLARGEMENT = 2.0

MIN_SCORE = 0.7
"""Lines below it are dropped: of their words 15% are right (docs/measured.md)."""

MIN_SCORE_SHORT = 0.85
"""The same for one or two characters, which leaves and fruit are often read as."""

UPRIGHT_SCORE = 0.9
"""Character-weighted score from which a page needs no look upside down."""

SAMPLES = 4
"""How many pieces are read both ways to find the way up."""

HANDY = 6.0
"""The length of the pieces chosen for that, in heights: a word or two."""

MIXED = 0.25
"""Share of standing text between this and its counterpart: both ways up are tried."""

BATCH = 6


@dataclass(frozen=True, eq=False)
class _Found:
    """Detected quadrilaterals, float32 (n, 4, 2), in pixels of the picture as turned."""

    corners: NDArray[np.float32]
    scale: float

    @property
    def sizes(self) -> list[tuple[float, float]]:
        """(width, height) of each piece along its own sides, pixels."""
        import numpy as np

        return [
            (float(np.linalg.norm(q[0] - q[1])), float(np.linalg.norm(q[0] - q[3])))
            for q in self.corners
        ]


@dataclass(frozen=True, eq=False)
class _Sheet:
    """The picture as the networks want it (BGR), and what was read in it by its corners."""

    bgr: NDArray[np.uint8]
    known: dict[bytes, tuple[str, float]]

    def turned(self, quarters: int) -> _Sheet:
        import numpy as np

        return _Sheet(np.ascontiguousarray(np.rot90(self.bgr, quarters)), {})


@dataclass(frozen=True)
class _View:
    """What was read in the picture turned; size is its (width, height) then."""

    pieces: list[Piece]
    turned: int
    size: tuple[int, int]

    @property
    def worth(self) -> float:
        return sum(len(piece.text) * piece.score**2 for piece in self.pieces)


class TextReader:
    """Reads the text of a picture; made once, used from any thread, loads at first use."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._engine: Any = None

    def warm_up(self) -> None:
        """Load both networks now.  Raises ModelError."""
        with self._lock:
            self._load()

    def read(self, pixels: NDArray[np.uint8], cancel: Cancel) -> TextEvidence:
        """All text of an RGB picture (height, width, 3) in reading order.

        Returns nothing once cancel is requested, at once: also a network that runs is stopped.
        Raises ModelError where RapidOCR is missing or broken.
        """
        with self._lock:
            if not cancel.is_requested:
                self._load()
            if cancel.is_requested:  # loading takes a while
                return TextEvidence()
            try:
                with translated(), stopped_by(self._engine, cancel):
                    best = self._best_view(_sheet(pixels))
            except ModelError:
                if cancel.is_requested:
                    return TextEvidence()
                raise
        return TextEvidence(in_reading_order(best.pieces, *best.size), best.turned)

    def _best_view(self, sheet: _Sheet) -> _View:
        found = self._detect(sheet.bgr)
        views = [self._view(sheet, found, turned) for turned in self._ways_up(sheet, found)]
        return max(views, key=lambda view: view.worth)

    def _view(self, sheet: _Sheet, found: _Found, turned: int) -> _View:
        """The pieces of the picture turned by some degrees; found is for 0 degrees."""
        if turned:
            sheet = sheet.turned(turned // 90)
            found = self._detect(sheet.bgr)
        pieces = self._recognise(sheet, found)
        return _View(pieces, turned, (sheet.bgr.shape[1], sheet.bgr.shape[0]))

    def _load(self) -> None:
        if self._engine is None:
            self._engine = load_engine(self._threads, BATCH)

    # ------------------------------------------------------------------ detection

    def _detect(self, pixels: NDArray[np.uint8]) -> _Found:
        """Find pieces where there is anything; once more and finer where they are small."""
        import numpy as np

        left, top, right, bottom = content(pixels)
        part = np.ascontiguousarray(pixels[top:bottom, left:right])
        found = self._detect_at(part, DETECT_SIDE)
        has_more_pixels = max(part.shape[:2]) > 1.25 * DETECT_SIDE
        heights = [min(size) * found.scale for size in found.sizes]
        if has_more_pixels and (not heights or median(heights) < SMALL_TEXT):
            finer = self._detect_at(part, FINE_SIDE)
            found = finer if len(finer.corners) >= len(found.corners) else found
        offset = np.array([left, top], dtype=np.float32)
        return _Found((found.corners + offset).astype(np.float32), found.scale)

    def _detect_at(self, pixels: NDArray[np.uint8], side: int) -> _Found:
        import cv2
        import numpy as np

        scale = min(side / max(pixels.shape[:2]), LARGEST_ENLARGEMENT)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        image = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)
        image, pad = padded(image)
        result = self._engine.text_det(image)
        if result.boxes is None or len(result.boxes) == 0:
            return _Found(np.zeros((0, 4, 2), dtype=np.float32), scale)
        corners = (np.asarray(result.boxes, dtype=np.float32) - np.float32(pad)) / scale
        limit = np.array([pixels.shape[1], pixels.shape[0]], dtype=np.float32)
        return _Found(np.clip(corners, 0, limit).astype(np.float32), scale)

    # ------------------------------------------------------------------ the way up

    def _ways_up(self, sheet: _Sheet, found: _Found) -> tuple[int, ...]:
        """Degrees counter-clockwise (0, 90, 180, 270) in which the text may stand upright.

        One way nearly always; two where much text lies and much stands, as on a box that
        shows two of its sides.
        """
        sizes = found.sizes
        total = sum(max(size) for size in sizes)
        if not total:
            return (0,)
        standing = [size[1] >= TALL * size[0] for size in sizes]
        share = sum(max(size) for size, stands in zip(sizes, standing, strict=True) if stands)
        # Pieces of a middling length tell the way up as well as long ones, and cost less.
        handy = sorted(range(len(sizes)), key=lambda i: abs(_slimness(sizes[i]) - HANDY))
        ways = []
        if share < (1 - MIXED) * total:
            lying = [found.corners[i] for i in handy if not standing[i]]
            ways.append(self._upright(sheet, lying[:SAMPLES]))
        if share > MIXED * total:
            upended = [found.corners[i] for i in handy if standing[i]]
            ways.append(self._sideways(sheet, upended[:SAMPLES]))
        return tuple(ways)

    def _upright(self, sheet: _Sheet, quads: list[NDArray[np.float32]]) -> int:
        upright = self._merit(sheet, quads, 0)
        if upright.score >= UPRIGHT_SCORE:
            return 0
        return 180 if self._merit(sheet, quads, 2) > upright else 0

    def _sideways(self, sheet: _Sheet, quads: list[NDArray[np.float32]]) -> int:
        return 90 if self._merit(sheet, quads, -1) >= self._merit(sheet, quads, 1) else 270

    def _merit(self, sheet: _Sheet, quads: list[NDArray[np.float32]], roll: int) -> _Merit:
        """How well pieces read from another corner on: 2 is upside down, -1 and 1 sideways."""
        import numpy as np

        read = self._read_quads(sheet, [np.roll(quad, roll, axis=0) for quad in quads])
        chars = sum(len(text) for text, _ in read)
        total = sum(len(text) * score for text, score in read)
        # Squaring favours few sure letters over many doubtful ones (field: "ynoT fehC").
        worth = sum(len(text) * score**2 for text, score in read)
        return _Merit(worth, total / chars if chars else 0.0)

    # ------------------------------------------------------------------ recognition

    def _recognise(self, sheet: _Sheet, found: _Found) -> list[Piece]:
        """Read every piece, the narrow ones first so that batches are of a like width."""
        sizes = found.sizes
        order = sorted(range(len(sizes)), key=lambda i: sizes[i][0] / max(1.0, sizes[i][1]))
        pieces: list[Piece] = []
        for start in range(0, len(order), BATCH):
            quads = [ways_of(found.corners[i]) for i in order[start : start + BATCH]]
            flat = [quad for ways in quads for quad in ways]
            read = iter(self._read_quads(sheet, flat))
            for ways in quads:
                text, score, quad = max(
                    ((*next(read), quad) for quad in ways), key=lambda one: one[1]
                )
                if _is_text(text, score):
                    pieces.append(_piece(text, score, quad))
        return pieces

    def _read_quads(
        self, sheet: _Sheet, quads: list[NDArray[np.float32]]
    ) -> list[tuple[str, float]]:
        """Text and score of each piece; one that was read before is not read again."""
        new = [quad for quad in quads if quad.tobytes() not in sheet.known]
        if new:
            bgr = [cut(sheet.bgr, quad) for quad in new]
            result = self._engine.recognize_txt(bgr)
            readings = zip(new, result.txts, result.scores, result.word_results, strict=True)
            for quad, text, score, word_info in readings:
                plain = harmless(tidy(spaced(text, _columns(word_info))))
                sheet.known[quad.tobytes()] = plain, float(score)
        return [sheet.known[quad.tobytes()] for quad in quads]


@dataclass(frozen=True, order=True)
class _Merit:
    """How well some pieces read: characters weighted by score, and the mean score."""

    worth: float
    score: float


def _sheet(pixels: NDArray[np.uint8]) -> _Sheet:
    import numpy as np

    return _Sheet(np.ascontiguousarray(pixels[:, :, ::-1]), {})


def _slimness(size: tuple[float, float]) -> float:
    return max(size) / max(1.0, min(size))


def _is_text(text: str, score: float) -> bool:
    """Whether a reading is worth telling; short readings need more confidence."""
    letters = sum(char.isalnum() for char in text)
    return letters > 0 and score >= (MIN_SCORE_SHORT if letters <= 2 else MIN_SCORE)


def _piece(text: str, score: float, quad: NDArray[np.float32]) -> Piece:
    one, two, three, four = ((float(x), float(y)) for x, y in quad)
    return Piece(text, score, (one, two, three, four))


def _columns(words: Any) -> list[int]:
    return [column for word in words.word_cols or () for column in word]
