"""What EfficientNet-Lite0 would call the whole picture: a hedge, never a finding.

It knows ImageNet's 1000 classes, many of them breeds and species.  Classes that an everyday
word covers are added up under it: thirty dogs of 3% each are a dog of 90%.  Measured (facts,
offline engine): 21 of 31 names sensible, at a score of 0.5 and over 11 of 13.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from whichone_core.errors import ModelError
from whichone_core.types.evidence import NameGuess

from whichone_models.catalogue import _

from .sessions import WEIGHTS, Network, Sessions

if TYPE_CHECKING:
    from numpy.typing import NDArray

LABELS = WEIGHTS / "imagenet_labels.txt"
MOST_GUESSES = 3
LEAST_SCORE = 0.05
_SQUARE = 224
_KEPT = _SQUARE / (_SQUARE + 32)
"""Share of the shorter side that is looked at, as in the network's training."""

_RANGES = (
    (0, 6, "fish"), (7, 24, "bird"), (25, 29, "salamander"), (30, 32, "frog"),
    (33, 37, "turtle"), (38, 48, "lizard"), (49, 50, "crocodile"), (52, 68, "snake"),
    (72, 77, "spider"), (80, 100, "bird"), (118, 121, "crab"), (122, 124, "lobster"),
    (127, 146, "bird"), (147, 148, "whale"), (151, 268, "dog"), (269, 271, "wolf"),
    (277, 280, "fox"), (281, 285, "cat"), (294, 297, "bear"), (300, 307, "beetle"),
    (321, 326, "butterfly"), (330, 332, "rabbit"), (342, 343, "wild boar"), (345, 347, "cow"),
    (348, 350, "sheep"), (351, 353, "antelope"), (356, 360, "weasel"), (365, 369, "ape"),
    (370, 382, "monkey"), (385, 386, "elephant"), (389, 397, "fish"), (638, 639, "swimsuit"),
    (836, 837, "sunglasses"), (940, 942, "squash"), (991, 992, "mushroom"),
    (993, 997, "mushroom"),
)  # fmt: skip
"""First and last class of a range, and the everyday word for all of it."""

_EVERYDAY = {
    "academic gown": "gown", "acoustic guitar": "guitar", "airliner": "airplane",
    "alp": "mountain", "analog clock": "clock",
    "ashcan": "rubbish bin", "assault rifle": "rifle", "ballpoint": "pen",
    "ballplayer": "baseball player", "Band Aid": "plaster", "bannister": "banister",
    "bath towel": "towel", "beach wagon": "car", "book jacket": "book", "bottlecap": "bottle cap",
    "cab": "taxi", "caldron": "pot", "cellular telephone": "cell phone", "chiffonier": "cupboard",
    "coffee mug": "mug", "convertible": "car", "Crock Pot": "slow cooker",
    "crash helmet": "helmet", "desktop computer": "computer", "dial telephone": "telephone",
    "digital clock": "clock", "digital watch": "watch", "dishrag": "cloth",
    "electric fan": "fan", "electric guitar": "guitar", "face powder": "make-up powder",
    "file": "filing cabinet", "fountain pen": "pen", "four-poster": "bed",
    "French loaf": "loaf of bread", "garbage truck": "truck", "Granny Smith": "apple",
    "hair slide": "hair clip", "hand blower": "hair dryer", "hand-held computer": "cell phone",
    "hamper": "basket", "hard disc": "hard disk", "head cabbage": "cabbage", "hog": "pig",
    "hotdog": "hot dog", "iPod": "music player",
    "jean": "jeans", "limousine": "car", "Loafer": "shoe", "loupe": "magnifying glass",
    "mailbox": "letter box", "minivan": "car", "Model T": "car",
    "monitor": "computer screen", "moped": "motor scooter", "mountain bike": "bicycle",
    "mouse": "computer mouse", "notebook": "laptop", "pajama": "pyjamas",
    "pay-phone": "telephone", "pickup": "truck",
    "plane": "hand plane", "Polaroid camera": "camera", "pop bottle": "bottle", "pot": "flower pot",
    "racer": "car", "reflex camera": "camera",
    "rubber eraser": "eraser", "rule": "ruler", "running shoe": "shoe", "saltshaker": "salt shaker",
    "screen": "computer screen", "slot": "slot machine", "sports car": "car",
    "soccer ball": "football", "sorrel": "horse", "studio couch": "couch",
    "teddy": "teddy bear", "toilet tissue": "toilet paper", "trailer truck": "truck",
    "tusker": "elephant", "typewriter keyboard": "keyboard", "computer keyboard": "keyboard",
    "upright": "piano", "grand piano": "piano", "vacuum": "vacuum cleaner",
    "wall clock": "clock", "washbasin": "sink", "washer": "washing machine",
    "water bottle": "bottle", "beer bottle": "bottle", "wine bottle": "bottle",
    "web site": "screen with text", "window shade": "blind", "Windsor tie": "tie",
}  # fmt: skip
"""Everyday words for ImageNet's first names, where they differ."""


def guess_names(sessions: Sessions, pixels: NDArray[np.uint8]) -> tuple[NameGuess, ...]:
    """The likeliest names of an RGB picture (height, width, 3), at most three, best first.

    Scores are the network's probabilities, added up over classes of one name.  Raises
    ModelError.
    """
    logits = sessions.run(Network.EFFICIENTNET, _prepared(pixels))["logits"][0].astype(np.float64)
    odds = np.exp(logits - logits.max())
    odds /= odds.sum()
    totals: dict[str, float] = {}
    for name, share in zip(everyday_names(LABELS), odds, strict=True):
        totals[name] = totals.get(name, 0.0) + float(share)
    best = sorted(totals.items(), key=lambda item: -item[1])[:MOST_GUESSES]
    return tuple(NameGuess(name, round(p, 3)) for name, p in best if p >= LEAST_SCORE)


def _prepared(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The middle of the picture, (1, 3, 224, 224), scaled to about -1 to 1."""
    import cv2

    height, width = pixels.shape[:2]
    side = max(1, int(min(height, width) * _KEPT))
    top, left = (height - side) // 2, (width - side) // 2
    middle = pixels[top : top + side, left : left + side]
    how = cv2.INTER_AREA if side > _SQUARE else cv2.INTER_CUBIC
    square = cv2.resize(middle, (_SQUARE, _SQUARE), interpolation=how).astype(np.float32)
    return np.ascontiguousarray(((square - 127.0) / 128.0).transpose(2, 0, 1)[None])


@cache
def everyday_names(labels: Path) -> tuple[str, ...]:
    """The everyday word for each of the 1000 classes.  Raises ModelError without the file."""
    try:
        lines = labels.read_text(encoding="utf-8").splitlines()
    except OSError as cause:
        raise ModelError(
            _("The names that WhichOne knows for pictures are missing."),
            remedy=_("Install WhichOne again."),
            cause=str(cause),
        ) from cause
    names = [_everyday(line) for line in lines]
    for first, last, word in _RANGES:
        names[first : last + 1] = [word] * (last + 1 - first)
    return tuple(names)


def _everyday(line: str) -> str:
    first = line.split(",")[0].strip()
    return _EVERYDAY.get(first, first).lower()
