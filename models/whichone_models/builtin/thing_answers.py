"""Answers about one thing: what it is, its colour, where it is.

`one` answers for it (direct or infer); `can_tell` says beforehand whether what is asked for
was measured.  Answers about a few things are in `several_answers`.
"""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.answering import answers
from whichone_core.answering.grammars import OBJECT
from whichone_core.answering.things import (
    has_colour,
    is_plain,
    lines_in,
    name_of,
    one_colour,
    shown_palette,
    the,
)
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.picture.places import place_of, size_of
from whichone_core.ports import Prompt
from whichone_core.types.answers import Sentence
from whichone_core.types.evidence import SceneObject, TextLine
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role

from .drafts import say
from .quoting import spoken_words, title_of

ODD_LIGHT = (30.0, 85.0)
"""Mean CIELAB lightness (0 to 100) outside which colours are not to be relied on."""

_BEAR_PRINT = frozenset(
    {
        *("bottle", "cup", "mug", "coffee cup", "box", "bowl", "book", "vase", "wine glass"),
        *("tv", "computer monitor", "laptop", "cell phone", "clock", "remote", "keyboard"),
        *("stop sign", "parking meter", "bus", "truck", "train", "car", "suitcase", "handbag"),
    }
)
"""Labels of things that print is a name of; print on a refrigerator is mostly a carton that
the detectors took for one."""

_STAND_INS = frozenset({"apple", "orange"})
"""Labels that the detectors give, and surely, to other fruit: limes, mangoes, passion fruit."""

_AT_EDGE = 0.02
_SURELY_A_PERSON = 0.75
"""Score that four of five hands that hold a package stay below."""


PRINT_HEDGES = 0.02
"""Share of the picture covered by print from which a detector's name for the thing that
bears it is hedged: cartons pass for books and bottles (seen on the grocery photos)."""


def can_tell(thing: SceneObject, intent: Intent) -> bool:
    """Whether what is asked for was measured for a thing."""
    return intent is not Intent.COLOUR or bool(thing.colours)


# --------------------------------------------------------------------------- one thing


def one(prompt: Prompt, thing: SceneObject, lead: str = "") -> list[Sentence]:
    """The answer about one thing; lead is a sentence frame with {thing} and {fact}."""
    intent = prompt.question.intent
    if intent is Intent.COLOUR:
        return [say(_colour(thing, lead)), *light_caution(prompt)]
    if intent is Intent.WHERE:
        return _where(thing, lead)
    return [_identity(prompt, thing, lead), *_details(thing)]


def light_caution(prompt: Prompt) -> list[Sentence]:
    """A caution about colours, where the light was measured and is odd."""
    light = prompt.evidence.light
    if light is None or ODD_LIGHT[0] <= light.mean <= ODD_LIGHT[1]:
        return []
    return [say(phrases().colour_light, Role.EXPLANATION)]


def _colour(thing: SceneObject, lead: str) -> str:
    if not lead:
        return has_colour(thing, the(thing))
    return _led(lead, thing, grammar().it_is_coloured(name_of(thing), shown_palette(thing)))


def _led(lead: str, thing: SceneObject, fact: str) -> str:
    return lead.format(thing=the(thing), thing_object=the(thing, OBJECT), fact=fact)


def _where(thing: SceneObject, lead: str) -> list[Sentence]:
    words, word, place = grammar(), name_of(thing), place_of(thing.box)
    if lead:
        text = _led(lead, thing, words.it_is(word, place))
    else:
        are_many = words.is_plural(word) and thing.is_sure
        text = words.located(the(thing), words.place(place), are_many=are_many)
    return [say(text), *_size(thing)]


def _size(thing: SceneObject) -> list[Sentence]:
    """ "It is small in the picture", "They fill much of the picture", or nothing."""
    size = size_of(thing.box)
    return [say(grammar().it_has_size(name_of(thing), size))] if size else []


def _identity(prompt: Prompt, thing: SceneObject, lead: str) -> Sentence:
    """What it is, in its colour, with the name that is printed on it."""
    words, word = grammar(), name_of(thing)
    is_hand = _is_told_as_a_hand(prompt, thing)
    name = phrases().person_or_hand if is_hand else words.indefinite(word, one_colour(thing))
    lines = label_lines(prompt, thing)
    is_flat = (
        is_plain(thing)
        and thing.label not in _STAND_INS
        and not is_hand
        and not _is_doubted_by_print(prompt, thing, lines)
    )
    fact = words.is_a(word, name) if is_flat else words.looks_a(word, name)
    text = _led(lead, thing, fact) if lead else fact
    if not lines:
        return say(text)
    frame = phrases().says if answers.is_clear(lines) else phrases().seems_to_say
    quoted = answers.quote(lines)
    spoken = frame.format(thing=text, text=spoken_words(quoted, prompt))
    return say(frame.format(thing=text, text=quoted), spoken=spoken)


def _is_told_as_a_hand(prompt: Prompt, thing: SceneObject) -> bool:
    """Not where people were offered and one of them was chosen."""
    is_asked_first = bool(prompt.question.vague_words) and prompt.reply is None
    return is_asked_first and may_be_a_hand(thing) and thing.score < _SURELY_A_PERSON


def may_be_a_hand(thing: SceneObject) -> bool:
    """Whether a person reaches into the picture: a hand that holds something passes for one."""
    box = thing.box
    reaches_in = min(box.left, 1 - box.right, 1 - box.bottom) < _AT_EDGE
    return thing.label == "person" and reaches_in


def _is_doubted_by_print(prompt: Prompt, thing: SceneObject, lines: Sequence[TextLine]) -> bool:
    """Whether print says that a thing may be another: much of it on a bottle, any on a thing
    that bears none (a screen that passes for a microwave)."""
    if thing.label in _BEAR_PRINT:
        return answers.area(lines) >= PRINT_HEDGES
    return thing.label != "person" and bool(_title_on(prompt, thing))


def label_lines(prompt: Prompt, thing: SceneObject) -> tuple[TextLine, ...]:
    """The name printed on a thing: the largest lines in its box."""
    if thing.label not in _BEAR_PRINT:
        return ()
    return _title_on(prompt, thing)


def _title_on(prompt: Prompt, thing: SceneObject) -> tuple[TextLine, ...]:
    readable = answers.readable(prompt.evidence.text)
    inside = lines_in(thing.box, prompt.evidence.text)
    lines = [line for line in readable if line in inside and answers.has_letters(line)]
    return title_of(lines, prompt)


def _details(thing: SceneObject) -> list[Sentence]:
    place = grammar().it_is(name_of(thing), place_of(thing.box))
    parts = [say(place, Role.AUXILIARY)]
    if thing.colours and not one_colour(thing) and thing.label != "person":
        parts.append(say(has_colour(thing, the(thing)), Role.AUXILIARY))
    return parts
