"""`whichone-data aqua levels` as it is run: its tables, files, exit codes and sentences."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from whichone_data.aqua.schema import read_levels
from whichone_data.cli import main
from whichone_data.project import open_project

from tests.research import research_folder


def instances_file(folder: Path, pictures: int = 24) -> Path:
    """A COCO file made up here: picture n has n % 6 + 1 cups of one size and one small cat."""
    notes: list[dict[str, object]] = []
    for picture in range(pictures):
        boxes = [(1, [20 + 2 * n, 10, 150, 80]) for n in range(picture % 6 + 1)]
        for category, box in [*boxes, (2, [0, 0, 30, 20])]:
            notes.append({"id": len(notes), "image_id": picture, "category_id": category,
                          "bbox": box, "iscrowd": 0})  # fmt: skip
    content = {
        "images": [
            {"id": n, "file_name": f"{n}.jpg", "width": 200, "height": 100} for n in range(pictures)
        ],
        "categories": [{"id": 1, "name": "cup"}, {"id": 2, "name": "cat"}],
        "annotations": [*notes, {**notes[0], "bbox": [0, 0, 0, 0]}],
    }
    path = folder / "instances.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def run(*words: object) -> int:
    return main(["aqua", "levels", *map(str, words)])


def contents(folder: Path) -> dict[str, bytes]:
    """All but SQLite's file, which counts its own changes."""
    files = (path for path in folder.iterdir() if path.suffix != ".sqlite")
    return {path.name: path.read_bytes() for path in files}


def test_levels_are_counted_drawn_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, output = instances_file(tmp_path), tmp_path / "project"
    assert run("--annotations", file, "--output", output, "--per-level", 3, "--seed", 5) == 0
    said = capsys.readouterr().out
    assert "| largest closeness | 4 | 4 | 8 | 8 |" in said
    assert "| picture distance |" in said
    assert "12 rows in" in said
    rows = read_levels(open_project(output, {"kind": "aqua"}))
    assert [row.level for row in rows] == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    by_level = {row.level: row for row in rows}
    assert (by_level[2].strategy, by_level[2].seed) == ("list", 5)
    assert len(by_level[2].salient) in (2, 3)
    assert len(by_level[3].salient) >= 5
    target = next(box for box in by_level[0].boxes if box.id == by_level[0].target)
    assert target.category in ("cat", "cup")
    found = (output / "anomalies.jsonl").read_text(encoding="utf-8")
    assert json.loads(found) == {"kind": "box listed twice", "picture": "0", "box": 0}


