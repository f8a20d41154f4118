"""Train and test: as many of each level in both, and no picture, nor one like it, in two.

Near-duplicates are one group, and a group is in one split as a whole.  Groups are dealt in the
order of a hash of the seed, those of rare levels first, each to the split that needs it most.
What is left when both splits have enough of a level stays out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..tables import Cell, Column, Row, Table, Unit
from .levels import LEVELS
from .likeness import file_hashes, groups, near_pairs
from .sampling import order
from .schema import PairRow

SPLITS = ("train", "test")


@dataclass(frozen=True, slots=True)
class Dealt:
    """A pair with its split (None: left out) and its group of near-duplicates."""

    pair: PairRow
    split: str | None
    group: int


def grouped(pairs: Sequence[PairRow], folder: Path | None) -> list[int]:
    """A group for each pair; without the pictures, pairs about one file are one group.

    Raises InputError where a picture can't be read.
    """
    files = list(dict.fromkeys(pair.file for pair in pairs))
    group = list(range(len(files)))
    if folder is not None:
        found = [file_hashes(folder / file) for file in files]
        group = groups(len(files), near_pairs(found))
    of_file = dict(zip(files, group, strict=True))
    return [of_file[pair.file] for pair in pairs]


def dealt(
    pairs: Sequence[PairRow],
    group_of: Sequence[int],
    per_level: int | None,
    seed: int,
    is_balanced: bool = False,
) -> list[Dealt]:
    """per_level: how many of each level each split gets; None for half of what there is.

    is_balanced: no level gets more than the rarest has.
    """
    sizes = Counter(pair.level for pair in pairs)
    halves = {level: sizes[level] // 2 for level in range(len(LEVELS))}
    most = min(halves.values()) if is_balanced else max(halves.values())
    wanted = {level: min(half, per_level or most, most) for level, half in halves.items()}
    need = {split: dict(wanted) for split in SPLITS}
    members: dict[int, list[int]] = {}
    for place, group in enumerate(group_of):
        members.setdefault(group, []).append(place)
    split_of: dict[int, str] = {}
    for places in sorted(members.values(), key=lambda some: _turn(some, pairs, sizes, seed)):
        split = max(SPLITS, key=lambda each: sum(need[each][pairs[p].level] for p in places))
        for place in places:
            if need[split][pairs[place].level] > 0:
                need[split][pairs[place].level] -= 1
                split_of[place] = split
    return [Dealt(pair, split_of.get(place), group_of[place]) for place, pair in enumerate(pairs)]


def _turn(
    places: Sequence[int], pairs: Sequence[PairRow], sizes: Counter[int], seed: int
) -> tuple[int, int, bytes]:
    """Large groups first, as they fit least; then rare levels; then at random."""
    rarest = min(sizes[pairs[place].level] for place in places)
    return -len(places), rarest, order(seed, 0, f"split {pairs[places[0]].picture}")


def split_table(some: Sequence[Dealt]) -> Table:
    """How many pairs of each level are in each split."""
    names = (*SPLITS, "left out")
    rows = []
    for level, strategy in enumerate(LEVELS):
        counts = Counter(each.split for each in some if each.pair.level == level)
        figures = (*(counts[split] for split in SPLITS), counts[None])
        rows.append(Row(f"level {level}, {strategy.value}", tuple(map(Cell, figures))))
    sizes = Counter(each.group for each in some)
    many = sum(size > 1 for size in sizes.values())
    notes = (f"{many} groups of near-duplicates or of pairs about one picture.",)
    columns = tuple(Column(name, Unit.COUNT) for name in names)
    return Table("splits", "Pairs by level and split", "Level", columns, tuple(rows), notes)
