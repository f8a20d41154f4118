"""The plots of a report, drawn from its tables as SVG, and the words that say what they show.

The words come from the same figures, so that they can't say something else than the plot.
Colours differ in lightness, bars also in hatching: nothing is told by hue alone.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from ..page import Plot
from ..tables import Table

SETTINGS: Any = {"svg.hashsalt": "whichone", "svg.fonttype": "none", "font.size": 11}


def heat_map(table: Table) -> tuple[Plot, str]:
    """A square table as a heat map with its numbers in the squares: the plot and its SVG."""
    values = [[cell.measured or 0.0 for cell in row.cells] for row in table.rows]
    names = [row.name for row in table.rows]
    figure, axes = _axes(9, 7.5)
    axes.imshow(values, cmap="Greys", vmin=0, vmax=100)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), names)
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            colour = "white" if value > 55 else "black"
            axes.text(x, y, f"{value:.0f}", ha="center", va="center", color=colour)
    plot = Plot(f"{table.key}.svg", _pairs_in_words(table), table.caption)
    return plot, _svg(figure)


def _pairs_in_words(table: Table) -> str:
    pairs = sorted(
        (
            (cell.measured or 0.0, row.name, column.name)
            for row in table.rows
            for cell, column in zip(row.cells, table.columns, strict=True)
            if row.name != column.name
        ),
        reverse=True,
    )
    said = "; ".join(
        f"{share:.0f}% of {row.lower()} sentences are also {column.lower()}"
        for share, row, column in pairs[:4]
    )
    return f"Heat map. The strongest pairs: {said}. All figures are in the table."


def bars(table: Table, column: int) -> tuple[Plot, str]:
    """One column of a table as horizontal bars, the paper's figure as a hatched one below."""
    name = table.columns[column].name
    rows = [(row.name, row.cells[column]) for row in table.rows]
    figure, axes = _axes(9, 0.55 * len(rows) + 1.5)
    for y, (_, cell) in enumerate(rows):
        axes.barh(y - 0.2, cell.measured or 0, 0.36, color="#333333")
        if cell.published is not None:
            axes.barh(
                y + 0.2, cell.published, 0.36, facecolor="white", edgecolor="black", hatch="//"
            )
    axes.set_yticks(range(len(rows)), [row for row, _ in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"{name}: measured (dark), published (hatched)")
    digits = table.columns[column].unit.digits
    said = "; ".join(f"{row} {cell.measured or 0:.{digits}f}" for row, cell in rows)
    words = f"Bar chart of {name.lower()}. {said}. The published figures are in the table."
    plot = Plot(f"{table.key}-{name.lower()}.svg", words, f"{name}: {table.caption.lower()}")
    return plot, _svg(figure)


SHADES = (("#222222", ""), ("#777777", ""), ("#bbbbbb", "//"), ("#ffffff", ".."), ("#ffffff", "xx"))


def stacked(table: Table) -> tuple[Plot, str]:
    """Rows whose shares add up to 100 as stacked bars; colours differ in lightness and hatching."""
    figure, axes = _axes(9, 0.7 * len(table.rows) + 2)
    starts = [0.0] * len(table.rows)
    names = [row.name for row in table.rows]
    for place, column in enumerate(table.columns):
        shares = [row.cells[place].measured or 0.0 for row in table.rows]
        colour, hatch = SHADES[place % len(SHADES)]
        axes.barh(
            names, shares, left=starts, label=column.name,
            facecolor=colour, edgecolor="black", hatch=hatch,
        )  # fmt: skip
        starts = [start + share for start, share in zip(starts, shares, strict=True)]
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("Share of ratings, %")
    axes.legend(ncols=len(table.columns), loc="lower center", bbox_to_anchor=(0.5, 1.0))
    said = "; ".join(
        f"{row.name}: "
        + ", ".join(
            f"{cell.measured or 0:.0f}% {column.name.lower()}"
            for cell, column in zip(row.cells, table.columns, strict=True)
        )
        for row in table.rows
    )
    return Plot(f"{table.key}.svg", f"Stacked bars. {said}.", table.caption), _svg(figure)


Points = tuple[Sequence[float], Sequence[float]]
"""Equally many values along x and y."""
STYLES = ("-", "--", ":", "-.")


def lines(
    curves: Mapping[str, Points], file: str, x: str, y: str, caption: str
) -> tuple[Plot, str]:
    """Curves as lines that differ in dashes and lightness; words give their middle and end."""
    figure, axes = _axes(9, 6)
    for place, (name, (xs, ys)) in enumerate(curves.items()):
        style, shade = STYLES[place % len(STYLES)], str(min(0.6, 0.15 * (place // len(STYLES))))
        axes.plot(xs, ys, linestyle=style, color=shade, linewidth=2, label=name)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.legend()
    said = "; ".join(
        f"{name}: {ys[(len(ys) - 1) // 2]:.2f} at {x.lower()} {xs[(len(xs) - 1) // 2]:.2f}, "
        f"{ys[-1]:.2f} at {xs[-1]:.2f}"
        for name, (xs, ys) in curves.items()
    )
    return Plot(file, f"Line chart of {y.lower()} against {x.lower()}. {said}.", caption), _svg(
        figure
    )


def _axes(width: float, height: float) -> tuple[Any, Any]:
    """A figure of its own, outside pyplot's global state."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Any) -> str:
    from matplotlib import rc_context

    text = io.StringIO()
    with rc_context(SETTINGS):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
