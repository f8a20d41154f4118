"""Confusion matrices as pictures, each with the words that say what it shows.

The numbers stand in the squares and the words come from the same counts, so that nothing is
told by shades alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from whichone_core.types.strategies import Strategy

SHOWN: tuple[Strategy | None, ...] = (*Strategy, None)
UNKNOWN = "unknown"
DARK = 55
"""Percent from which the number in a square is white."""
WORTH_SAYING = 0.5
"""Percent of a row that a confusion needs to be named."""

Confusion = Mapping[Strategy, Mapping[Strategy | None, int]]
"""Right strategy -> shown strategy (None unknown) -> how many."""


def shares(confusion: Confusion) -> dict[Strategy, list[float]]:
    """Percent of each row, columns in the order of SHOWN; rows without items are left out."""
    found = {}
    for strategy, row in confusion.items():
        total = sum(row.values())
        if total:
            found[strategy] = [100 * row.get(shown, 0) / total for shown in SHOWN]
    return found


def in_words(name: str, confusion: Confusion) -> str:
    """What the plot shows: the right ones of each strategy and the most frequent confusions."""
    rows = shares(confusion)
    right = ", ".join(f"{s.value} {row[SHOWN.index(s)]:.0f}%" for s, row in rows.items())
    wrong = sorted(
        (
            (value, strategy.value, _name(shown))
            for strategy, row in rows.items()
            for shown, value in zip(SHOWN, row, strict=True)
            if shown is not strategy and value >= WORTH_SAYING
        ),
        reverse=True,
    )
    worst = "; ".join(f"{value:.0f}% of {one} shown as {other}" for value, one, other in wrong[:3])
    return f"Confusion matrix of {name}. Right: {right}. Most confused: {worst or 'nothing'}."


def confusion_plot(path: Path, name: str, confusion: Confusion) -> str:
    """Write the PNG and give its words.  Raises OSError."""
    from matplotlib.figure import Figure

    rows = shares(confusion)
    figure = Figure(figsize=(7, 1.6 + 0.7 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(name)
    if rows:
        axes.imshow([*rows.values()], cmap="Greys", vmin=0, vmax=100, aspect="auto")
    axes.set_xticks(range(len(SHOWN)), [_name(shown) for shown in SHOWN])
    axes.set_yticks(range(len(rows)), [strategy.value for strategy in rows])
    axes.set_xlabel("strategy shown, % of the row")
    axes.set_ylabel("right strategy")
    for y, row in enumerate(rows.values()):
        for x, value in enumerate(row):
            colour = "white" if value > DARK else "black"
            axes.text(x, y, f"{value:.1f}", ha="center", va="center", color=colour)
    words = in_words(name, confusion)
    figure.savefig(path, dpi=110, metadata={"Description": words, "Software": None})
    return words


def _name(shown: Strategy | None) -> str:
    return UNKNOWN if shown is None else shown.value
