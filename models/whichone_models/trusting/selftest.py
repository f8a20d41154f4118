"""The self-test: whether a model that was pulled, quantized or moved still sees and speaks.

Broken backends load, report success and say fluent nonsense (field reports 66, 67, 85): a
vision part of another model with the same width, weights cut short, a kernel that computes
wrongly.  So golden pictures are asked about, in pairs that differ in the answer, and what
comes back has to be right, to change with the picture, and to be made of numbers.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.errors import ModelError
from whichone_core.languages import N_
from whichone_core.types.cancelling import Cancel
from whichone_core.types.strategies import Strategy

from whichone_models.catalogue import _, _n
from whichone_models.files.sidecar import Sidecar
from whichone_models.language.calibration import calibrated
from whichone_models.llama.faults import LocalModelError
from whichone_models.llama.geometry import fitted
from whichone_models.llama.runtime import (
    Ending,
    Fault,
    Finished,
    ModelClient,
    Odds,
    Picture,
    Request,
)

from .golden import Golden
from .golden_sets import golden_set
from .memory_need import MemoryShortError

ENOUGH = 0.7
"""Share of the pictures that has to be right; not looking gives a half at most."""
MOST_TOKENS = 24
_MARKERS = 2
"""Tokens that a picture costs even where it is empty: its beginning and its end."""
_LEAST_LEGIBLE = 0.8
_LEGIBLE = re.compile(r"[\w\s.,;:!?'\"()/%&+*=-]", re.UNICODE)

Progress = Callable[[int, int], None]
"""Told after each picture: how many are done, of how many."""


class Failing(StrEnum):
    """What a model that fails the test does wrong."""

    STOPPED = "stopped"  # it raised an error
    NO_PICTURE = "no picture"  # a picture costs it no tokens
    NUMBERS = "numbers"  # log-probabilities that are none
    GARBAGE = "garbage"  # text that is none
    BLIND = "blind"  # the same answers whatever the picture
    WRONG = "wrong"  # too few right answers
    CHOICE = "choice"  # right answers, but hardly a right strategy


@dataclass(frozen=True, slots=True)
class Tried:
    """One picture: what was said about it, how sure it was of each strategy, how long it took.

    odds: None for models without control words.  chosen: the likeliest strategy.
    """

    picture: Golden
    text: str
    odds: Mapping[Strategy, float] | None
    is_right: bool
    is_garbage: bool
    seconds: float

    @property
    def chosen(self) -> Strategy | None:
        return max(self.odds, key=self.odds.__getitem__) if self.odds else None


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The verdict: one sentence, what to do, and every picture that was tried.

    picture_tokens: what the first picture cost; 0 where that was not found out.
    """

    failing: Failing | None
    sentence: str
    remedy: str
    tried: tuple[Tried, ...]
    picture_tokens: int
    seconds: float
    cause: str = ""

    @property
    def is_sound(self) -> bool:
        return self.failing is None


