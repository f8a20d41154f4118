"""The static report: all tables and plots of a project as Markdown and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from whichone_core.version import __version__

from ..page import Page, Plot, Section, as_html, as_markdown
from ..tables import ROWS, Table, agreement
from .collecting import kept_engines
from .plots import bars, heat_map
from .reading import READING
from .roles import WEIGHTS
from .steps import Study, is_done, kept_tables
from .tuned import TUNED

TRAINING = "train"
WEIGHT_FILES = (WEIGHTS, READING, TUNED)
TITLES = {
    "load": "The released files",
    "analyze": "What is in the answers",
    "abstention": "Abstaining",
    "score": "Answers against references",
    "train": "A local classifier of roles and sources",
}
INTRODUCTIONS = {
    "load": (
        "Labels are paired with sentences only where nothing speaks against it. What was "
        "brought back, and how, is counted below; everything else is used as the totals of an "
        "answer alone.",
    ),
    "analyze": ("Shares are of answers: an answer has a role when any of its sentences has it.",),
    "abstention": ("Right is to abstain where the crowd calls the question unanswerable.",),
    "score": (
        "Short references are the crowd's majority answers, long ones the experts'. Of several "
        "answer sentences the best one counts.",
    ),
    "train": (
        "Trained on about six tenths of the questions of this copy of the release, counted on "
        "the others.",
    ),
}
JUDGED = ("lave", "bertscore")
LAVE_TITLE = "Answers against references, by models"
ENGINES_TITLE = "This project's own engines"
ENGINES_OPENING = (
    "Asked about photos of blind people. Right is to abstain where most of five people could "
    "not recognise what the photo shows.",
)


def write_report(study: Study) -> list[Path]:
    """Do what is missing, but for training, which takes minutes and is in where it was done.

    Writes report.md, report.html and the plots; gives their paths."""
    tables = {
        step: kept_tables(study, step)
        for step in TITLES
        if step != TRAINING or is_done(study, TRAINING)
    }
    sections = []
    written = []
    for step in tables:
        drawn = _plots(tables[step])
        written += [study.project.write_text(plot.file, svg) for plot, svg in drawn]
        plots = tuple(plot for plot, _ in drawn)
        opening = _introduction(study, step)
        sections.append(Section(TITLES[step], opening, tuple(tables[step]), plots))
    kept = [row for name in JUDGED for row in study.project.read_rows(f"{name}-tables")]
    judged = [ROWS.validate_python(row) for row in kept]
    if judged:
        sections.append(Section(LAVE_TITLE, (), tuple(judged)))
    own, plotted = kept_engines(study.project)
    if own:
        sections.append(Section(ENGINES_TITLE, ENGINES_OPENING, tuple(own), tuple(plotted)))
    page = Page("VizWiz-LF, recomputed", _opening(tables.values()), tuple(sections))
    return [
        study.project.write_text("report.md", as_markdown(page)),
        study.project.write_text("report.html", as_html(page)),
        *written,
    ]


def _introduction(study: Study, step: str) -> tuple[str, ...]:
    """What stands above a step's tables; for the classifier, where its weights are."""
    if step != TRAINING:
        return INTRODUCTIONS[step]
    there = [name for name in WEIGHT_FILES if (study.project.folder / name).exists()]
    return (*INTRODUCTIONS[step], f"Its weights are beside this page: {', '.join(there)}.")


def _opening(tables: Iterable[Sequence[Table]]) -> tuple[str, ...]:
    found = agreement(table for some in tables for table in some)
    return (
        "Figures of the released answers of VizWiz-LF (COLM 2024), each beside the one that the "
        f"paper gives, by WhichOne {__version__}.",
        f"{found.compared} figures can be compared with the paper: {found.agreeing} agree within "
        f"a point, {found.explained} differ for a reason given below their table, "
        f"{found.open} differ without a known reason.",
    )


def _plots(tables: Sequence[Table]) -> list[tuple[Plot, str]]:
    """The heat maps of roles together, and the bars of F1 when abstaining."""
    drawn = [heat_map(table) for table in tables if table.key.startswith("together-")]
    return drawn + [bars(table, 3) for table in tables if table.key == "abstention"]
