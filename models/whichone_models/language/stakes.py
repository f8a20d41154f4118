"""High stakes with a language model: it may point at print, and never speaks for itself.

Whatever it says, only lines that the text reader saw are quoted, in fixed sentences; what
it says only chooses which lines come first.  So a wrong dose, price or date that the model
made up has no way into an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from whichone_core.answering import answers, clarify
from whichone_core.answering.things import distinct
from whichone_core.answering.tongue import phrases
from whichone_core.ports import Offer, Prompt, ReplyPart
from whichone_core.prompting.claims import claims_in, is_in
from whichone_core.types.answers import Decision, Reason, Sentence
from whichone_core.types.evidence import TextLine
from whichone_core.types.questions import Intent, Stakes
from whichone_core.types.strategies import Role, Strategy

from whichone_models.builtin.abstentions import draft_for
from whichone_models.builtin.drafts import Plan, direct, say
from whichone_models.builtin.quoting import said_lines
from whichone_models.builtin.stakes_answers import plan_stakes

Today = Callable[[], date]

CAN_FORCE = frozenset({Strategy.DIRECT, Strategy.CLARIFY, Strategy.ABSTAIN})
"""What can be done at high stakes: quote, ask which one, or say that it can't be told."""

_LEAST_SHARED = 0.6
_MOST_POINTED = 4


def stakes_parts(
    prompt: Prompt, decision: Decision, sentences: Sequence[str], today: Today
) -> Iterator[ReplyPart]:
    """The decision and what is said for it; the model's sentences only point at lines.

    prompt: with its print read (`Evidence.text`).
    """
    if decision.strategy is Strategy.ABSTAIN:
        yield decision
        yield from draft_for(prompt, decision.reason or Reason.NOT_FOUND)
        return
    if decision.strategy is Strategy.CLARIFY:
        things = distinct(prompt.evidence.objects or ())[: clarify.MOST_OPTIONS]
        if len(things) > 1:
            yield decision
            yield Sentence(clarify.question(things), Role.ANSWER)
            yield Offer(clarify.make_options(things))
            return
    plan = _plan(prompt, sentences, today)
    reason = plan.reason if plan.strategy is Strategy.ABSTAIN else None
    yield replace(decision, strategy=plan.strategy, reason=reason)
    yield from plan.drafts[plan.strategy]


def _plan(prompt: Prompt, sentences: Sequence[str], today: Today) -> Plan:
    """The fixed plan; pointed lines first where whole lines are quoted anyway, or where a field
    was not found in a known form."""
    plan = plan_stakes(prompt, today)
    question = prompt.question
    is_free = question.field is None and question.stakes is not Stakes.ALLERGENS
    is_lost = plan.strategy is Strategy.ABSTAIN and question.field is not None
    if question.intent is Intent.CODE or question.stakes is Stakes.ALLERGENS:
        return plan
    if not (is_free or is_lost):
        return plan
    lines = answers.readable(prompt.evidence.text)
    pointed = pointed_lines(sentences, lines, only_claims=is_lost)
    if not pointed:
        return plan
    return direct(*_quoted(prompt, pointed, lines))


def pointed_lines(
    sentences: Iterable[str], lines: Sequence[TextLine], *, only_claims: bool = False
) -> tuple[TextLine, ...]:
    """The lines that a model's words repeat, at most four, in reading order.

    only_claims: a line must hold a number, date or code of the words, not just words.
    """
    text = " ".join(sentences)
    if not text:
        return ()
    pointed = [
        line
        for line in lines
        if any(is_in(claim, [line.text]) for claim in claims_in(text))
        or (not only_claims and _is_repeated(line.text, text))
    ]
    return tuple(pointed[:_MOST_POINTED])


def _is_repeated(line: str, text: str) -> bool:
    words = [word for word in line.lower().split() if len(word) > 2]
    said = set(text.lower().replace(".", " ").replace(",", " ").split())
    return bool(words) and sum(word in said for word in words) >= _LEAST_SHARED * len(words)


def _quoted(
    prompt: Prompt, pointed: Sequence[TextLine], lines: Sequence[TextLine]
) -> list[Sentence]:
    frame = phrases().label_says if answers.is_clear(pointed) else phrases().label_seems
    parts = [said_lines(frame, pointed, prompt)]
    others = [line for line in lines if line not in pointed]
    for run in answers.parts(others):
        parts.append(said_lines(phrases().label_also, run, prompt, Role.AUXILIARY))
    parts.append(say(phrases().second_picture, Role.SUGGESTION))
    parts.append(say(phrases().only_read, Role.EXPLANATION))
    return parts
