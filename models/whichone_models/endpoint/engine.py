"""An engine whose model runs on a server that the user chose.

    question -> the server's text, its first line naming the strategy (odds where it tells)
             -> policy -> the same text goes on, or is asked for once more in the chosen way
             -> sentences, checked (`language/writing.py`)

It is the local engine with another way of forcing a strategy: a server's first word cannot be
set, so the words of the question ask for it.  A picture that nothing can be told from, and
one without print where only print may be quoted, are never sent.  Nothing is sent before a
question is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from whichone_core.picture.quality import is_unusable
from whichone_core.ports import Chooser, EvidenceFinder, Prompt, Proposal, ReplyPart
from whichone_core.prompting.asking import user_text, with_way
from whichone_core.prompting.protocol import read_opening
from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.systems import TEMPLATE, Layout, system_prompt
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.question.doubts import is_doubt
from whichone_core.types import Cancel, Decision, Frame, Look, Reason, Strategy

from whichone_models.builtin.abstentions import draft_for
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

from .address import read_address
from .conversation import Album, Sampling, is_reading, order_of, side_for
from .hearing import Hearing
from .keys import read_key
from .openai_server import OpenAIServer
from .pictures import READ_SIDE
from .wire import ChatServer, Order

NAME = "server"
_LAYOUT = Layout.INSTRUCTED
_SECOND_TRY = Sampling(0.7, 1)


@dataclass(frozen=True, slots=True)
class Options:
    """language: of answers, as a code.  notice: what the user hears before anything is sent."""

    language: str = "en"
    notice: str = ""
    today: Today = date.today


class EndpointEngine:
    """A VisionModel over one model of one server."""

    def __init__(
        self,
        server: ChatServer,
        finder: EvidenceFinder | None = None,
        options: Options | None = None,
    ) -> None:
        self._server = server
        self._finder = finder
        self._options = options or Options()
        self._system = system_prompt(_LAYOUT, self._options.language)
        self._memory = Memory(CONTROL_WORDS)
        self._album = Album()

    @property
    def name(self) -> str:
        return NAME

    @property
    def template(self) -> str:
        return f"{TEMPLATE}-{_LAYOUT}-{self._options.language}"

    @property
    def looks(self) -> frozenset[Look] | None:
        """What the question needs, where there is something to look with."""
        return frozenset() if self._finder is not None else None

    @property
    def notice(self) -> str:
        """One or two sentences to be said and shown once before the first question."""
        return self._options.notice

    def see(self, frame: Frame) -> None:
        """Nothing: a picture is sent with a question about it, never before."""

    def close(self) -> None:
        """Hang up."""
        self._server.close()

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream the decision, then what is said for it.  Raises ModelError."""
        if cancel.is_requested:
            return
        for part in _Answering(self, prompt, choose, cancel).parts():
            if cancel.is_requested:
                return
            yield part


def connect(
    server: str,
    model: str,
    finder: EvidenceFinder | None = None,
    language: str = "en",
    environ: Mapping[str, str] = os.environ,
) -> EndpointEngine:
    """The engine for the settings `server` and `server_model`; nothing is sent yet.

    Raises SetupError for an address that is none and for a keyring that stays locked.
    """
    address = read_address(server)
    client = OpenAIServer(address, model.strip(), read_key(address, environ))
    return EndpointEngine(client, finder, Options(language, address.notice))