def test_the_page_has_its_plot_in_words(tmp_path: Path) -> None:
    output = tmp_path / "project"
    assert run("--annotations", instances_file(tmp_path), "--output", output) == 0
    page = (output / "levels.html").read_text(encoding="utf-8")
    alternative = re.search(r'<img src="levels.svg" alt="([^"]+)"', page)
    assert alternative is not None
    assert "largest closeness: no level 4, level 1 4, level 2 8, level 3 8" in alternative.group(1)
    assert (output / "levels.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (output / "levels.md").exists()


def test_a_second_run_changes_nothing_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--annotations", instances_file(tmp_path), "--output", tmp_path / "project")
    assert run(*words) == 0
    tables, first = capsys.readouterr().out, contents(tmp_path / "project")
    assert run(*words) == 0
    again = capsys.readouterr().out
    assert contents(tmp_path / "project") == first
    assert "Done before" in again
    assert again.splitlines()[:-1] == tables.splitlines()[:-1]


@pytest.mark.parametrize("lost", ["levels.jsonl", "state.sqlite", "levels-tables.jsonl"])
def test_what_a_killed_run_left_is_made_whole(lost: str, tmp_path: Path) -> None:
    words = ("--annotations", instances_file(tmp_path), "--output", tmp_path / "project")
    assert run(*words) == 0
    whole = contents(tmp_path / "project")
    (tmp_path / "project" / lost).unlink()
    assert run(*words) == 0
    assert contents(tmp_path / "project") == whole


def test_a_run_killed_in_the_middle_leaves_whole_files(tmp_path: Path) -> None:
    file, output = instances_file(tmp_path, 6000), tmp_path / "project"
    words = ["--annotations", str(file), "--output", str(output)]
    program = "import sys; from whichone_data.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "aqua", "levels", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if (output / "anomalies.jsonl").exists():
            break
    process.kill()
    process.wait()
    for path in output.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            json.loads(line)
    assert run(*words) == 0
    assert run("--annotations", file, "--output", tmp_path / "other") == 0
    assert contents(output) == contents(tmp_path / "other")


def test_other_options_and_other_annotations_are_done_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "project"
    assert run("--annotations", instances_file(tmp_path), "--output", output) == 0
    first = contents(output)["levels.jsonl"]
    assert run("--annotations", tmp_path / "instances.json", "--output", output, "--seed", 1) == 0
    assert contents(output)["levels.jsonl"] != first
    assert run("--annotations", instances_file(tmp_path, 30), "--output", output, "--seed", 1) == 0
    assert "Done before" not in capsys.readouterr().out


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "project"
    assert run("--annotations", instances_file(tmp_path), "--output", output, "--dry-run") == 0
    assert not output.exists()
    assert "Nothing was written. " in capsys.readouterr().out


def test_only_pictures_that_are_there_are_drawn(tmp_path: Path) -> None:
    pictures, output = tmp_path / "pictures", tmp_path / "project"
    pictures.mkdir()
    for number in (1, 4, 7):
        (pictures / f"{number}.jpg").write_bytes(b"")
    words = ("--annotations", instances_file(tmp_path), "--output", output, "--pictures", pictures)
    assert run(*words) == 0
    rows = read_levels(open_project(output, {"kind": "aqua"}))
    assert {row.file for row in rows} <= {"1.jpg", "4.jpg", "7.jpg"}
    assert rows
    assert (output / "anomalies.jsonl").read_text(encoding="utf-8").count("without its file") == 21


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--annotations", "{tmp}/none.json", "--output", "{tmp}/o"), 3, "none.json can't be read"),
        (("--annotations", "{broken}", "--output", "{tmp}/o"), 3, "is not whole JSON"),
        (("--annotations", "{file}", "--output", "{broken}/o"), 1, "can't be written"),
        (("--annotations", "{file}", "--output", "{tmp}/o", "--only", "cap"), 3, "Did you mean"),
        (("--annotations", "{file}", "--output", "{tmp}/o", "--pictures", "{tmp}/no"), 3, "folder"),
    ],
)
def test_a_failure_is_one_sentence_and_an_exit_code(
    words: tuple[str, ...],
    code: int,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"images": [', encoding="utf-8")
    file = instances_file(tmp_path)
    assert run(*(word.format(tmp=tmp_path, broken=broken, file=file) for word in words)) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_damaged_rows_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "project"
    assert run("--annotations", instances_file(tmp_path), "--output", output) == 0
    (output / "state.sqlite").write_text("{" * 999, encoding="utf-8")
    assert run("--annotations", tmp_path / "instances.json", "--output", output) == 1
    assert "state.sqlite is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--per-level", "0"), ("--least-share", "2"), ("--rule", "x")])
def test_wrong_options_are_one_line(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        run("--annotations", tmp_path, "--output", tmp_path, *words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_pictures_may_lie_in_folders(tmp_path: Path) -> None:
    file, output = instances_file(tmp_path), tmp_path / "project"
    text = file.read_text(encoding="utf-8").replace(
        '"file_name": "1.jpg"', '"file_name": "a/1.jpg"'
    )
    file.write_text(text, encoding="utf-8")
    (tmp_path / "pictures" / "a").mkdir(parents=True)
    for name in ("a/1.jpg", "2.jpg"):
        (tmp_path / "pictures" / name).write_bytes(b"")
    words = ("--annotations", file, "--output", output, "--pictures", tmp_path / "pictures")
    assert run(*words) == 0
    rows = read_levels(open_project(output, {"kind": "aqua"}))
    assert {row.file for row in rows} == {"a/1.jpg", "2.jpg"}


@pytest.mark.research
def test_the_counts_of_real_photos(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = research_folder("coco") / "instances.json"
    assert run("--annotations", file, "--output", tmp_path / "project", "--crowds", "box") == 0
    said = capsys.readouterr().out
    assert "| picture distance | 421 | 49 | 1 | 0 | 0 | 0 | 2 |" in said
    assert "| largest closeness | 5 | 318 | 102 | 38 | 4 | 4 | 8 |" in said
