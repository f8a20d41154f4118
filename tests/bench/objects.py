"""What the detectors and the name hedge make of phone photos of fruit and packages.

A photo's product is in its file name.  The main object is the most salient one that is
reported; it is right where its label is the product's.  A name is right where it is a word
that a sighted helper might use for what is in the hand, a kind of package included.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import numpy as np
from whichone_core.picture.pictures import read_file
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look
from whichone_core.types.pictures import Frame
from whichone_models.builtin.finder import BuiltinFinder

from tests.bench.report import publish, table
from tests.research import measured_folder

KNOWN = {"Apple": "apple", "Banana": "banana", "Satsumas": "orange", "Carrots": "carrot"}
"""Products that a detector has a class for, as the file names call them."""

NAMES = {
    "Apple": "apple", "Banana": "banana", "Lime": "lime|lemon", "Melon": "melon|squash",
    "Mango": "mango", "Passion-Fruit": "passion fruit", "Pear": "pear",
    "Red-Grapefruit": "grapefruit|orange", "Satsumas": "orange", "Cabbage": "cabbage",
    "Carrots": "carrot", "Ginger": "ginger", "Mushroom": "mushroom", "Onion": "onion",
    "Pepper": "bell pepper", "Potato": "potato|sweet potato", "Tomato": "tomato",
}  # fmt: skip
PACKAGE = "carton|packet|bottle|tub|milk can|pill bottle|sunscreen|lotion"
"""Packages: any word for a container with print that ImageNet has."""

T = TypeVar("T")


def product(photo: Path) -> tuple[str, str]:
    """The group of a photo's product and its name: ("Fruit", "Apple")."""
    parts = photo.stem.split("__")
    return parts[1], parts[2]


def right_names(photo: Path) -> set[str]:
    group, kind = product(photo)
    return set((PACKAGE if group == "Packages" else NAMES[kind]).split("|"))


def timed(work: Callable[[], T], seconds: list[float]) -> T:
    start = perf_counter()
    result = work()
    seconds.append(perf_counter() - start)
    return result


def main() -> None:
    finder = BuiltinFinder()
    wanted = {
        look: frozenset({look}) for look in (Look.OBJECTS, Look.NAMES, Look.COLOURS, Look.LIGHT)
    }
    finder.warm_up(frozenset(wanted))
    seconds: dict[Look, list[float]] = {look: [] for look in wanted}
    found: dict[Path, Evidence] = {}
    for photo in sorted(measured_folder("grocery").glob("*.jpg")):
        frame = read_file(photo)
        parts = {
            look: timed(_look(finder, frame, one), seconds[look]) for look, one in wanted.items()
        }
        found[photo] = Evidence(objects=parts[Look.OBJECTS].objects, names=parts[Look.NAMES].names)
    publish("objects", "Objects and names on phone photos", _body(found, seconds))


def _look(finder: BuiltinFinder, frame: Frame, looks: frozenset[Look]) -> Callable[[], Evidence]:
    return lambda: finder.look(frame, looks, Cancel())


def _body(found: dict[Path, Evidence], seconds: dict[Look, list[float]]) -> str:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    times: list[list[object]] = [
        [look.value, f"{np.median(s):.2f} s", f"{np.quantile(s, 0.95):.2f} s"]
        for look, s in seconds.items()
    ]
    return "\n\n".join(
        [
            f"{len(found)} photos; peak memory {peak:.0f} MB.",
            "Main object, on the products that a detector knows:",
            table(["product", "photos", "right", "called"], _main_objects(found)),
            "Names (a hedge), by the score of the first guess:",
            table(["photos", "score", "all", "right"], _names(found)),
            table(["part", "median", "95% under"], times),
        ]
    )


def _main_objects(found: dict[Path, Evidence]) -> list[list[object]]:
    rows: list[list[object]] = []
    for kind, label in KNOWN.items():
        evidence = [e for photo, e in found.items() if product(photo)[1] == kind]
        called = Counter(e.objects[0].label if e.objects else "nothing" for e in evidence)
        said = ", ".join(f"{name} {count}" for name, count in called.most_common())
        rows.append([kind, len(evidence), called[label], said])
    return rows


def _names(found: dict[Path, Evidence]) -> list[list[object]]:
    rows: list[list[object]] = []
    for title, is_package in (("packages", True), ("fruit and vegetables", False)):
        chosen = {p: e for p, e in found.items() if (product(p)[0] == "Packages") == is_package}
        for least in (0.0, 0.3, 0.5):
            kept = {
                p: e.names[0] for p, e in chosen.items() if e.names and e.names[0].score >= least
            }
            right = sum(guess.label in right_names(p) for p, guess in kept.items())
            rows.append([title, f"{least} and over", len(kept), right])
    return rows


if __name__ == "__main__":
    main()
