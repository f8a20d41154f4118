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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from whichone_core.answering import clarify, comparing, contesting, strategy
from whichone_core.catalogue import _
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
from whichone_core.measuring import Measuring
from whichone_core.pending import Pending
from whichone_core.picture import quality, retakes
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
from whichone_core.question.continued import continued
from whichone_core.question.doubts import is_doubt
from whichone_core.scene import Scene
from whichone_core.succession import Succession
from whichone_core.turn import Turn
from whichone_core.types.answers import Decision, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Intent, Question
from whichone_core.types.strategies import Strategy

_ABOUT_IT = frozenset({Intent.COLOUR, Intent.WHERE})
"""What is asked about "it" after a choice; "what is this?" asks about the picture again."""

COMPARED, COMPARER = "Compare with the last picture.", "comparison"
"""What a comparison is logged as having been asked, and by whom it was answered."""


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
        self._measuring = Measuring(finder)
        self._engines = tuple(engines)
        self._log = log
        self._policy = policy
        self._notices = tuple(notices)
        self._succession = Succession()
        self._asked: VisionModel | None = None
        self._scene: Scene | None = None
        self._before: Scene | None = None
        self._last_quality: QualityReport | None = None
        self._pending: Pending | None = None

    @property
    def log(self) -> TurnLog:
        """Where its turns are kept."""
        return self._log

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

    @property
    def held_bytes(self) -> int:
        """Memory that `release` or `close` would give back now."""
        return sum(engine.held_bytes for engine in self._engines)

    def release(self) -> int:
        """Give back the memory of the models until the next question or picture; bytes of it."""
        return sum(engine.release() for engine in self._engines)

    def open(self, frame: Frame) -> None:
        """Take a new picture.  A clarifying question about the old one is dropped; the picture
        itself is kept, to be compared with.
        """
        if self._scene is not None and self._scene.seen is not None:
            self._last_quality = self._scene.seen
        self._before, self._scene = self._scene, Scene(frame)
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
            self._measuring.warm_up()

    def take_over(self, other: Assistant) -> None:
        """Go on with another one's pictures, what was said about them, and its open question.

        The other one must not answer meanwhile; it may be closed afterwards.
        """
        self._scene, self._before = other._scene, other._before
        self._last_quality, self._pending = other._last_quality, other._pending

    def close(self) -> None:
        """End the engines and finish the log; the assistant cannot be used afterwards."""
        for engine in self._engines:
            engine.close()
        self._log.close()
        self._measuring.close()

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]:
        """Answer a question about the picture.  An empty one describes it."""
        turn = Turn(text, None, cancel)
        self._pending = None
        return self._stream(turn, lambda scene: self._turn(turn, scene, *self._understood(text)))

    def reply(self, text: str, cancel: Cancel) -> Iterator[Event]:
        """Answer the pending clarifying question; anything else is a question of its own.

        A reply that is cancelled, fails or is not understood leaves the question pending: it is
        not asked again, but one wrong key costs nobody a new picture.
        """
        pending = self._pending
        if pending is None or pending.is_left_by(text):
            return self.ask(text, cancel)
        turn = Turn(pending.question.text, text, cancel)
        chosen = clarify.match(text, pending.options).option
        reply = Reply(pending.question, text, chosen, pending.options)
        return self._stream(turn, lambda scene: self._turn(turn, scene, pending.question, reply))

    @property
    def can_be_corrected(self) -> bool:
        """Whether there is an answer about this picture that can be called wrong."""
        return self._scene is not None and self._scene.answered is not None

    def correct(self, text: str, cancel: Cancel) -> Iterator[Event]:
        """The last answer is wrong, and this is right: log that, and ask the question again.

        The correction is told to the engine as what the user thinks.  It is no evidence: it is
        looked up in the picture, and whether it was found there is said at the end.
        """
        scene = self._scene
        question = scene.answered if scene is not None else None
        if scene is None or question is None:
            return self.ask(text, cancel)
        turn = Turn(question.text, None, cancel, correction=text)
        self._log.contest(text, becomes_item=True)

        def again(scene: Scene) -> Iterator[Event]:
            self._measuring.find(scene, contesting.LOOKS, cancel)
            return self._turn(turn, scene, question, None)

        return self._stream(turn, again)

    def compare(self, cancel: Cancel) -> Iterator[Event]:
        """Say how this picture differs from the one before, by what is measured in both."""
        turn = Turn(COMPARED, None, cancel)
        return self._stream(turn, lambda scene: self._comparison(turn, scene))

    def _understood(self, text: str) -> tuple[Question, Reply | None]:
        """The question, and what "it" is in it where a reply has just chosen that."""
        before = self._scene.answered if self._scene else None
        question = continued(questions.understand(text), before)
        chosen = self._scene.chosen if self._scene else None
        if chosen is None or question.intent not in _ABOUT_IT or not question.is_vague:
            return question, None
        return question, Reply(question, "", chosen, (chosen,))

    def _heard(self, answering: str = "") -> None:
        """A turn came to its end: what was remarked in it need not be said again."""
        self._notices = ()
        self._succession.heard(answering)

    # ------------------------------------------------------------------ one turn

    def _stream(self, turn: Turn, run: Callable[[Scene], Iterator[Event]]) -> Iterator[Event]:
        scene = self._scene
        try:
            if scene is None:
                raise InputError(_("There is no picture yet."), remedy=_("Open or take one first."))
            yield from run(scene)
        except WhichOneError as error:
            if turn.cancel.is_requested:
                yield Stopped()
                return
            if scene is not None:
                scene.answered = None
                self._heard()
            self._log.record(turn.failure(self.frame, error))
            yield Failed(error)

    def _turn(
        self, turn: Turn, scene: Scene, question: Question, reply: Reply | None
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
                scene.known_quality,
                scene.evidence,
                reply,
                engine.template,
                scene.exchanges,
                turn.correction,
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
        raise ModelError(_("No engine is available."), remedy=_("Run: whichone doctor."))

    def _check_quality(self, scene: Scene) -> Iterator[Event]:
        if scene.quality is None:
            scene.quality = scene.seen = quality.inspect(scene.frame)
            if self._last_quality is not None:
                sentence = retakes.compare(self._last_quality, scene.quality)
                self._last_quality = None
                if sentence:
                    yield Remarked(sentence)
        yield QualityChecked(scene.quality)

    def _look(
        self, turn: Turn, scene: Scene, question: Question, engine: VisionModel
    ) -> Iterator[Event]:
        looks = engine.looks_for(question)
        if looks is not None:
            if quality.is_severe(scene.known_quality):  # only what is found anyway can be told
                looks |= question.looks | {Look.COLOURS}
            self._measuring.find(scene, looks, turn.cancel)
        turn.mark("evidence")
        yield EvidenceFound(scene.evidence)

    def _comparison(self, turn: Turn, scene: Scene) -> Iterator[Event]:
        before = self._before
        if before is None:
            raise InputError(
                _("There is no picture before this one."),
                remedy=_("Take a second one, then compare."),
            )
        for one in (before, scene):
            if one.quality is None:
                one.quality = quality.inspect(one.frame)
            self._measuring.find(one, comparing.LOOKS, turn.cancel)
        if turn.cancel.is_requested:
            yield Stopped()
            return
        turn.decision = Decision(Strategy.DIRECT)
        yield StrategyChosen(turn.decision)
        for sentence in comparing.compare(before, scene):
            turn.sentences.append(sentence)
            yield SentenceReady(sentence)
        scene.answered = None
        answer = turn.answer(scene, COMPARER)
        self._log.record(TurnRecord(turn.text, None, scene.frame, answer))
        yield Answered(answer)

    def _hear(self, turn: Turn, prompt: Prompt, engine: VisionModel) -> Iterator[Event]:
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
        if turn.correction and turn.sentences and not turn.cancel.is_requested:
            verdict = contesting.verdict(turn.correction, prompt.evidence)
            turn.sentences.append(verdict)
            yield SentenceReady(verdict)

    def _end(self, turn: Turn, scene: Scene, prompt: Prompt, engine: VisionModel) -> Event:
        if turn.cancel.is_requested:
            return Stopped()
        if turn.decision is None or not turn.sentences:
            raise ModelError(_("There was no answer."), cause=f"{engine.name} streamed nothing")
        self._heard(engine.name)
        answer = turn.answer(scene, engine.name)
        is_asking = answer.strategy is Strategy.CLARIFY
        if answer.leaves_open and self._pending is not None:
            self._pending = replace(self._pending, is_missed=True)
        else:
            self._pending = Pending(prompt.question, answer.options) if is_asking else None
        if prompt.reply is not None and prompt.reply.chosen is not None:
            scene.chosen = prompt.reply.chosen
        if not is_doubt(turn.text):
            scene.answered = prompt.question
        said = turn.reply if turn.reply is not None else turn.text
        scene.exchanges += (Exchange(said, answer.strategy, answer.text),)
        self._log.record(
            TurnRecord(turn.text, turn.reply, scene.frame, answer, template=engine.template)
        )
        return Abstained(answer) if answer.strategy is Strategy.ABSTAIN else Answered(answer)
