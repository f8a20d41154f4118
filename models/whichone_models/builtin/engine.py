"""The built-in engine: answers on a fresh machine, from measured facts in fixed sentences.

    Prompt -> plan (by stakes, reply and intent) -> proposal -> policy -> the chosen draft

It chooses between answering, inferring, listing and asking by AQuA's saliency rule over the
boxes that its own detectors found, and abstains from what it can't do.  It loads nothing:
the evidence is found beforehand (`finder.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

from whichone_core.answering.clarify import wants_repeat
from whichone_core.answering.tongue import phrases, version
from whichone_core.errors import ModelError
from whichone_core.ports import Chooser, Prompt, ReplyPart
from whichone_core.question.doubts import is_doubt
from whichone_core.types.answers import Decision, Reason
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Intent, Question
from whichone_core.types.strategies import Strategy

from whichone_models.catalogue import _

from .abstentions import abstain, draft_for
from .code_answers import plan_code
from .colour_answers import plan_colour
from .drafts import Draft, Plan
from .identity_answers import plan_identity
from .light_answers import plan_light
from .referents import plan_referents
from .reply_answers import plan_reply
from .scene_answers import plan_count, plan_description, plan_presence, plan_where
from .stakes_answers import plan_stakes
from .text_answers import plan_field, plan_reading
from .trust import relied_on


class BuiltinEngine:
    """A VisionModel without a language model.  today is asked for when dates are read."""

    def __init__(self, today: Callable[[], date] = date.today) -> None:
        self._today = today

    @property
    def name(self) -> str:
        return "builtin"

    @property
    def template(self) -> str:
        return version()

    @property
    def is_starting(self) -> bool:
        """Never: it loads nothing."""
        return False

    @property
    def held_bytes(self) -> int:
        """None: what it answers with is the finder's."""
        return 0

    def looks_for(self, question: Question) -> frozenset[Look]:
        """All, and colours, as the things that a question back offers are told apart by them."""
        return question.looks | {Look.COLOURS}

    def see(self, frame: Frame) -> None:
        """Nothing: what this engine needs is measured when it is asked."""

    def release(self) -> int:
        """Nothing: it holds nothing."""
        return 0

    def close(self) -> None:
        """Nothing: it holds nothing."""

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream the decision, then the sentences, options and retake that go with it.

        Raises ModelError where the chooser returns what was not proposed.
        """
        prompt = relied_on(prompt)
        plan = self._plan(prompt)
        decision = choose(plan.proposal)
        for part in (decision, *_draft(prompt, plan, decision)):
            if cancel.is_requested:
                return
            yield part

    def _plan(self, prompt: Prompt) -> Plan:
        question, reply = prompt.question, prompt.reply
        if reply is not None and not wants_repeat(reply):
            return plan_reply(prompt, reply)
        prompt = replace(prompt, reply=None)
        if question.stakes is not None:
            return plan_stakes(prompt, self._today)
        if question.intent is Intent.FIELD:
            return plan_field(prompt, self._today)
        return _PLANS[question.intent](prompt)


def _draft(prompt: Prompt, plan: Plan, decision: Decision) -> Draft:
    """What is said for a decision; the policy may abstain for a reason of its own."""
    if decision.strategy is Strategy.ABSTAIN and decision.reason != plan.reason:
        return draft_for(prompt, decision.reason or Reason.NOT_FOUND)
    if decision.strategy not in plan.drafts:
        raise ModelError(
            _("The built-in engine can't answer that way."),
            cause=f"chosen {decision.strategy}, proposed {sorted(plan.drafts)}",
        )
    return plan.drafts[decision.strategy]


def _plan_where(prompt: Prompt) -> Plan:
    return plan_where(prompt) or plan_referents(prompt) or abstain(prompt, Reason.NOT_FOUND)


def _plan_beyond(prompt: Prompt) -> Plan:
    if _asks_who(prompt.question.text):
        return abstain(prompt, Reason.BEYOND_ENGINE, phrases().who, phrases().do_name)
    if is_doubt(prompt.question.text) and prompt.earlier:
        return abstain(prompt, Reason.BEYOND_ENGINE, phrases().same_again, phrases().do_compare)
    return abstain(prompt, Reason.BEYOND_ENGINE)


def _asks_who(text: str) -> bool:
    return bool(re.search(r"\bwho(?:m|se)?\b", text.lower()))


_PLANS: dict[Intent, Callable[[Prompt], Plan]] = {
    Intent.READ: plan_reading,
    Intent.IDENTIFY: plan_identity,
    Intent.DESCRIBE: plan_description,
    Intent.COLOUR: plan_colour,
    Intent.COUNT: plan_count,
    Intent.WHERE: _plan_where,
    Intent.LIGHT: plan_light,
    Intent.PRESENCE: plan_presence,
    Intent.CODE: plan_code,
    Intent.BEYOND: _plan_beyond,
}
