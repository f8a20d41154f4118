"""What asking costs: an estimate before, and a limit that stops in time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .orders import Model, Order

LETTERS_A_TOKEN = 4.0
"""English text, on average."""
PATCH = 28
"""Pixels of a patch; a picture costs a token for each (Qwen2.5-VL; others are cheaper)."""
ANSWER_TOKENS = 120
"""Of the short structured answers asked for here; models that think first need many more."""


@dataclass(frozen=True, slots=True)
class Price:
    """For a million tokens, in any currency."""

    tokens_in: float
    tokens_out: float

    def of(self, tokens_in: float, tokens_out: float) -> float:
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1e6


@dataclass(frozen=True, slots=True)
class Estimate:
    """What some orders will take; cost: None without a price."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None

    @property
    def sentence(self) -> str:
        cost = "; give --price-in and --price-out to see the cost"
        if self.cost is not None:
            cost = f", cost about {self.cost:.2f}"
        return (
            f"{self.calls} calls, about {self.tokens_in} tokens in and {self.tokens_out} out{cost}."
        )


def tokens_of(order: Order) -> int:
    """About how many tokens an order sends."""
    letters = len(order.prompt.text) + len(order.text)
    patches = (order.side / PATCH) ** 2 if order.picture else 0.0
    return round(letters / LETTERS_A_TOKEN + patches)


def estimated(orders: Iterable[Order], price: Price | None) -> Estimate:
    """What orders that weren't answered yet will take."""
    sizes = [tokens_of(order) for order in orders]
    tokens_in, tokens_out = sum(sizes), ANSWER_TOKENS * len(sizes)
    cost = None if price is None else price.of(tokens_in, tokens_out)
    return Estimate(len(sizes), tokens_in, tokens_out, cost)


class Budget:
    """A limit to what all calls cost together; calls under way are counted at their most."""

    def __init__(self, limit: float | None, price: Price | None, spent: float = 0.0) -> None:
        self._limit = limit
        self._price = price
        self._spent = spent
        self._held = 0.0

    @property
    def spent(self) -> float:
        return self._spent

    @property
    def is_holding(self) -> bool:
        """Calls are under way."""
        return self._held > 1e-12

    def most(self, order: Order, model: Model) -> float:
        """What the order can cost at most, or about that: a budget is never far overrun."""
        return self._price.of(tokens_of(order), model.most_tokens) if self._price else 0.0

    def hold(self, most: float) -> bool:
        """Keep so much aside for a call; False where the budget hasn't as much left."""
        if self._limit is not None and self._spent + self._held + most > self._limit:
            return False
        self._held += most
        return True

    def settle(self, most: float, tokens_in: int, tokens_out: int) -> float:
        """The call is over: give what it cost."""
        cost = self._price.of(tokens_in, tokens_out) if self._price else 0.0
        self._held -= most
        self._spent += cost
        return cost
