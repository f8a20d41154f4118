"""One question on its way to an answer of a server.

    the text's opening (strategy, odds) -> policy -> the same text goes on, or is asked for
    once more in the chosen way -> sentences, checked (`language/writing.py`)

It is the local engine's way, except that a server's first word cannot be set: the words of
the question ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date

from whichone_core.picture.quality import is_severe
from whichone_core.ports import Chooser, EvidenceFinder, Prompt, Proposal, ReplyPart
from whichone_core.prompting.asking import user_text, with_way
from whichone_core.prompting.protocol import read_opening
from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.systems import Layout
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.question.doubts import is_doubt
from whichone_core.types.answers import Decision, Reason
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame
from whichone_core.types.strategies import Strategy

from whichone_models.builtin.abstentions import draft_for
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.language.doubting import Again, said_again
from whichone_models.language.memory import Memory
from whichone_models.language.print_guard import PrintGuard
from whichone_models.language.stakes import CAN_FORCE, Today
from whichone_models.language.writing import (
    Situation,
    Writer,
    likely_reason,
    no_answer,
    read_decision,
)
from whichone_models.llama.runtime import Ending, Finished

from .conversation import Album, Sampling, is_reading, order_of, side_for
from .failures import ServerError, Trouble
from .hearing import Hearing
from .pictures import READ_SIDE
from .wire import ChatServer, Order

LAYOUT = Layout.INSTRUCTED
_TRIES = 2
_SECOND_TRY = Sampling(0.7, 1)


@dataclass(frozen=True, slots=True)
class Desk:
    """What all questions of a session share."""

    server: ChatServer
    system: str
    finder: EvidenceFinder | None = None
    today: Today = date.today
    memory: Memory = field(default_factory=lambda: Memory(CONTROL_WORDS))
    album: Album = field(default_factory=Album)


class Answering:
    """One question on its way to an answer."""

    def __init__(self, desk: Desk, prompt: Prompt, choose: Chooser, cancel: Cancel) -> None:
        self._desk = desk
        self._prompt, self._choose, self._cancel = prompt, choose, cancel
        self._guard = PrintGuard(prompt, desk.finder, cancel, self._look_closer)
        self._user = user_text(prompt, LAYOUT)
        self._turns = desk.memory.turns(prompt)

    def parts(self) -> Iterator[ReplyPart]:
        """The answer.  Nothing more comes once cancelled."""
        if is_severe(self._prompt.quality):
            measured = BuiltinEngine(self._desk.today)
            yield from measured.reply(self._prompt, self._choose, self._cancel)
            return
        if is_doubt(self._prompt.question.text) and self._prompt.earlier:
            yield from self._again()
            return
        if self._prompt.question.stakes is not None:
            self._prompt = replace(self._prompt, evidence=self._guard.read())
        kept_here = self._kept_here()
        if kept_here is not None:
            yield from self._fixed(kept_here)
            return
        yield from self._asked()

    def _kept_here(self) -> Decision | None:
        """The policy's decision to abstain whatever a model would say; the picture stays here."""
        if self._prompt.question.stakes is None:
            return None
        abstain = frozenset({Strategy.ABSTAIN})
        decision = self._choose(Proposal(Decision(Strategy.DIRECT), abstain))
        return decision if decision.strategy is Strategy.ABSTAIN else None

    def _fixed(self, decision: Decision) -> Iterator[ReplyPart]:
        yield decision
        yield from draft_for(self._prompt, decision.reason or Reason.NOT_FOUND)

    # ------------------------------------------------------------------ the strategy

    def _asked(self) -> Iterator[ReplyPart]:
        """The first text that says anything; nothing twice is said to be that."""
        ending = None
        for count in range(_TRIES):
            hearing = self._opened(self._user, is_again=count > 0, ending=ending)
            text = list(hearing.rest()) if hearing.named is None else None
            if self._cancel.is_requested:
                return
            proposed = self._proposed(hearing, text)
            if proposed is not None:
                yield from self._decided(proposed, hearing, text)
                return
            ending = _ending_of(text or [])
        yield from no_answer(self._prompt, None, ending)

    def _proposed(self, hearing: Hearing, text: list[str | Finished] | None) -> Decision | None:
        """What the text does, by its first line or by its style; None where it says nothing."""
        odds, named = hearing.odds, hearing.named
        if named is None or text is not None:
            said = sentences_in("".join(piece for piece in text or () if isinstance(piece, str)))
            is_lost = not said or _ending_of(text or []) is Ending.LOOP
            return None if is_lost else read_decision(self._prompt, said)
        if odds is not None:
            named = max((s for s in Strategy if s in self._possible), key=odds.__getitem__)
        reason = likely_reason(self._prompt) if named is Strategy.ABSTAIN else None
        return Decision(named, odds, reason)

    def _decided(
        self, proposed: Decision, hearing: Hearing, text: list[str | Finished] | None
    ) -> Iterator[ReplyPart]:
        """What the policy decides; another text where it wants another strategy."""
        decision = self._choose(Proposal(proposed, self._possible - {proposed.strategy}))
        if self._is_fixed(decision, proposed):
            hearing.hang_up()
            yield from self._fixed(decision)
            return
        if self._does(decision.strategy, proposed, hearing):
            pieces = hearing.rest() if text is None else iter(text)
        else:
            hearing.hang_up()
            hearing = self._opened(with_way(self._user, decision.strategy))
            pieces = hearing.rest()
        yield from self._tries(decision, hearing, pieces)

    @property
    def _possible(self) -> frozenset[Strategy]:
        return CAN_FORCE if self._prompt.question.stakes else frozenset(Strategy)

    def _does(self, strategy: Strategy, proposed: Decision, hearing: Hearing) -> bool:
        """Whether the text that was begun is of this strategy, and may go on.

        At high stakes it only points at print, whatever it set out to do.
        """
        if self._prompt.question.stakes is not None:
            return True
        return strategy is (hearing.named or proposed.strategy)

    def _is_fixed(self, decision: Decision, proposed: Decision) -> bool:
        """Whether the policy abstains for a reason that the model knows nothing of."""
        if decision.strategy is not Strategy.ABSTAIN:
            return False
        return decision.reason not in (None, Reason.NOT_FOUND, proposed.reason)

    # ------------------------------------------------------------------ the text

    def _tries(
        self, decision: Decision, hearing: Hearing, pieces: Iterator[str | Finished]
    ) -> Iterator[ReplyPart]:
        """The text; once more in the decided way where it gave nothing to say."""
        writer = Writer(self._situation())
        yield from writer.write(decision, pieces)
        if not writer.has_spoken and not self._cancel.is_requested:
            user = with_way(self._user, decision.strategy)
            hearing = self._opened(user, is_again=True, ending=writer.ending)
            writer = Writer(self._situation())
            yield from writer.write(decision, hearing.rest())
        if self._cancel.is_requested:
            return
        if writer.has_spoken:
            text = "".join(hearing.said).strip()
            self._desk.memory.keep(self._prompt, decision.strategy, self._user, text)
        elif decision.strategy is Strategy.ABSTAIN:
            yield from self._fixed(decision)
        else:
            yield from no_answer(self._prompt, decision.probabilities, writer.ending)

    def _situation(self) -> Situation:
        today = self._desk.today
        return Situation(self._prompt, self._choose, self._guard, CONTROL_WORDS, today)

    # ------------------------------------------------------------------ the server

    def _opened(
        self, user: str, *, is_again: bool = False, ending: Ending | None = None
    ) -> Hearing:
        """An answer whose beginning is there.  Raises ModelError.

        Again: with a smaller picture against circles, other samples against silence.  What was
        said before is left out where all is too long for the server.
        """
        is_smaller = is_again and ending is Ending.LOOP
        sampling = _SECOND_TRY if is_again and not is_smaller else Sampling()
        while True:
            order = self._order(user, sampling, is_smaller=is_smaller)
            pieces = self._desk.server.chat(order, self._cancel)
            hearing = Hearing(pieces, CONTROL_WORDS, self._cancel)
            try:
                hearing.open()
                return hearing
            except ServerError as error:
                if error.trouble is not Trouble.TOO_LARGE or not self._turns:
                    raise
                self._turns = ()

    def _order(self, user: str, sampling: Sampling, *, is_smaller: bool = False) -> Order:
        side = side_for(self._prompt, is_second_try=is_smaller)
        return order_of(
            self._desk.system,
            user,
            self._desk.album.sent(self._prompt.frame, side),
            self._turns,
            sampling,
            is_long=is_reading(self._prompt),
        )

    def _look_closer(self, frame: Frame) -> str:
        """What the model says to the same question about a cut-out."""
        picture = Album().sent(frame, READ_SIDE)
        return self._text(order_of(self._desk.system, self._user, picture, is_long=True))

    def _text(self, order: Order) -> str:
        """A whole answer without its opening; "" once cancelled."""
        whole = "".join(piece.text for piece in self._desk.server.chat(order, self._cancel))
        return read_opening(whole).text

    # ------------------------------------------------------------------ are you sure?

    def _again(self) -> Iterator[ReplyPart]:
        """The last question in other words, and what of the answers agrees."""
        again = Again.of(self._prompt)
        if again.is_at_stake:
            yield from Answering(self._desk, again.prompt, self._choose, self._cancel).parts()
            return
        self._prompt = again.prompt
        self._turns = self._desk.memory.turns(again.prompt)
        others = []
        for user, seed in again.askings(LAYOUT):
            order = self._order(user, Sampling(again.temperature, seed))
            others.append(self._text(order))
            if self._cancel.is_requested:
                return
        yield from said_again(again, others, self._choose)


def _ending_of(text: Iterable[str | Finished]) -> Ending | None:
    return next((piece.ending for piece in text if isinstance(piece, Finished)), None)
