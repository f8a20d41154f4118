"""What raters preferred: means by condition, Friedman's test, and the pairs that differ.

A block of the tests is one rater: the means of that rater's ranks or scores under each
condition, because one rater's ratings are not independent of each other.  Friedman's test asks
whether any condition differs; then each pair is compared by Wilcoxon's signed-rank test, p times
the number of pairs (Bonferroni).
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ..tables import Cell, Column, Row, Table, Unit
from .ratings import Rating
from .scales import RANK, Group, Scale

MEASURES = (RANK, *(scale.value for scale in Scale))
LEAST_BLOCKS = 3
"""Fewer raters than this are not tested."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two conditions and Wilcoxon's p after Bonferroni; None where all raters tie."""

    first: str
    second: str
    p: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Friedman's chi-squared and p over some raters, then the pairs."""

    measure: str
    raters: int
    statistic: float
    p: float
    pairs: tuple[Pair, ...]


def blocks(ratings: Sequence[Rating], measure: str) -> dict[str, dict[str, float]]:
    """Rater -> condition -> mean; only raters who met every condition with this measure."""
    found: defaultdict[str, defaultdict[str, list[float]]]
    found = defaultdict(lambda: defaultdict(list))
    for rating in ratings:
        value = rating.rank if measure == RANK else rating.scores.get(Scale(measure))
        if value is not None:
            found[rating.rater][rating.condition].append(value)
    every = {rating.condition for rating in ratings}
    return {
        rater: {name: statistics.mean(values) for name, values in own.items()}
        for rater, own in found.items()
        if set(own) == every
    }


def compare(ratings: Sequence[Rating], measure: str) -> Comparison | None:
    """The tests of one measure; None for fewer than 3 raters or conditions, or all the same."""
    from scipy.stats import friedmanchisquare  # type: ignore[import-untyped]

    rows = list(blocks(ratings, measure).values())
    names = sorted({rating.condition for rating in ratings})
    if len(rows) < LEAST_BLOCKS or len(names) < 3:
        return None
    columns = [[row[name] for row in rows] for name in names]
    if all(len(set(row.values())) == 1 for row in rows):
        return None
    found = friedmanchisquare(*columns)
    count = len(names) * (len(names) - 1) // 2
    by_name = dict(zip(names, columns, strict=True))
    pairs = tuple(
        Pair(one, other, _wilcoxon(by_name[one], by_name[other], count))
        for one, other in combinations(names, 2)
    )
    return Comparison(measure, len(rows), float(found.statistic), float(found.pvalue), pairs)


def _wilcoxon(first: Sequence[float], second: Sequence[float], tests: int) -> float | None:
    from scipy.stats import wilcoxon

    if all(a == b for a, b in zip(first, second, strict=True)):
        return None
    p = float(wilcoxon(first, second, method="auto").pvalue)
    return min(1.0, p * tests)


def preference_tables(ratings: Sequence[Rating]) -> list[Table]:
    """For each group: means, shares of ranks, and the tests."""
    tables: list[Table] = []
    for group in Group:
        own = [rating for rating in ratings if rating.group is group]
        if own:
            tables += [_means(group, own), ranks_table(group, own), *_tests(group, own)]
    return tables


def _means(group: Group, ratings: Sequence[Rating]) -> Table:
    columns = (
        *(Column(name.capitalize(), Unit.SCORE) for name in MEASURES),
        Column("Seconds", Unit.WORDS),
        Column("Answers", Unit.COUNT),
    )
    rows = []
    for name in _conditions(ratings):
        own = [rating for rating in ratings if rating.condition == name]
        values = [_mean([r.rank for r in own])]
        values += [_mean([r.scores[s] for r in own if s in r.scores]) for s in Scale]
        values.append(_mean([r.seconds for r in own if r.seconds is not None]))
        rows.append(Row(name, (*map(Cell, values), Cell(len(own)))))
    caption = f"What {group.value} raters gave on average"
    note = "Rank 1 is the best; ratings go from 1 (no) to 3 (yes)."
    return Table(f"ratings-{group.value}", caption, "Condition", columns, tuple(rows), (note,))


def _mean(values: Sequence[float]) -> float | None:
    return statistics.mean(values) if values else None


def ranks_table(group: Group, ratings: Sequence[Rating]) -> Table:
    """How often each condition had each rank, in percent (the paper's Figure 2)."""
    names = _conditions(ratings)
    places = sorted({rating.rank for rating in ratings})
    rows = []
    for name in names:
        given = Counter(rating.rank for rating in ratings if rating.condition == name)
        shares = (100 * given[place] / given.total() for place in places)
        rows.append(Row(name, tuple(map(Cell, shares))))
    columns = tuple(Column(f"Rank {place}", Unit.PERCENT) for place in places)
    caption = f"How {group.value} raters ranked the answers"
    return Table(f"ranks-{group.value}", caption, "Condition", columns, tuple(rows))


def _tests(group: Group, ratings: Sequence[Rating]) -> list[Table]:
    found = [one for measure in MEASURES if (one := compare(ratings, measure)) is not None]
    if not found:
        return []
    pairs = [(pair.first, pair.second) for pair in found[0].pairs]
    columns = (
        Column("Raters", Unit.COUNT),
        Column("Friedman's chi-squared", Unit.SCORE),
        Column("p", Unit.P),
        *(Column(f"p, {one} and {other}", Unit.P) for one, other in pairs),
    )
    rows = tuple(
        Row(
            one.measure.capitalize(),
            (Cell(one.raters), Cell(one.statistic), Cell(one.p), *(Cell(p.p) for p in one.pairs)),
        )
        for one in found
    )
    notes = (
        "A block is one rater's mean under each condition. Pairs: Wilcoxon's signed-rank test, "
        f"p times {len(pairs)} (Bonferroni); 'not measured' where all raters tie.",
    )
    caption = f"Whether {group.value} raters tell the conditions apart"
    return [Table(f"tests-{group.value}", caption, "Measure", columns, rows, notes)]


def _conditions(ratings: Sequence[Rating]) -> list[str]:
    return sorted({rating.condition for rating in ratings})
