"""Answers about colour: of what was named, of what "this" means, or of the picture."""

from __future__ import annotations

from whichone_core.answering.grammars import OBJECT
from whichone_core.answering.palette import palette_of
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.ports import Prompt
from whichone_core.types.answers import Reason
from whichone_core.types.questions import Intent

from .abstentions import abstain, no_target
from .drafts import Plan, inferred, named, say
from .referents import plan_referents
from .scene_answers import targets_in
from .several_answers import MOST_LISTED, grouped, several
from .thing_answers import can_tell, light_caution, one


def plan_colour(prompt: Prompt) -> Plan:
    """A named target's colour; the referent's; for things no detector knows the picture's."""
    question = prompt.question
    if question.targets:
        return _named(prompt) or _missing(prompt)
    if question.unknown_targets:
        name = question.unknown_targets[0]
        return _of_picture(prompt, phrases().colour_of_unknown.format(name=name, colour="{colour}"))
    return plan_referents(prompt) or _of_picture(prompt, phrases().picture_colour)


def _named(prompt: Prompt) -> Plan | None:
    found = [t for t in targets_in(prompt) if can_tell(t, Intent.COLOUR)]
    if not found:
        return None
    if len(found) == 1:
        return named(*one(prompt, found[0]))
    if len(found) <= MOST_LISTED or len({t.label for t in found}) > 1:
        return named(*several(prompt, found[:MOST_LISTED]))
    return named(*grouped(prompt, found))


def _missing(prompt: Prompt) -> Plan:
    """ "This cup" is probably what the picture shows, "the cup" may be elsewhere."""
    if prompt.question.vague_words and prompt.evidence.colours:
        words = grammar()
        name = words.definite(words.noun(prompt.question.targets[0]), case=OBJECT)
        return _of_picture(prompt, phrases().colour_of_missing.format(name=name, colour="{colour}"))
    if targets_in(prompt):
        return abstain(prompt, Reason.NOT_FOUND, phrases().no_colour)
    return abstain(prompt, Reason.NOT_FOUND, no_target(prompt), phrases().do_search)


def _of_picture(prompt: Prompt, frame: str) -> Plan:
    colour = grammar().colours(palette_of(prompt.evidence.colours or ()))
    if not colour:
        return abstain(prompt, Reason.NOT_FOUND, phrases().no_colour)
    return inferred(say(frame.replace("{colour}", colour)), *light_caution(prompt))
