"""What a base model learns from: captions and direct questions, always answered directly.

The first stage stands for an untuned model that sees well: it is asked everything, also with
vague words, and always just answers, about the most prominent thing (the bias to level 0 that
the paper measures in every untuned model).  Nothing here abstains, lists choices or asks back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType

from whichone_core.answering.grammar import counted, join, number, sentence
from whichone_core.picture.places import place_of
from whichone_data.aqua.templates import Kind

from . import wording
from .drawing import draw
from .faults import SPOILING, Fault, Pixels
from .items import ANY_COUNT, hints_in, scene_for
from .scenes import Scene, Thing, World
from .shapes import KINDS
from .splits import Split


@dataclass(frozen=True, slots=True)
class Seen:
    """A scene with one thing said about it."""

    scene: Scene
    question: str
    answer: str
    fault: Fault | None = None

    def picture(self, side: int) -> Pixels:
        """(side, side, 3) uint8 RGB."""
        return draw(self.scene, side, self.fault)


class Mix(StrEnum):
    """What is asked how often: of a base model, or to keep it from forgetting during SFT.

    Rehearsed are captions and counts above all, and no vague question: those are what the
    strategies are about.
    """

    BASE = "base"
    REHEARSED = "rehearsed"


def seen(seed: int, number: int, split: Split = Split.TRAIN, mix: Mix = Mix.BASE) -> Seen:
    """The sample of that number; the same for the same arguments, on every machine."""
    random = Random(f"seeing/{seed}/{split}/{number}")
    scene = scene_for(ANY_COUNT, split, World.USUAL, random)
    chances = _CHANCES[mix]
    make = random.choices([*chances], [*chances.values()])[0]
    return make(scene, split, random)


def _caption(scene: Scene, split: Split, random: Random) -> Seen:
    said = join([wording.look_of(thing) for thing in scene.prominent])
    small = [thing for thing in scene.things if thing not in scene.prominent]
    also = f" Small: {join([wording.look_of(thing) for thing in small])}." if small else ""
    question = random.choice(("Describe the picture.", "What is in the picture?"))
    return Seen(scene, question, f"{sentence(said)}{also}")


def _count(scene: Scene, split: Split, random: Random) -> Seen:
    kinds = [thing.look.kind for thing in scene.prominent]
    said = join([counted(kinds.count(kind), kind) for kind in sorted(set(kinds))])
    answer = f"{number(len(kinds)).capitalize()}: {said}."
    return Seen(scene, "How many large things are there?", answer)


def _named(scene: Scene, split: Split, random: Random) -> Seen:
    kind = random.choice((Kind.COLOUR, Kind.PLACE, Kind.PRESENCE))
    things = [thing for thing in scene.things if scene.only(thing.look.kind)]
    if not things or (kind is Kind.PRESENCE and random.random() < 0.5):
        return _absent(scene, split, random)
    thing = random.choice(things)
    names = wording.names(thing.look.kind)
    if kind is Kind.COLOUR and random.random() < wording.CHECKED_OFTEN:
        said = wording.some_colour(thing, random)
        question = wording.asked(wording.CHECKED, split, random, said=said, **names)
        return Seen(scene, question, wording.told(kind, thing, random))
    question = wording.asked(wording.NAMED[kind], split, random, **names)
    return Seen(scene, question, wording.told(kind, thing, random))


def _absent(scene: Scene, split: Split, random: Random) -> Seen:
    there = {thing.look.kind for thing in scene.things}
    name = random.choice([kind for kind in KINDS if kind not in there])
    cores = wording.NAMED[Kind.PRESENCE]
    question = wording.asked(cores, split, random, **wording.names(name))
    return Seen(scene, question, wording.absent(name))


def _vague(scene: Scene, split: Split, random: Random) -> Seen:
    thing = scene.things[int(scene.scores.argmax())]
    kind = random.choice((Kind.IDENTITY, Kind.COLOUR))
    question = wording.asked(wording.VAGUE[kind], split, random)
    if kind is Kind.IDENTITY:
        return Seen(scene, question, sentence(wording.look_of(thing)))
    return Seen(scene, question, wording.told(kind, thing, random))


def _placed(scene: Scene, split: Split, random: Random) -> Seen:
    places: dict[str, list[Thing]] = {}
    for thing in scene.things:
        places.setdefault(place_of(thing.box), []).append(thing)
    place = random.choice([*places])
    said = join([wording.look_of(thing) for thing in places[place]])
    return Seen(scene, f"What is {place}?", sentence(said))


def _referred(scene: Scene, split: Split, random: Random) -> Seen:
    """What a hint means after a question back, asked at once: "What is the red one?" """
    kind = random.choice((Kind.IDENTITY, Kind.COLOUR))
    hints = hints_in(scene, kind, named=False)
    if not hints:
        return _placed(scene, split, random)
    hint, thing = random.choice(hints)
    question = wording.asked(wording.REFERRED[kind], split, random, hint=hint)
    return Seen(scene, question, wording.after_hint(kind, thing))


def _spoilt(scene: Scene, split: Split, random: Random) -> Seen:
    fault = random.choice((*SPOILING, None))
    answer = f"The picture is {fault.value}." if fault else "The picture is clear."
    return Seen(scene, "How good is the picture?", answer, fault)


_Maker = Callable[[Scene, Split, Random], Seen]
_CHANCES: Mapping[Mix, Mapping[_Maker, float]] = MappingProxyType(
    {
        Mix.BASE: {
            _caption: 0.18, _count: 0.08, _named: 0.42, _vague: 0.12, _placed: 0.07,
            _referred: 0.08, _spoilt: 0.05,
        },
        Mix.REHEARSED: {
            _caption: 0.34, _count: 0.18, _named: 0.22, _placed: 0.10, _referred: 0.11,
            _spoilt: 0.05,
        },
    }
)  # fmt: skip
