"""The local engine: a vision-language model on this computer, asked for its strategy first.

    see():    picture fitted -> encoded and prefilled while the question is still being asked
    reply():  question -> odds of the five words from one pass -> calibrated -> policy
              -> the chosen word forced -> text -> sentences, checked (`language/writing.py`)

A model that was trained from nothing and has no control words says its text first, and its
style tells the strategy.  An answer that goes in circles or stays empty is asked for once
more (a smaller picture, or other samples), then it abstains.  "Are you sure?" asks the last
question again in other words and says what agrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from whichone_core.picture.quality import is_unusable
from whichone_core.ports import Chooser, EvidenceFinder, Prompt, Proposal, ReplyPart
from whichone_core.prompting.asking import question_words, user_text
from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.systems import TEMPLATE, Layout, system_prompt
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.question.doubts import is_doubt
from whichone_core.types import Cancel, Decision, Frame, Intent, Look, Reason, Strategy

from whichone_models.builtin.abstentions import draft_for
from whichone_models.calibration import calibrated
from whichone_models.language.budget import Budget
from whichone_models.language.doubting import Again, said_again
from whichone_models.language.memory import Memory
from whichone_models.language.print_guard import PrintGuard
from whichone_models.language.sentences import ended
from whichone_models.language.stakes import CAN_FORCE, Today
from whichone_models.language.writing import (
    Situation,
    Writer,
    likely_reason,
    no_answer,
    read_decision,
)
from whichone_models.sidecar import Sidecar

from .eyes import Eyes
from .faults import LocalModelError
from .runtime import Ending, Fault, Finished, ModelClient, Odds, Picture, Request, Sampling

_TRIES = 2
_SECOND_TRY = Sampling(temperature=0.7, top_p=0.95, seed=1)
_READS = frozenset({Intent.READ, Intent.FIELD, Intent.CODE})


@dataclass(frozen=True, slots=True)
class Options:
    """language: of answers, as a code.  budget: picture tokens, from this machine's speed.

    most_tokens, most_reading_tokens: of an answer, and of one that reads print aloud.
    """

    language: str = "en"
    budget: Budget = field(default_factory=Budget)
    most_tokens: int = 192
    most_reading_tokens: int = 448
    today: Today = date.today


class LocalEngine:
    """A VisionModel over one local model.

    finder: looks at print again where an answer claims what nobody read; None where nothing
    is measured (evaluation): answers are then not checked, and nothing is said at high stakes.
    """

    def __init__(
        self,
        client: ModelClient,
        sidecar: Sidecar,
        finder: EvidenceFinder | None = None,
        name: str = "local",
        options: Options | None = None,
    ) -> None:
        self._client = client
        self._sidecar = sidecar
        self._finder = finder
        self._name = name
        self._options = options or Options()
        self._layout = layout_of(sidecar)
        self._words = words_of(sidecar)
        self._system = system_prompt(
            self._layout, self._options.language, self._words or CONTROL_WORDS, sidecar.system
        )
        self._memory = Memory(self._words)
        self._eyes = Eyes(sidecar.processor, self._options.budget)

    @property
    def name(self) -> str:
        return self._name

    @property
    def template(self) -> str:
        return f"{TEMPLATE}-{self._layout}-{self._options.language}"

    @property
    def looks(self) -> frozenset[Look] | None:
        """What the question needs, where there is something to look with."""
        return frozenset() if self._finder is not None else None

    @property
    def system(self) -> str:
        """The system prompt, the same for every question."""
        return self._system

    def see(self, frame: Frame) -> None:
        """Begin to encode the picture and to prefill it behind the system prompt."""
        self._client.see(self._eyes.eager(frame), self._system)

    def close(self) -> None:
        """End the model's process."""
        self._client.close()

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream the decision, then what is said for it.  Raises ModelError."""
        if cancel.is_requested:
            return
        for part in _Answering(self, prompt, choose, cancel).parts():
            if cancel.is_requested:
                return
            yield part


class _Answering:
    """One question on its way to an answer."""

    def __init__(
        self, engine: LocalEngine, prompt: Prompt, choose: Chooser, cancel: Cancel
    ) -> None:
        self._engine = engine
        self._client, self._words = engine._client, engine._words
        self._options, self._eyes = engine._options, engine._eyes
        self._prompt, self._choose, self._cancel = prompt, choose, cancel
        self._guard = PrintGuard(prompt, engine._finder, cancel, self._look_closer)
        self._tokens = self._eyes.tokens_for(prompt)
        self._user = user_text(prompt, engine._layout)
        self._said: list[str] = []

    def parts(self) -> Iterator[ReplyPart]:
        """The answer.  Nothing more comes once cancelled."""
        if is_doubt(self._prompt.question.text) and self._prompt.earlier:
            yield from self._again()
            return
        if self._prompt.question.stakes is not None:
            self._prompt = replace(self._prompt, evidence=self._guard.read())
        odds = self._ask(self._request())
        if odds is None:
            return
        if self._words:
            yield from self._by_odds(odds)
        else:
            yield from self._by_style()

    # ------------------------------------------------------------------ strategy first

    def _by_odds(self, odds: Odds) -> Iterator[ReplyPart]:
        chances = calibrated(odds.log_probabilities, self._engine._sidecar.calibration)
        proposal = self._proposal(chances)
        decision = self._choose(proposal)
        if self._is_fixed(decision, proposal.decision):
            yield decision
            yield from draft_for(self._prompt, decision.reason or Reason.NOT_FOUND)
            return
        yield from self._tries(decision, self._words[decision.strategy])

    def _proposal(self, chances: Mapping[Strategy, float]) -> Proposal:
        possible = CAN_FORCE if self._prompt.question.stakes else frozenset(Strategy)
        best = max((s for s in Strategy if s in possible), key=lambda s: chances[s])
        reason = likely_reason(self._prompt) if best is Strategy.ABSTAIN else None
        return Proposal(Decision(best, chances, reason), possible - {best})

    def _is_fixed(self, decision: Decision, proposed: Decision) -> bool:
        """Whether the policy abstains for a reason that the model knows nothing of."""
        if decision.strategy is not Strategy.ABSTAIN:
            return False
        if is_unusable(self._prompt.quality):
            return True
        return decision.reason not in (None, Reason.NOT_FOUND, proposed.reason)

    def _tries(self, decision: Decision, word: str) -> Iterator[ReplyPart]:
        """The text behind the forced word; once more where it gave nothing to say."""
        ending = None
        for count in range(_TRIES):
            if count and not self._ask_again(ending):
                return
            writer = Writer(self._situation())
            yield from writer.write(decision, self._pieces(word))
            if writer.has_spoken or self._cancel.is_requested:
                self._remember(decision.strategy)
                return
            ending = writer.ending
        if decision.strategy is Strategy.ABSTAIN:
            yield decision
            yield from draft_for(self._prompt, decision.reason or Reason.NOT_FOUND)
            return
        yield from no_answer(self._prompt, decision.probabilities, ending)

    def _ask_again(self, ending: Ending | None) -> bool:
        """Another try: a smaller picture against circles, other samples against silence."""
        if ending is Ending.LOOP:
            self._tokens = self._options.budget.smaller(self._tokens)
            return self._ask(self._request()) is not None
        return self._ask(self._request(_SECOND_TRY)) is not None

    # ------------------------------------------------------------------ text first

    def _by_style(self) -> Iterator[ReplyPart]:
        """The whole text, then the strategy that it shows, then the policy."""
        ending = None
        for count in range(_TRIES):
            if count and not self._ask_again(ending):
                return
            text = list(self._pieces(""))
            if self._cancel.is_requested:
                return
            sentences = sentences_in("".join(piece for piece in text if isinstance(piece, str)))
            ending = next((p.ending for p in text if isinstance(p, Finished)), None)
            if sentences and ending is not Ending.LOOP:
                yield from self._shown(read_decision(self._prompt, sentences), text)
                return
        if self._prompt.question.stakes is not None:  # print can be quoted without any words
            yield from self._shown(Decision(Strategy.DIRECT), [])
            return
        yield from no_answer(self._prompt, None, ending)

    def _shown(self, proposed: Decision, text: list[str | Finished]) -> Iterator[ReplyPart]:
        abstain = frozenset({Strategy.ABSTAIN}) - {proposed.strategy}
        decision = self._choose(Proposal(proposed, abstain))
        writer = Writer(self._situation())
        if decision.strategy is proposed.strategy and not self._is_fixed(decision, proposed):
            yield from writer.write(decision, iter(text))
        if writer.has_spoken:
            self._remember(decision.strategy)
        elif decision.strategy is Strategy.ABSTAIN:
            yield decision
            yield from draft_for(self._prompt, decision.reason or Reason.NOT_FOUND)
        else:
            yield from no_answer(self._prompt, None, None)

    # ------------------------------------------------------------------ the model

    def _situation(self) -> Situation:
        return Situation(self._prompt, self._choose, self._guard, self._words, self._options.today)

    def _request(self, sampling: Sampling | None = None) -> Request:
        is_reading = self._prompt.question.intent in _READS
        options = self._options
        return Request(
            picture=self._picture().key,
            system=self._engine._system,
            user=self._user,
            earlier=self._engine._memory.turns(self._prompt),
            words=tuple(self._words.values()),
            sampling=sampling or Sampling(),
            most_tokens=options.most_reading_tokens if is_reading else options.most_tokens,
        )

    def _picture(self) -> Picture:
        return self._eyes.picture(self._prompt.frame, self._tokens)

    def _ask(self, request: Request) -> Odds | None:
        """The odds; of a conversation that does not fit only the bare question is kept."""
        try:
            return self._client.ask(request, self._picture(), self._cancel)
        except LocalModelError as error:
            if error.kind is not Fault.CONTEXT:
                raise
            self._user = question_words(self._prompt)
            bare = replace(request, earlier=(), user=self._user)
            return self._client.ask(bare, self._picture(), self._cancel)

    def _pieces(self, word: str) -> Iterator[str | Finished]:
        self._said = []
        pieces = self._client.go_on(word, self._cancel)
        try:
            for piece in pieces:
                if isinstance(piece, str):
                    self._said.append(piece)
                yield piece
        finally:
            ended(pieces)

    def _remember(self, strategy: Strategy) -> None:
        text = "".join(self._said).strip()
        self._engine._memory.keep(self._prompt, strategy, self._user, text)

    def _look_closer(self, frame: Frame) -> str:
        """What the model says to the same question about a cut-out, in one pass."""
        picture = self._eyes.enlarged(frame)
        request = replace(self._request(), picture=picture.key, earlier=())
        return self._text(request, picture)

    def _text(self, request: Request, picture: Picture) -> str:
        """A whole answer, by the likeliest word; "" once cancelled."""
        odds = self._client.ask(request, picture, self._cancel)
        if odds is None:
            return ""
        word = ""
        if self._words:
            chances = dict(zip(self._words, odds.log_probabilities, strict=True))
            word = self._words[max(chances, key=lambda strategy: chances[strategy])]
        return "".join(_texts(self._client.go_on(word, self._cancel)))

    # ------------------------------------------------------------------ are you sure?

    def _again(self) -> Iterator[ReplyPart]:
        """The last question in other words, and what of the answers agrees."""
        again = Again.of(self._prompt)
        if again.is_at_stake:
            yield from _Answering(self._engine, again.prompt, self._choose, self._cancel).parts()
            return
        self._prompt = again.prompt
        base = self._request()
        others = []
        for user, seed in again.askings(self._engine._layout):
            sampling = Sampling(again.temperature, 0.95, seed)
            others.append(self._text(replace(base, user=user, sampling=sampling), self._picture()))
            if self._cancel.is_requested:
                return
        yield from said_again(again, others, self._choose)


def _texts(pieces: Iterable[str | Finished]) -> Iterator[str]:
    return (piece for piece in pieces if isinstance(piece, str))


def layout_of(sidecar: Sidecar) -> Layout:
    """How a model is asked, by what its sidecar says of its training."""
    if sidecar.plain_prompt:
        return Layout.PLAIN
    return Layout.TUNED if sidecar.words else Layout.INSTRUCTED


def words_of(sidecar: Sidecar) -> dict[Strategy, str]:
    """The words to score, in Strategy's order; none for a model that only knows plain text."""
    if all(strategy in sidecar.words for strategy in Strategy):
        return {strategy: sidecar.words[strategy] for strategy in Strategy}
    return {} if sidecar.plain_prompt else dict(CONTROL_WORDS)
