"""What "this" means: AQuA's rule over the things in the picture, with its uncertainty.

One salient thing is inferred, two or three are listed, more are asked about.  The odds of
these levels come from the evidence; for naming a thing they are moved towards "infer" by how
much of the picture is print, as a package held up to the camera is mostly its label, and
what a detector makes of the shelf behind it does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from whichone_core.answering import answers
from whichone_core.answering.clarify import MOST_OPTIONS, make_options, question
from whichone_core.answering.things import distinct, kind_words, kinds, places, shown_palette
from whichone_core.answering.tongue import phrases
from whichone_core.picture.saliency import SALIENT_ABOVE, corners, level_of, saliency
from whichone_core.ports import Offer, Prompt
from whichone_core.types.evidence import SceneObject
from whichone_core.types.pictures import Box
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Strategy

from .drafts import Draft, Plan, say
from .several_answers import all_alike, several
from .thing_answers import can_tell, one

PRINT_DECIDES = 0.10
"""Share of the picture covered by print from which it alone says what "this" is."""

_TINY = 0.02
"""Share of the picture below which a thing that is not sure is not what was held up."""

_HELD = 0.3
"""Share of a person's size from which a thing is what is shown, and the person who shows it."""

_SUPPORTS = frozenset({"table", "dining table", "desk", "bed", "bench"})
_LEAST_LISTED, _MOST_LISTED, _LEAST_ASKED = 2, 3, 4


def plan_referents(prompt: Prompt) -> Plan | None:
    """Infer, list or ask, as the things in the picture have it; None where there are none."""
    intent = prompt.question.intent
    seen = without_doubtful_support(distinct(prompt.evidence.objects or ()), _aspect(prompt))
    things = [thing for thing in seen if can_tell(thing, intent)]
    if not things or _are_beside_the_point(things, intent):
        return None
    drafts: dict[Strategy, Draft] = {Strategy.INFER: _infer(prompt, things)}
    if len(things) >= _LEAST_LISTED:
        drafts[Strategy.LIST] = tuple(several(prompt, _listed(things)))
        asked = _asked(things)
        if len(kinds(asked)) == 1 and _is_same_for_all(asked, intent):
            # Whichever of them is meant, the answer is the same.
            if len(asked) >= _LEAST_ASKED:
                drafts[Strategy.LIST] = _all_of_a_kind(asked, intent)
        elif any(thing.is_sure for thing in asked):
            # Else whoever is asked could only choose among mistakes.
            asking = say(question(asked), spoken=phrases().which_one_spoken)
            drafts[Strategy.CLARIFY] = (asking, Offer(make_options(asked)))
    odds = _odds(prompt)
    return Plan(_likeliest(odds, drafts, things), drafts, odds)


def _are_beside_the_point(things: Sequence[SceneObject], intent: Intent) -> bool:
    """Whether nothing is sure, and what there may be is tiny, or only what things lie on: the
    colour that is asked for is then rather that of what no detector knows."""
    if intent is not Intent.COLOUR or any(thing.is_sure for thing in things):
        return False
    return all(thing.label in _SUPPORTS or thing.box.area < _TINY for thing in things)


def without_doubtful_support(things: Sequence[SceneObject], aspect: float) -> list[SceneObject]:
    """The things without a table or bed that may not even be one, under two that surely are.

    A cloth or a floor under things passes for a table, fills the picture and so makes all
    that lies on it look small; the saliency of what stays is measured anew.
    """
    kept = [thing for thing in things if not _is_doubtful_support(thing, things)]
    if len(kept) == len(things):
        return kept
    scores = saliency(corners([thing.box for thing in kept]), aspect=aspect)
    again = [
        replace(thing, saliency=float(score)) for thing, score in zip(kept, scores, strict=True)
    ]
    return sorted(again, key=lambda thing: -thing.saliency)


