"""The contracts between the assistant and the world.

Each Protocol here has at least one real adapter and one fake that ships beside it, and one
contract suite (tests/contract) that runs against all of them.  Adapters are chosen in one
place, `whichone_app.bootstrap`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from whichone_core.speech.voices import Voice, VoiceOptions
from whichone_core.types.answers import Answer, Decision, Option, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Question
from whichone_core.types.strategies import Strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Reply:
    """The user's reply to a clarifying question: the option it chose, or None and its words."""

    question: Question
    text: str
    chosen: Option | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One finished turn about the same picture: what the user said and how it was answered."""

    said: str
    strategy: Strategy
    answer: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that an engine needs for one answer about one picture.

    A reply is set on the second turn of a clarification; the question is still the first
    one.  template is the engine's wording version.  earlier: the turns about this picture
    so far, oldest first; with a reply the last of them is the clarifying question.
    correction: what the user says is right, where the last answer was called wrong; it is what
    they think, and no evidence.
    """

    frame: Frame
    question: Question
    quality: QualityReport
    evidence: Evidence
    reply: Reply | None = None
    template: str = ""
    earlier: tuple[Exchange, ...] = ()
    correction: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an engine would do: probabilities where it has them, and why it would abstain."""

    decision: Decision
    can_force: frozenset[Strategy] = field(default_factory=frozenset)
    """The other strategies that this engine is able to answer with, for this prompt."""
    is_measured: bool = False
    """Whether all that would be said is what was measured in the picture, in fixed sentences;
    False for an engine that looks for itself, whose word counts for nothing at a severe flaw."""


Chooser = Callable[[Proposal], Decision]
"""The policy: takes an engine's proposal and says what is done (`strategy.py`)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The options of a clarifying question (or of a list, to ask more about)."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Retake:
    """One thing to do with the camera; comes with an abstaining answer."""

    action: str


ReplyPart = Decision | Sentence | Offer | Retake
"""What an engine streams: first the Decision, then the sentences in speaking order."""


