"""Tables of measured figures beside published ones, as values that can be kept and printed.

A table knows which of its cells agree with the paper.  A published figure is rounded, so a
measured one is rounded to the same digits before the two are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from pydantic import TypeAdapter


class Unit(StrEnum):
    """What a figure counts."""

    PERCENT = "%"
    SCORE = "score, 0 to 1"
    WORDS = "words"
    COUNT = "count"
    CORRELATION = "correlation, -1 to 1"
    P = "probability, 0 to 1"

    @property
    def digits(self) -> int:
        """The digits after the point that the figure is printed with."""
        return {Unit.PERCENT: 0, Unit.WORDS: 1, Unit.COUNT: 0, Unit.P: 4}.get(self, 2)

    @property
    def point(self) -> float:
        """The difference up to which two figures agree."""
        return 0.01 if self in (Unit.SCORE, Unit.CORRELATION) else 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure: as measured, as published, and why they differ; None where there is none."""

    measured: float | None
    published: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a key for files, a caption for people, and notes below it."""

    key: str
    caption: str
    corner: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Agreement:
    """How the cells of some tables compare with the paper."""

    compared: int
    agreeing: int
    explained: int

    @property
    def open(self) -> int:
        """Cells that differ without a reason."""
        return self.compared - self.agreeing - self.explained


ROWS: TypeAdapter[Table] = TypeAdapter(Table)
"""Tables as JSON: one object a table."""


def difference(cell: Cell, unit: Unit) -> float | None:
    """Measured less published, both at the digits the unit is printed with."""
    if cell.measured is None or cell.published is None:
        return None
    return round(round(cell.measured, unit.digits) - round(cell.published, unit.digits), 6)


def is_agreeing(cell: Cell, unit: Unit) -> bool | None:
    """Within a point of the paper; None where there is nothing to compare."""
    apart = difference(cell, unit)
    return None if apart is None else abs(apart) <= unit.point + 1e-9


def compared(table: Table) -> Iterator[tuple[Row, Column, Cell]]:
    """The cells that have a published figure and a measured one."""
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if cell.measured is not None and cell.published is not None:
                yield row, column, cell


def agreement(tables: Iterable[Table]) -> Agreement:
    """Counts the cells that agree, those that differ with a note, and those that just differ."""
    cells = [(cell, column.unit) for table in tables for _, column, cell in compared(table)]
    agreeing = sum(bool(is_agreeing(cell, unit)) for cell, unit in cells)
    explained = sum(not is_agreeing(cell, unit) and bool(cell.note) for cell, unit in cells)
    return Agreement(len(cells), agreeing, explained)


def shown(cell: Cell, unit: Unit) -> str:
    """A cell as a person reads it: "54 (paper 53, +1)"."""
    paper = "" if cell.published is None else f"paper {cell.published:.{unit.digits}f}"
    if cell.measured is None:
        return f"not released ({paper})" if paper else "not measured"
    figure = f"{cell.measured:.{unit.digits}f}"
    apart = difference(cell, unit)
    if apart is None:
        return figure
    return f"{figure} ({paper}, {_signed(apart, unit)})"


def _signed(apart: float, unit: Unit) -> str:
    return "same" if apart == 0 else f"{apart:+.{unit.digits}f}"


def reasons(table: Table) -> list[str]:
    """One sentence for each cell that differs from the paper: its reason, or that none is known."""
    found = []
    for row, column, cell in compared(table):
        if not is_agreeing(cell, column.unit):
            why = cell.note or "No reason is known."
            found.append(f"{row.name}, {column.name}: {shown(cell, column.unit)}. {why}")
    return found