def _is_doubtful_support(thing: SceneObject, things: Sequence[SceneObject]) -> bool:
    if thing.is_sure or thing.label not in _SUPPORTS:
        return False
    on_it = [other for other in things if other.is_sure and _holds(thing.box, other.box)]
    return len(on_it) >= _LEAST_LISTED


def _holds(outer: Box, inner: Box) -> bool:
    x, y = inner.centre
    return outer.left <= x <= outer.right and outer.top <= y <= outer.bottom


def _aspect(prompt: Prompt) -> float:
    return prompt.frame.width / prompt.frame.height


def _likeliest(
    odds: Mapping[Strategy, float] | None,
    drafts: Mapping[Strategy, Draft],
    things: list[SceneObject],
) -> Strategy:
    if odds is not None:
        return max(drafts, key=lambda strategy: odds[strategy])
    salient = _salient(things)
    if len(salient) < _LEAST_LISTED:
        return Strategy.INFER
    level = level_of(len(salient)) or Strategy.CLARIFY
    return level if level in drafts else Strategy.LIST


def _odds(prompt: Prompt) -> dict[Strategy, float] | None:
    """The chance of each of the five strategies, summing to 1; None where none are known."""
    levels = prompt.evidence.level_odds
    total = sum(levels.values()) if levels else 0.0
    if not levels or total <= 0:
        return None
    share = print_share(prompt) if prompt.question.intent is Intent.IDENTIFY else 0.0
    odds = dict.fromkeys(Strategy, 0.0)
    for strategy, chance in levels.items():
        odds[strategy] = (1 - share) * chance / total
    odds[Strategy.INFER] += share
    return odds


def print_share(prompt: Prompt) -> float:
    """How far print decides what "this" is, 0 to 1."""
    lines = [line for line in answers.readable(prompt.evidence.text) if line.score >= answers.CLEAR]
    return min(1.0, answers.area(lines) / PRINT_DECIDES)


def _salient(things: Sequence[SceneObject]) -> list[SceneObject]:
    return [thing for thing in things if thing.saliency > SALIENT_ABOVE]


def _listed(things: Sequence[SceneObject]) -> Sequence[SceneObject]:
    """The two or three most salient."""
    return things[: max(_LEAST_LISTED, min(_MOST_LISTED, len(_salient(things))))]


def _infer(prompt: Prompt, things: Sequence[SceneObject]) -> Draft:
    """The answer for the most salient thing, said to be a guess where others compete."""
    thing = meant(things)
    is_naming = prompt.question.intent is Intent.IDENTIFY
    has_rivals = len(_salient(things)) > 1 or thing is not things[0]
    lead = phrases().you_mean if has_rivals and not is_naming else ""
    return tuple(one(prompt, thing, lead))


def meant(things: Sequence[SceneObject]) -> SceneObject:
    """What "this" most likely is: the most salient, but rather the thing than who holds it."""
    main = things[0]
    if main.label != "person":
        return main
    held = [t for t in things if t.is_sure and t.label != "person" and _is_large_beside(t, main)]
    return held[0] if held else main


def _is_large_beside(thing: SceneObject, person: SceneObject) -> bool:
    return thing.box.area >= _HELD * person.box.area


def _asked(things: Sequence[SceneObject]) -> Sequence[SceneObject]:
    """The salient things, at least four where there are as many."""
    return things[: max(_LEAST_ASKED, min(MOST_OPTIONS, len(_salient(things))))]


def _is_same_for_all(things: Sequence[SceneObject], intent: Intent) -> bool:
    if intent is Intent.COLOUR:
        return len({shown_palette(thing) for thing in things}) == 1
    return intent is Intent.IDENTIFY


def _all_of_a_kind(asked: Sequence[SceneObject], intent: Intent) -> Draft:
    if intent is Intent.COLOUR:
        return (say(all_alike(asked)),)
    text = phrases().see_at.format(things=kind_words(asked), places=places(asked))
    return (say(text),)
