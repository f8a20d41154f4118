"""Results of one engine under one prompting as a JSON file with every answer, and their tables.

results/ENGINE--PROMPTING.json    settings, counts, every answer
table2.md, table2.csv             all of them, with 95% intervals
confusion-ENGINE--PROMPTING.png   with its words in table2.md
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from whichone_core.errors import StorageError

from whichone_training.confusions import confusion_plot
from whichone_training.measures import Share
from whichone_training.record import write_json
from whichone_training.tables import LEVEL_NAMES, markdown

from .scoring import Counts, Row, counted

RESULTS, REPORT, SHEET = "results", "table2.md", "table2.csv"


class Result(BaseModel):
    """One engine under one prompting.  judge: a model's name, or "rules".

    missing: how many questions have no answer, or no verdict.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    engine: str
    prompting: str
    questions: str
    judge: str
    missing: int
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        return f"{self.engine}, {self.prompting}"

    @property
    def file(self) -> str:
        return "--".join(_plain(part) for part in (self.engine, self.prompting, self.judge))

    @property
    def counts(self) -> Counts:
        return counted(self.rows)


def keep(folder: Path, result: Result) -> Path:
    """Write one result.  Raises StorageError."""
    path = folder / RESULTS / f"{result.file}.json"
    write_json(path, {**result.model_dump(mode="json"), "counts": _record(result.counts)})
    return path


def kept(folder: Path) -> list[Result]:
    """All results of a folder, by name.  Raises StorageError where one is damaged."""
    return [read_result(path) for path in sorted((folder / RESULTS).glob("*.json"))]


def read_result(path: Path) -> Result:
    """One file of results.  Raises StorageError."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        record.pop("counts", None)
        return Result.model_validate(record)
    except (OSError, ValueError, AttributeError, ValidationError) as error:
        raise StorageError(f"{path} can't be read.", cause=str(error)) from error


def write_tables(folder: Path, results: Sequence[Result]) -> Path:
    """Markdown, CSV and one plot for each result; gives the Markdown file.  StorageError."""
    parts = [
        "# Strategies and facts, % with 95% intervals\n",
        "G: answers whose claims the picture supports. L0 to L3 and abstain: answers in the "
        "right strategy, by their style. Unknown: answers that show none.\n",
        table(results),
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            file = f"confusion-{result.file}.png"
            words = confusion_plot(folder / file, result.name, result.counts.confusion)
            parts.append(f"\n## {result.name}\n\n![{words}]({file})\n\n{words}")
        (folder / SHEET).write_text(sheet(results), encoding="utf-8", newline="")
        (folder / REPORT).write_text("\n".join(parts) + "\n", encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{folder} can't be written.", cause=str(error)) from error
    return folder / REPORT


def table(results: Sequence[Result]) -> str:
    """The paper's Table 2 in Markdown; a strategy without questions stays empty."""
    head = ["engine", "prompting", "judge", "G", *LEVEL_NAMES.values()]
    rows = []
    for one in results:
        counts = one.counts
        shares = (counts.grounded, *(counts.by_strategy[s] for s in LEVEL_NAMES), counts.overall)
        cells = [str(share) if share.of else "" for share in shares]
        ends = [str(counts.unknown), str(len(one.rows)), str(one.missing)]
        rows.append([one.engine, one.prompting, one.judge, *cells, *ends])
    return markdown([*head, "overall", "unknown", "answers", "missing"], rows)


def sheet(results: Sequence[Result]) -> str:
    """The same as CSV: one line for each share, with its counts and interval in percent."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(
        ["engine", "prompting", "judge", "measure", "hits", "of", "share", "low", "high"]
    )
    for one in results:
        counts = one.counts
        shares = {"G": counts.grounded}
        shares |= {LEVEL_NAMES[s]: counts.by_strategy[s] for s in LEVEL_NAMES}
        shares |= {"overall": counts.overall, "unknown": Share(counts.unknown, len(one.rows))}
        for measure, share in shares.items():
            figures = [f"{100 * value:.2f}" for value in (share.value, *share.interval)]
            writer.writerow(
                [one.engine, one.prompting, one.judge, measure, share.hits, share.of, *figures]
            )
    return text.getvalue()


def _record(counts: Counts) -> dict[str, Any]:
    def plain(share: Share) -> dict[str, Any]:
        return {"hits": share.hits, "of": share.of, "interval": share.interval}

    return {
        "G": plain(counts.grounded),
        "by_strategy": {s.value: plain(share) for s, share in counts.by_strategy.items()},
        "overall": plain(counts.overall),
        "unknown": counts.unknown,
        "confusion": {
            s.value: {t.value if t else "unknown": count for t, count in row.items()}
            for s, row in counts.confusion.items()
        },
    }


def _plain(text: str) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-.") or "unnamed"
