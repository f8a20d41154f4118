"""The filter step of an AQuA project: which pairs are kept, and why the others are dropped.

`kept.jsonl` holds the pairs that passed all three filters, by the checks and, with a model, by
the model too; `dropped.jsonl` one line for each reason against each other pair.  Pairs that
the model wasn't asked about yet, or gave no verdict on, are in neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from whichone_core.errors import InputError

from ..llm.answers import Reply
from ..llm.orders import Order
from ..page import Page, Section, as_html, as_markdown
from ..project import Project
from ..tables import Cell, Column, Row, Table, Unit
from .checks import Case, Drop, Stage, drops_of
from .generate import Generation, current_pairs
from .levels import LEVELS
from .photos import file_fault
from .prompts import BEST, FITS, SOUND
from .schema import LevelRow, PairRow, read_pairs
from .things import NOT_LOOKED_AT, look, things_of
from .written import marked_things

PROMPTS = {Stage.FITS: FITS, Stage.BEST: BEST, Stage.SOUND: SOUND}


class Verdict(BaseModel):
    """What a model says of a pair at one filter."""

    reason: str
    passes: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A pair after the filters.  by: "checks" or the model's name.

    skips: why a model gave no verdict; such a pair is neither kept nor dropped.
    """

    pair: PairRow
    drops: tuple[tuple[str, Drop], ...] = ()
    skips: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        return not self.drops and not self.skips

    @property
    def first(self) -> Stage | None:
        """The first filter that drops it."""
        stages = {drop.stage for _, drop in self.drops}
        return next((stage for stage in Stage if stage in stages), None)


def cases_of(generation: Generation) -> list[Case]:
    """Every pair of a project with all that the checks need.

    Raises InputError where there are none, or they are about other pictures.
    """
    pairs = current_pairs(generation)
    row_of = {(row.picture, row.level): row for row in generation.levels}
    return [_case(pair, row_of[pair.picture, pair.level], generation) for pair in pairs]


def _case(pair: PairRow, row: LevelRow, generation: Generation) -> Case:
    folder = generation.folder
    seen = look(row, folder) if folder else NOT_LOOKED_AT
    boxes = [box for box in row.boxes if box.id in pair.referents]
    fault = seen.fault.value if seen.fault else None
    if folder is not None and fault is None:
        fault = file_fault(folder / row.file)
    return Case(pair, row, tuple(things_of(boxes, seen, row.boxes)), fault)


def checked(cases: Iterable[Case]) -> list[Outcome]:
    """What the checks say of each pair."""
    return [
        Outcome(case.pair, tuple(("checks", drop) for drop in drops_of(case))) for case in cases
    ]


def orders_of(generation: Generation, cases: Sequence[Case], side: int) -> list[Order]:
    """Three orders for each pair, one a filter."""
    if generation.folder is None:
        raise InputError("A language model needs the pictures.", remedy="Name them: --pictures.")
    folder = generation.folder
    return [
        Order(
            item=case.pair.picture,
            prompt=PROMPTS[stage],
            text=_told(case),
            answer=Verdict,
            picture=folder / case.row.file,
            side=side,
        )
        for case in cases
        for stage in Stage
    ]


def _told(case: Case) -> str:
    pair = case.pair
    return (
        f"Written for level {pair.level}.\n{marked_things(case.row)}\n"
        f"Question: {pair.question}\nAnswer: {pair.answer}"
    )


def with_verdicts(
    outcomes: Sequence[Outcome], replies: Sequence[Reply | None], model: str
) -> list[Outcome]:
    """The outcomes with what a model said; replies: three for each, as ordered."""
    found = []
    for place, outcome in enumerate(outcomes):
        drops, skips = list(outcome.drops), []
        for stage, reply in zip(Stage, replies[3 * place : 3 * place + 3], strict=True):
            verdict = reply.value(Verdict) if reply else None
            if verdict is None:
                skips.append(f"{stage.value}: {reply.status.value if reply else 'not asked'}")
            elif not verdict.passes:
                drops.append((model, Drop(stage, verdict.reason)))
        found.append(Outcome(outcome.pair, tuple(drops), tuple(skips)))
    return found


