"""An assistant that answers at once by the words of the question: fast, and always the same.

"what is this?"  an answer with an explanation     "which ..."  a clarifying question
"read ..."       digits said one by one            "fail ..."   an error with its remedy
"slow ..."       nothing until it is cancelled     "dark ..."   abstains with a retake
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from whichone_core.errors import InputError, ModelError
from whichone_core.events import (
    Abstained,
    Answered,
    Event,
    Failed,
    OptionsOffered,
    QualityChecked,
    SentenceReady,
    Stopped,
    StrategyChosen,
)
from whichone_core.types.answers import Answer, Decision, Option, Reason, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Role, Strategy

OPTIONS = (
    Option(1, "the red mug on the left", "mug", colour="red"),
    Option(2, "the blue bowl on the right", "bowl", colour="blue"),
    Option(3, "the spoon in the middle", "spoon"),
)


class ScriptedAssistant:
    """Stands where an `Assistant` stands; it never looks at the picture."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.is_starting = False
        self.can_be_corrected = False
        self.corrections: list[str] = []
        self.held_bytes = 0

    def release(self) -> int:
        freed, self.held_bytes = self.held_bytes, 0
        return freed

    def open(self, frame: Frame) -> None:
        self.frames.append(frame)

    def inspect(self, cancel: Cancel) -> Iterator[Event]:
        yield QualityChecked(QualityReport())

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]:
        self.can_be_corrected = True
        yield QualityChecked(QualityReport())
        yield from _SCRIPTS.get(text.split(" ")[0].lower(), _answer)(cancel)

    def reply(self, text: str, cancel: Cancel) -> Iterator[Event]:
        chosen = next((option for option in OPTIONS if text == str(option.number)), OPTIONS[0])
        yield from _told(Strategy.DIRECT, Sentence(f"It is {chosen.text}.", Role.ANSWER))

    def correct(self, text: str, cancel: Cancel) -> Iterator[Event]:
        self.corrections.append(text)
        yield from _told(
            Strategy.INFER,
            Sentence("It is a tin of bean soup.", Role.ANSWER),
            Sentence(f"You said: {text}. I can't see that in the picture.", Role.ANSWER),
        )

    def compare(self, cancel: Cancel) -> Iterator[Event]:
        if len(self.frames) < 2:
            yield Failed(InputError("There is no picture before this one."))
            return
        yield from _told(Strategy.DIRECT, Sentence("The picture is sharper now.", Role.ANSWER))


def _told(strategy: Strategy, *sentences: Sentence) -> Iterator[Event]:
    decision = Decision(strategy)
    yield StrategyChosen(decision)
    for sentence in sentences:
        yield SentenceReady(sentence)
    yield Answered(Answer(decision, sentences, "scripted"))


def _answer(_cancel: Cancel) -> Iterator[Event]:
    return _told(
        Strategy.INFER,
        Sentence("It is a tin of tomato soup.", Role.ANSWER),
        Sentence("The label says ripe tomatoes.", Role.ANSWER),
        Sentence("It is the largest thing in the picture.", Role.EXPLANATION),
    )


def _read(_cancel: Cancel) -> Iterator[Event]:
    return _told(
        Strategy.DIRECT, Sentence("The code is 4711.", Role.ANSWER, "The code is 4, 7, 1, 1.")
    )


def _which(_cancel: Cancel) -> Iterator[Event]:
    decision = Decision(Strategy.CLARIFY)
    question = Sentence("Which one do you mean: a mug, a bowl or a spoon?", Role.ANSWER)
    yield StrategyChosen(decision)
    yield SentenceReady(question)
    yield OptionsOffered(OPTIONS)
    yield Answered(Answer(decision, (question,), "scripted", OPTIONS))


def _dark(_cancel: Cancel) -> Iterator[Event]:
    decision = Decision(Strategy.ABSTAIN, reason=Reason.BAD_PICTURE)
    sentence = Sentence("The picture is too dark to tell.", Role.ANSWER_FAILURE)
    yield StrategyChosen(decision)
    yield SentenceReady(sentence)
    yield Abstained(Answer(decision, (sentence,), "scripted", retake="Turn on a light."))


def _fail(_cancel: Cancel) -> Iterator[Event]:
    yield Failed(ModelError("The engine has stopped.", remedy="Please ask once more."))


def _slow(cancel: Cancel) -> Iterator[Event]:
    pause = threading.Event()
    while not cancel.is_requested:
        pause.wait(0.02)
    yield Stopped()


_SCRIPTS: dict[str, Callable[[Cancel], Iterator[Event]]] = {
    "read": _read,
    "which": _which,
    "dark": _dark,
    "fail": _fail,
    "slow": _slow,
}
