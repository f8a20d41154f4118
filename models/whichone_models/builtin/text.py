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
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from whichone_core.errors import ModelError
from whichone_core.types import Cancel, TextEvidence

from .cutting import TALL, content, cut, padded, ways_of
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

MIN_SCORE = 0.5
"""Lines below it are dropped: mostly things that are no text."""

MIN_SCORE_SHORT = 0.85
"""The same for one or two characters, which leaves and fruit are often read as."""

UPRIGHT_SCORE = 0.9
"""Character-weighted score from which a page needs no look upside down."""

SAMPLES = 5
"""How many of the longest pieces are read both ways to find the way up."""

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

        Returns what was read so far, possibly nothing, once cancel is requested.
        Raises ModelError where RapidOCR is missing or broken.
        """
        with self._lock:
            self._load()
            found = self._detect(pixels)
            ways = self._ways_up(pixels, found, cancel)
            views = [self._view(pixels, found, turned, cancel) for turned in ways]
        best = max(views, key=lambda view: view.worth)
        return TextEvidence(in_reading_order(best.pieces, *best.size), best.turned)

    def _view(self, pixels: NDArray[np.uint8], found: _Found, turned: int, cancel: Cancel) -> _View:
        """The pieces of the picture turned by some degrees; found is for 0 degrees."""
        import numpy as np

        if turned and not cancel.is_requested:
            pixels = np.ascontiguousarray(np.rot90(pixels, turned // 90))
            found = self._detect(pixels)
        pieces = self._recognise(pixels, found, cancel)
        return _View(pieces, turned, (pixels.shape[1], pixels.shape[0]))

    def _load(self) -> None:
        if self._engine is not None:
            return
        try:
            import rapidocr
            from rapidocr import RapidOCR
        except ImportError as error:
            raise ModelError(
                "The text reader is not installed.",
                remedy="Install the package rapidocr.",
                cause=str(error),
            ) from error
        models = Path(rapidocr.__file__).parent / "models"
        engine: Any = RapidOCR(params=_parameters(models, self._threads))
        try:
            engine._load_det_model()
            engine._load_rec_model()
        except (OSError, RuntimeError, ValueError) as error:
            raise ModelError(
                "The text reader could not be loaded.",
                remedy="Reinstall the package rapidocr.",
                cause=str(error),
            ) from error
        self._engine = engine

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
        result = self._engine.text_det(cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
        if result.boxes is None or len(result.boxes) == 0:
            return _Found(np.zeros((0, 4, 2), dtype=np.float32), scale)
        corners = (np.asarray(result.boxes, dtype=np.float32) - np.float32(pad)) / scale
        limit = np.array([pixels.shape[1], pixels.shape[0]], dtype=np.float32)
        return _Found(np.clip(corners, 0, limit).astype(np.float32), scale)

    # ------------------------------------------------------------------ the way up

    def _ways_up(self, pixels: NDArray[np.uint8], found: _Found, cancel: Cancel) -> tuple[int, ...]:
        """Degrees counter-clockwise (0, 90, 180, 270) in which the text may stand upright.

        One way nearly always; two where much text lies and much stands, as on a box that
        shows two of its sides.
        """
        sizes = found.sizes
        total = sum(max(size) for size in sizes)
        if not total or cancel.is_requested:
            return (0,)
        standing = [i for i, size in enumerate(sizes) if size[1] >= TALL * size[0]]
        share = sum(max(sizes[i]) for i in standing) / total
        longest = sorted(range(len(sizes)), key=lambda i: max(sizes[i]), reverse=True)
        cuts = {i: cut(pixels, found.corners[i]) for i in longest}
        ways = []
        if share < 1 - MIXED:
            ways.append(self._upright([cuts[i] for i in longest if i not in standing][:SAMPLES]))
        if share > MIXED:
            ways.append(self._sideways([cuts[i] for i in longest if i in standing][:SAMPLES]))
        return tuple(ways)

    def _upright(self, cuts: list[NDArray[np.uint8]]) -> int:
        import numpy as np

        upright = self._merit(cuts)
        if upright.score >= UPRIGHT_SCORE:
            return 0
        return 180 if self._merit([np.rot90(one, 2) for one in cuts]) > upright else 0

    def _sideways(self, cuts: list[NDArray[np.uint8]]) -> int:
        import numpy as np

        one_way = self._merit([np.rot90(one, 1) for one in cuts])
        other_way = self._merit([np.rot90(one, 3) for one in cuts])
        return 90 if one_way >= other_way else 270

    def _merit(self, cuts: list[NDArray[np.uint8]]) -> _Merit:
        read = self._read_cuts(cuts)
        chars = sum(len(text) for text, _ in read)
        total = sum(len(text) * score for text, score in read)
        # Squaring favours few sure letters over many doubtful ones (field: "ynoT fehC").
        worth = sum(len(text) * score**2 for text, score in read)
        return _Merit(worth, total / chars if chars else 0.0)

    # ------------------------------------------------------------------ recognition

    def _recognise(self, pixels: NDArray[np.uint8], found: _Found, cancel: Cancel) -> list[Piece]:
        """Read every piece, the narrow ones first so that batches are of a like width."""
        sizes = found.sizes
        order = sorted(range(len(sizes)), key=lambda i: sizes[i][0] / max(1.0, sizes[i][1]))
        pieces: list[Piece] = []
        for start in range(0, len(order), BATCH):
            if cancel.is_requested:
                break
            quads = [ways_of(found.corners[i]) for i in order[start : start + BATCH]]
            flat = [quad for ways in quads for quad in ways]
            read = iter(self._read_cuts([cut(pixels, quad) for quad in flat]))
            for ways in quads:
                text, score, quad = max(
                    ((*next(read), quad) for quad in ways), key=lambda one: one[1]
                )
                if _is_text(text, score):
                    pieces.append(_piece(text, score, quad))
        return pieces

    def _read_cuts(self, cuts: list[NDArray[np.uint8]]) -> list[tuple[str, float]]:
        import cv2
        import numpy as np

        if not cuts:
            return []
        bgr = [cv2.cvtColor(np.ascontiguousarray(one), cv2.COLOR_RGB2BGR) for one in cuts]
        result = self._engine.recognize_txt(bgr)
        return [
            (tidy(spaced(text, _columns(words))), float(score))
            for text, score, words in zip(
                result.txts, result.scores, result.word_results, strict=True
            )
        ]


@dataclass(frozen=True, order=True)
class _Merit:
    """How well some pieces read: characters weighted by score, and the mean score."""

    worth: float
    score: float


def _parameters(models: Path, threads: int) -> dict[str, Any]:
    """RapidOCR's settings: every model by its path, so that it never looks online."""
    return {
        "Global.log_level": "critical",
        "Global.use_cls": False,
        "Global.return_word_box": True,
        "Det.model_path": str(models / "PP-OCRv6_det_small.onnx"),
        "Rec.model_path": str(models / "PP-OCRv6_rec_small.onnx"),
        # The picture is scaled here; the detector must not scale it again.
        "Det.limit_type": "max",
        "Det.limit_side_len": 100_000,
        "Rec.rec_batch_num": BATCH,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }


def _is_text(text: str, score: float) -> bool:
    """Whether a reading is worth telling; short readings need more confidence."""
    letters = sum(char.isalnum() for char in text)
    return letters > 0 and score >= (MIN_SCORE_SHORT if letters <= 2 else MIN_SCORE)


def _piece(text: str, score: float, quad: NDArray[np.float32]) -> Piece:
    one, two, three, four = ((float(x), float(y)) for x, y in quad)
    return Piece(text, score, (one, two, three, four))


def _columns(words: Any) -> list[int]:
    return [column for word in words.word_cols or () for column in word]
