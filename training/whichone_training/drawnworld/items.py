"""One item of the drawn world: a scene, a question, how to answer it, and what is true.

`item` is a pure function of its arguments.  The level is the saliency rule's; abstaining joins
it where the picture shows nothing, or not the thing that the question names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from whichone_core.picture.places import place_of
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.templates import Kind

from . import wording
from .drawing import draw
from .faults import SPOILING, Fault, Pixels
from .scenes import Look, Scene, Thing, World, looks_for, scene_of
from .shapes import COLOURS, KINDS
from .splits import Split, composition, split_of

NOT_THERE = "not there"
COUNTS = {Strategy.INFER: (1,), Strategy.LIST: (2, 3), Strategy.CLARIFY: (5, 6)}
ANY_COUNT = (1, 2, 3, 5, 6)


@dataclass(frozen=True, slots=True)
class Gold:
    """What a right answer says, by strategy.

    looks: of the referents (direct, infer, list), or of everything that could be meant
    (clarify).  place: "on the left", where a place was asked for.  is_there: whether yes is right,
    of a thing's presence, or of a colour that a question says (None where none is asked for).
    reason: a fault's word or NOT_THERE, for abstaining.  words: what a sign says.
    """

    strategy: Strategy
    kind: Kind
    looks: tuple[Look, ...] = ()
    place: str = ""
    is_there: bool | None = None
    reason: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The user's hint after a clarifying question, and the answer to the first question."""

    hint: str
    answer: str
    gold: Gold


@dataclass(frozen=True, slots=True)
class Item:
    """A question about a scene; fault: what spoils the picture so that nothing can be told."""

    scene: Scene
    question: str
    answer: str
    gold: Gold
    referents: tuple[int, ...]
    fault: Fault | None = None
    second: Turn | None = None

    def picture(self, side: int) -> Pixels:
        """Its picture, (side, side, 3) uint8 RGB."""
        return draw(self.scene, side, self.fault)


def item(
    seed: int, split: Split, number: int, strategy: Strategy, world: World = World.USUAL
) -> Item:
    """The item of that number; the same for the same arguments, on every machine."""
    random = Random(f"{seed}/{split}/{number}/{strategy}/{world}")
    while True:
        made = _MAKERS[strategy](split, world, random)
        if made is not None:
            return made


def scene_for(counts: tuple[int, ...], split: Split, world: World, random: Random) -> Scene:
    """A scene of the split with one of these numbers of prominent things."""
    while True:
        looks = looks_for(random.choice(counts), random)
        if split_of(composition(looks)) is not split:
            continue
        scene = scene_of(looks, random, world)
        if scene is not None:
            return scene


def _direct(split: Split, world: World, random: Random) -> Item | None:
    scene = scene_for(ANY_COUNT, split, world, random)
    kind = random.choice((Kind.COLOUR, Kind.COLOUR, Kind.PLACE, Kind.PRESENCE))
    if kind is Kind.PRESENCE and random.random() < 0.5:
        name = random.choice(_missing(scene))
        question = wording.asked(wording.NAMED[kind], split, random, **wording.names(name))
        gold = Gold(Strategy.DIRECT, kind, is_there=False)
        return Item(scene, question, wording.absent(name), gold, ())
    named = [thing for thing in scene.things if scene.only(thing.look.kind)]
    prominent = [thing for thing in named if thing in scene.prominent]
    if not named:
        return None
    thing = random.choice(prominent or named)
    if kind is Kind.COLOUR and random.random() < wording.CHECKED_OFTEN:
        return _checked(scene, thing, split, random)
    place = place_of(thing.box) if kind is not Kind.COLOUR else ""
    gold = Gold(
        Strategy.DIRECT, kind, (thing.look,), place, True if kind is Kind.PRESENCE else None
    )
    names = wording.names(thing.look.kind)
    question = wording.asked(wording.NAMED[kind], split, random, **names)
    return Item(scene, question, wording.told(kind, thing, random), gold, _places(scene, (thing,)))


def _checked(scene: Scene, thing: Thing, split: Split, random: Random) -> Item:
    """ "Is the cup red?" """
    said = wording.some_colour(thing, random)
    names = wording.names(thing.look.kind)
    question = wording.asked(wording.CHECKED, split, random, said=said, **names)
    is_right = said == thing.look.colour
    gold = Gold(Strategy.DIRECT, Kind.COLOUR, (thing.look,), is_there=is_right)
    answer = wording.told(Kind.COLOUR, thing, random)
    return Item(scene, question, answer, gold, _places(scene, (thing,)))


def _vague(split: Split, random: Random) -> tuple[Kind, str]:
    kind = random.choice((Kind.IDENTITY, Kind.COLOUR))
    return kind, wording.asked(wording.VAGUE[kind], split, random)


def _inferred(split: Split, world: World, random: Random) -> Item | None:
    scene = scene_for(COUNTS[Strategy.INFER], split, world, random)
    (thing,) = scene.prominent
    kind, question = _vague(split, random)
    words = thing.words if kind is Kind.IDENTITY else ""
    gold = Gold(Strategy.INFER, kind, (thing.look,), words=words)
    answer = wording.inferred(kind, thing, random)
    return Item(scene, question, answer, gold, _places(scene, (thing,)))


