"""VizWiz-LF recomputed: how many published figures come out, how fast, and the classifier.

Times are of whole commands in this process, on the release as it lies in the research data.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from whichone_core.types.strategies import Role
from whichone_data.page import markdown_table
from whichone_data.tables import Table, agreement, reasons
from whichone_data.vizwiz.collect import collect, photo_items
from whichone_data.vizwiz.collected import AS_IN_THE_APP, read_collected
from whichone_data.vizwiz.engines import engine_tables
from whichone_data.vizwiz.photos import read_verdicts
from whichone_data.vizwiz.report import write_report
from whichone_data.vizwiz.roles import WEIGHTS, load
from whichone_data.vizwiz.sample import built_in_type, unfit
from whichone_data.vizwiz.steps import STEPS, Study, run_step
from whichone_data.vizwiz.vqa import Asked
from whichone_training.tellers import open_builtin

from tests.bench.report import publish, table
from tests.research import measured_folder
from tests.role_rules import f1_by_role, halves, share_hit, share_spoken_rightly

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


def own_engines(output: Path) -> list[Table]:
    """The built-in engine asked two questions about every photo that people judged."""
    photos = measured_folder("vizwiz-photos")
    verdicts = read_verdicts(photos)
    items = [item for item in photo_items(photos) if item.picture in verdicts.is_lost]
    teller, kept = open_builtin("", ""), output / "answers.jsonl"
    try:
        for _ in collect(teller, AS_IN_THE_APP, items, photos, kept):
            pass
    finally:
        teller.close()
    return list(engine_tables(read_collected([kept]), verdicts))


def rules(study: Study) -> str:
    """The app's own rules for roles, on the half looked at and the half only counted."""
    rows: list[list[object]] = []
    for name, half in zip(("looked at", "only counted"), halves(study.repaired), strict=True):
        scores = f1_by_role(half)
        shares = [f"{share:.0%}" for share in (share_hit(half), share_spoken_rightly(half))]
        rows.append([name, len(half), *shares, *(f"{scores[role]:.2f}" for role in Role)])
    head = ["Half of the questions", "Sentences", "One of its roles", "Spoken at once rightly"]
    return "The rules that the app tells roles by, with the F1 of each role:\n\n" + table(
        [*head, *(role.value for role in Role)], rows
    )


def sampling(study: Study) -> str:
    """What the rules of `sample` do with the released questions."""
    experts = study.released.answers["Expert"]
    asked = [(Asked("", "", answer.question, (), True), answer.question_type) for answer in experts]
    kept = sum(unfit(one.question) is None for one, _ in asked)
    right = sum(built_in_type(one) is kind for one, kind in asked)
    return (
        f"Of {len(asked)} released questions `sample` would keep {kept}, and tells the type of "
        f"{right} as released."
    )


def main() -> None:
    folder = measured_folder("vizwiz-lf")
    with tempfile.TemporaryDirectory() as output:
        written, seconds = timed(lambda: write_report(Study(folder, Path(output) / "report")))
        study = Study(folder, Path(output) / "steps")
        steps = {step: run_step(study, step) for step in STEPS if step != "train"}
        trained, training = timed(lambda: run_step(study, "train"))
        labelling = per_sentence(study)
        engines = own_engines(Path(output))
        told, drawn = rules(study), sampling(study)
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
        told,
        drawn,
        chosen(engines, "engines", "risk"),
        "The built-in engine's thresholds for poor pictures were set with photos of this kind in "
        "view, so its row is no test on unknown photos.",
    ]
    publish("vizwiz", "VizWiz-LF, recomputed", "\n\n".join(parts))


if __name__ == "__main__":
    main()
