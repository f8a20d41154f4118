"""`whichone-data aqua generate --model`: prompts by level, estimate, skips, budget, batches."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from whichone_data.aqua.prompts import GENERATE
from whichone_data.aqua.schema import PairRow, read_pairs
from whichone_data.cli import main
from whichone_data.project import open_project

from tests.chat_answers import batching, saying
from tests.integration.test_aqua_generate import world
from tests.stub_server import serving


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project whose pictures all differ: the same picture would be the same order."""
    shots, output = world(tmp_path), tmp_path / "project"
    for number, path in enumerate(sorted(shots.iterdir())):
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        picture.putpixel((0, 0), (number, 0, 0))
        picture.save(path)
    words = ("--annotations", tmp_path / "boxes.json", "--pictures", shots, "--output", output)
    assert run("levels", *words) == 0
    capsys.readouterr()
    return output


def pairs(project: Path) -> list[PairRow]:
    return read_pairs(open_project(project, {"kind": "aqua"}))


def level_of(body: dict[str, Any]) -> int:
    system = body["messages"][0]["content"]
    return next(level for level, prompt in enumerate(GENERATE) if prompt.text == system)


def write(body: dict[str, Any]) -> dict[str, object]:
    level = level_of(body)
    return {"kind": "other", "question": f"Question {level}?", "answer": f"Answer {level}."}


def test_each_picture_is_asked_with_its_levels_prompt_and_its_things(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(saying(write)) as stub:
        assert run("generate", "--output", project, "--model", "small", "--url", stub.url) == 0
        texts = [request["messages"][1]["content"] for request in stub.requests]
    found = pairs(project)
    assert found
    assert all(pair.question == f"Question {pair.level}?" for pair in found)
    assert {pair.level for pair in found} == {0, 1, 2, 3}
    assert {pair.generator for pair in found} == {
        f"small (small-2026-11), generate level {level} 1" for level in range(4)
    }
    assert all(text[0]["text"].startswith("Marked things:\n- ") for text in texts)
    assert all(text[1]["image_url"]["url"].startswith("data:image/jpeg") for text in texts)
    assert "All 12 are answered" in capsys.readouterr().out


def test_a_dry_run_estimates_and_asks_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path.name for path in project.iterdir())
    words = ("--model", "small", "--url", "http://127.0.0.1:9/v1", "--dry-run")
    prices = ("--price-in", 1, "--price-out", 2)
    assert run("generate", "--output", project, *words, *prices) == 0
    said = capsys.readouterr().out
    assert re.search(r"12 calls, about \d+ tokens in and \d+ out, cost about 0\.\d\d", said)
    assert "Nothing was asked or written." in said
    assert sorted(path.name for path in project.iterdir()) == before


def test_none_and_refusals_are_recorded_skips(project: Path) -> None:
    def say(body: dict[str, Any]) -> dict[str, object] | str:
        level = level_of(body)
        if level == 3:
            return {"kind": "other", "question": "None.", "answer": "none"}
        return "I would rather not." if level == 2 else write(body)

    with serving(saying(say)) as stub:
        assert run("generate", "--output", project, "--model", "small", "--url", stub.url) == 0
    assert {pair.level for pair in pairs(project)} == {0, 1}
    lines = (project / "pairs-skipped.jsonl").read_text().splitlines()
    reasons = {json.loads(line)["why"] for line in lines}
    assert reasons == {"the model said none", "malformed: I would rather not."}


def test_a_budget_stops_and_more_of_it_goes_on(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(saying(write)) as stub:
        words = ("generate", "--output", project, "--model", "small", "--url", stub.url)
        priced = ("--price-in", 1000, "--price-out", 1000, "--most-tokens", 100)
        assert run(*words, *priced, "--budget", 2) == 0
        assert "The budget is used up" in capsys.readouterr().out
        part, asked = len(pairs(project)), len(stub.requests)
        assert 0 < part < 12
        assert run(*words, *priced, "--budget", 100) == 0
        assert len(pairs(project)) == 12
        assert len(stub.requests) == 12 > asked
    assert run(*words, "--budget", 1) == 3
    assert "A budget needs prices" in capsys.readouterr().err


def test_a_batch_is_submitted_once_and_collected_later(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = batching(write)
    with serving(saying(write), kind) as stub:
        words = ("generate", "--output", project, "--model", "small", "--url", stub.url, "--batch")
        assert run(*words) == 0
        assert "12 orders submitted, 12 waiting" in capsys.readouterr().out
        assert run(*words) == 0
        assert "0 orders submitted, 12 waiting" in capsys.readouterr().out
        assert run(*words) == 0
        assert "12 answers collected, 0 orders submitted, 0 waiting" in capsys.readouterr().out
        assert run(*words) == 0
    assert len(kind.batches) == 1
    assert stub.requests == []
    assert all(pair.question == f"Question {pair.level}?" for pair in pairs(project))


def test_a_batch_whose_submission_was_not_remembered_is_found_again(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = batching(write)
    with serving(saying(write), kind) as stub:
        words = ("generate", "--output", project, "--model", "small", "--url", stub.url, "--batch")
        assert run(*words) == 0
        (project / "state.sqlite").unlink()
        assert run(*words) == 0
    assert len(kind.batches) == 1


def test_a_server_that_is_not_there_is_one_sentence(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, error: Exception, attempt: int) -> Any:
        return _nothing()

    async def _nothing() -> None:
        return None

    monkeypatch.setattr("whichone_data.llm.client.Asker._rest", fail)
    words = ("--model", "small", "--url", "http://127.0.0.1:9/v1")
    assert run("generate", "--output", project, *words) == 1
    said = capsys.readouterr().err
    assert "fails again and again" in said
    assert said.count("\n") == 1
