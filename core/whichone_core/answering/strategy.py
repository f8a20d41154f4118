"""The policy: from what an engine would do to what is done.

In this order: a picture that nothing can be told from makes every engine abstain, and one with
a severe flaw every engine that looks for itself, however sure it is (the quality gate); at
high stakes nothing is inferred, and without text that was read nothing is said; after a
clarifying question there is no second one (only the same one once more, where the reply asks
for that); of what is left the highest expected utility is taken, at a severe flaw never of
what is bolder than it would be without chances.

Utility: 1 for the right strategy, minus a cost for a wrong one.  On the scale direct, infer,
list, clarify, abstain a wrong strategy is bolder than the right one (it guesses where
asking was right) or more timid (it asks where an answer was due).  Both cost 1 at
`ask_more` 0, which takes the likeliest strategy; at +1 a guess costs 4 and a needless
question 1/4, at -1 the other way round, so a single setting moves the break-even between
them from an even chance to four fifths either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whichone_core.answering.answers import CLEAR, readable
from whichone_core.answering.clarify import wants_repeat
from whichone_core.errors import SetupError
from whichone_core.picture.quality import is_severe, is_unusable
from whichone_core.ports import Prompt, Proposal
from whichone_core.types.answers import Decision, Reason
from whichone_core.types.evidence import Evidence
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Strategy

_BOLD_TO_TIMID = tuple(Strategy)
_COST_STEPS = 2.0
"""Costs are 2 to the power of this times `ask_more`."""

_TEXT_INTENTS = frozenset({Intent.READ, Intent.FIELD})
_CODE_INTENTS = frozenset({Intent.CODE})


@dataclass(frozen=True, slots=True)
class Policy:
    """ask_more: -1 rather guesses, +1 rather asks.  Raises SetupError outside that."""

    ask_more: float = 0.0

    def __post_init__(self) -> None:
        if not -1.0 <= self.ask_more <= 1.0:
            raise SetupError(
                "The setting ask more is out of range.", remedy="Set it between -1 and 1."
            )


def choose(proposal: Proposal, prompt: Prompt, policy: Policy) -> Decision:
    """What is done; the reason is set exactly when that is to abstain."""
    proposed = proposal.decision
    if _is_gated(prompt, proposal):
        return Decision(Strategy.ABSTAIN, proposed.probabilities, Reason.BAD_PICTURE)
    if proposed.strategy is Strategy.ABSTAIN:
        return proposed
    if prompt.question.stakes and not _has_something_to_quote(prompt.evidence):
        return Decision(Strategy.ABSTAIN, proposed.probabilities, Reason.NO_TEXT)
    allowed = _allowed(proposal, prompt)
    if not allowed:
        reason = Reason.NOT_UNDERSTOOD if prompt.reply else Reason.BEYOND_ENGINE
        return Decision(Strategy.ABSTAIN, proposed.probabilities, reason)
    if is_severe(prompt.quality):
        allowed = _no_bolder(allowed, proposed.strategy)
    return _decide(_best(allowed, proposed, policy), proposed.probabilities)


def expected_utility(
    strategy: Strategy, probabilities: Mapping[Strategy, float], ask_more: float
) -> float:
    """Utility of a strategy averaged over which one is right."""
    guess_cost = 2.0 ** (_COST_STEPS * ask_more)
    position = _BOLD_TO_TIMID.index(strategy)
    total = 0.0
    for right, probability in probabilities.items():
        distance = _BOLD_TO_TIMID.index(right) - position
        gain = 1.0 if distance == 0 else -(guess_cost if distance > 0 else 1.0 / guess_cost)
        total += probability * gain
    return total


def _best(allowed: list[Strategy], proposed: Decision, policy: Policy) -> Strategy:
    if proposed.probabilities is None:
        return proposed.strategy if proposed.strategy in allowed else allowed[0]
    odds = proposed.probabilities
    return max(allowed, key=lambda strategy: expected_utility(strategy, odds, policy.ask_more))


def _decide(strategy: Strategy, probabilities: Mapping[Strategy, float] | None) -> Decision:
    reason = Reason.NOT_FOUND if strategy is Strategy.ABSTAIN else None
    return Decision(strategy, probabilities, reason)


def _allowed(proposal: Proposal, prompt: Prompt) -> list[Strategy]:
    """What the engine can do and the situation permits; the engine's own choice first."""
    possible = [proposal.decision.strategy]
    possible += [s for s in _BOLD_TO_TIMID if s in proposal.can_force and s not in possible]
    barred = {Strategy.INFER} if prompt.question.stakes else set()
    if prompt.reply is not None and not wants_repeat(prompt.reply):
        barred.add(Strategy.CLARIFY)
    return [strategy for strategy in possible if strategy not in barred]


def _no_bolder(allowed: list[Strategy], own: Strategy) -> list[Strategy]:
    """Without what is bolder than what would be done without chances."""
    boldest = _BOLD_TO_TIMID.index(own if own in allowed else allowed[0])
    return [strategy for strategy in allowed if _BOLD_TO_TIMID.index(strategy) >= boldest]


def _has_something_to_quote(evidence: Evidence) -> bool:
    return bool(readable(evidence.text) or evidence.codes)


# --------------------------------------------------------------------------- quality gate


def _is_gated(prompt: Prompt, proposal: Proposal) -> bool:
    """Whether the picture, not the question, is why nothing can be told.

    A flaw that did not keep the evidence from being found is no reason to abstain where only
    the evidence is told, and how light it is can be measured in any picture.
    """
    proposed, is_light = proposal.decision, prompt.question.intent is Intent.LIGHT
    if proposed.strategy is Strategy.ABSTAIN:
        is_lost = proposed.reason in (Reason.NO_TEXT, Reason.NOT_FOUND)
        return is_lost and not is_light and is_severe(prompt.quality)
    if not proposal.is_measured:
        return is_severe(prompt.quality)
    return not is_light and is_unusable(prompt.quality) and not _is_found_anyway(prompt)


def _is_found_anyway(prompt: Prompt) -> bool:
    evidence, intent = prompt.evidence, prompt.question.intent
    if intent in _CODE_INTENTS:
        return bool(evidence.codes)
    has_text = any(line.score >= CLEAR for line in readable(evidence.text))
    if intent in _TEXT_INTENTS or prompt.question.stakes:
        return has_text
    if intent is Intent.COLOUR and not prompt.quality.has(Flaw.DARK, Flaw.BRIGHT):
        return bool(evidence.colours)
    return has_text or bool(evidence.codes) or any(o.is_sure for o in evidence.objects or ())
