"""How many pictures each reading of AQuA's rule gives to each level, as tables and a plot."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from whichone_core.picture.saliency import Rule

from ..page import Plot
from ..tables import Cell, Column, Row, Table, Unit
from .boxes import Annotations, Anomaly, AnomalyKind
from .levels import LEVELS, NO_LEVEL, Crowds, Levelled, Reading, levelled
from .sampling import Sample

MOST = 5
LEVEL_NAMES = ("no level", "level 1", "level 2", "level 3")
FILLS = (("#ffffff", ""), ("#dddddd", "//"), ("#888888", ""), ("#000000", ""))
"""Lightness and hatching of each part of a bar: nothing is told by hue."""


def count_tables(annotations: Annotations, reading: Reading) -> list[Table]:
    """Salient boxes and levels under every rule, and levels under every treatment of crowds."""
    by_rule = {rule: levelled(annotations, replace(reading, rule=rule)) for rule in Rule}
    by_crowds = {
        crowds: levelled(annotations, replace(reading, crowds=crowds)) for crowds in Crowds
    }
    return [_salient_table(by_rule), _level_table(by_rule), _crowd_table(by_crowds, reading)]


def _salient_table(by_rule: dict[Rule, Levelled]) -> Table:
    names = (*(str(count) for count in range(MOST)), f"{MOST} and more", "most")
    rows = []
    for rule, found in by_rule.items():
        counts = np.bincount(np.minimum(found.counts, MOST), minlength=MOST + 1).tolist()
        rows.append(_row(rule.value, [*counts, int(found.counts.max(initial=0))]))
    caption = "Pictures by how many salient boxes they have, under each reading of the rule"
    return Table("salient", caption, "Rule", _columns(names), tuple(rows))


def _level_table(by_rule: dict[Rule, Levelled]) -> Table:
    rows = tuple(_row(rule.value, _by_level(found)) for rule, found in by_rule.items())
    notes = ("Level 0 isn't counted from boxes: any picture will do, with its target named.",)
    caption = "Pictures by level, under each reading of the rule"
    return Table("levels", caption, "Rule", _columns(LEVEL_NAMES), rows, notes)


def _crowd_table(by_crowds: dict[Crowds, Levelled], reading: Reading) -> Table:
    words = {
        Crowds.DROP: "pictures with a salient crowd are left out",
        Crowds.BOX: "a crowd is one box",
        Crowds.IGNORE: "crowds aren't there",
    }
    rows = tuple(_row(words[crowds], _by_level(found)) for crowds, found in by_crowds.items())
    caption = f"Pictures by level, rule {reading.rule.value}, by what a crowd counts as"
    return Table("crowds", caption, "Crowds", _columns(LEVEL_NAMES), rows)


def _by_level(found: Levelled) -> list[int]:
    return [found.size(level) for level in (NO_LEVEL, 1, 2, 3)]


def sample_table(sample: Sample, per_level: int | None) -> Table:
    """What was drawn for each level."""
    wanted = "all" if per_level is None else f"{per_level} a level"
    rows = tuple(
        _row(f"level {level}, {strategy.value}", [sample.size(level)])
        for level, strategy in enumerate(LEVELS)
    )
    return Table("sample", f"Pictures drawn, {wanted} wanted", "Level", _columns(["drawn"]), rows)


def anomaly_table(anomalies: Iterable[Anomaly]) -> Table:
    """How many things were left out of the file, or changed, by kind."""
    counts = Counter(anomaly.kind for anomaly in anomalies)
    rows = tuple(_row(kind.value, [counts[kind]]) for kind in AnomalyKind)
    notes = ("Each is in anomalies.jsonl. Boxes that were cut are kept, all else is left out.",)
    return Table("anomalies", "What the file has wrong", "Kind", _columns(["found"]), rows, notes)


def _columns(names: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(name, Unit.COUNT) for name in names)


def _row(name: str, figures: Sequence[int]) -> Row:
    return Row(name, tuple(Cell(figure) for figure in figures))


def level_plot(table: Table) -> tuple[Plot, str]:
    """The level table as one bar for each rule, on a scale of powers of ten: plot and SVG.

    Powers of ten, as level 3 is a hundredth of level 1 and would not be seen otherwise.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.add_subplot()
    width = 0.8 / len(table.columns)
    for place, column in enumerate(table.columns):
        colour, hatch = FILLS[place % len(FILLS)]
        heights = [row.cells[place].measured or 0 for row in table.rows]
        across = [x + width * place for x in range(len(table.rows))]
        drawn = axes.bar(
            across, heights, width, label=column.name, color=colour, hatch=hatch, edgecolor="black"
        )
        axes.bar_label(drawn, [f"{height:.0f}" for height in heights], fontsize=8)
    axes.set_yscale("symlog", linthresh=1)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.margins(y=0.1)
    axes.set_ylabel("pictures")
    middle = width * (len(table.columns) - 1) / 2
    axes.set_xticks([x + middle for x in range(len(table.rows))], [row.name for row in table.rows])
    axes.legend(loc="upper center", ncols=len(table.columns), bbox_to_anchor=(0.5, 1.15))
    return Plot("levels.svg", _in_words(table), table.caption), _svg(figure)


def _in_words(table: Table) -> str:
    said = "; ".join(
        f"{row.name}: "
        + ", ".join(
            f"{column.name} {cell.measured or 0:.0f}"
            for column, cell in zip(table.columns, row.cells, strict=True)
        )
        for row in table.rows
    )
    return f"Bar chart of pictures on a scale of powers of ten. {said}."


def _svg(figure: Any) -> str:
    from matplotlib import rc_context

    text = io.StringIO()
    with rc_context({"svg.hashsalt": "whichone", "svg.fonttype": "none", "font.size": 11}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
