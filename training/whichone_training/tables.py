"""Tables of evaluations in Markdown, in the form of the paper's Tables 2 to 5 and 8.

Made from the JSON files of `evaluate.write_evaluation`, so that they can be made again without
a model.  Every share comes with its 95% interval.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import StorageError
from whichone_core.types.strategies import Strategy

from .comparisons import DOUBLED
from .confusions import UNKNOWN, in_words
from .measures import Share
from .stages import GRPO

LEVEL_NAMES = {
    Strategy.DIRECT: "L0 direct",
    Strategy.INFER: "L1 infer",
    Strategy.LIST: "L2 list",
    Strategy.CLARIFY: "L3 clarify",
    Strategy.ABSTAIN: "abstain",
}


STATED = ("direct", "infer", "list")


def read_evaluation(path: Path) -> dict[str, Any]:
    """One file of results.  Raises StorageError."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise StorageError(f"{path} can't be read.", cause=str(error)) from error


def confusion_of(evaluation: Mapping[str, Any]) -> dict[Strategy, dict[Strategy | None, int]]:
    """The confusion matrix of an evaluation, right strategy -> shown one -> how many."""
    return {
        Strategy(right): {
            None if shown == UNKNOWN else Strategy(shown): count for shown, count in row.items()
        }
        for right, row in evaluation["scores"]["usual"]["confusion"].items()
    }


def report(evaluations: Sequence[Mapping[str, Any]], plots: Mapping[str, str] | None = None) -> str:
    """All tables of some models, in Markdown.

    plots: by a model's name, the file of its confusion plot, which lies beside the report.
    """
    parts = [
        "## Strategy accuracy on held-out scenes, % with 95% intervals\n",
        _strategies(evaluations, "usual"),
        "\n## The same questions with other questions' pictures\n",
        _strategies(evaluations, "shuffled"),
        "\n## A shifted world\n",
        _strategies(evaluations, "shifted"),
        "\n## Facts, and two turns\n",
        _facts(evaluations),
    ]
    more_items = [one for one in evaluations if one["name"] in (GRPO, DOUBLED)]
    if len(more_items) > 1:
        parts += ["\n## GRPO with twice the items\n", _strategies(more_items, "usual")]
    for one in evaluations:
        parts += [f"\n## Confusion: {one['name']}, %\n", _confusion(one)]
        if plots and one["name"] in plots:
            words = in_words(one["name"], confusion_of(one))
            parts.append(f"\n![{words}]({plots[one['name']]})")
    return "\n".join(parts) + "\n"


def _strategies(evaluations: Sequence[Mapping[str, Any]], world: str) -> str:
    head = ["model", "facts", *LEVEL_NAMES.values(), "overall", "unknown"]
    rows = []
    for one in evaluations:
        score = one["scores"].get(world)
        if score is None:
            continue
        levels = [_said(score["by_strategy"][strategy.value]) for strategy in LEVEL_NAMES]
        overall = [_said(score["strategy"]), str(score["unknown"])]
        rows.append([one["name"], _said(score["facts"]), *levels, *overall])
    return markdown(head, rows)


def _facts(evaluations: Sequence[Mapping[str, Any]]) -> str:
    head = ["model", *STATED, "if the strategy is right", "word fits", "two turns"]
    rows = []
    for one in evaluations:
        score = one["scores"]["usual"]
        levels = [_said(score["facts_by_strategy"][s]) for s in STATED]
        more = [_said(score["facts_if_right"]), _said(score["word_agrees"]), _said(one["two_turn"])]
        rows.append([one["name"], *levels, *more])
    return markdown(head, rows)


def _confusion(one: Mapping[str, Any]) -> str:
    shown = [*(strategy.value for strategy in Strategy), "unknown"]
    rows = []
    for strategy, row in one["scores"]["usual"]["confusion"].items():
        total = sum(row.values()) or 1
        rows.append([strategy, *(f"{100 * row[name] / total:.1f}" for name in shown)])
    return markdown(["right \\ shown", *shown], rows)


def _said(share: Mapping[str, Any] | None) -> str:
    return str(Share(share["hits"], share["of"])) if share and share["of"] else ""


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; every row has as many cells as the head."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