class VisionModel(Protocol):
    """An engine that can answer a question about a picture."""

    @property
    def name(self) -> str:
        """The name under which it is chosen and logged ("builtin")."""
        ...

    @property
    def template(self) -> str:
        """The version of its wording: of its prompt, or of its fixed sentences."""
        ...

    @property
    def is_starting(self) -> bool:
        """Whether what it answers with is still to be loaded; an answer has to wait for that."""
        ...

    @property
    def held_bytes(self) -> int:
        """Memory that `release` or `close` would give back now; 0 where nothing is loaded."""
        ...

    def looks_for(self, question: Question) -> frozenset[Look] | None:
        """Evidence that has to be there before it begins to answer; None for none at all.

        An engine that sees for itself leaves out what only costs time before its first word.
        """
        ...

    def see(self, frame: Frame) -> None:
        """A picture is there, its question still to come: begin what can be done before it.

        Returns at once and never raises: what goes wrong is said when it is asked.
        """
        ...

    def release(self) -> int:
        """Give back the memory of what it answers with; the next question loads that again.

        Returns once that is done, with the bytes that were held.  Any thread may call it; an
        answer that is under way is begun again.
        """
        ...

    def close(self) -> None:
        """End what the engine started; it cannot be used afterwards.  May be called twice."""
        ...

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream an answer: exactly one Decision first, then sentences, options, retake.

        Stops early, without raising, once cancel is requested.  Raises ModelError.
        """
        ...


class EvidenceFinder(Protocol):
    """Looks for text, codes, objects, colours, names and light in a picture."""

    def look(self, frame: Frame, looks: frozenset[Look], cancel: Cancel) -> Evidence:
        """Run just the given parts.  Parts that cancel prevented stay None.

        Raises ModelError where a part cannot run at all.
        """
        ...

    def warm_up(self, looks: frozenset[Look]) -> None:
        """Load what these parts need, so that the first question is quick."""
        ...


class Speaker(Protocol):
    """A voice: sentences queue up, and stop() silences within 0.2 s."""

    @property
    def name(self) -> str: ...

    def say(self, sentence: str, language: str = "") -> None:
        """Queue one plain sentence.  Returns at once.  Raises DeviceError.

        language: of the sentence, where it is not that of the options; it is spoken with the
        usual voice of its language.
        """
        ...

    def stop(self) -> None:
        """Silence now and forget what was queued."""
        ...

    def wait(self, timeout_s: float) -> bool:
        """Block until all was spoken; False if the time ran out first."""
        ...

    @property
    def is_speaking(self) -> bool: ...

    @property
    def voices(self) -> tuple[Voice, ...]:
        """The voices that can be chosen, at least those of the language; empty where unknown."""
        ...

    def adjust(self, options: VoiceOptions) -> None:
        """Speak like this from the next sentence on; the queue stays.  Returns at once.

        The sentence that is being spoken may end as it began.  Never raises: a voice that
        does not exist is told where the next sentence would be spoken with it.
        """
        ...

    def save(self, sentences: list[str], path: str) -> None:
        """Write the sentences to a WAV file.  Raises DeviceError where it can't."""
        ...

    def close(self) -> None:
        """Stop and free the voice; the speaker cannot be used afterwards."""
        ...


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One finished turn as the log keeps it; the frame goes in as a hash unless consented."""

    question: str
    reply: str | None
    frame: Frame | None
    answer: Answer | None
    error: str | None = None
    template: str = ""
    """The wording version of the prompt that was used (`Prompt.template`)."""
    engine_version: str = ""
    """What tells two releases of the answering engine apart; empty where it is the program's."""
    failed_after_ms: float = 0.0
    """Milliseconds from the question to its failure; an answer knows its own."""

    @property
    def seconds(self) -> float:
        """How long ago it was asked when it ended."""
        timings = {"total": self.failed_after_ms} if self.answer is None else self.answer.timings_ms
        return timings.get("total", 0.0) / 1000


class TurnLog(Protocol):
    """Where turns are kept; it never raises into an answer and never blocks one."""

    def record(self, turn: TurnRecord) -> None:
        """Queue one turn for the single writer.  Returns at once, never raises."""
        ...

    def contest(self, correction: str, *, becomes_item: bool) -> None:
        """Queue "that is wrong" about the turn that was recorded last, with what is right.

        becomes_item: it may become an item of an evaluation.  Returns at once, never raises.
        """
        ...

    def close(self) -> None:
        """Write what is queued, then stop."""
        ...


class Listener(Protocol):
    """Understands speech: one utterance in, its words out.  One thread at a time uses it."""

    @property
    def name(self) -> str:
        """The name under which it is chosen ("moonshine")."""
        ...

    def warm_up(self) -> None:
        """Load what it needs, so that the first utterance is quick.

        Raises SetupError where a part of it is not installed, ModelError where it won't load.
        """
        ...

    def hear(self, speech: NDArray[np.float32]) -> str:
        """The words of one utterance; empty where there are none, never invented ones.

        speech: one channel, 16,000 samples a second, -1 to 1.  Raises as warm_up does.
        """
        ...

    def close(self) -> None:
        """Free it; it cannot be used afterwards.  May be called twice."""
        ...


class Microphone(Protocol):
    """Where sound comes from: opened for one utterance, closed right after it."""

    def open(self) -> None:
        """Begin to record.  Raises DeviceError, saying which setting to open where there is one."""
        ...

    def read(self, timeout_s: float) -> NDArray[np.int16] | None:
        """The next block of 30 ms (480 samples); None where there was none in that time.

        Raises DeviceError where the microphone was unplugged or stopped.
        """
        ...

    def close(self) -> None:
        """Let go of the device.  May be called twice, and opened again afterwards."""
        ...