def write(project: Project, outcomes: Sequence[Outcome]) -> None:
    """Keep what was kept and what was dropped.  Raises StorageError."""
    kept = (o.pair.model_dump(mode="json") for o in outcomes if o.is_kept)
    project.write_rows("kept", kept)
    project.write_rows("dropped", (row for o in outcomes for row in _rows(o)))


def write_page(project: Project, outcomes: Sequence[Outcome]) -> tuple[Table, ...]:
    """Keep the tables of the filters as a page, and give them.  Raises StorageError."""
    tables = (drop_table(outcomes), reason_table(outcomes))
    page = filter_page(project.folder.name, tables)
    project.write_text("filter.md", as_markdown(page))
    project.write_text("filter.html", as_html(page))
    return tables


def outcomes_of(project: Project) -> list[Outcome]:
    """The outcomes as `write` kept them."""
    rows: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in project.read_rows("dropped"):
        rows.setdefault((row["picture"], row["level"]), []).append(row)
    found = []
    for pair in read_pairs(project):
        some = rows.get((pair.picture, pair.level), [])
        drops = [(row["by"], Drop(Stage(row["stage"]), row["reason"]))
                 for row in some if "by" in row]  # fmt: skip
        skips = [row["reason"] for row in some if "by" not in row]
        found.append(Outcome(pair, tuple(drops), tuple(skips)))
    return found


def filter_page(name: str, tables: Sequence[Table]) -> Page:
    """The tables as a page; name: the project's."""
    return Page("AQuA's filters", (f"Filters of {name}.",), (Section("Drops", (), tuple(tables)),))


def _rows(outcome: Outcome) -> list[dict[str, object]]:
    pair = outcome.pair
    said = {"picture": pair.picture, "level": pair.level}
    words = {"question": pair.question, "answer": pair.answer}
    rows: list[dict[str, object]] = [
        {**said, "stage": drop.stage.value, "by": by, "reason": drop.reason, **words}
        for by, drop in outcome.drops
    ]
    return rows + [{**said, "stage": "no verdict", "reason": skip, **words}
                   for skip in outcome.skips]  # fmt: skip


def drop_table(outcomes: Sequence[Outcome]) -> Table:
    """By level: pairs, and what each filter dropped, each pair under its first filter."""
    names = ("pairs", *(f"dropped: {stage.value}" for stage in Stage), "no verdict", "kept")
    rows = [
        _drop_row(
            f"level {level}, {strategy.value}", [o for o in outcomes if o.pair.level == level]
        )
        for level, strategy in enumerate(LEVELS)
    ]
    rows.append(_drop_row("all", outcomes))
    columns = tuple(Column(name, Unit.COUNT) for name in names)
    notes = ("A pair that several filters drop is counted under the first.",)
    return Table("drops", "What the filters dropped", "Level", columns, tuple(rows), notes)


def _drop_row(name: str, outcomes: Sequence[Outcome]) -> Row:
    firsts = Counter(outcome.first for outcome in outcomes)
    open_ones = sum(bool(o.skips) and not o.drops for o in outcomes)
    kept = sum(outcome.is_kept for outcome in outcomes)
    figures = (len(outcomes), *(firsts[stage] for stage in Stage), open_ones, kept)
    return Row(name, tuple(Cell(figure) for figure in figures))


def reason_table(outcomes: Sequence[Outcome]) -> Table:
    """How often each reason of the checks holds; a model's reasons are in dropped.jsonl."""
    counts = Counter(
        (drop.stage, _kind_of(drop.reason))
        for outcome in outcomes
        for by, drop in outcome.drops
        if by == "checks"
    )
    order = list(Stage)
    ranked = sorted(counts.items(), key=lambda item: (order.index(item[0][0]), -item[1]))
    rows = tuple(Row(f"{stage.value}: {why}", (Cell(n),)) for (stage, why), n in ranked)
    caption = "Reasons of the checks; a pair can have several"
    return Table("reasons", caption, "Reason", (Column("pairs", Unit.COUNT),), rows)


def _kind_of(reason: str) -> str:
    """A reason without its own names and numbers."""
    for start in ("it names a", "it counts", "nothing that it can mean is", "it says"):
        if reason.startswith(start):
            return f"{start} ..."
    return reason
