"""`whichone-data aqua two-turns`: answers to the clarification subset, by rules and by a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from whichone_data.aqua.prompts import SECOND_TURN, STRATEGY
from whichone_data.cli import main

from tests.chat_answers import saying
from tests.integration.test_aqua_filter import lines, made
from tests.stub_server import Handler, fails, serving


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project with three items of the clarification subset."""
    output = made(tmp_path, is_grained=True)
    assert run("clarify", "--output", output) == 0
    capsys.readouterr()
    return output


def answers(project: Path, seconds: Sequence[str] = ()) -> Path:
    """An assistant's two answers to each item: the subset's own, unless others are given."""
    path = project.parent / "answers.jsonl"
    items = lines(project / "clarify.jsonl")
    rows = [
        {"picture": item["picture"], "first": item["asked_back"],
         "second": seconds[n] if n < len(seconds) else item["answer"]}
        for n, item in enumerate(items)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_by_rules_the_subsets_own_answers_pass_and_a_third_question_does_not(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("two-turns", "--output", project, "--answers", answers(project)) == 0
    assert "| two turns | 3 | 3 | 3 | 3 | 100 | 0 |" in capsys.readouterr().out
    again = answers(project, ["Which one do you mean?"])
    assert run("two-turns", "--output", project, "--answers", again) == 0
    assert [row["passes"] for row in lines(project / "two-turns.jsonl")] == [False, True, True]


def judging(project: Path) -> Any:
    """A judge: the first item asks back and is right, the second is wrong, the third answers
    at once."""
    items = lines(project / "clarify.jsonl")

    def judge(body: dict[str, Any]) -> dict[str, object] | str:
        system, content = body["messages"][0]["content"], body["messages"][1]["content"]
        told = content[0]["text"]
        if system == STRATEGY.text:
            assert len(content) == 1 and "Question" not in told
            return {"shows": "level_0" if told == "Answer: It is a cup." else "level_3"}
        assert system == SECOND_TURN.text
        assert len(content) == 2
        assert "Hint: " in told and "Right answer: " in told
        is_wrong = told.endswith("Answer: Nothing at all.")
        assert any(item["resolved"] in told for item in items)
        return {"reason": "seen", "verdict": "wrong" if is_wrong else "right"}

    return judge


def test_a_model_judges_both_turns_and_is_asked_once_for_each(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = answers(project, ["", "Nothing at all."])
    rows = lines(path)
    rows[0]["second"], rows[2]["first"] = "It is right here.", "It is a cup."
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with serving(saying(judging(project))) as stub:
        words = ("two-turns", "--output", project, "--answers", path,
                 "--model", "small", "--url", stub.url)  # fmt: skip
        assert run(*words) == 0
        asked = len(stub.requests)
        assert asked <= 6
        assert "| two turns | 3 | 2 | 2 | 1 | 33" in capsys.readouterr().out
        assert run(*words) == 0
        assert len(stub.requests) == asked, "what was answered is kept"
    kept = lines(project / "two-turns.jsonl")
    assert [(row["asked_back"], row["is_right"]) for row in kept] == [
        (True, True), (True, False), (False, True),
    ]  # fmt: skip
    assert (project / "two-turns.html").exists()


def test_a_busy_judge_is_asked_again_and_one_that_rambles_gives_no_verdict(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(self: object, error: Exception, attempt: int) -> None:
        """No pause between attempts."""

    monkeypatch.setattr("whichone_data.llm.client.Asker._rest", at_once)
    good, seen = saying(judging(project)), set[str]()

    def answer(handler: Handler) -> None:
        text = json.dumps(handler.asked)
        if text not in seen:
            seen.add(text)
            fails(429, "slow down")(handler)
        elif handler.asked["messages"][0]["content"] == STRATEGY.text:
            good(handler)
        else:
            saying(lambda body: "Well, who knows.")(handler)

    with serving(answer) as stub:
        words = ("--answers", answers(project), "--model", "small", "--url", stub.url)
        assert run("two-turns", "--output", project, *words) == 0
    assert "| two turns | 3 | 3 | 0 | 0 |" in capsys.readouterr().out
    assert [row["is_right"] for row in lines(project / "two-turns.jsonl")] == [None] * 3


def test_a_dry_run_asks_and_writes_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--model", "small", "--url", "http://127.0.0.1:9/v1", "--dry-run")
    assert run("two-turns", "--output", project, "--answers", answers(project), *words) == 0
    assert " calls, about " in capsys.readouterr().out
    assert not (project / "two-turns.jsonl").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "can't be read as lines"),
        ('{"picture": "99", "first": "a", "second": "b"}', "doesn't have: picture 99"),
    ],
)
def test_bad_answers_are_one_sentence(
    text: str, sentence: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project.parent / "answers.jsonl"
    path.write_text(text)
    assert run("two-turns", "--output", project, "--answers", path) == 3
    assert sentence in capsys.readouterr().err
    (project / "clarify.jsonl").unlink()
    assert run("two-turns", "--output", project, "--answers", path) == 3
    assert "holds no clarification subset" in capsys.readouterr().err
