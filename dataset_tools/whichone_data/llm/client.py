"""Asks many orders at once: from the kept answers first, then the server.

An answer is kept the moment it came, so a run that was killed goes on where it was and pays
for nothing twice, but for the calls that were under way at that moment.  A stop (no budget,
no key, no credit) lets the calls under way come in.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from whichone_core.errors import InputError, ModelError

from .answers import Answers, Reply, Status
from .costs import Budget, tokens_of
from .orders import Model, Order, body_of, key_of
from .pace import Pace
from .wire import Verdict, asked_wait, complaint, connected, reason_of, said_in, verdict_on

if TYPE_CHECKING:
    from openai import AsyncOpenAI


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try.

    attempts: calls for one order.  first_s, longest_s: waits between them, doubling, where the
    server names none.  in_a_row: orders failing one after another that end the run.
    """

    parallel: int = 8
    attempts: int = 6
    first_s: float = 1.0
    longest_s: float = 300.0
    timeout_s: float = 180.0
    in_a_row: int = 5


@dataclass
class _Run:
    """What one call of `ask` has come to."""

    replies: list[Reply | None]
    done: int = 0
    failing: int = 0
    error: ModelError | None = None
    is_broke: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        return self.is_broke or self.error is not None


@dataclass
class Asker:
    """Asks one model.

    told: called with how many orders are done, and of how many.
    """

    model: Model
    answers: Answers
    budget: Budget
    pace: Pace = field(default_factory=Pace)
    effort: Effort = field(default_factory=Effort)
    told: Callable[[int, int], None] | None = None

    def ask(self, orders: Sequence[Order]) -> list[Reply | None]:
        """One reply for each order, in their order; None where the budget was used up.

        Raises ModelError where the server refuses all or fails again and again, SetupError
        without a key.  Whatever was answered until then is kept.
        """
        run = _Run([None] * len(orders))
        asyncio.run(self._all(orders, run))
        if run.error is not None:
            raise run.error
        return run.replies

    async def _all(self, orders: Sequence[Order], run: _Run) -> None:
        waiting: dict[str, list[int]] = {}
        for place, order in enumerate(orders):
            reply = self._kept(order)
            if reply is None:
                # The same order twice is asked once.
                waiting.setdefault(key_of(order, self.model), []).append(place)
            else:
                run.replies[place] = reply
        run.done = len(orders) - sum(map(len, waiting.values()))
        if not waiting:
            return
        todo = ((places, orders[places[0]]) for places in waiting.values())
        async with connected(self.model, self.effort.timeout_s) as client:
            workers = min(self.effort.parallel, len(waiting))
            await asyncio.gather(*(self._work(client, todo, run) for _ in range(workers)))

    def _kept(self, order: Order) -> Reply | None:
        try:
            return self.answers.get(key_of(order, self.model))
        except InputError as error:
            return self._skip(order, "", Status.NO_PICTURE, error.cause or error.sentence)

    async def _work(
        self, client: AsyncOpenAI, todo: Iterator[tuple[list[int], Order]], run: _Run
    ) -> None:
        for places, order in todo:
            if run.is_over:
                return
            reply = await self._answer(client, order, run)
            for place in places:
                run.replies[place] = reply
            run.done += len(places) * (reply is not None)
            if self.told is not None:
                self.told(run.done, len(run.replies))

    async def _answer(self, client: AsyncOpenAI, order: Order, run: _Run) -> Reply | None:
        key = key_of(order, self.model)
        try:
            body = await asyncio.to_thread(body_of, order, self.model)
        except InputError as error:
            return self._skip(order, key, Status.NO_PICTURE, error.cause or error.sentence)
        most = self.budget.most(order, self.model)
        if not await self._may_cost(most, run):
            return None
        completion = await self._patiently(client, order, body, run)
        run.settled.set()
        if isinstance(completion, Exception):
            self.budget.settle(most, 0, 0)
            return self._failed(order, key, completion, run)
        run.failing = 0
        reply = reply_of(order, key, self.model, completion, self.budget, most)
        self.answers.put(reply)
        return reply

    async def _may_cost(self, most: float, run: _Run) -> bool:
        """Whether the budget allows a call; waits for those under way, which may cost less."""
        while not self.budget.hold(most):
            if run.is_over or not self.budget.is_holding:
                run.is_broke = True
                return False
            run.settled.clear()
            await run.settled.wait()
        return True

    async def _patiently(
        self, client: AsyncOpenAI, order: Order, body: dict[str, Any], run: _Run
    ) -> dict[str, Any] | Exception:
        """The completion, or the last error."""
        import openai

        last: Exception = ModelError("The run was stopped.")
        for attempt in range(self.effort.attempts):
            await self.pace.turn(tokens_of(order))
            if run.error is not None:
                return last
            try:
                completion = await client.chat.completions.create(**body)
                return dict(completion.to_dict())
            except (openai.OpenAIError, ValueError, AttributeError) as error:
                # An answer that is no JSON at all comes back from the SDK as plain text.
                last = ValueError(str(error)) if isinstance(error, AttributeError) else error
            if verdict_on(last) is not Verdict.AGAIN or attempt + 1 == self.effort.attempts:
                break
            await self._rest(last, attempt)
        return last

    async def _rest(self, error: Exception, attempt: int) -> None:
        asked = asked_wait(error)
        if asked is not None:
            self.pace.hold(min(asked, self.effort.longest_s))
            return
        grown = min(self.effort.longest_s, self.effort.first_s * 2**attempt)
        # Not all at once: those that failed together would fail together again.
        await asyncio.sleep(grown * (0.5 + random.random() / 2))

    def _failed(self, order: Order, key: str, error: Exception, run: _Run) -> Reply:
        verdict = verdict_on(error)
        run.failing += 1
        if verdict is Verdict.STOP or run.failing >= self.effort.in_a_row:
            run.error = run.error or complaint(error)
        status = Status.REJECTED if verdict is Verdict.SKIP else Status.FAILED
        return self._skip(order, key, status, reason_of(error))

    def _skip(self, order: Order, key: str, status: Status, why: str) -> Reply:
        return Reply(key, order.item, order.prompt.label, self.model.name, "", status, why)


def reply_of(
    order: Order, key: str, model: Model, completion: Any, budget: Budget, most: float
) -> Reply:
    """A completion as a reply, with its cost settled."""
    said = said_in(order, completion, tokens_of(order))
    cost = budget.settle(most, said.tokens_in, said.tokens_out)
    return Reply(
        key, order.item, order.prompt.label, model.name, said.served, said.status, said.text,
        said.tokens_in, said.tokens_out, cost,
    )  # fmt: skip
