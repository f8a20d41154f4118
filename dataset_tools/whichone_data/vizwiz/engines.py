"""The abstention table of this project's own engines, on photos that people judged.

Abstaining is right where at least three of five people could not recognise what a photo shows.
Rows: abstaining by chance, never, and each engine under each prompting.  Engines that give the
chance of each strategy have a risk-coverage curve too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..tables import Cell, Column, Row, Table, Unit
from .abstention import COLUMNS, chance, measure
from .collected import Collected
from .photos import Verdicts
from .risk import RiskCurve, risk_curve

Answers = Mapping[str, Sequence[Collected]]
"""Answers by the name of their row."""
RISK_COLUMNS = (
    Column("AURC", Unit.SCORE),
    Column("AURC, errors last", Unit.SCORE),
    Column("Risk, all answered", Unit.SCORE),
    Column("Risk, half answered", Unit.SCORE),
    Column("Answers", Unit.COUNT),
)


def by_engine(answers: Sequence[Collected], verdicts: Verdicts) -> dict[str, list[Collected]]:
    """Answers about photos with a verdict, by engine, prompting and question; none failed."""
    found: dict[str, list[Collected]] = {}
    for answer in answers:
        if not answer.failed and answer.picture in verdicts.is_lost:
            name = f'{answer.engine}, {answer.prompting}, "{answer.question}"'
            found.setdefault(name, []).append(answer)
    return found


def engine_tables(answers: Sequence[Collected], verdicts: Verdicts) -> tuple[Table, ...]:
    """The abstention table, and the one of risk where an engine has chances."""
    rows = by_engine(answers, verdicts)
    curves = risk_curves(rows, verdicts)
    tables = [_abstention(rows, verdicts, len([a for a in answers if a.failed]))]
    return (*tables, _risk(rows, curves)) if curves else tuple(tables)


def _abstention(rows: Answers, verdicts: Verdicts, failed: int) -> Table:
    truth = list(verdicts.is_lost.values())
    fixed = {"Random": chance(truth), "Majority": measure(truth, [False] * len(truth)).figures}
    for name, some in rows.items():
        lost = [verdicts.is_lost[answer.picture] for answer in some]
        fixed[name] = measure(lost, [answer.is_abstaining for answer in some]).figures
    counts = {name: len(some) for name, some in rows.items()}
    made = tuple(
        Row(name, (*map(Cell, figures), Cell(counts.get(name, len(truth)))))
        for name, figures in fixed.items()
    )
    notes = (
        f"{sum(truth)} of {len(truth)} photos were unrecognisable to at least three of five "
        f"people; {verdicts.left_out} photos, about which people disagree or were not asked, "
        "are left out.",
        f"{failed} answers failed and are left out.",
    )
    columns = (*COLUMNS, Column("Answers", Unit.COUNT))
    caption = "Abstaining from photos that people could not recognise"
    return Table("engines", caption, "Engine, prompting, question", columns, made, notes)


def risk_curves(rows: Answers, verdicts: Verdicts) -> dict[str, RiskCurve]:
    """The curves of the rows that have chances.

    A photo that the policy refused before the engine was asked has none: nothing is less sure
    to be answered, so it comes last.  An answer given without a chance leaves no curve.
    """
    curves = {}
    for name, some in rows.items():
        sure = [0.0 if a.is_abstaining and a.confidence is None else a.confidence for a in some]
        known = [chance for chance in sure if chance is not None]
        if len(known) == len(some) and any(a.confidence is not None for a in some):
            lost = [verdicts.is_lost[answer.picture] for answer in some]
            curves[name] = risk_curve(known, lost)
    return curves


def _risk(rows: Answers, curves: Mapping[str, RiskCurve]) -> Table:
    made = tuple(
        Row(
            name,
            tuple(map(Cell, (c.area, c.best, c.overall, c.risk_at(0.5), float(len(rows[name]))))),
        )
        for name, c in curves.items()
    )
    notes = (
        "Risk is the share of answered photos that people could not recognise, the surest "
        "answers first. An order by chance has the AURC of answering all.",
    )
    caption = "Risk and coverage of engines that say how sure they are"
    return Table("risk", caption, "Engine, prompting, question", RISK_COLUMNS, made, notes)
