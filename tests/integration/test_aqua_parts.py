"""A project in parts gives what one process gives, and pays for nothing twice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from whichone_data.aqua.generate import Generation
from whichone_data.aqua.parts import cut, part_of
from whichone_data.aqua.prompts import GENERATE
from whichone_data.cli import main

from tests.chat_answers import saying
from tests.integration.test_aqua_filter import lines, made
from tests.stub_server import serving

NAMES = ("pairs.jsonl", "kept.jsonl", "dropped.jsonl", "filter.md", "filter.html")


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return made(tmp_path, is_grained=True)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in NAMES}


def test_parts_give_what_one_process_gives(project: Path, tmp_path: Path) -> None:
    assert run("filter", "--output", project) == 0
    whole = contents(project)
    for name in NAMES:
        (project / name).unlink()
    parts = tmp_path / "parts"
    assert run("cut", "--output", project, "--parts", parts, "--count", 3) == 0
    for part in sorted(parts.iterdir(), reverse=True):
        assert run("generate", "--output", part) == 0
        assert run("filter", "--output", part) == 0
    assert run("join", "--output", project, "--parts", parts) == 0
    assert contents(project) == whole


def test_a_part_run_again_asks_nothing_again_nor_does_the_whole(
    project: Path, tmp_path: Path
) -> None:
    def write(body: dict[str, Any]) -> dict[str, object] | str:
        system = body["messages"][0]["content"]
        level = next(n for n, prompt in enumerate(GENERATE) if prompt.text == system)
        return {"kind": "other", "question": f"Question {level}?", "answer": "Answer."}

    parts = tmp_path / "parts"
    with serving(saying(write)) as stub:
        model = ("--model", "small", "--url", stub.url)
        assert run("cut", "--output", project, "--parts", parts, "--count", 2) == 0
        for _ in range(2):
            for part in sorted(parts.iterdir()):
                assert run("generate", "--output", part, *model) == 0
        assert len(stub.requests) == 12
        assert run("join", "--output", project, "--parts", parts) == 0
        joined = (project / "pairs.jsonl").read_bytes()
        assert run("generate", "--output", project, *model) == 0
        assert len(stub.requests) == 12
    assert (project / "pairs.jsonl").read_bytes() == joined


def test_each_picture_is_in_one_part_and_stays_there(project: Path, tmp_path: Path) -> None:
    generation = Generation(project)
    folders = cut(generation, tmp_path / "parts", 4)
    found = [row["picture"] for folder in folders for row in lines(folder / "levels.jsonl")]
    assert sorted(found) == sorted(row.picture for row in generation.levels)
    for place, folder in enumerate(folders):
        pictures = {row["picture"] for row in lines(folder / "levels.jsonl")}
        assert pictures == {r.picture for r in generation.levels if part_of(r, 4) == place}


def test_a_part_that_is_not_done_or_of_another_project_is_told(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = tmp_path / "parts"
    assert run("join", "--output", project, "--parts", parts) == 3
    assert "There are no parts." in capsys.readouterr().err
    assert run("cut", "--output", project, "--parts", parts, "--count", 2) == 0
    assert run("generate", "--output", parts / "part-0000") == 0
    assert run("join", "--output", project, "--parts", parts) == 3
    assert "part-0001 is not done: it has no pairs." in capsys.readouterr().err
    shutil.rmtree(parts / "part-0001")
    assert run("join", "--output", project, "--parts", parts) == 3
    assert "other pictures than the project" in capsys.readouterr().err


def test_rows_of_a_part_are_whole_lines(project: Path, tmp_path: Path) -> None:
    assert run("cut", "--output", project, "--parts", tmp_path / "p", "--count", 30) == 0
    empty = [path for path in (tmp_path / "p").iterdir()
             if not (path / "levels.jsonl").read_text()]  # fmt: skip
    assert empty, "with more parts than pictures some are empty"
    assert run("generate", "--output", empty[0]) == 0
    assert [json.loads(line) for line in (empty[0] / "pairs.jsonl").read_text().splitlines()] == []
