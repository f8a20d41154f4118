"""The Batch API: half the price, within a day.

Orders are written as JSONL, submitted, and collected by a later run of the same command.
The order of the results isn't kept by the API; each has its order's key.  What is submitted
is remembered with its batch: an interrupted run submits nothing again.  Where a run was
killed between submitting and remembering, the batch is found by its mark.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from whichone_core.errors import InputError, ModelError

from .answers import Answers
from .client import reply_of
from .costs import Budget
from .orders import Model, Order, body_of, key_of
from .wire import complaint, connected

if TYPE_CHECKING:
    from openai import AsyncOpenAI

MOST_ORDERS, MOST_BYTES = 50_000, 150_000_000
"""Of one batch: the API takes 50,000 orders and 200 MB."""
ENDPOINT: Final = "/v1/chat/completions"
MARK = "whichone"
ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True)
class Part:
    """One batch before it is sent: its keys, and its file."""

    keys: tuple[str, ...]
    text: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text).hexdigest()


@dataclass(frozen=True, slots=True)
class Progress:
    """What one run did: orders submitted and collected, and orders still waiting."""

    submitted: int
    collected: int
    waiting: int


def parts(orders: Sequence[Order], model: Model, most_orders: int = MOST_ORDERS) -> Iterator[Part]:
    """Orders as batches, each no larger than the API takes.  An unreadable picture is left out."""
    keys: list[str] = []
    lines: list[bytes] = []
    for order in orders:
        try:
            key, line = key_of(order, model), _line(order, model)
        except InputError:
            continue
        if keys and (len(keys) >= most_orders or sum(map(len, lines)) + len(line) > MOST_BYTES):
            yield Part(tuple(keys), b"".join(lines))
            keys, lines = [], []
        keys.append(key)
        lines.append(line)
    if keys:
        yield Part(tuple(keys), b"".join(lines))


def _line(order: Order, model: Model) -> bytes:
    row = {"custom_id": key_of(order, model), "method": "POST", "url": ENDPOINT,
           "body": body_of(order, model)}  # fmt: skip
    return json.dumps(row).encode() + b"\n"


@dataclass
class Batcher:
    """Submits and collects the orders of one model.

    No batch is submitted whose orders could cost more than the budget has left.
    """

    model: Model
    answers: Answers
    budget: Budget
    most_orders: int = MOST_ORDERS

    def go_on(self, orders: Sequence[Order]) -> Progress:
        """Collect what is ready, submit what was never asked.  Raises ModelError."""
        import openai

        try:
            return asyncio.run(self._go_on(orders))
        except openai.OpenAIError as error:
            raise complaint(error) from error

    async def _go_on(self, orders: Sequence[Order]) -> Progress:
        by_key = {}
        for order in orders:
            try:
                by_key[key_of(order, self.model)] = order
            except InputError:
                continue
        async with connected(self.model, TIMEOUT_S) as client:
            collected = 0
            for name in self.answers.open_batches():
                collected += await self._collect(client, name, by_key)
            fresh = [order for key, order in by_key.items() if self._is_fresh(key)]
            submitted = 0
            for part in parts(fresh, self.model, self.most_orders):
                submitted += await self._submit(client, part, by_key)
        return Progress(submitted, collected, sum(map(self.answers.is_batched, by_key)))

    def _is_fresh(self, key: str) -> bool:
        return self.answers.get(key) is None and not self.answers.is_batched(key)

    async def _submit(self, client: AsyncOpenAI, part: Part, by_key: dict[str, Order]) -> int:
        most = sum(self.budget.most(by_key[key], self.model) for key in part.keys)
        if not self.budget.hold(most):
            raise ModelError(
                "The budget doesn't allow the next batch.",
                remedy="Raise --budget, or lower --most-tokens.",
            )
        name = await self._marked(client, part.digest)
        if name is None:
            file = await client.files.create(file=("orders.jsonl", part.text), purpose="batch")
            batch = await client.batches.create(
                input_file_id=file.id,
                endpoint=ENDPOINT,
                completion_window="24h",
                metadata={MARK: part.digest},
            )
            name = batch.id
        self.answers.add_batch(name, part.digest, list(part.keys))
        return len(part.keys)

    async def _marked(self, client: AsyncOpenAI, digest: str) -> str | None:
        """A batch with this mark that goes on or is over well."""
        async for batch in client.batches.list(limit=100):
            is_lost = batch.status in ENDED - {"completed"}
            if (batch.metadata or {}).get(MARK) == digest and not is_lost:
                return batch.id
        return None

    async def _collect(self, client: AsyncOpenAI, name: str, by_key: dict[str, Order]) -> int:
        batch = await client.batches.retrieve(name)
        if batch.status not in ENDED:
            return 0
        collected = 0
        # An expired batch has results too; what failed stands in the error file and is free.
        if batch.output_file_id:
            content = await client.files.content(batch.output_file_id)
            for line in content.text.splitlines():
                collected += self._keep(json.loads(line), by_key)
        self.answers.end_batch(name)
        return collected

    def _keep(self, row: dict[str, Any], by_key: dict[str, Order]) -> int:
        order = by_key.get(row["custom_id"])
        response = row.get("response") or {}
        if order is None or response.get("status_code") != 200:
            return 0
        key = row["custom_id"]
        reply = reply_of(order, key, self.model, response["body"], self.budget, 0.0)
        self.answers.put(reply)
        return 1
