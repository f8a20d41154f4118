"""How far a judge can be trusted: its verdicts beside those of people, on the same answers.

Agreement with Wilson's interval, and Cohen's kappa (Cohen 1960): agreement beyond what two
who judge at random with the same habits would have.  The paper had 98.5% on 400 by hand.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from whichone_core.errors import InputError
from whichone_core.types.strategies import Strategy

from whichone_training.measures import Share
from whichone_training.tables import markdown

from .scoring import Row

T = TypeVar("T", str, bool)
STYLES = frozenset({*(strategy.value for strategy in Strategy), "unknown"})
TRUE, FALSE = (
    frozenset({"1", "true", "yes", "grounded"}),
    frozenset({"0", "false", "no", "ungrounded"}),
)


@dataclass(frozen=True, slots=True)
class Label:
    """What people say of one answer: the majority of them; grounded may be left open."""

    style: str
    is_grounded: bool | None


@dataclass(frozen=True, slots=True)
class Reliability:
    """kappa: None where it is not defined (everything of one kind on both sides)."""

    measure: str
    agreement: Share
    kappa: float | None


def read_labels(path: Path) -> dict[str, Label]:
    """Labels of people by item: CSV with item, style and grounded, a line for each annotator.

    The most frequent value counts; an item on which people tie is left out.
    Raises InputError, naming the line.
    """
    votes: dict[str, list[Label]] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, row in enumerate(csv.DictReader(file), 2):
                votes.setdefault(str(row.get("item") or ""), []).append(_label(path, number, row))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error
    found = {}
    for item, labels in votes.items():
        style = _majority([label.style for label in labels])
        grounded = [label.is_grounded for label in labels if label.is_grounded is not None]
        if style is not None:
            found[item] = Label(style, _majority(grounded))
    return found


def _label(path: Path, number: int, row: Mapping[str, str | None]) -> Label:
    style, grounded = (row.get("style") or "").strip(), (row.get("grounded") or "").strip().lower()
    if not row.get("item") or style not in STYLES or grounded not in TRUE | FALSE | {""}:
        raise InputError(
            f"Line {number} of {path.name} is no label.",
            remedy=f"It needs an item, a style ({', '.join(sorted(STYLES))}) and grounded "
            "(yes, no or nothing).",
        )
    return Label(style, None if not grounded else grounded in TRUE)


def _majority(values: Sequence[T]) -> T | None:
    ranked = Counter(values).most_common(2)
    is_tied = len(ranked) == 2 and ranked[0][1] == ranked[1][1]
    return None if not ranked or is_tied else ranked[0][0]


def reliability(rows: Sequence[Row], labels: Mapping[str, Label]) -> list[Reliability]:
    """The judge against the people, on the answers that both judged.

    Raises InputError where there are none.
    """
    both = [(row, labels[row.item]) for row in rows if row.item in labels]
    if not both:
        raise InputError("None of the labelled items is among these results.")
    styles = [(row.shown.value if row.shown else "unknown", label.style) for row, label in both]
    grounded = [
        (str(row.is_grounded), str(label.is_grounded))
        for row, label in both
        if row.is_grounded is not None and label.is_grounded is not None
    ]
    return [_measured("strategy", styles), _measured("grounded", grounded)]


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa, -1 to 1."""
    if not pairs:
        return None
    count = len(pairs)
    observed = sum(one == other for one, other in pairs) / count
    firsts, seconds = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum(firsts[value] * seconds[value] for value in firsts) / count**2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def table(measured: Sequence[Reliability]) -> str:
    """In Markdown."""
    rows = [
        [
            one.measure,
            str(one.agreement.of),
            str(one.agreement) if one.agreement.of else "",
            "" if one.kappa is None else f"{one.kappa:.3f}",
        ]
        for one in measured
    ]
    return markdown(["measure", "answers", "agreement, %", "Cohen's kappa"], rows)


def _measured(measure: str, pairs: Sequence[tuple[str, str]]) -> Reliability:
    agreeing = sum(one == other for one, other in pairs)
    return Reliability(measure, Share(agreeing, len(pairs)), kappa(pairs))
