"""The final answer after a clarifying question, about the same picture.

There is no second question: several that fit are all answered, one that nearly fits is
answered with a hedge, and a reply that fits nothing is said not to be understood.
"""

from __future__ import annotations

from whichone_core.answering.clarify import Match, MatchKind, match
from whichone_core.answering.things import distinct
from whichone_core.answering.tongue import phrases
from whichone_core.ports import Prompt, Reply
from whichone_core.types.answers import Option, Reason
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Strategy

from .abstentions import abstain
from .drafts import Plan, direct, inferred
from .several_answers import MOST_LISTED, grouped, several
from .thing_answers import can_tell, one

_SAME_BOX = 0.9


def plan_reply(prompt: Prompt, reply: Reply) -> Plan:
    """Answer about what the reply chose."""
    if reply.chosen is not None:
        return _chosen(prompt, reply.chosen)
    matched = match(reply.text, reply.options)
    if matched.option is not None:
        return _chosen(prompt, matched.option)
    if matched.kind in (MatchKind.ALL, MatchKind.SEVERAL):
        return _several(prompt, matched)
    if matched.kind is MatchKind.NEITHER:
        return abstain(prompt, Reason.NOT_FOUND, phrases().none_of_them, phrases().do_closer)
    if len(matched.nearest) == 1:
        return _perhaps(prompt, matched.nearest[0])
    return abstain(prompt, Reason.NOT_UNDERSTOOD)


def _chosen(prompt: Prompt, option: Option) -> Plan:
    thing = _thing(prompt, option)
    if not can_tell(thing, prompt.question.intent):
        return abstain(prompt, Reason.NOT_FOUND, phrases().no_colour)
    return direct(*one(prompt, thing))


def _perhaps(prompt: Prompt, option: Option) -> Plan:
    thing = _thing(prompt, option)
    if not can_tell(thing, prompt.question.intent):
        return abstain(prompt, Reason.NOT_UNDERSTOOD)
    return inferred(*one(prompt, thing, phrases().perhaps_you_mean))


def _several(prompt: Prompt, matched: Match) -> Plan:
    things = [_thing(prompt, option) for option in matched.options]
    told = [thing for thing in things if can_tell(thing, prompt.question.intent)]
    if not told:
        return abstain(prompt, Reason.NOT_FOUND, phrases().no_colour)
    is_one_kind = len({thing.label for thing in told}) == 1
    is_many = len(told) > MOST_LISTED and is_one_kind
    is_colour = prompt.question.intent is Intent.COLOUR
    parts = grouped(prompt, told) if is_many and is_colour else several(prompt, told)
    return Plan(Strategy.LIST, {Strategy.LIST: tuple(parts)})


def _thing(prompt: Prompt, option: Option) -> SceneObject:
    """The thing that an option stands for; from the option's own words where it is gone."""
    things = distinct(prompt.evidence.objects or ())
    alike = [t for t in things if t.label == option.label and t.box.overlap(option.box) > _SAME_BOX]
    if alike:
        return max(alike, key=lambda thing: thing.box.overlap(option.box))
    colours = (ColourShare(option.colour, 1.0),) if option.colour else ()
    return SceneObject(option.label, 0.0, option.box, is_sure=True, colours=colours)
