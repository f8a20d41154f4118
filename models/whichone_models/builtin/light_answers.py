"""Is it light or dark, is a lamp on: from the lightness of the picture and its brightest spot."""

from __future__ import annotations

from whichone_core.answering.grammar import definite, noun
from whichone_core.answering.phrases import PHRASES
from whichone_core.ports import Prompt
from whichone_core.types import LightReading, Reason, Role

from .abstentions import abstain
from .drafts import Plan, direct, say

DARK, DIM = 18.0, 38.0
"""Mean CIELAB lightness (0 to 100) below which a scene is called dark, and dim.

A camera's exposure aims at about 50 (mid grey, 18% reflectance), and falls short of it only
where there is too little light for it.
"""


def plan_light(prompt: Prompt) -> Plan:
    """Tell how light it is; what a named device does is more than that tells."""
    light = prompt.evidence.light
    if light is None:
        return abstain(prompt, Reason.NOT_FOUND, PHRASES.no_light, PHRASES.do_search)
    parts = [say(_reading(light))]
    if prompt.question.targets:
        thing = definite(noun(prompt.question.targets[0]))
        parts.append(say(PHRASES.no_state.format(thing=thing), Role.EXPLANATION))
    return direct(*parts)


def _reading(light: LightReading) -> str:
    if light.has_light_source:
        return PHRASES.light_on
    if light.mean < DARK:
        return PHRASES.light_dark
    return PHRASES.light_dim if light.mean < DIM else PHRASES.light_bright
