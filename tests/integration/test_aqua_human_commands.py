"""`whichone-data aqua human-export` and `human-import` over a whole project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from whichone_data.cli import main

from tests.integration.test_aqua_filter import lines, made


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


def test_pairs_go_out_and_those_that_two_pass_come_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    assert run("human-export", "--output", project, "--base", "http://a/", "--fakes", 0.25) == 0
    assert "15 tasks, 3 of them planted fakes" in capsys.readouterr().out
    tasks = lines(project / "human-check-tasks.jsonl")
    rows = [
        {"worker": worker, "task": task["id"],
         "choice": "FAIL" if task["fake"] or task["level"] == 2 else "PASS"}
        for task in tasks for worker in ("ann", "bob")
    ]  # fmt: skip
    said = tmp_path / "said.jsonl"
    said.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("human-import", "--output", project, said) == 0
    out = capsys.readouterr().out
    assert "9 pairs passed both" in out
    assert "| level 2, list | 0 | 3 | 0 |" in out
    assert {row["level"] for row in lines(project / "validated.jsonl")} == {0, 1, 3}
    names = {path.name for path in (project / "human" / "check").iterdir()}
    assert names == {
        "mechanical-turk.html", "mechanical-turk.csv", "label-studio.xml", "label-studio.json",
    }  # fmt: skip


def test_the_strategy_study_prints_table_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    assert run("human-export", "--output", project, "--study", "strategy", "--per-level", 2) == 0
    tasks = lines(project / "human-strategy-tasks.jsonl")
    assert len(tasks) == 8
    said = tmp_path / "said.jsonl"
    rows = [{"worker": n, "task": t["id"], "choice": "ask"} for t in tasks for n in "abc"]
    said.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("human-import", "--output", project, "--study", "strategy", said) == 0
    out = capsys.readouterr().out
    assert "| level 3, clarify | 0 | 0 | 2 | 0 | 0 | 2 (paper 32, -30)" in out


def test_an_import_before_an_export_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    assert run("human-import", "--output", project) == 3
    assert "Run whichone-data aqua human-export first." in capsys.readouterr().err
