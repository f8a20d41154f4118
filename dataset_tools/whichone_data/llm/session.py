"""Asking as a step of a project does it: options of the command line, an estimate, progress.

terms = terms_of(arguments)            what was given on the command line
estimate_of(folder, orders, terms)     what it will take, before anything is asked
asked(folder, orders, terms)           the replies; kept ones first, then the server's
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from whichone_core.errors import InputError

from .answers import Reply, answered_keys, kept_answers
from .batches import Batcher
from .client import Asker, Effort
from .costs import Budget, Estimate, Price, estimated
from .orders import MOST_TOKENS, SIDE, Model, Order, key_of
from .pace import Pace


@dataclass(frozen=True)
class Terms:
    """Which model, how fast, and for how much."""

    model: Model
    price: Price | None = None
    budget: float | None = None
    requests: float | None = None
    tokens: float | None = None
    side: int = SIDE
    is_batch: bool = False
    effort: Effort = field(default_factory=Effort)


@dataclass(frozen=True, slots=True)
class Asked:
    """replies: one for each order, None where it wasn't asked or still waits in a batch."""

    replies: tuple[Reply | None, ...]
    sentence: str

    @property
    def is_whole(self) -> bool:
        return all(reply is not None for reply in self.replies)


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """The options that every command has which can ask a model."""
    add = parser.add_argument_group("a language model").add_argument
    add("--model", help="name of the model at the server; without it no model is asked")
    add("--url", help="of an OpenAI-compatible server, up to /v1 (OpenAI's own)")
    add("--plain-json", action="store_true", help="for servers that know no JSON schemas")
    add("--temperature", type=float, help="of the model (its own)")
    add("--most-tokens", type=int, default=MOST_TOKENS, help=f"of one answer ({MOST_TOKENS})")
    add("--side", type=int, default=SIDE, help=f"pixels that pictures are sent at ({SIDE})")
    add("--price-in", type=float, help="for a million tokens sent, in any currency")
    add("--price-out", type=float, help="for a million tokens answered")
    add("--budget", type=float, help="the most that this project may cost, all runs together")
    add("--requests-a-minute", type=float, help="no more than these")
    add("--tokens-a-minute", type=float, help="no more than these")
    add("--parallel", type=int, default=Effort().parallel, help="calls at once (8)")
    add("--batch", action="store_true", help="through the Batch API; run again to collect")


def terms_of(arguments: argparse.Namespace) -> Terms | None:
    """What was given; None without a model.  Raises InputError where it doesn't fit together."""
    if not arguments.model:
        return None
    prices = (arguments.price_in, arguments.price_out)
    if arguments.budget is not None and None in prices:
        raise InputError(
            "A budget needs prices.", remedy="Give --price-in and --price-out with --budget."
        )
    model = Model(
        name=arguments.model,
        url=arguments.url,
        is_strict=not arguments.plain_json,
        temperature=arguments.temperature,
        most_tokens=arguments.most_tokens,
    )
    return Terms(
        model=model,
        price=None if None in prices else Price(*prices),
        budget=arguments.budget,
        requests=arguments.requests_a_minute,
        tokens=arguments.tokens_a_minute,
        side=arguments.side,
        is_batch=arguments.batch,
        effort=Effort(parallel=max(1, arguments.parallel)),
    )


def estimate_of(folder: Path, orders: Sequence[Order], terms: Terms) -> Estimate:
    """What the orders without a kept answer will take; writes nothing.  Raises InputError."""
    kept = answered_keys(folder)
    fresh = [order for order in orders if key_of(order, terms.model) not in kept]
    return estimated(fresh, terms.price)


def asked(folder: Path, orders: Sequence[Order], terms: Terms) -> Asked:
    """The replies to all orders.  Raises ModelError, SetupError, StorageError."""
    with kept_answers(folder) as answers:
        budget = Budget(terms.budget, terms.price, answers.spent())
        if terms.is_batch:
            progress = Batcher(terms.model, answers, budget).go_on(orders)
            replies = [answers.get(key_of(order, terms.model)) for order in orders]
            sentence = (
                f"{progress.collected} answers collected, {progress.submitted} orders submitted, "
                f"{progress.waiting} waiting: run the command again later to collect them."
            )
        else:
            pace = Pace(terms.requests, terms.tokens)
            asker = Asker(terms.model, answers, budget, pace, terms.effort, _bar)
            replies = asker.ask(orders)
            missing = replies.count(None)
            sentence = (
                f"The budget is used up; {missing} of {len(orders)} weren't asked."
                if missing
                else f"All {len(orders)} are answered or skipped."
            )
        cost = f" The project has cost {answers.spent():.4f} so far." if terms.price else ""
    return Asked(tuple(replies), sentence + cost)


def _bar(done: int, of: int) -> None:
    """A line that is written over, on a terminal only: a file would fill with it."""
    if sys.stderr.isatty():
        filled = 30 * done // max(1, of)
        end = "\n" if done == of else ""
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {of}{end}")
        sys.stderr.flush()