def _listed(split: Split, world: World, random: Random) -> Item | None:
    scene = scene_for(COUNTS[Strategy.LIST], split, world, random)
    kind, question = _vague(split, random)
    looks = tuple(thing.look for thing in scene.prominent)
    gold = Gold(Strategy.LIST, kind, looks)
    answer = wording.listed(kind, scene.prominent)
    return Item(scene, question, answer, gold, _places(scene, scene.prominent))


def _clarified(split: Split, world: World, random: Random) -> Item | None:
    scene = scene_for(COUNTS[Strategy.CLARIFY], split, world, random)
    kind, question = _vague(split, random)
    looks = tuple(thing.look for thing in scene.prominent)
    gold = Gold(Strategy.CLARIFY, kind, looks)
    second = _second(scene, kind, random)
    answer = wording.choices(scene.prominent)
    referents = _places(scene, scene.prominent)
    return Item(scene, question, answer, gold, referents, second=second)


def _second(scene: Scene, kind: Kind, random: Random) -> Turn | None:
    """A hint that fits just one of the prominent things, and the answer about that one."""
    hints = hints_in(scene, kind)
    if not hints:
        return None
    hint, thing = random.choice(hints)
    gold = Gold(Strategy.DIRECT, kind, (thing.look,))
    said = random.choice((hint, hint.capitalize(), f"I mean {hint}"))
    return Turn(f"{said}.", wording.after_hint(kind, thing), gold)


def hints_in(scene: Scene, kind: Kind, *, named: bool = True) -> list[tuple[str, Thing]]:
    """What tells one of the prominent things from the others, and the thing: "the red one".

    kind: what is asked about it; its colour is no hint to its colour.  named: whether its own
    name may be one.
    """
    hints: list[tuple[str, Thing]] = []
    for thing in scene.prominent:
        others = [other for other in scene.prominent if other is not thing]
        if place_of(thing.box) not in {place_of(other.box) for other in others}:
            hints.append((f"the one {place_of(thing.box)}", thing))
        if named and thing.look.kind not in {other.look.kind for other in others}:
            hints.append((f"the {thing.look.kind}", thing))
        is_known = kind is Kind.COLOUR
        if not is_known and thing.look.colour not in {other.look.colour for other in others}:
            hints.append((f"the {thing.look.colour} one", thing))
    return hints


def _abstained(split: Split, world: World, random: Random) -> Item | None:
    make = random.choice((_not_there, _spoilt, _spoilt, _cut_off))
    return make(split, world, random)


def _not_there(split: Split, world: World, random: Random) -> Item | None:
    scene = scene_for(ANY_COUNT, split, world, random)
    kind = random.choice((Kind.COLOUR, Kind.PLACE))
    name = random.choice(_missing(scene))
    cores, said = wording.NAMED[kind], ""
    if kind is Kind.COLOUR and random.random() < wording.CHECKED_OFTEN:
        cores, said = wording.CHECKED, random.choice([*COLOURS])
    question = wording.asked(cores, split, random, said=said, **wording.names(name))
    gold = Gold(Strategy.ABSTAIN, kind, reason=NOT_THERE)
    return Item(scene, question, wording.not_there(name), gold, ())


def _spoilt(split: Split, world: World, random: Random) -> Item | None:
    made = random.choice((_direct, _inferred, _listed, _clarified))(split, world, random)
    if made is None:
        return None
    fault = random.choice(SPOILING)
    gold = Gold(Strategy.ABSTAIN, made.gold.kind, reason=fault.value)
    answer = wording.spoilt(fault, "")
    return replace(made, answer=answer, gold=gold, fault=fault, second=None)


def _cut_off(split: Split, world: World, random: Random) -> Item | None:
    """One large thing, most of it outside of the picture."""
    scene = scene_for((1,), split, world, random)
    (thing,) = scene.prominent
    side = random.choice(("left", "right", "top", "bottom"))
    left, top, right, bottom = thing.extremes
    shown = random.uniform(0.18, 0.32)
    moves = {
        "left": (shown * (right - left) - right, 0.0),
        "right": (1 - left - shown * (right - left), 0.0),
        "top": (0.0, shown * (bottom - top) - bottom),
        "bottom": (0.0, 1 - top - shown * (bottom - top)),
    }
    across, down = moves[side]
    moved = replace(thing, x=thing.x + across, y=thing.y + down)
    kind, question = _vague(split, random)
    gold = Gold(Strategy.ABSTAIN, kind, reason=Fault.CUT_OFF.value, place=side)
    answer = wording.spoilt(Fault.CUT_OFF, side)
    return Item(replace(scene, things=(moved,)), question, answer, gold, (0,), Fault.CUT_OFF)


def _missing(scene: Scene) -> list[str]:
    there = {thing.look.kind for thing in scene.things}
    return [kind for kind in KINDS if kind not in there]


def _places(scene: Scene, things: tuple[Thing, ...]) -> tuple[int, ...]:
    return tuple(scene.things.index(thing) for thing in things)


_MAKERS = {
    Strategy.DIRECT: _direct,
    Strategy.INFER: _inferred,
    Strategy.LIST: _listed,
    Strategy.CLARIFY: _clarified,
    Strategy.ABSTAIN: _abstained,
}
