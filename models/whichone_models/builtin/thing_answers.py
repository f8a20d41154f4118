"""Answers about one thing, or a few: what it is, its colour, where it is.

`one` answers for one thing (direct or infer), `several` for a few (list), `grouped` for many
of a kind.  `can_tell` says beforehand whether what is asked for was measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from whichone_core.answering import answers
from whichone_core.answering.clarify import name_apart
from whichone_core.answering.grammar import (
    be,
    indefinite,
    is_plural,
    it,
    join,
    noun,
    number,
    plural,
)
from whichone_core.answering.phrases import PHRASES
from whichone_core.answering.things import (
    colour_words,
    has_colour,
    hedged,
    is_plain,
    kind_words,
    kinds,
    lines_in,
    one_colour,
    places,
    shown_colours,
    the,
)
from whichone_core.picture.places import place_of, ranks, reading_order, size_of
from whichone_core.ports import Prompt
from whichone_core.types import Intent, Role, SceneObject, Sentence, TextLine

from .drafts import say
from .quoting import said_lines, spoken_words, title_of

ODD_LIGHT = (30.0, 85.0)
"""Mean CIELAB lightness (0 to 100) outside which colours are not to be relied on."""

MOST_LISTED = 3

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
    return [say(PHRASES.colour_light, Role.EXPLANATION)]


def _colour(thing: SceneObject, lead: str) -> str:
    if not lead:
        return f"{the(thing)} {has_colour(thing)}"
    fact = f"{it(noun(thing.label))} {shown_colours(thing)}"
    return lead.format(thing=the(thing), fact=fact)


def _where(thing: SceneObject, lead: str) -> list[Sentence]:
    place = place_of(thing.box)
    fact = f"{it(noun(thing.label))} {place}"
    verb = be(noun(thing.label)) if thing.is_sure else "is"
    text = lead.format(thing=the(thing), fact=fact) if lead else f"{the(thing)} {verb} {place}"
    return [say(text), *_size(thing)]


def _size(thing: SceneObject) -> list[Sentence]:
    """ "It is small in the picture", "They fill much of the picture", or nothing."""
    size = size_of(thing.box)
    if not size:
        return []
    pronoun, verb = it(noun(thing.label)).split()
    if verb == "are":
        size = size.replace("fills ", "fill ").replace("is ", "are ", 1)
    return [say(PHRASES.thing_size.format(pronoun=pronoun, size=size))]


def _identity(prompt: Prompt, thing: SceneObject, lead: str) -> Sentence:
    """What it is, in its colour, with the name that is printed on it."""
    name = indefinite(noun(thing.label), one_colour(thing))
    if prompt.question.vague_words and may_be_a_hand(thing) and thing.score < _SURELY_A_PERSON:
        name = PHRASES.person_or_hand
    looks = "they look" if is_plural(noun(thing.label)) else "it looks"
    are = "they are" if is_plural(noun(thing.label)) else "it is"
    lines = label_lines(prompt, thing)
    is_flat = (
        is_plain(thing)
        and thing.label not in _STAND_INS
        and name != PHRASES.person_or_hand
        and not _is_doubted_by_print(prompt, thing, lines)
    )
    fact = f"{are} {name}" if is_flat else f"{looks} like {name}"
    text = lead.format(thing=the(thing), fact=fact) if lead else fact
    if not lines:
        return say(text)
    frame = PHRASES.says if answers.is_clear(lines) else PHRASES.seems_to_say
    quoted = answers.quote(lines)
    spoken = frame.format(thing=text, text=spoken_words(quoted, prompt))
    return say(frame.format(thing=text, text=quoted), spoken=spoken)


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
    place = PHRASES.thing_place.format(pronoun=it(noun(thing.label)), place=place_of(thing.box))
    parts = [say(place, Role.AUXILIARY)]
    if thing.colours and not one_colour(thing) and thing.label != "person":
        parts.append(say(f"{the(thing)} {has_colour(thing)}", Role.AUXILIARY))
    return parts


# --------------------------------------------------------------------------- several


def several(prompt: Prompt, things: Sequence[SceneObject]) -> list[Sentence]:
    """The answers for a few things: in one sentence for three, else in several."""
    ordered = [things[i] for i in reading_order([thing.box for thing in things])]
    intent = prompt.question.intent
    if intent is Intent.COLOUR:
        return [*_colours(ordered), *light_caution(prompt)]
    if intent is Intent.WHERE:
        return [say(_wheres(ordered))]
    return [say(_named(ordered)), *_labels(prompt, ordered)]


def _named(ordered: Sequence[SceneObject]) -> str:
    """ "I can see two things: a red cup on the left and a book on the right"; of one kind in
    no colours only the places; no place that is the same for all."""
    spots = places(ordered)
    if len(kinds(ordered)) == 1 and not any(one_colour(thing) for thing in ordered):
        if " and " not in spots:
            return PHRASES.see.format(things=f"{kind_words(ordered)} {spots}")
        return PHRASES.see_at.format(things=kind_words(ordered), places=spots)
    sure: list[str] = []
    unsure: list[str] = []
    for thing in sorted(ordered, key=lambda thing: not thing.is_sure):
        name = indefinite(noun(thing.label), one_colour(thing))
        place = f" {place_of(thing.box)}" if " and " in spots else ""
        (sure if thing.is_sure else unsure).append(name + place)
    return PHRASES.things.format(count=number(len(ordered)), things=hedged(sure, unsure))


def _wheres(ordered: Sequence[SceneObject]) -> str:
    """ "The cup is on the left and the book is on the right", "The two cups are on the left"."""
    spots = places(ordered)
    if len(kinds(ordered)) == 1:
        return PHRASES.see_at.format(things=kind_words(ordered), places=spots)
    if " and " not in spots:
        return f"{join(list(dict.fromkeys(the(thing) for thing in ordered)))} are {spots}"
    return join(
        [f"{the(thing)} {be(noun(thing.label))} {place_of(thing.box)}" for thing in ordered]
    )


def _colours(ordered: Sequence[SceneObject]) -> list[Sentence]:
    """ "The cup on the left is red, the one on the right is blue." """
    alike = _of_one_kind(ordered)
    if alike:
        return [say(alike)]
    names = name_apart(ordered, coloured=False)
    facts = []
    before = ""
    for thing, (text, place) in zip(ordered, names, strict=True):
        name = noun(thing.label)
        is_again = name == before and thing.is_sure and text == f"the {name} {place}"
        subject = f"the one {place}" if is_again and not is_plural(name) else text
        facts.append(f"{subject} {has_colour(thing)}")
        before = name if thing.is_sure else ""
    runs = [facts[i : i + MOST_LISTED] for i in range(0, len(facts), MOST_LISTED)]
    return [say(", ".join(run)) for run in runs]


def _of_one_kind(ordered: Sequence[SceneObject]) -> str:
    """ "Both cups are red", "Of the two cups, the left one is red, the right one is blue"; ""
    where things differ in kind, or in place and colour."""
    name = noun(ordered[0].label)
    if len(kinds(ordered)) > 1 or len(ordered) > MOST_LISTED or is_plural(name):
        return ""
    words = {shown_colours(thing) for thing in ordered}
    if len(words) == 1:
        return all_alike(ordered)
    if " and " in places(ordered):
        return ""
    order = ranks([thing.box for thing in ordered])
    shares = [f"the {rank} one {has_colour(t)}" for rank, t in zip(order, ordered, strict=True)]
    return PHRASES.of_the.format(
        count=number(len(ordered)), kind=plural(name), shares=", ".join(shares)
    )


def all_alike(things: Sequence[SceneObject]) -> str:
    """ "Both cups are red", "All four people are in black"."""
    all_of = "both" if len(things) == 2 else f"all {number(len(things))}"
    name = plural(noun(things[0].label))
    return PHRASES.all_alike.format(all=all_of, kind=name, colour=shown_colours(things[0]))


def _labels(prompt: Prompt, ordered: Sequence[SceneObject]) -> list[Sentence]:
    """What is printed on each of the things."""
    parts = []
    for thing, (text, _) in zip(ordered, name_apart(ordered, coloured=False), strict=True):
        lines = label_lines(prompt, thing)
        if lines:
            frame = PHRASES.text_named.format(name=text, text="{text}")
            parts.append(said_lines(frame, lines, prompt))
    return parts


def grouped(prompt: Prompt, things: Sequence[SceneObject]) -> list[Sentence]:
    """Colours of many of a kind: "Of the five cups, three are red and two are blue." """
    counts = Counter(colour_words(thing.colours) for thing in things)
    shares = [f"{number(n)} {'is' if n == 1 else 'are'} {c}" for c, n in counts.most_common(4)]
    text = PHRASES.of_the.format(
        count=number(len(things)), kind=plural(noun(things[0].label)), shares=join(shares)
    )
    return [say(text), *light_caution(prompt)]
