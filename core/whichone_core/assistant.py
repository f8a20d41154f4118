"""The way of one question, and the only place that orchestrates it.

    Frame -> quality -> evidence -> prompt -> engine -> decision -> sentences -> log

`Assistant` holds one conversation: the picture, what was measured in it so far, and the
clarifying question that waits for its reply.  `ask` and `reply` stream `events.Event`; the
caller runs them in one worker thread at a time and may cancel from any other.  Evidence is
kept for the picture, so a follow-up only measures what is still missing.

Who answers is told when it changes: an engine that fails says why and is replaced, and not a
word more of it while it fails for the same reason.

Accepted trade-off: a turn that was cancelled leaves no trace, not even in the log.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from whichone_core.answering import clarify, strategy
from whichone_core.errors import InputError, ModelError, WhichOneError
from whichone_core.events import (
    Abstained,
    Answered,
    Event,
    EvidenceFound,
    Failed,
    OptionsOffered,
    QualityChecked,
    Remarked,
    SentenceReady,
    Stopped,
    StrategyChosen,
    Understood,
)
from whichone_core.picture import quality
from whichone_core.ports import (
    EvidenceFinder,
    Exchange,
    Offer,
    Prompt,
    Proposal,
    Reply,
    Retake,
    TurnLog,
    TurnRecord,
    VisionModel,
)
from whichone_core.question import questions
from whichone_core.succession import Succession
from whichone_core.types import (
    Answer,
    Cancel,
    Decision,
    Evidence,
    Frame,
    Intent,
    Look,
    Option,
    QualityReport,
    Question,
    Sentence,
    Strategy,
)

_ABOUT_IT = frozenset({Intent.COLOUR, Intent.WHERE})
"""What is asked about "it" after a choice; "what is this?" asks about the picture again."""

_TOGETHER = frozenset({Look.OBJECTS, Look.COLOURS})
"""Things get their own colours only where both are looked for at once."""


@dataclass(slots=True)
class _Scene:
    """The picture in front of us and all that is known about it."""

    frame: Frame
    quality: QualityReport | None = None
    seen: QualityReport | None = None
    """Its quality before its text was read: the next picture is compared with that, as its
    text is not read yet either and would pass for whole."""
    evidence: Evidence = field(default_factory=Evidence)
    chosen: Option | None = None
    """What a reply chose last: what "it" is in the questions after it."""
    exchanges: tuple[Exchange, ...] = ()
    """What was said about this picture so far, oldest first."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A clarifying question that was asked and not yet replied to."""

    question: Question
    options: tuple[Option, ...]


@dataclass(slots=True)
class _Turn:
    """What one turn has gathered while it streams."""

    text: str
    reply: str | None
    cancel: Cancel
    started: float = field(default_factory=time.perf_counter)
    timings: dict[str, float] = field(default_factory=dict)
    decision: Decision | None = None
    sentences: list[Sentence] = field(default_factory=list)
    options: tuple[Option, ...] = ()
    retake: str | None = None

    def mark(self, stage: str) -> None:
        """Note the milliseconds from the question to the end of this stage."""
        self.timings[stage] = round((time.perf_counter() - self.started) * 1000, 1)


