"""The values that travel through WhichOne: one picture, one question, one answer.

Everything here is a frozen value: what a camera saw, what was measured in it, what was
asked, how it was decided to answer, and the answer.  Poor quality, "I can't tell" and a
cancelled question are values too, never exceptions (see `errors.py` for what is one).

The five strategies come from AQuA (arXiv 2603.07394): its levels 0 to 3, joined by
abstaining, VizWiz-LF's unanswerable questions.  The roles of sentences are VizWiz-LF's
eight functional roles (COLM 2024, section 3).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Strategy(StrEnum):
    """How to answer: AQuA levels 0-3 in order, then VizWiz-LF's unanswerable."""

    DIRECT = "direct"
    INFER = "infer"
    LIST = "list"
    CLARIFY = "clarify"
    ABSTAIN = "abstain"


class Role(StrEnum):
    """What a sentence of an answer does (VizWiz-LF, functional roles)."""

    CONFIRMATION = "confirmation"
    ANSWER = "answer"
    ANSWER_FAILURE = "answer failure"
    AUXILIARY = "auxiliary"
    AUXILIARY_FAILURE = "auxiliary failure"
    EXPLANATION = "explanation"
    SUGGESTION = "suggestion"
    MISCELLANEOUS = "miscellaneous"


# --------------------------------------------------------------------------- the picture


class SourceKind(StrEnum):
    """Where a picture came from."""

    FILE = "file"
    STDIN = "standard input"
    CLIPBOARD = "clipboard"
    SCREEN = "screen"
    CAMERA = "camera"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in fractions of the picture (0 to 1), origin at the top left."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return max(0.0, self.right - self.left)

    @property
    def height(self) -> float:
        return max(0.0, self.bottom - self.top)

    @property
    def area(self) -> float:
        """The share of the picture that the box covers."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlap(self, other: Box) -> float:
        """Intersection over union with another box, 0 to 1."""
        shared = Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        ).area
        union = self.area + other.area - shared
        return shared / union if union > 0 else 0.0


WHOLE_PICTURE = Box(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Frame:
    """One upright picture as pixels; capture metadata is not kept (field report 22).

    pixels: uint8, shape (height, width, 3), RGB, rotated upright, at most 12 megapixels.
    full_size: (width, height) in pixels before any reduction, upright.
    digest: SHA-256 (hex) of size and pixels: what the log knows a picture by.
    remarks: plain sentences the user should know ("This is the first of 12 pages.").
    """

    pixels: NDArray[np.uint8]
    kind: SourceKind
    taken_at: datetime
    full_size: tuple[int, int]
    digest: str
    remarks: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


# --------------------------------------------------------------------------- its quality


class Flaw(StrEnum):
    """A fault of a photo, worded so that "the picture is ..." reads well."""

    BLURRED = "blurred"
    DARK = "too dark"
    BRIGHT = "too bright"
    UNIFORM = "covered or blank"
    SMALL = "too small"
    CUT_OFF = "cut off"
    TILTED = "tilted"


class Side(StrEnum):
    """An edge of the picture, as its viewer names it."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Finding:
    """One flaw with the number that shows it and the threshold that it crossed."""

    flaw: Flaw
    measure: float
    threshold: float
    sides: tuple[Side, ...] = ()
    """For CUT_OFF: the edges that the text runs over."""


@dataclass(frozen=True, slots=True)
class QualityReport:
    """What is wrong with a picture, worst first; empty findings mean a good one.

    measures holds every raw number by name (units in `quality.py`), for logs and research.
    """

    findings: tuple[Finding, ...] = ()
    measures: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        return not self.findings

    def finding(self, flaw: Flaw) -> Finding | None:
        return next((f for f in self.findings if f.flaw is flaw), None)

    def has(self, *flaws: Flaw) -> bool:
        return any(f.flaw in flaws for f in self.findings)


# --------------------------------------------------------------------------- what is in it


class Look(StrEnum):
    """A part of the evidence; each runs only when the question needs it."""

    TEXT = "text"
    CODES = "codes"
    OBJECTS = "objects"
    COLOURS = "colours"
    NAMES = "names"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text as read; score is the reader's confidence, 0 to 1."""

    text: str
    score: float
    box: Box
    angle: float = 0.0
    """Degrees by which the line leans, clockwise positive, in the picture as read."""


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """Lines in reading order; boxes and angles are in the picture after the turn.

    turned: 0, 90, 180 or 270: degrees counter-clockwise by which the picture was turned
    so that its text stands upright.
    """

    lines: tuple[TextLine, ...] = ()
    turned: int = 0

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Code:
    """A bar code or QR code: its text, its format ("QR Code", "EAN-13") and where it is."""

    text: str
    format: str
    box: Box


@dataclass(frozen=True, slots=True)
class ColourShare:
    """A basic colour term, light or dark where it is, and its share of the pixels (0-1)."""

    name: str
    share: float


@dataclass(frozen=True, slots=True)
class SceneObject:
    """One thing that a detector found.

    label: singular English noun, lower case ("cup").
    score: fused confidence, 0 to 1.
    saliency: AQuA's formula, 0 to 1 (`saliency.py`).
    is_sure: both detectors agree, or the score is 0.5 or more (facts, offline engine).
    """

    label: str
    score: float
    box: Box
    saliency: float = 0.0
    is_sure: bool = False
    colours: tuple[ColourShare, ...] = ()


