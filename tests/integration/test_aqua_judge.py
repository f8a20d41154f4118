"""`whichone-data aqua clarify` and `judge`, by rules and by a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from whichone_data.aqua.prompts import FACTS, HINT, STRATEGY
from whichone_data.cli import main

from tests.chat_answers import saying
from tests.integration.test_aqua_filter import lines, made
from tests.stub_server import serving


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    output = made(tmp_path, is_grained=True)
    capsys.readouterr()
    return output


def gold(project: Path) -> Path:
    """The project's own answers, as if an assistant had given them."""
    path = project.parent / "answers.jsonl"
    rows = [{key: row[key] for key in ("picture", "level", "answer")}
            for row in lines(project / "pairs.jsonl")]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_projects_own_answers_show_their_levels(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("judge", "--output", project, "--answers", gold(project)) == 0
    assert "| level 3, clarify | 3 | 100 | 0 |" in capsys.readouterr().out
    assert len(lines(project / "judged.jsonl")) == 12


def test_a_model_judges_style_without_and_facts_with_the_picture(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def judge(body: dict[str, Any]) -> dict[str, object] | str:
        system, content = body["messages"][0]["content"], body["messages"][1]["content"]
        if system == STRATEGY.text:
            assert len(content) == 1
            assert "Question" not in content[0]["text"]
            return {"shows": "unknown"}
        assert system == FACTS.text
        assert len(content) == 2
        return {"reason": "seen", "verdict": "grounded"}

    with serving(saying(judge)) as stub:
        words = ("judge", "--output", project, "--answers", gold(project))
        assert run(*words, "--model", "small", "--url", stub.url) == 0
    assert "| all | 12 | 0 | 12 | 100 | 0 | 0 |" in capsys.readouterr().out


def test_the_clarification_subset_is_written_by_rules_and_by_a_model(project: Path) -> None:
    assert run("clarify", "--output", project) == 0
    offline = lines(project / "clarify.jsonl")
    assert len(offline) == 3
    assert all(row["fact"] for row in offline)

    def hint(body: dict[str, Any]) -> dict[str, object] | str:
        assert body["messages"][0]["content"] == HINT.text
        return {"hint": "The red one.", "resolved": "Where is the red one?", "answer": "Left."}

    with serving(saying(hint)) as stub:
        assert run("clarify", "--output", project, "--model", "m", "--url", stub.url) == 0
    assert {row["hint"] for row in lines(project / "clarify.jsonl")} == {"The red one."}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{", "can't be read as lines"), ('{"picture": "99", "level": 0}', "doesn't have")],
)
def test_bad_answers_are_one_sentence(
    text: str, sentence: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project.parent / "answers.jsonl"
    path.write_text(text)
    assert run("judge", "--output", project, "--answers", path) == 3
    assert sentence in capsys.readouterr().err
