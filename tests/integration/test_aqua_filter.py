"""`whichone-data aqua filter`: what is kept and dropped, by checks and by a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from whichone_data.aqua.prompts import BEST, SOUND
from whichone_data.cli import main

from tests.chat_answers import saying
from tests.integration.test_aqua_generate import world
from tests.stub_server import serving


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def made(folder: Path, is_grained: bool) -> Path:
    """A project with questions; grained: its pictures have a camera's noise."""
    shots, output = world(folder), folder / "project"
    random = np.random.default_rng(0)
    for path in sorted(shots.iterdir()) if is_grained else ():
        with Image.open(path) as opened:
            pixels = np.asarray(opened.convert("RGB")).astype(np.int64)
        noisy = np.clip(pixels + random.integers(-6, 7, pixels.shape), 0, 255)
        Image.fromarray(noisy.astype(np.uint8)).save(path)
    words = ("--annotations", folder / "boxes.json", "--pictures", shots, "--output", output)
    assert run("levels", *words) == 0
    assert run("generate", "--output", output) == 0
    return output


def test_templates_about_photos_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    assert run("filter", "--output", project) == 0
    said = capsys.readouterr().out
    assert "| all | 12 | 0 | 0 | 0 | 0 | 12 |" in said
    assert len(lines(project / "kept.jsonl")) == 12
    assert (project / "filter.html").exists()


def test_drawings_are_dropped_with_the_reason(tmp_path: Path) -> None:
    project = made(tmp_path, is_grained=False)
    assert run("filter", "--output", project) == 0
    dropped = lines(project / "dropped.jsonl")
    assert {row["reason"] for row in dropped} == {"the picture is a drawing, not a photo"}
    assert {row["stage"] for row in dropped} == {"real, clear and right"}
    assert lines(project / "kept.jsonl") == []


def test_a_model_is_asked_three_times_about_what_the_checks_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    rows = lines(project / "pairs.jsonl")
    rows[0]["answer"] = "Which one do you mean?"  # the checks drop it: no call
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (project / "pairs.jsonl").write_text(text, encoding="utf-8")

    def judge(body: dict[str, Any]) -> dict[str, object] | str:
        prompt, told = body["messages"][0]["content"], body["messages"][1]["content"][0]["text"]
        if prompt == SOUND.text and "level 3" in told:
            return "No idea."
        return {"reason": "too easy", "passes": not (prompt == BEST.text and "level 2" in told)}

    with serving(saying(judge)) as stub:
        assert run("filter", "--output", project, "--model", "small", "--url", stub.url) == 0
        asked = len(stub.requests)
    kept, dropped = lines(project / "kept.jsonl"), lines(project / "dropped.jsonl")
    assert asked == 3 * 11
    assert {row["level"] for row in kept} == {0, 1}
    by = {(row["stage"], row.get("by")) for row in dropped}
    assert ("no other level fits better", "small") in by
    assert ("fits its level", "checks") in by
    assert ("no verdict", None) in by
    assert "too easy" in {row["reason"] for row in dropped}
    assert "33 calls" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    project = made(tmp_path, is_grained=True)
    assert run("filter", "--output", project, "--dry-run") == 0
    assert not (project / "kept.jsonl").exists()


def test_a_filter_needs_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("filter", "--output", tmp_path / "none") == 3
    assert "holds no drawn pictures" in capsys.readouterr().err
