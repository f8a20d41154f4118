"""What comes of human verdicts: who counts, which pairs pass, how far people agree.

Check: a worker who passes a planted fake is left out altogether; of the others two must have
judged a pair, and both must pass it.  Strategy study: three judge each question, the majority
counts; it agrees with the level where it chose what AQuA's level says (Table 1 of the paper).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..tables import Cell, Column, Row, Table, Unit
from .agreement import cohens_kappa, fleiss_kappa, percent_agreement
from .levels import LEVELS
from .taking_in import Said
from .tasks import CHOICE_OF_LEVEL, CHOICES, Task

NEEDED = 2
RATERS = 3
PUBLISHED = ((50, 0), (48, 2), (32, 18), (32, 18))
"""Table 1 of AQuA, as reported: questions where the majority agrees with the level, and not."""


@dataclass(frozen=True, slots=True)
class Checked:
    """passed, failed, unfinished: ids of real tasks.  excluded: workers who missed a fake."""

    passed: tuple[str, ...]
    failed: tuple[str, ...]
    unfinished: tuple[str, ...]
    excluded: tuple[str, ...]
    workers: int
    fakes_judged: int
    agreement: float | None
    kappa: float | None


def checked(tasks: Sequence[Task], said: Sequence[Said]) -> Checked:
    """Apply the rules; the first two verdicts of workers that count decide on a pair."""
    fakes = {task.id for task in tasks if task.fake}
    excluded = {each.worker for each in said if each.task in fakes and each.choice == "PASS"}
    by_task: dict[str, list[str]] = defaultdict(list)
    for each in said:
        if each.worker not in excluded and each.task not in fakes:
            by_task[each.task].append(each.choice)
    real = [task.id for task in tasks if not task.fake]
    whole = {name: by_task[name][:NEEDED] for name in real if len(by_task[name]) >= NEEDED}
    passed = tuple(name for name, words in whole.items() if set(words) == {"PASS"})
    pairs = [(words[0], words[1]) for words in whole.values()]
    return Checked(
        passed=passed,
        failed=tuple(name for name in whole if name not in set(passed)),
        unfinished=tuple(name for name in real if name not in whole),
        excluded=tuple(sorted(excluded)),
        workers=len({each.worker for each in said}),
        fakes_judged=sum(each.task in fakes for each in said),
        agreement=percent_agreement(pairs),
        kappa=cohens_kappa(pairs),
    )


def check_tables(tasks: Sequence[Task], found: Checked) -> list[Table]:
    """Pairs by level and outcome, and the figures of the whole."""
    groups = (found.passed, found.failed, found.unfinished)
    sets = [set(group) for group in groups]
    rows = []
    for level, strategy in enumerate(LEVELS):
        ids = [task.id for task in tasks if task.level == level and not task.fake]
        counts = [sum(name in some for name in ids) for some in sets]
        rows.append(Row(f"level {level}, {strategy.value}", tuple(map(Cell, counts))))
    names = ("both pass", "failed", "not yet judged twice")
    columns = tuple(Column(name, Unit.COUNT) for name in names)
    outcome = Table("human", "Pairs by human verdict", "Level", columns, tuple(rows))
    figures = (
        ("workers", Unit.COUNT, found.workers),
        ("excluded for a missed fake", Unit.COUNT, len(found.excluded)),
        ("fakes judged", Unit.COUNT, found.fakes_judged),
        ("agreement", Unit.PERCENT, found.agreement and 100 * found.agreement),
        ("Cohen's kappa", Unit.CORRELATION, found.kappa),
    )
    figure_columns = tuple(Column(name, unit) for name, unit, _ in figures)
    row = Row("all", tuple(Cell(value) for _, _, value in figures))
    return [outcome, Table("workers", "Workers and agreement", "", figure_columns, (row,))]


def study_table(tasks: Sequence[Task], said: Sequence[Said]) -> Table:
    """Table 1: by level what three people chose, and whether the majority agrees."""
    words: dict[str, list[str]] = defaultdict(list)
    for each in said:
        words[each.task].append(each.choice)
    rows = []
    for level, strategy in enumerate(LEVELS):
        of_level = [words[task.id][:RATERS] for task in tasks if task.level == level]
        whole = [three for three in of_level if len(three) == RATERS]
        majorities = Counter(map(_majority, whole))
        agree = majorities[CHOICE_OF_LEVEL[level]]
        cells = [Cell(majorities[choice]) for choice in CHOICES]
        cells += [Cell(majorities[None]), Cell(len(of_level) - len(whole))]
        cells += [Cell(agree, PUBLISHED[level][0]), Cell(len(whole) - agree, PUBLISHED[level][1])]
        cells.append(Cell(fleiss_kappa(whole)))
        rows.append(Row(f"level {level}, {strategy.value}", tuple(cells)))
    names = (*CHOICES, "no majority", "not yet judged", "agree", "disagree")
    columns = (*(Column(name, Unit.COUNT) for name in names),
               Column("Fleiss' kappa", Unit.CORRELATION))  # fmt: skip
    caption = "What people would do (majority of three), beside the paper's 50 a level"
    return Table("study", caption, "Level", columns, tuple(rows))


def _majority(three: Sequence[str]) -> str | None:
    word, count = Counter(three).most_common(1)[0]
    return word if count * 2 > len(three) else None
