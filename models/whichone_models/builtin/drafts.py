"""What the built-in engine would say for each strategy, before the policy chooses one.

A `Plan` is the engine's proposal together with a finished draft for every strategy that it
could follow; drafts are only sentences over measured facts, so making all of them is cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whichone_core.answering.grammar import sentence
from whichone_core.ports import Offer, Proposal, Retake
from whichone_core.types.answers import Decision, Reason, Sentence
from whichone_core.types.strategies import Role, Strategy

DraftPart = Sentence | Offer | Retake
Draft = tuple[DraftPart, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The engine's own strategy, its probabilities or None, and the drafts by strategy.

    reason is set exactly when the strategy is ABSTAIN.
    """

    strategy: Strategy
    drafts: Mapping[Strategy, Draft]
    probabilities: Mapping[Strategy, float] | None = None
    reason: Reason | None = None

    @property
    def proposal(self) -> Proposal:
        others = frozenset(self.drafts) - {self.strategy}
        proposed = Decision(self.strategy, self.probabilities, self.reason)
        return Proposal(proposed, others, is_measured=True)


def certain(strategy: Strategy) -> dict[Strategy, float]:
    """The odds of a strategy that follows from the question alone."""
    return {other: float(other is strategy) for other in Strategy}


def direct(*parts: Sentence) -> Plan:
    """A plan that can only answer straight away."""
    return Plan(Strategy.DIRECT, {Strategy.DIRECT: parts})


def named(*parts: Sentence) -> Plan:
    """Straight away too, as the question names its target (AQuA's level 0)."""
    return Plan(Strategy.DIRECT, {Strategy.DIRECT: parts}, certain(Strategy.DIRECT))


def inferred(*parts: Sentence) -> Plan:
    """A plan that can only answer about what the question probably means."""
    return Plan(Strategy.INFER, {Strategy.INFER: parts})


def say(text: str, role: Role = Role.ANSWER, spoken: str = "") -> Sentence:
    """A sentence with a capital and a full stop; spoken only where it differs."""
    said = sentence(spoken) if spoken else ""
    written = sentence(text)
    return Sentence(written, role, "" if said == written else said)
