"""Is it light or dark, is a lamp on: from the lightness of the picture and its brightest spot."""

from __future__ import annotations

from whichone_core.answering.grammars import OBJECT
from whichone_core.answering.palette import palette_of
from whichone_core.answering.things import the
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.ports import Prompt
from whichone_core.types.answers import Reason
from whichone_core.types.evidence import LightReading, SceneObject
from whichone_core.types.quality import Flaw, QualityReport
from whichone_core.types.strategies import Role

from .abstentions import abstain
from .drafts import Plan, direct, say
from .scene_answers import targets_in

_SCREENS = frozenset({"tv", "computer monitor", "laptop", "cell phone"})
_DARK_COLOURS = frozenset({"black", "dark grey", "dark blue", "dark brown", "dark green"})
_DARK_SHARE = 0.4
"""Share of dark pixels from which a screen may be off; of what a detector boxes as a screen
some is always its frame, stand or wall."""

DARK, DIM = 18.0, 38.0
"""Mean CIELAB lightness (0 to 100) below which a scene is called dark, and dim.

A camera's exposure aims at about 50 (mid grey, 18% reflectance), and falls short of it only
where there is too little light for it.
"""


def plan_light(prompt: Prompt) -> Plan:
    """Tell how light it is; what a named device does is more than that tells."""
    screens = [thing for thing in targets_in(prompt) if thing.label in _SCREENS and thing.colours]
    if screens and screens[0].is_sure:
        return direct(say(_screen(screens[0])))
    light = prompt.evidence.light
    if light is None:
        return abstain(prompt, Reason.NOT_FOUND, phrases().no_light, phrases().do_search)
    parts = [say(_reading(light, prompt.quality))]
    if prompt.question.targets:
        words = grammar()
        word = words.noun(prompt.question.targets[0])
        text = phrases().no_state.format(
            thing=words.definite(word), thing_object=words.definite(word, case=OBJECT)
        )
        parts.append(say(text, Role.EXPLANATION))
    return direct(*parts)


def _screen(screen: SceneObject) -> str:
    """A screen that is not dark shows something; a dark one may be off or show little."""
    dark = sum(c.share for c in screen.colours if c.name in _DARK_COLOURS)
    frame = phrases().screen_dark if dark >= _DARK_SHARE else phrases().screen_on
    return frame.format(thing=the(screen), colour=grammar().colours(palette_of(screen.colours)))


def _reading(light: LightReading, quality: QualityReport) -> str:
    """A picture without any edge is a dark room or a finger on the lens: both are named."""
    if light.has_light_source:
        return phrases().light_on
    if light.mean < DIM and quality.has(Flaw.UNIFORM):
        return phrases().light_covered
    if light.mean < DARK:
        return phrases().light_dark
    return phrases().light_dim if light.mean < DIM else phrases().light_bright
