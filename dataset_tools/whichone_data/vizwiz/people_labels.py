"""Labels of people: sheets for several annotators, their agreement, and the majority's labels.

A sheet has a line for each sentence: annotator, item, place, question, sentence, roles, sources;
several labels in a cell stand with semicolons between them.  Each label is a yes or no of its own
on each sentence, so Fleiss' kappa is given for each label, and for all together over all those
decisions.  A label counts where more than half of the annotators give it.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.types.strategies import Role

from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .annotate import AnswerLine
from .roles import LABELS, MOST_ROLES
from .schema import SentenceLabels, Source
from .sentences import split
from .sheets import inert

COLUMNS = ("annotator", "item", "place", "question", "sentence", "roles", "sources")
Place = tuple[str, int]
"""Item and the sentence's place in it, from 1."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one annotator gave one sentence."""

    annotator: str
    place: Place
    sentence: str
    labels: SentenceLabels


def label_sheet(lines: Sequence[AnswerLine], annotator: str) -> str:
    """A sheet as CSV for one annotator; roles and sources are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for item, line in enumerate(lines, 1):
        for place, sentence in enumerate(split(line.answer), 1):
            writer.writerow((annotator, item, place, inert(line.question), inert(sentence), "", ""))
    return "\ufeff" + text.getvalue()


def read_labels(paths: Iterable[Path]) -> list[Annotation]:
    """All lines of some filled-in sheets.  Raises InputError, naming file and row.

    Every sentence must have been labelled by the same number of annotators, at least two.
    """
    found: dict[tuple[str, Place], Annotation] = {}
    for path in paths:
        for number, row in enumerate(_rows(path), 2):
            one = _annotation(f"Row {number} of {path.name}", row)
            if (one.annotator, one.place) in found:
                raise InputError(f"Row {number} of {path.name} was labelled before.")
            found[one.annotator, one.place] = one
    _check_whole(found.values())
    return list(found.values())


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error


def _annotation(where: str, row: Mapping[str, str]) -> Annotation:
    try:
        place = (row["item"].strip(), int(row["place"]))
        roles = frozenset(Role(name) for name in _names(row["roles"]))
        sources = frozenset(Source(name) for name in _names(row["sources"]))
    except (KeyError, ValueError, AttributeError) as error:
        raise InputError(
            f"{where} has no place, or a label that there isn't.",
            remedy=f"Labels: {', '.join(LABELS)}; several with semicolons.",
            cause=str(error),
        ) from error
    if not 1 <= len(roles) <= MOST_ROLES:
        raise InputError(f"{where} needs one to {MOST_ROLES} roles.")
    labels = SentenceLabels(roles, sources)
    return Annotation(row.get("annotator", "").strip(), place, row.get("sentence", ""), labels)


def _names(cell: str) -> list[str]:
    return [name.strip().lower() for name in cell.split(";") if name.strip()]


def _check_whole(some: Iterable[Annotation]) -> None:
    by_place: defaultdict[Place, set[str]] = defaultdict(set)
    texts: dict[Place, str] = {}
    for one in some:
        by_place[one.place].add(one.annotator)
        if texts.setdefault(one.place, one.sentence) != one.sentence:
            raise InputError(f"Sentence {one.place[1]} of item {one.place[0]} differs in sheets.")
    counts = {len(names) for names in by_place.values()}
    if len(counts) != 1 or min(counts) < 2:
        raise InputError(
            "Not every sentence was labelled by the same number of annotators.",
            remedy="Give whole sheets of two annotators at least.",
        )


def fleiss_kappa(yes: Sequence[int], annotators: int) -> float | None:
    """Fleiss' kappa of yes or no: how many of the annotators said yes to each thing.

    None where all said the same to everything, which leaves nothing to agree about.
    (Fleiss 1971.)  Raises ValueError for fewer than two annotators or nothing at all.
    """
    if annotators < 2 or not yes:
        raise ValueError(f"{annotators} annotators, {len(yes)} things")
    pairs = annotators * (annotators - 1)
    agree = sum(n * (n - 1) + (annotators - n) * (annotators - n - 1) for n in yes)
    observed = agree / (pairs * len(yes))
    share = sum(yes) / (annotators * len(yes))
    expected = share**2 + (1 - share) ** 2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def agreement_table(some: Sequence[Annotation]) -> Table:
    """Kappa of each label and of roles and sources together, beside the paper's."""
    count = len({one.annotator for one in some})
    counts = _counts(some)
    rows = [
        Row(label.value.capitalize(), (Cell(fleiss_kappa(n, count)), Cell(sum(map(bool, n)))))
        for label, n in counts.items()
    ]
    for name, kind, public in (
        ("All roles", Role, paper.ROLE_KAPPA),
        ("All sources", Source, paper.SOURCE_KAPPA),
    ):
        every = [n for label, some_n in counts.items() if isinstance(label, kind) for n in some_n]
        note = "Other sentences and other people than the paper's."
        there = Cell(sum(map(bool, every)))
        rows.append(Row(name, (Cell(fleiss_kappa(every, count), public, note), there)))
    columns = (Column("Fleiss' kappa", Unit.CORRELATION), Column("Given at all", Unit.COUNT))
    places = len({one.place for one in some})
    notes = (f"{count} annotators, {places} sentences; 'not measured' where all always agree.",)
    caption = "How annotators agree"
    return Table("annotators", caption, "Label", columns, tuple(rows), notes)


def _counts(some: Sequence[Annotation]) -> dict[Role | Source, list[int]]:
    """How many annotators gave each label, sentence by sentence."""
    places = list(dict.fromkeys(one.place for one in some))
    found = {label: dict.fromkeys(places, 0) for label in LABELS}
    for one in some:
        for label in (*one.labels.roles, *(one.labels.sources or ())):
            found[label][one.place] += 1
    return {label: list(counts.values()) for label, counts in found.items()}


def majority_rows(some: Sequence[Annotation]) -> list[dict[str, object]]:
    """Each sentence with the labels that more than half gave, and whether a role is among them."""
    count = len({one.annotator for one in some})
    texts = {one.place: one.sentence for one in some}
    counts = _counts(some)
    rows: list[dict[str, object]] = []
    for n, (place, sentence) in enumerate(texts.items()):
        given = [label for label in LABELS if 2 * counts[label][n] > count]
        roles = [label.value for label in given if isinstance(label, Role)]
        sources = [label.value for label in given if isinstance(label, Source)]
        rows.append(
            {
                "item": place[0], "place": place[1], "sentence": sentence,
                "roles": roles, "sources": sources, "is_agreed": bool(roles),
            }
        )  # fmt: skip
    return rows