class _Answering:
    """One question on its way to an answer."""

    def __init__(
        self, engine: EndpointEngine, prompt: Prompt, choose: Chooser, cancel: Cancel
    ) -> None:
        self._engine = engine
        self._prompt, self._choose, self._cancel = prompt, choose, cancel
        self._guard = PrintGuard(prompt, engine._finder, cancel, self._look_closer)
        self._user = user_text(prompt, _LAYOUT)

    def parts(self) -> Iterator[ReplyPart]:
        """The answer.  Nothing more comes once cancelled."""
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
        if not is_unusable(self._prompt.quality) and self._prompt.question.stakes is None:
            return None
        abstain = frozenset({Strategy.ABSTAIN})
        decision = self._choose(Proposal(Decision(Strategy.DIRECT), abstain))
        return decision if decision.strategy is Strategy.ABSTAIN else None

    def _fixed(self, decision: Decision) -> Iterator[ReplyPart]:
        yield decision
        yield from draft_for(self._prompt, decision.reason or Reason.NOT_FOUND)

    # ------------------------------------------------------------------ the strategy

    def _asked(self) -> Iterator[ReplyPart]:
        """The first text; another one where the policy wants another strategy."""
        hearing = self._hear(self._order(self._user))
        hearing.open()
        if self._cancel.is_requested:
            return
        proposed, text = self._proposed(hearing)
        possible = CAN_FORCE if self._prompt.question.stakes else frozenset(Strategy)
        decision = self._choose(Proposal(proposed, possible - {proposed.strategy}))
        if self._is_fixed(decision, proposed):
            hearing.hang_up()
            yield from self._fixed(decision)
            return
        if self._does(decision.strategy, proposed, hearing):
            pieces = hearing.rest() if text is None else iter(text)
        else:
            hearing.hang_up()
            hearing, pieces = self._in_this_way(decision.strategy)
        yield from self._tries(decision, hearing, pieces)

    def _proposed(self, hearing: Hearing) -> tuple[Decision, list[str | Finished] | None]:
        """What the text does; read whole, and given back, where it named no strategy."""
        odds, named = hearing.odds, hearing.named
        if named is None:
            text = list(hearing.rest())
            said = sentences_in("".join(piece for piece in text if isinstance(piece, str)))
            return read_decision(self._prompt, said), text
        if odds is not None:
            possible = CAN_FORCE if self._prompt.question.stakes else frozenset(Strategy)
            named = max((s for s in Strategy if s in possible), key=odds.__getitem__)
        reason = likely_reason(self._prompt) if named is Strategy.ABSTAIN else None
        return Decision(named, odds, reason), None

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
        if is_unusable(self._prompt.quality):
            return True
        return decision.reason not in (None, Reason.NOT_FOUND, proposed.reason)

    def _in_this_way(self, strategy: Strategy) -> tuple[Hearing, Iterator[str | Finished]]:
        hearing = self._hear(self._order(with_way(self._user, strategy)))
        hearing.open()
        return hearing, hearing.rest()

    # ------------------------------------------------------------------ the text

    def _tries(
        self, decision: Decision, hearing: Hearing, pieces: Iterator[str | Finished]
    ) -> Iterator[ReplyPart]:
        """The text; once more in the decided way where it gave nothing to say."""
        writer = Writer(self._situation())
        yield from writer.write(decision, pieces)
        if not writer.has_spoken and not self._cancel.is_requested:
            is_loop = writer.ending is Ending.LOOP
            user = with_way(self._user, decision.strategy)
            sampling = Sampling() if is_loop else _SECOND_TRY
            hearing = self._hear(self._order(user, sampling, is_smaller=is_loop))
            hearing.open()
            writer = Writer(self._situation())
            yield from writer.write(decision, hearing.rest())
        if self._cancel.is_requested:
            return
        if writer.has_spoken:
            text = "".join(hearing.said).strip()
            self._engine._memory.keep(self._prompt, decision.strategy, self._user, text)
        elif decision.strategy is Strategy.ABSTAIN:
            yield from self._fixed(decision)
        else:
            yield from no_answer(self._prompt, decision.probabilities, writer.ending)

    def _situation(self) -> Situation:
        today = self._engine._options.today
        return Situation(self._prompt, self._choose, self._guard, CONTROL_WORDS, today)

    # ------------------------------------------------------------------ the server

    def _hear(self, order: Order) -> Hearing:
        return Hearing(self._engine._server.chat(order, self._cancel), CONTROL_WORDS, self._cancel)

    def _order(
        self, user: str, sampling: Sampling | None = None, *, is_smaller: bool = False
    ) -> Order:
        side = side_for(self._prompt, is_second_try=is_smaller)
        return order_of(
            self._engine._system,
            user,
            self._engine._album.sent(self._prompt.frame, side),
            self._engine._memory.turns(self._prompt),
            sampling,
            is_long=is_reading(self._prompt),
        )

    def _look_closer(self, frame: Frame) -> str:
        """What the model says to the same question about a cut-out."""
        picture = Album().sent(frame, READ_SIDE)
        return self._text(order_of(self._engine._system, self._user, picture, is_long=True))

    def _text(self, order: Order) -> str:
        """A whole answer without its opening; "" once cancelled."""
        whole = "".join(piece.text for piece in self._engine._server.chat(order, self._cancel))
        return read_opening(whole).text

    # ------------------------------------------------------------------ are you sure?

    def _again(self) -> Iterator[ReplyPart]:
        """The last question in other words, and what of the answers agrees."""
        again = Again.of(self._prompt)
        if again.is_at_stake:
            yield from _Answering(self._engine, again.prompt, self._choose, self._cancel).parts()
            return
        self._prompt = again.prompt
        others = []
        for user, seed in again.askings(_LAYOUT):
            order = self._order(user, Sampling(again.temperature, seed))
            others.append(self._text(order))
            if self._cancel.is_requested:
                return
        yield from said_again(again, others, self._choose)
