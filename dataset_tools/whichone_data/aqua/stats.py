"""What a set of questions and answers holds: how many of which, how long, how varied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from ..page import Page, Section
from ..tables import Cell, Column, Row, Table, Unit
from .levels import LEVELS
from .sampling import order
from .schema import PairRow
from .templates import Kind


def stat_tables(pairs: Sequence[PairRow]) -> list[Table]:
    """Counts by level and kind, and the shape of questions and answers by level."""
    return [_kind_table(pairs), _shape_table(pairs)]


def _of_levels(pairs: Sequence[PairRow]) -> list[tuple[str, list[PairRow]]]:
    names = [f"level {level}, {strategy.value}" for level, strategy in enumerate(LEVELS)]
    return [(name, [p for p in pairs if p.level == level]) for level, name in enumerate(names)]


def _kind_table(pairs: Sequence[PairRow]) -> Table:
    columns = tuple(Column(name, Unit.COUNT) for name in ("pairs", *Kind))
    rows = []
    for name, some in _of_levels(pairs):
        counts = Counter(pair.kind for pair in some)
        rows.append(Row(name, tuple(Cell(n) for n in (len(some), *(counts[k] for k in Kind)))))
    return Table("pairs", "Questions and answers by level and kind", "Level", columns, tuple(rows))


def _shape_table(pairs: Sequence[PairRow]) -> Table:
    figures: tuple[tuple[str, Unit, Callable[[list[PairRow]], float | None]], ...] = (
        ("words of a question", Unit.WORDS, lambda some: _mean(_words(p.question) for p in some)),
        ("words of an answer", Unit.WORDS, lambda some: _mean(_words(p.answer) for p in some)),
        ("different questions", Unit.COUNT, lambda some: len({p.question for p in some})),
        ("different answers", Unit.COUNT, lambda some: len({p.answer for p in some})),
        ("referents", Unit.WORDS, lambda some: _mean(len(p.referents) for p in some)),
    )
    columns = tuple(Column(name, unit) for name, unit, _ in figures)
    rows = tuple(
        Row(name, tuple(Cell(figure(some)) for _, _, figure in figures))
        for name, some in _of_levels(pairs)
    )
    return Table("shape", "Questions and answers, on average", "Level", columns, rows)


def _mean(values: Iterable[float]) -> float | None:
    figures = list(values)
    return fmean(figures) if figures else None


def _words(text: str) -> int:
    return len(text.split())


def samples(pairs: Sequence[PairRow], count: int, seed: int) -> list[PairRow]:
    """So many pairs of each level at random, level by level."""
    chosen: list[PairRow] = []
    for level, (_, some) in enumerate(_of_levels(pairs)):
        chosen += sorted(some, key=lambda p: order(seed, level, f"sample {p.picture}"))[:count]
    return chosen


def stat_page(pairs: Sequence[PairRow], tables: Sequence[Table], shown: Sequence[PairRow]) -> Page:
    """The tables, and the samples level by level, as a page."""
    opening = (f"{len(pairs)} questions and answers by {', '.join(_generators(pairs))}.",)
    sections = [Section("Counts", (), tuple(tables))]
    for name, some in _of_levels(shown):
        lines = tuple(f"{p.picture}: {p.question} {p.answer}" for p in some)
        sections.append(Section(f"Samples of {name}", lines))
    return Page("AQuA's questions and answers", opening, tuple(sections))


def _generators(pairs: Sequence[PairRow]) -> list[str]:
    return sorted({pair.generator for pair in pairs})
