"""One question on its way to an answer of a local model.

    question -> odds of the five words from one pass -> calibrated -> policy
             -> the chosen word forced -> text -> sentences, checked (`language/writing.py`)

A model without control words says its text first, and its style tells the strategy.  What
goes in circles or stays empty is asked for once more, then it abstains.  At a severe flaw of
the picture it is not asked at all, as it would be as sure as ever: what was measured is told,
as the built-in engine tells it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from whichone_core.picture.quality import is_severe
from whichone_core.ports import Chooser, EvidenceFinder, Prompt, Proposal, ReplyPart
from whichone_core.prompting.asking import question_words, user_text
from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.systems import Layout
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.question.doubts import is_doubt
from whichone_core.types.answers import Decision, Reason
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Strategy

from whichone_models.builtin.abstentions import draft_for
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.files.sidecar import Sidecar
from whichone_models.language.budget import Budget
from whichone_models.language.calibration import calibrated
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
    notice: what the user hears before the first answer.
    """

    language: str = "en"
    budget: Budget = field(default_factory=Budget)
    most_tokens: int = 192
    most_reading_tokens: int = 448
    today: Today = date.today
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Bench:
    """What all questions of an engine share.

    words: the control words to score, in Strategy's order; none for plain text.
    """

    client: ModelClient
    sidecar: Sidecar
    finder: EvidenceFinder | None
    options: Options
    layout: Layout
    words: Mapping[Strategy, str]
    system: str
    memory: Memory
    eyes: Eyes


class Answering:
    """One question on its way to an answer."""

    def __init__(self, bench: Bench, prompt: Prompt, choose: Chooser, cancel: Cancel) -> None:
        self._bench = bench
        self._client, self._words = bench.client, bench.words
        self._options, self._eyes = bench.options, bench.eyes
        self._prompt, self._choose, self._cancel = prompt, choose, cancel
        self._guard = PrintGuard(prompt, bench.finder, cancel, self._look_closer)
        self._tokens = self._eyes.tokens_for(prompt)
        self._user = user_text(prompt, bench.layout)
        self._said: list[str] = []

    def parts(self) -> Iterator[ReplyPart]:
        """The answer.  Nothing more comes once cancelled."""
        if is_severe(self._prompt.quality):
            measured = BuiltinEngine(self._options.today)
            yield from measured.reply(self._prompt, self._choose, self._cancel)
            return
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
        chances = calibrated(odds.log_probabilities, self._bench.sidecar.calibration)
        proposal = self._proposal(chances)
        decision = self._choose(proposal)
        if self._is_fixed(decision, proposal.decision):
            yield decision
            yield from draft_for(self._prompt, decision.reason or Reason.NOT_FOUND)
            return
        yield from self._tries(decision, self._forced(decision.strategy))

    def _proposal(self, chances: Mapping[Strategy, float]) -> Proposal:
        possible = CAN_FORCE if self._prompt.question.stakes else frozenset(Strategy)
        best = max((s for s in Strategy if s in possible), key=lambda s: chances[s])
        reason = likely_reason(self._prompt) if best is Strategy.ABSTAIN else None
        return Proposal(Decision(best, chances, reason), possible - {best})

    def _is_fixed(self, decision: Decision, proposed: Decision) -> bool:
        """Whether the policy abstains for a reason that the model knows nothing of."""
        if decision.strategy is not Strategy.ABSTAIN:
            return False
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
        words = self._words or CONTROL_WORDS
        return Situation(self._prompt, self._choose, self._guard, words, self._options.today)

    def _request(self, sampling: Sampling | None = None) -> Request:
        is_reading = self._prompt.question.intent in _READS
        options = self._options
        return Request(
            picture=self._picture().key,
            system=self._bench.system,
            user=self._user,
            earlier=self._bench.memory.turns(self._prompt),
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

    def _forced(self, strategy: Strategy) -> str:
        """Its word and the line break behind it: one pass for both, as every answer has them."""
        return f"{self._words[strategy]}\n"

    def _remember(self, strategy: Strategy) -> None:
        text = "".join(self._said).strip()
        self._bench.memory.keep(self._prompt, strategy, self._user, text)

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
            word = self._forced(max(chances, key=lambda strategy: chances[strategy]))
        return "".join(_texts(self._client.go_on(word, self._cancel)))

    # ------------------------------------------------------------------ are you sure?

    def _again(self) -> Iterator[ReplyPart]:
        """The last question in other words, and what of the answers agrees."""
        again = Again.of(self._prompt)
        if again.is_at_stake:
            yield from Answering(self._bench, again.prompt, self._choose, self._cancel).parts()
            return
        self._prompt = again.prompt
        base = self._request()
        others = []
        for user, seed in again.askings(self._bench.layout):
            sampling = Sampling(again.temperature, 0.95, seed)
            others.append(self._text(replace(base, user=user, sampling=sampling), self._picture()))
            if self._cancel.is_requested:
                return
        yield from said_again(again, others, self._choose)


def _texts(pieces: Iterable[str | Finished]) -> Iterator[str]:
    return (piece for piece in pieces if isinstance(piece, str))
