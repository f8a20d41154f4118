"""A check on what a model says stands in a picture, against what the text reader saw.

    sentence -> doubts(): claims that were not read (the reader looks now where it has not)
             -> settled(): the sentence, borne out by a closer look or said with its doubt

One closer look in an answer: the model is asked again about a cut-out of the print.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from whichone_core.answering.answers import CLEAR
from whichone_core.ports import EvidenceFinder, Prompt
from whichone_core.prompting.claims import Claim, claims_in, is_in, is_read, unread
from whichone_core.prompting.hedging import hedged
from whichone_core.prompting.persons import asks_who, names_in
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look
from whichone_core.types.pictures import Box, Frame

LookCloser = Callable[[Frame], str]
"""Asks the same question about a part of the picture; "" where that gave nothing."""

_MARGIN = 0.04
_LARGEST = 0.5
"""Share of the picture above which a cut-out shows hardly more than the whole."""
_SMALLEST_SIDE = 16


class PrintGuard:
    """Belongs to one answer.  Without a finder nothing is checked, as nothing was read."""

    def __init__(
        self,
        prompt: Prompt,
        finder: EvidenceFinder | None,
        cancel: Cancel,
        look_closer: LookCloser | None = None,
    ) -> None:
        self._prompt = prompt
        self._finder = finder
        self._cancel = cancel
        self._look_closer = look_closer
        self._evidence = prompt.evidence
        self._closer: str | None = None

    @property
    def evidence(self) -> Evidence:
        """The prompt's, with what was read since."""
        return self._evidence

    @property
    def is_about_to_look(self) -> bool:
        """Whether settling a doubt asks the model again: its present text must be over then."""
        is_left = self._look_closer is not None and self._closer is None
        return is_left and _print_box(self._evidence) is not None

    def doubts(self, sentence: str) -> tuple[Claim, ...]:
        """Claims of a sentence that were not read.  Raises ModelError."""
        question = self._prompt.question.text
        if self._finder is None or not claims_in(sentence, question):
            return ()
        self.read()
        return unread(sentence, self._evidence, question)

    def names_someone(self, sentence: str) -> bool:
        """Whether a sentence says who someone is by a name that was not read.

        Raises ModelError.
        """
        names = names_in(sentence) if asks_who(self._prompt.question.text) else ()
        if not names:
            return False
        evidence = self.read()
        return not all(is_read(name, evidence) for name in names)

    def read(self) -> Evidence:
        """The evidence, with print looked for if nobody has.  Raises ModelError."""
        if self._evidence.text is None and self._finder is not None:
            found = self._finder.look(self._prompt.frame, frozenset({Look.TEXT}), self._cancel)
            self._evidence = replace(self._evidence, text=found.text)
        return self._evidence

    def settled(self, sentence: str, doubts: tuple[Claim, ...]) -> str:
        """The sentence where a closer look says the same; else with its doubt."""
        closer = self._look()
        left = tuple(claim for claim in doubts if not (closer and is_in(claim, [closer])))
        return hedged(sentence, left, closer) if left else sentence

    def _look(self) -> str:
        if self._closer is None:
            box = _print_box(self._evidence)
            is_possible = self._look_closer is not None and box is not None
            self._closer = ""
            if is_possible and self._look_closer is not None and box is not None:
                self._closer = self._look_closer(cut_out(self._prompt.frame, box))
        return self._closer


def _print_box(evidence: Evidence) -> Box | None:
    """Where print was read badly; None where a closer look helps nothing.

    Against print that was read well no second look of the model counts: what it makes up
    once it makes up twice.
    """
    text = evidence.text
    if text is None or text.turned:
        return None
    lines = [line for line in text.lines if line.score < CLEAR]
    if not lines:
        return None
    box = Box(
        max(0.0, min(line.box.left for line in lines) - _MARGIN),
        max(0.0, min(line.box.top for line in lines) - _MARGIN),
        min(1.0, max(line.box.right for line in lines) + _MARGIN),
        min(1.0, max(line.box.bottom for line in lines) + _MARGIN),
    )
    return box if 0.0 < box.area <= _LARGEST else None


def cut_out(frame: Frame, box: Box) -> Frame:
    """A part of a picture, at least 16 pixels a side where the picture has them."""
    top, bottom = _span(box.top, box.bottom, frame.height)
    left, right = _span(box.left, box.right, frame.width)
    pixels = np.ascontiguousarray(frame.pixels[top:bottom, left:right])
    name = f"{frame.digest}@{left},{top},{right},{bottom}"
    return replace(frame, pixels=pixels, digest=name)


def _span(low: float, high: float, size: int) -> tuple[int, int]:
    first, last = int(low * size), int(np.ceil(high * size))
    middle = (first + last) // 2
    first = max(0, min(first, middle - _SMALLEST_SIDE // 2))
    return first, min(size, max(last, first + _SMALLEST_SIDE))
