"""`whichone-data aqua report`: what a project has so far, on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from whichone_data.cli import main

from tests.chat_answers import saying
from tests.integration.test_aqua_filter import made
from tests.stub_server import serving


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


def test_the_page_grows_with_the_steps_and_names_models_and_prompts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    assert run("report", "--output", project, "--samples", 2) == 0
    early = (project / "report.md").read_text(encoding="utf-8")
    assert "12 pictures were drawn." in early
    assert "largest closeness" in early
    assert "## Samples of level 3, clarify" in early
    assert "## Filters" not in early and "## Splits" not in early
    assert "## Language models" not in early

    def judge(body: dict[str, Any]) -> dict[str, object] | str:
        return {"reason": "fine", "passes": True}

    with serving(saying(judge)) as stub:
        priced = ("--price-in", 10, "--price-out", 10)
        words = ("--model", "small", "--url", stub.url, *priced)
        assert run("filter", "--output", project, *words) == 0
    assert run("split", "--output", project) == 0
    capsys.readouterr()
    assert run("report", "--output", project) == 0
    assert "filters, splits, language models." in capsys.readouterr().out
    page = (project / "report.md").read_text(encoding="utf-8")
    assert "| filter sound 1, small (small-2026-11) | 12 | 0 | 1200 | 120 |" in page
    assert "The answers have cost 0.0396 so far." in page
    assert "| all | 12 | 0 | 0 | 0 | 0 | 12 |" in page
    assert (project / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_report_on_nothing_and_on_damaged_tables_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("report", "--output", tmp_path / "none") == 3
    assert "holds no drawn pictures" in capsys.readouterr().err
    project = made(tmp_path, is_grained=False)
    (project / "levels-tables.jsonl").write_text('{"no": "table"}\n')
    capsys.readouterr()
    assert run("report", "--output", project) == 1
    assert "levels-tables.jsonl is damaged" in capsys.readouterr().err
