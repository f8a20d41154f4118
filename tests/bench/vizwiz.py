"""VizWiz-LF recomputed: how many published figures come out, how fast, and the classifier.

Times are of whole commands in this process, on the release as it lies in the research data.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from whichone_data.page import markdown_table
from whichone_data.tables import Table, agreement, reasons
from whichone_data.vizwiz.report import write_report
from whichone_data.vizwiz.roles import WEIGHTS, load
from whichone_data.vizwiz.steps import STEPS, Study, run_step

from tests.bench.report import publish, table
from tests.research import measured_folder

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.perf_counter()
    return work(), time.perf_counter() - began


def agreements(steps: dict[str, list[Table]]) -> str:
    rows: list[list[object]] = []
    for step, tables in steps.items():
        found = agreement(tables)
        if found.compared:
            rows.append([step, found.compared, found.agreeing, found.explained, found.open])
    head = ["Step", "Figures with a published one", "Within a point", "Differ, explained", "Open"]
    return table(head, rows)


def differences(steps: dict[str, list[Table]]) -> str:
    lines = [f"- {line}" for tables in steps.values() for some in tables for line in reasons(some)]
    return "\n".join(lines)


def per_sentence(study: Study) -> float:
    """Milliseconds for a sentence, splitting included, over all expert answers."""
    classifier = load(study.project.folder / WEIGHTS)
    experts = study.released.answers["Expert"]
    count, seconds = timed(
        lambda: sum(len(classifier.annotate(a.question, a.paragraph)) for a in experts)
    )
    return 1000 * seconds / count


def chosen(tables: list[Table], *keys: str) -> str:
    """Some tables as Markdown."""
    found = [some for some in tables if some.key in keys]
    return "\n\n".join(f"{some.caption}\n\n{markdown_table(some)}" for some in found)


def main() -> None:
    folder = measured_folder("vizwiz-lf")
    with tempfile.TemporaryDirectory() as output:
        written, seconds = timed(lambda: write_report(Study(folder, Path(output) / "report")))
        study = Study(folder, Path(output) / "steps")
        steps = {step: run_step(study, step) for step in STEPS if step != "train"}
        trained, training = timed(lambda: run_step(study, "train"))
        labelling = per_sentence(study)
    speed = (
        f"All tables without a model over {study.released.size:,} answers, with "
        f"{len(written)} files of the report: {seconds:.1f} s. Training the role classifier: "
        f"{training:.0f} s; labelling a sentence: {labelling:.2f} ms."
    )
    parts = [
        speed,
        agreements(steps),
        "Figures that differ by more than a point:",
        differences(steps),
        chosen(steps["load"], "drift", "pairing"),
        chosen(steps["abstention"], "abstention"),
        chosen(trained, "classifier", "classifier-by-writer"),
    ]
    publish("vizwiz", "VizWiz-LF, recomputed", "\n\n".join(parts))


if __name__ == "__main__":
    main()