def self_test(
    client: ModelClient,
    sidecar: Sidecar,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> SelfTest | None:
    """Ask about the golden pictures; None once cancelled.  Never raises for a bad model.

    Raises ModelError where memory is missing, which is no verdict on the model.
    """
    trial = _Trial(client, sidecar, cancel or Cancel())
    started = time.perf_counter()
    tried: list[Tried] = []
    tokens, failing, cause = 0, None, ""
    try:
        tokens = trial.picture_tokens()
        total = len(trial.pictures)
        for one in trial.run():
            tried.append(one)
            if progress is not None:
                progress(len(tried), total)
    except _Nonsense as error:
        failing, cause = Failing.NUMBERS, error.cause
    except ModelError as error:
        if is_short_of_memory(error):
            raise
        failing, cause = Failing.STOPPED, f"{error.sentence} {error.cause}".strip()
    if trial.cancel.is_requested:
        return None
    failing = failing or _failing(tried, tokens)
    sentence, remedy = _verdict(failing, sidecar.name, tried, time.perf_counter() - started)
    return SelfTest(
        failing, sentence, remedy, tuple(tried), tokens, time.perf_counter() - started, cause
    )


def is_short_of_memory(error: ModelError) -> bool:
    """Whether the machine, and not the model, is the reason."""
    is_told = isinstance(error, LocalModelError) and error.kind is Fault.MEMORY
    return is_told or isinstance(error, MemoryShortError)


class _Nonsense(ModelError):
    """Numbers that are none."""


class _Trial:
    """One model at the test."""

    def __init__(self, client: ModelClient, sidecar: Sidecar, cancel: Cancel) -> None:
        chosen = golden_set(sidecar)
        self._client, self._sidecar, self._set = client, sidecar, chosen
        self._words = tuple(sidecar.words[s] for s in Strategy) if sidecar.words else ()
        self.cancel = cancel
        self.pictures = chosen.pictures + (chosen.strategies if self._words else ())

    def run(self) -> Iterator[Tried]:
        for golden in self.pictures:
            tried = self._try(golden)
            if self.cancel.is_requested or tried is None:
                return
            yield tried

    def picture_tokens(self) -> int:
        """What a picture adds to the tokens of a question; 0 once cancelled."""
        golden = self.pictures[0]
        bare = self._client.ask(self._request(golden, None), None, self.cancel)
        picture = self._picture(golden)
        seen = self._client.ask(self._request(golden, picture), picture, self.cancel)
        if bare is None or seen is None:
            return 0
        return (seen.evaluated + seen.reused) - (bare.evaluated + bare.reused)

    def _try(self, golden: Golden) -> Tried | None:
        started = time.perf_counter()
        picture = self._picture(golden)
        odds = self._client.ask(self._request(golden, picture), picture, self.cancel)
        if odds is None:
            return None
        shares = self._shares(odds)
        word = self._sidecar.words[golden.strategy] if self._words else ""
        text, ending = "", Ending.END
        for piece in self._client.go_on(word, self.cancel):
            if isinstance(piece, Finished):
                ending = piece.ending
            else:
                text += piece
        is_garbage = ending is Ending.LOOP or not is_legible(text)
        seconds = time.perf_counter() - started
        return Tried(golden, text.strip(), shares, is_right(golden, text), is_garbage, seconds)

    def _shares(self, odds: Odds) -> Mapping[Strategy, float] | None:
        if not self._words:
            return None
        if not all(math.isfinite(value) for value in odds.log_probabilities):
            raise _Nonsense(_("The model gives numbers that make no sense."), cause=repr(odds))
        return calibrated(odds.log_probabilities, self._sidecar.calibration)

    def _picture(self, golden: Golden) -> Picture:
        pixels = fitted(golden.draw(self._set.side), self._sidecar.processor)
        return Picture(f"golden {golden.name} {pixels.shape[1]}x{pixels.shape[0]}", pixels)

    def _request(self, golden: Golden, picture: Picture | None) -> Request:
        system = self._sidecar.system if self._sidecar.system is not None else self._set.system
        return Request(
            picture=picture.key if picture is not None else "",
            system=system,
            user=golden.question,
            words=self._words,
            most_tokens=MOST_TOKENS,
        )


# ---------------------------------------------------------------------------- judging


def is_right(golden: Golden, text: str) -> bool:
    """Whether a text holds one word of each right group, and none that is wrong."""
    said = set(re.findall(r"[^\W_]+", text.lower()))
    said |= {word.removesuffix("s") for word in said}
    return all(said & set(group) for group in golden.right) and not said & set(golden.wrong)


def is_legible(text: str) -> bool:
    """Whether a text can be one: not empty, no broken characters, mostly letters."""
    words = text.strip()
    if not words or "\ufffd" in words or not any(character.isalnum() for character in words):
        return False
    return len(_LEGIBLE.findall(words)) >= _LEAST_LEGIBLE * len(words)


def _failing(tried: Sequence[Tried], tokens: int) -> Failing | None:
    answers = [one for one in tried if one.picture.right]
    if tokens <= _MARKERS:
        return Failing.NO_PICTURE
    if 2 * sum(one.is_garbage for one in tried) >= len(tried):
        return Failing.GARBAGE
    if _is_blind(tried):
        return Failing.BLIND
    if sum(one.is_right for one in answers) < ENOUGH * len(answers):
        return Failing.WRONG
    choosing = [one for one in tried if one.chosen is not None]
    hits = sum(one.chosen is one.picture.strategy for one in choosing)
    return Failing.CHOICE if hits < ENOUGH * len(choosing) else None


def _is_blind(tried: Sequence[Tried]) -> bool:
    """Whether no pair of pictures made any difference."""
    pairs: dict[str, list[Tried]] = {}
    for one in tried:
        pairs.setdefault(f"{one.picture.pair}: {one.picture.question}", []).append(one)
    whole = [pair for pair in pairs.values() if len(pair) > 1]
    return bool(whole) and all(_is_same(pair[0], other) for pair in whole for other in pair[1:])


def _is_same(one: Tried, other: Tried) -> bool:
    if one.text != other.text:
        return False
    if one.odds is None or other.odds is None:
        return True
    return all(math.isclose(one.odds[s], other.odds[s], abs_tol=1e-6) for s in one.odds)


def _verdict(
    failing: Failing | None, name: str, tried: Sequence[Tried], seconds: float
) -> tuple[str, str]:
    """What the user hears, and what to do."""
    answers = [one for one in tried if one.picture.right]
    right = sum(one.is_right for one in answers)
    if failing is None:
        return _n(
            "{name} works: {right} of {total} test pictures right, in {count} second.",
            "{name} works: {right} of {total} test pictures right, in {count} seconds.",
            max(1, round(seconds)),
            name=name,
            right=right,
            total=len(answers),
        ), ""
    sentence, remedy = _VERDICTS[failing]
    told = _(sentence, name=name, right=right, total=len(answers))
    return told, _(remedy, again=_(_AGAIN))


_AGAIN = N_("Remove it and pull it again; if that does not help, use another model.")
_VERDICTS: dict[Failing, tuple[str, str]] = {
    Failing.STOPPED: (N_("{name} does not work: it stopped at a test picture."), _AGAIN),
    Failing.NO_PICTURE: (
        N_("{name} does not work: pictures do not reach it."),
        N_("Its vision part is missing or not the right one. {again}"),
    ),
    Failing.NUMBERS: (N_("{name} does not work: it computes numbers that are none."), _AGAIN),
    Failing.GARBAGE: (N_("{name} does not work: it says what is no language."), _AGAIN),
    Failing.BLIND: (
        N_("{name} does not see: it says the same whatever the picture shows."),
        N_("Its vision part may belong to another model. {again}"),
    ),
    Failing.WRONG: (
        N_("{name} does not see well: {right} of {total} test pictures right."),
        N_("Its vision part may belong to another model. {again}"),
    ),
    Failing.CHOICE: (
        N_("{name} sees, but does not choose how to answer as it was taught."),
        N_("It can be used, but asks and guesses at the wrong times. {again}"),
    ),
}