@dataclass(frozen=True, slots=True)
class NameGuess:
    """What a whole-picture classifier would call it; only ever used as a hedge."""

    label: str
    score: float


@dataclass(frozen=True, slots=True)
class LightReading:
    """How bright the scene and its brightest spot are (CIELAB lightness, 0 to 100)."""

    mean: float
    brightest: float
    has_light_source: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was measured; None means "not looked for", empty means "nothing found"."""

    text: TextEvidence | None = None
    codes: tuple[Code, ...] | None = None
    objects: tuple[SceneObject, ...] | None = None
    level_odds: Mapping[Strategy, float] | None = None
    """Chance of each of AQuA's levels 1-3 given how unsure the detectors are, summing to 1
    (INFER: one salient thing, LIST: two or three, CLARIFY: more); None when nothing was found
    or nothing was looked for.  Keys are INFER, LIST and CLARIFY."""
    colours: tuple[ColourShare, ...] | None = None
    names: tuple[NameGuess, ...] | None = None
    light: LightReading | None = None

    @property
    def looked(self) -> frozenset[Look]:
        parts = {
            Look.TEXT: self.text,
            Look.CODES: self.codes,
            Look.OBJECTS: self.objects,
            Look.COLOURS: self.colours,
            Look.NAMES: self.names,
            Look.LIGHT: self.light,
        }
        return frozenset(look for look, part in parts.items() if part is not None)


# --------------------------------------------------------------------------- the question


class QuestionType(StrEnum):
    """VizWiz-LF's four types of question."""

    IDENTIFICATION = "Identification"
    DESCRIPTION = "Description"
    READING = "Reading"
    OTHERS = "Others"


class Intent(StrEnum):
    """What an answer has to deliver, as far as it can be told without a language model."""

    READ = "read"  # all the text
    FIELD = "field"  # one thing in the text: a date, a price, a phone number
    IDENTIFY = "identify"
    DESCRIBE = "describe"
    COLOUR = "colour"
    COUNT = "count"
    WHERE = "where"
    LIGHT = "light"
    PRESENCE = "presence"
    CODE = "code"
    BEYOND = "beyond"  # knowledge, judgement, people: not to be measured in a picture


class TextField(StrEnum):
    """What is looked for in text that was read."""

    EXPIRY = "expiry date"
    DATE = "date"
    PRICE = "price"
    PHONE = "phone number"
    INGREDIENTS = "ingredients"
    DOSAGE = "dosage"
    INSTRUCTIONS = "instructions"
    NUTRITION = "nutrition facts"
    NAME = "name"
    NUMBER = "number"
    ADDRESS = "address"
    TIME = "time"
    TEMPERATURE = "temperature"
    AMOUNT = "amount"


class Stakes(StrEnum):
    """Why a wrong answer could hurt: only text that was read is quoted then."""

    MEDICINE = "medicine"
    MONEY = "money"
    ALLERGENS = "allergens"
    DATES = "dates"
    ELECTRICITY = "electricity"


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked and what was understood of it.

    targets: detector labels that the question names ("cup"), singular.
    unknown_targets: nouns it names that no detector knows ("lemon juice").
    vague_words: words like "this" or "it" that need a referent (AQuA, levels 1-3).
    is_sure: False where the wording was not understood; the answer then describes.
    """

    text: str
    intent: Intent
    type: QuestionType
    looks: frozenset[Look]
    field: TextField | None = None
    targets: tuple[str, ...] = ()
    unknown_targets: tuple[str, ...] = ()
    vague_words: tuple[str, ...] = ()
    stakes: Stakes | None = None
    is_sure: bool = True

    @property
    def is_vague(self) -> bool:
        return bool(self.vague_words) and not self.targets


# --------------------------------------------------------------------------- the answer


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and what it does; the role decides whether it is spoken at once."""

    text: str
    role: Role
    spoken: str = ""
    """How it is said where that differs from how it is written (digits one by one)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a clarifying question offers; number counts from 1.

    text is what is offered ("the red mug on the left"); label, colour, place and box are
    what a reply is matched against.
    """

    number: int
    text: str
    label: str
    place: str = ""
    colour: str = ""
    box: Box = WHOLE_PICTURE


class Reason(StrEnum):
    """Why an answer abstains."""

    BAD_PICTURE = "bad picture"
    NOT_FOUND = "not in the picture"
    NO_TEXT = "no text could be read"
    BEYOND_ENGINE = "beyond what this engine can do"
    NOT_UNDERSTOOD = "reply not understood"


@dataclass(frozen=True, slots=True)
class Decision:
    """The strategy after policy; probabilities are None where an engine has none."""

    strategy: Strategy
    probabilities: Mapping[Strategy, float] | None = None
    reason: Reason | None = None
    """Set exactly when the strategy is ABSTAIN."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer about one picture.

    sentences are in the order of speaking: the answer first.  retake is one thing to do
    with the camera, set only when abstaining.  timings_ms: stage name -> milliseconds.
    """

    decision: Decision
    sentences: tuple[Sentence, ...]
    engine: str
    options: tuple[Option, ...] = ()
    retake: str | None = None
    quality: QualityReport = field(default_factory=QualityReport)
    evidence: Evidence = field(default_factory=Evidence)
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def strategy(self) -> Strategy:
        return self.decision.strategy

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


# --------------------------------------------------------------------------- cancelling


class Cancel:
    """A cancel request that any thread may make and every long stage polls."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def request(self) -> None:
        self._event.set()

    @property
    def is_requested(self) -> bool:
        return self._event.is_set()
