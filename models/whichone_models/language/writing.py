"""From a model's text to the parts of an answer: the decision first, then what is said.

    pieces -> SentenceReader -> does it do what its strategy says? -> Decision
           -> each sentence checked against print, with its role -> Sentence, Offer, Retake

The decision waits for the first sentence, as a text may contradict it: a "direct" answer that
asks back is a question, one that says it can't tell abstains.  Direct, inferred and listed
answers stream; questions and failures are short and are read whole first; at high stakes
nothing of the text is spoken (`stakes.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from whichone_core.answering import clarify
from whichone_core.answering.things import distinct
from whichone_core.answering.tongue import phrases
from whichone_core.languages import N_
from whichone_core.ports import Chooser, Offer, Prompt, Proposal, ReplyPart, Retake
from whichone_core.prompting.choices import choices_of
from whichone_core.prompting.cues import asks_back, is_failure, is_suggestion
from whichone_core.prompting.style import (
    fails_altogether,
    is_brief,
    reason_of,
    role_of,
    strategy_of,
)
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.answers import Decision, Reason, Sentence
from whichone_core.types.evidence import SceneObject
from whichone_core.types.questions import Intent, Question
from whichone_core.types.strategies import Role, Strategy

from whichone_models.builtin.abstentions import draft_for
from whichone_models.builtin.drafts import say
from whichone_models.catalogue import _
from whichone_models.llama.runtime import Ending

from .print_guard import PrintGuard
from .sentences import Pieces, SentenceReader
from .stakes import CAN_FORCE, Today, stakes_parts

NO_ANSWER = N_("I have no answer to that")
WENT_IN_CIRCLES = N_("I could not make sense of this picture")


@dataclass(frozen=True, slots=True)
class Situation:
    """One question as it is being answered, the same for every try."""

    prompt: Prompt
    choose: Chooser
    guard: PrintGuard
    words: Mapping[Strategy, str] = field(default_factory=lambda: CONTROL_WORDS)
    today: Today = date.today


class Writer:
    """Writes one try at an answer.

    has_spoken: whether a decision was given; where not, nothing was, and another try or
    `no_answer` may follow.  ending: how the text ended.
    """

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._prompt = situation.prompt
        self._guard = situation.guard
        self.has_spoken = False
        self.ending: Ending | None = None

    def write(self, decision: Decision, pieces: Pieces) -> Iterator[ReplyPart]:
        """The parts of an answer for a decision, its text as it comes.  Raises ModelError."""
        reader = SentenceReader(pieces, self._situation.words)
        for part in self._parts(decision, reader):
            self.has_spoken = True
            yield part
        self.ending = reader.ending

    def _parts(self, decision: Decision, reader: SentenceReader) -> Iterator[ReplyPart]:
        if self._prompt.question.stakes is not None:
            yield from self._at_stake(decision, list(reader))
        elif decision.strategy in (Strategy.CLARIFY, Strategy.ABSTAIN):
            yield from self._whole(decision, list(reader))
        else:
            yield from self._streamed(decision, iter(reader))

    def _at_stake(self, decision: Decision, sentences: list[str]) -> Iterator[ReplyPart]:
        prompt = replace(self._prompt, evidence=self._guard.read())
        yield from stakes_parts(prompt, decision, sentences, self._situation.today)

    def _whole(self, decision: Decision, sentences: list[str]) -> Iterator[ReplyPart]:
        if sentences and decision.strategy is Strategy.CLARIFY:
            yield from self._asked(decision, sentences)
        elif sentences:
            yield from self._failed(decision, sentences)

    # ------------------------------------------------------------------ answers

    def _streamed(self, decision: Decision, sentences: Iterator[str]) -> Iterator[ReplyPart]:
        first = next(sentences, None)
        if first is None:
            return
        if asks_back(first) or is_failure(first):
            whole = [first, *sentences]
            shown = strategy_of(whole)
            is_lost = shown is Strategy.ABSTAIN and fails_altogether(whole)
            if shown is Strategy.CLARIFY or is_lost:
                yield from self._changed(decision, shown, whole)
                return
            sentences = iter(whole[1:])
        yield decision
        yield from self._spoken(decision.strategy, first, sentences)

    def _spoken(
        self, strategy: Strategy, first: str, sentences: Iterator[str]
    ) -> Iterator[ReplyPart]:
        told = 0
        sentence: str | None = first
        while sentence is not None:
            if not asks_back(sentence) or not told:
                part, sentences = self._checked(sentence, strategy, told, sentences)
                told += part.role is Role.ANSWER and not (told == 0 and is_brief(part.text))
                yield part
            sentence = next(sentences, None)

    def _checked(
        self, sentence: str, strategy: Strategy, told: int, rest: Iterator[str]
    ) -> tuple[Sentence, Iterator[str]]:
        """A sentence with its role and, where print bears it out or not, with its doubt.

        A closer look asks the model again, so the rest of its text is read before.
        """
        if self._guard.names_someone(sentence):
            return say(phrases().who, Role.AUXILIARY_FAILURE if told else Role.ANSWER_FAILURE), rest
        role = role_of(sentence, strategy, told, self._prompt.question.intent)
        doubts = self._guard.doubts(sentence)
        if doubts:
            rest = iter(list(rest)) if self._guard.is_about_to_look else rest
            sentence = self._guard.settled(sentence, doubts)
        return Sentence(_ended(sentence), role), rest

    def _changed(
        self, decision: Decision, shown: Strategy, sentences: list[str]
    ) -> Iterator[ReplyPart]:
        """The text does something else than its strategy: the policy is asked about that."""
        reason = self._reason(sentences) if shown is Strategy.ABSTAIN else None
        proposal = Proposal(Decision(shown, None, reason), frozenset())
        changed = self._situation.choose(proposal)
        changed = replace(changed, probabilities=decision.probabilities)
        if changed.strategy is Strategy.ABSTAIN and shown is not Strategy.ABSTAIN:
            yield changed
            yield from draft_for(self._prompt, changed.reason or Reason.NOT_FOUND)
        elif changed.strategy in (Strategy.CLARIFY, Strategy.ABSTAIN):
            yield from self._whole(changed, sentences)
        else:
            yield changed
            yield from self._spoken(changed.strategy, sentences[0], iter(sentences[1:]))

    def _reason(self, sentences: Sequence[str]) -> Reason:
        return reason_of(" ".join(sentences), self._prompt.question.intent)

    # ------------------------------------------------------------------ questions back

    def _asked(self, decision: Decision, sentences: list[str]) -> Iterator[ReplyPart]:
        """One question with its options; an answer in place of it is put to the policy."""
        found = distinct(self._prompt.evidence.objects or ())
        things = _asked_about(self._prompt.question, found)[: clarify.MOST_OPTIONS]
        question = next((s for s in sentences if asks_back(s)), None)
        if question is None:
            shown = strategy_of(sentences)
            if len(things) > 1:
                yield decision
                yield Sentence(clarify.question(things), Role.ANSWER)
                yield Offer(clarify.make_options(things))
            elif shown is not Strategy.CLARIFY:
                yield from self._changed(decision, shown, sentences)
            return
        yield decision
        yield Sentence(question, Role.ANSWER)
        others = [sentence for sentence in sentences if sentence is not question]
        options = choices_of(question, others, found[: clarify.MOST_OPTIONS])
        if not options and len(things) > 1:
            options = clarify.make_options(things)
        if options:
            yield Offer(options)

    # ------------------------------------------------------------------ failures

    def _failed(self, decision: Decision, sentences: list[str]) -> Iterator[ReplyPart]:
        """The reason first, then one thing to do; of what it still tells nothing unread."""
        failure = next((s for s in sentences if is_failure(s)), None)
        reason = decision.reason
        if reason is not None and failure is not None:
            reason = reason_of(" ".join(sentences), self._prompt.question.intent, reason)
        yield replace(decision, reason=reason)
        fixed = draft_for(self._prompt, reason or Reason.NOT_FOUND)
        retake = next(part for part in fixed if isinstance(part, Retake))
        actions = [s for s in sentences if is_suggestion(s) and not asks_back(s)]
        if failure is None:
            yield from (part for part in fixed if isinstance(part, Sentence))
        else:
            yield Sentence(_ended(failure), Role.ANSWER_FAILURE)
            others = [s for s in sentences if s is not failure and s not in actions]
            yield from self._beside(others)
        yield Retake(_ended(actions[0])) if actions else retake

    def _beside(self, sentences: Sequence[str]) -> Iterator[Sentence]:
        for sentence in sentences:
            is_unread = self._guard.doubts(sentence) or self._guard.names_someone(sentence)
            if asks_back(sentence) or is_unread:
                continue
            role = Role.AUXILIARY_FAILURE if is_failure(sentence) else Role.AUXILIARY
            yield Sentence(_ended(sentence), role)


def _asked_about(question: Question, things: Sequence[SceneObject]) -> Sequence[SceneObject]:
    """The things that a question may be about: among others its own is no choice."""
    if question.targets:
        return [thing for thing in things if thing.label in question.targets]
    return () if question.unknown_targets else things


def read_decision(
    prompt: Prompt, sentences: Sequence[str], named: Strategy | None = None
) -> Decision:
    """What an engine proposes whose strategy was named in its text, or shows in it.

    At high stakes every answer is a quote, so nothing else is proposed.
    """
    shown = named or strategy_of(sentences)
    if prompt.question.stakes is not None and shown not in CAN_FORCE:
        shown = Strategy.DIRECT
    if shown is not Strategy.ABSTAIN:
        return Decision(shown)
    intent = prompt.question.intent
    return Decision(shown, None, reason_of(" ".join(sentences), intent, likely_reason(prompt)))


def likely_reason(prompt: Prompt) -> Reason:
    """Why a model would abstain, before it says so."""
    if not prompt.quality.is_good:
        return Reason.BAD_PICTURE
    reads = (Intent.READ, Intent.FIELD)
    text = prompt.evidence.text
    if prompt.question.intent in reads and text is not None and not text.lines:
        return Reason.NO_TEXT
    return Reason.NOT_FOUND


def no_answer(
    prompt: Prompt, probabilities: Mapping[Strategy, float] | None, ending: Ending | None
) -> Iterator[ReplyPart]:
    """What is said where a model gave nothing that can be said, twice (field report 73)."""
    reason = Reason.BEYOND_ENGINE
    sentence = _(WENT_IN_CIRCLES if ending is Ending.LOOP else NO_ANSWER)
    yield Decision(Strategy.ABSTAIN, probabilities, reason)
    yield say(sentence, Role.ANSWER_FAILURE)
    yield from (part for part in draft_for(prompt, reason) if isinstance(part, Retake))


def _ended(sentence: str) -> str:
    """With a full stop where a sentence has no end of its own."""
    text = sentence.rstrip(" ,;")
    text = text[:-1].rstrip() if text.endswith(":") else text
    return text if text.endswith((".", "!", "?", "…", "。", "？", "！", '"', "”")) else f"{text}."