class Assistant:
    """Answers questions about one picture at a time.

    engines: in the order of preference; a later one answers where an earlier one fails.
    notices: what the user hears before the first answer ("Pictures are sent to ..."), and
    again where that was stopped.
    """

    def __init__(
        self,
        finder: EvidenceFinder,
        engines: Sequence[VisionModel],
        log: TurnLog,
        policy: strategy.Policy,
        notices: Sequence[str] = (),
    ) -> None:
        self._finder = finder
        self._engines = tuple(engines)
        self._log = log
        self._policy = policy
        self._notices = tuple(notices)
        self._succession = Succession()
        self._asked: VisionModel | None = None
        self._warming: threading.Thread | None = None
        self._scene: _Scene | None = None
        self._last_quality: QualityReport | None = None
        self._pending: Pending | None = None

    @property
    def pending(self) -> Pending | None:
        """The clarifying question that waits for a reply, if one does."""
        return self._pending

    @property
    def frame(self) -> Frame | None:
        return self._scene.frame if self._scene else None

    @property
    def is_starting(self) -> bool:
        """Whether the question that is being answered waits for a model to be loaded."""
        return self._asked is not None and self._asked.is_starting

    def open(self, frame: Frame) -> None:
        """Take a new picture.  A clarifying question about the old one is dropped."""
        if self._scene is not None and self._scene.seen is not None:
            self._last_quality = self._scene.seen
        self._scene = _Scene(frame)
        self._pending = None
        for engine in self._engines:
            engine.see(frame)

    def inspect(self, cancel: Cancel) -> Iterator[Event]:
        """Check a picture that was just opened, before anything is asked about it.

        Streams a remark where it is better or worse than the last one, then QualityChecked;
        nothing without a picture or once cancelled.  Takes hundredths of a second: no model.
        What looks for things is loaded beside it, while the first question is still typed.
        """
        if self._scene is not None and not cancel.is_requested:
            yield from self._check_quality(self._scene)
            self._warm_up()

    def close(self) -> None:
        """End the engines and finish the log; the assistant cannot be used afterwards."""
        for engine in self._engines:
            engine.close()
        self._log.close()
        if self._warming is not None:
            self._warming.join()

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]:
        """Answer a question about the picture.  An empty one describes it."""
        turn = _Turn(text, None, cancel)
        self._pending = None
        return self._stream(turn, lambda: self._understood(text))

    def reply(self, text: str, cancel: Cancel) -> Iterator[Event]:
        """Answer the pending clarifying question; anything else is a question of its own.

        A reply that is cancelled or fails leaves the question pending.
        """
        pending = self._pending
        if pending is None or _is_new_question(text, pending.options):
            return self.ask(text, cancel)
        turn = _Turn(pending.question.text, text, cancel)
        chosen = clarify.match(text, pending.options).option
        reply = Reply(pending.question, text, chosen, pending.options)
        return self._stream(turn, lambda: (pending.question, reply))

    def _understood(self, text: str) -> tuple[Question, Reply | None]:
        """The question, and what "it" is in it where a reply has just chosen that."""
        question = questions.understand(text)
        chosen = self._scene.chosen if self._scene else None
        if chosen is None or question.intent not in _ABOUT_IT or not question.is_vague:
            return question, None
        return question, Reply(question, "", chosen, (chosen,))

    def _warm_up(self) -> None:
        """Load the detectors, once, in a thread of its own; what goes wrong is said later."""
        if self._warming is not None:
            return

        def load() -> None:
            with suppress(ModelError):
                self._finder.warm_up(_TOGETHER)

        self._warming = threading.Thread(target=load, name="warm up")
        self._warming.start()

    def _heard(self, answering: str = "") -> None:
        """A turn came to its end: what was remarked in it need not be said again."""
        self._notices = ()
        self._succession.heard(answering)

    # ------------------------------------------------------------------ one turn

    def _stream(
        self, turn: _Turn, start: Callable[[], tuple[Question, Reply | None]]
    ) -> Iterator[Event]:
        scene = self._scene
        try:
            if scene is None:
                raise InputError("There is no picture yet.", remedy="Open or take one first.")
            yield from self._turn(turn, scene, *start())
        except WhichOneError as error:
            if turn.cancel.is_requested:
                yield Stopped()
                return
            if scene is not None:
                self._heard()
            self._log.record(TurnRecord(turn.text, turn.reply, self.frame, None, error.sentence))
            yield Failed(error)

    def _turn(
        self, turn: _Turn, scene: _Scene, question: Question, reply: Reply | None
    ) -> Iterator[Event]:
        yield Understood(question)
        self._succession.begin()
        for notice in self._notices:
            yield Remarked(notice)
        yield from self._check_quality(scene)
        turn.mark("quality")
        for position, engine in enumerate(self._engines):
            self._asked = engine
            yield from self._look(turn, scene, question, engine)
            if turn.cancel.is_requested:
                yield Stopped()
                return
            prompt = Prompt(
                scene.frame,
                question,
                _quality(scene),
                scene.evidence,
                reply,
                engine.template,
                scene.exchanges,
            )
            try:
                yield from self._hear(turn, prompt, engine)
                yield self._end(turn, scene, prompt, engine)
                return
            except ModelError as error:
                is_last = position + 1 == len(self._engines)
                if turn.sentences or is_last or turn.cancel.is_requested:
                    raise
                successor = self._engines[position + 1].name
                if remark := self._succession.failed(engine.name, error, successor):
                    yield Remarked(remark)
        raise ModelError("No engine is available.", remedy="Run: whichone doctor.")

    def _check_quality(self, scene: _Scene) -> Iterator[Event]:
        if scene.quality is None:
            scene.quality = scene.seen = quality.inspect(scene.frame)
            if self._last_quality is not None:
                sentence = quality.compare(self._last_quality, scene.quality)
                self._last_quality = None
                if sentence:
                    yield Remarked(sentence)
        yield QualityChecked(scene.quality)

    def _look(
        self, turn: _Turn, scene: _Scene, question: Question, engine: VisionModel
    ) -> Iterator[Event]:
        looks = engine.looks_for(question)
        if looks is not None:
            if quality.is_unusable(_quality(scene)):
                looks |= question.looks  # only what is found anyway can be told
            missing = looks - scene.evidence.looked
            if missing & _TOGETHER and looks >= _TOGETHER:
                missing |= _TOGETHER
            if missing:
                found = self._finder.look(scene.frame, missing, turn.cancel)
                scene.evidence = _merged(scene.evidence, found)
            if Look.TEXT in missing and scene.evidence.text is not None:
                scene.quality = quality.with_text(_quality(scene), scene.evidence.text)
        turn.mark("evidence")
        yield EvidenceFound(scene.evidence)

    def _hear(self, turn: _Turn, prompt: Prompt, engine: VisionModel) -> Iterator[Event]:
        def choose(proposal: Proposal) -> Decision:
            return strategy.choose(proposal, prompt, self._policy)

        for part in engine.reply(prompt, choose, turn.cancel):
            if isinstance(part, Decision):
                turn.decision = part
                turn.mark("strategy")
                yield StrategyChosen(part)
            elif isinstance(part, Sentence):
                if not turn.sentences:
                    turn.mark("first sentence")
                turn.sentences.append(part)
                yield SentenceReady(part)
            elif isinstance(part, Offer):
                turn.options = part.options
                yield OptionsOffered(part.options)
            elif isinstance(part, Retake):
                turn.retake = part.action

    def _end(self, turn: _Turn, scene: _Scene, prompt: Prompt, engine: VisionModel) -> Event:
        if turn.cancel.is_requested:
            return Stopped()
        if turn.decision is None or not turn.sentences:
            raise ModelError("There was no answer.", cause=f"{engine.name} streamed nothing")
        self._heard(engine.name)
        turn.mark("total")
        answer = Answer(
            decision=turn.decision,
            sentences=tuple(turn.sentences),
            engine=engine.name,
            options=turn.options,
            retake=turn.retake,
            quality=_quality(scene),
            evidence=scene.evidence,
            timings_ms=turn.timings,
        )
        is_asking = answer.strategy is Strategy.CLARIFY
        self._pending = Pending(prompt.question, answer.options) if is_asking else None
        if prompt.reply is not None and prompt.reply.chosen is not None:
            scene.chosen = prompt.reply.chosen
        said = turn.reply if turn.reply is not None else turn.text
        scene.exchanges += (Exchange(said, answer.strategy, answer.text),)
        self._log.record(
            TurnRecord(turn.text, turn.reply, scene.frame, answer, template=engine.template)
        )
        return Abstained(answer) if answer.strategy is Strategy.ABSTAIN else Answered(answer)


def _quality(scene: _Scene) -> QualityReport:
    return scene.quality if scene.quality is not None else QualityReport()


def _merged(known: Evidence, found: Evidence) -> Evidence:
    """What was known, completed by what was found now."""
    fresh = {
        name: value
        for name in Evidence.__dataclass_fields__
        if (value := getattr(found, name)) is not None
    }
    return replace(known, **fresh)


def _is_new_question(text: str, options: tuple[Option, ...]) -> bool:
    """Whether words said after a clarifying question are a question of their own."""
    if clarify.match(text, options).is_understood:
        return False
    question = questions.understand(text)
    return question.is_sure and (text.strip().endswith("?") or len(text.split()) > 3)
