"""`whichone-data aqua generate` and `stats`: from drawn pictures to questions, offline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from whichone_data.aqua.boxes import AnomalyKind
from whichone_data.aqua.schema import PairRow, read_pairs
from whichone_data.cli import main
from whichone_data.project import open_project

from tests.research import research_folder

SIZE = (240, 160)
COLOURS = {"cup": (200, 20, 20), "cat": (20, 40, 190), "vase": (30, 150, 40)}
NAMED = {"cup": "red", "cat": "blue", "vase": "green"}


def scene(folder: Path, number: int, things: list[tuple[str, list[int]]]) -> None:
    """A picture with a plain rectangle of its kind's colour for each thing."""
    picture = Image.new("RGB", SIZE, (235, 235, 225))
    for label, (left, top, width, height) in things:
        area = (left, top, left + width, top + height)
        ImageDraw.Draw(picture).rectangle(area, fill=COLOURS[label])
    picture.save(folder / f"{number}.png")


def world(folder: Path, pictures: int = 12) -> Path:
    """Pictures with one, two and five like things, and their COCO file."""
    labels = list(COLOURS)
    shots = folder / "pictures"
    shots.mkdir()
    notes: list[dict[str, object]] = []
    for number in range(pictures):
        count = (1, 2, 5)[number % 3]
        boxes = [[4 + 46 * n, 50, 42, 60] for n in range(count)]
        things = [(labels[(number + n) % 3], box) for n, box in enumerate(boxes)]
        scene(shots, number, things)
        notes += [
            {"id": len(notes) + n, "image_id": number, "category_id": labels.index(label),
             "bbox": box} for n, (label, box) in enumerate(things)
        ]  # fmt: skip
    content = {
        "images": [
            {"id": n, "file_name": f"{n}.png", "width": SIZE[0], "height": SIZE[1]}
            for n in range(pictures)
        ],
        "categories": [{"id": n, "name": name} for n, name in enumerate(labels)],
        "annotations": notes,
    }
    (folder / "boxes.json").write_text(json.dumps(content), encoding="utf-8")
    return shots


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project with drawn pictures."""
    shots, output = world(tmp_path), tmp_path / "project"
    words = ("--annotations", tmp_path / "boxes.json", "--pictures", shots, "--output", output)
    assert run("levels", *words, "--rule", "largest-closeness") == 0
    capsys.readouterr()
    return output


def pairs(project: Path) -> list[PairRow]:
    return read_pairs(open_project(project, {"kind": "aqua"}))


def test_each_drawn_picture_gets_one_pair_of_its_level(project: Path) -> None:
    assert run("generate", "--output", project) == 0
    drawn = [json.loads(line) for line in (project / "levels.jsonl").read_text().splitlines()]
    assert [(p.picture, p.level) for p in pairs(project)] == [
        (row["picture"], row["level"]) for row in drawn
    ]
    assert {pair.level for pair in pairs(project)} == {0, 1, 2, 3}
    assert all(len(pair.referents) == 5 for pair in pairs(project) if pair.level == 3)


def test_colours_are_those_of_the_picture(project: Path) -> None:
    categories = {
        box["id"]: box["category"]
        for line in (project / "levels.jsonl").read_text().splitlines()
        for box in json.loads(line)["boxes"]
    }
    seen = 0
    for seed in range(8):
        assert run("generate", "--output", project, "--seed", seed) == 0
        for pair in pairs(project):
            if pair.colours:
                expected = {NAMED[categories[number]] for number in pair.referents}
                assert {colour.split()[-1] for colour in pair.colours} == expected
                assert all(colour.lower() in pair.answer.lower() for colour in pair.colours)
                seen += 1
    assert seen > 5


def test_a_second_run_changes_nothing_and_another_seed_something(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "--output", project) == 0
    first = (project / "pairs.jsonl").read_bytes()
    assert run("generate", "--output", project) == 0
    assert "Done before" in capsys.readouterr().out
    (project / "pairs.jsonl").unlink()
    assert run("generate", "--output", project) == 0
    assert (project / "pairs.jsonl").read_bytes() == first
    assert run("generate", "--output", project, "--seed", 1) == 0
    assert (project / "pairs.jsonl").read_bytes() != first


def test_a_dry_run_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("generate", "--output", project, "--dry-run") == 0
    assert not (project / "pairs.jsonl").exists()
    assert "Nothing was written." in capsys.readouterr().out


def test_pictures_that_are_not_the_annotated_ones_are_left_out(
    project: Path, tmp_path: Path
) -> None:
    drawn = [json.loads(line) for line in (project / "levels.jsonl").read_text().splitlines()]
    names = [tmp_path / "pictures" / row["file"] for row in drawn[:3]]
    names[0].unlink()
    names[1].write_bytes(b"no picture")
    Image.new("RGB", (10, 10)).save(names[2])
    assert run("generate", "--output", project) == 0
    rows = (project / "pairs-anomalies.jsonl").read_text().splitlines()
    assert [json.loads(row)["kind"] for row in rows] == [
        AnomalyKind.NO_FILE,
        AnomalyKind.UNREADABLE,
        AnomalyKind.OTHER_SIZE,
    ]
    assert len(pairs(project)) == len(drawn) - 3


def test_a_black_and_white_photo_and_one_not_looked_at_give_no_colours(tmp_path: Path) -> None:
    shots, output = world(tmp_path), tmp_path / "project"
    for path in shots.iterdir():
        Image.open(path).convert("L").save(path)
    assert run("levels", "--annotations", tmp_path / "boxes.json", "--output", output) == 0
    for words in ((), ("--pictures", shots)):
        for seed in range(3):
            assert run("generate", "--output", output, "--seed", seed, *words) == 0
            assert not any(pair.colours for pair in pairs(output))


def test_stats_count_and_show_samples(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("generate", "--output", project) == 0
    capsys.readouterr()
    assert run("stats", "--output", project, "--samples", 1) == 0
    said = capsys.readouterr().out
    assert "| Level | pairs | identity | colour | place | presence | other |" in said
    assert [line[:8] for line in said.splitlines()[-4:]] == [f"level {n}," for n in range(4)]
    assert "Samples of level 3, clarify" in (project / "stats.html").read_text(encoding="utf-8")
    assert "## Counts" in (project / "stats.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("generate", "--output", "{tmp}/new"), "holds no drawn pictures"),
        (("stats", "--output", "{tmp}/new"), "holds no drawn pictures"),
        (("stats", "--output", "{project}"), "holds no questions"),
        (("generate", "--output", "{project}", "--pictures", "{tmp}/none"), "can't be read"),
    ],
)
def test_what_is_missing_is_named(
    words: tuple[str, ...],
    sentence: str,
    project: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(*(word.format(tmp=tmp_path, project=project) for word in words)) == 3
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_stats_of_pictures_drawn_before_are_refused(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "--output", project) == 0
    words = ("--annotations", tmp_path / "boxes.json", "--output", project)
    assert run("levels", *words, "--rule", "picture-distance") == 0
    assert run("stats", "--output", project) == 3
    assert "other pictures than those drawn last" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["levels", "pairs"])
def test_damaged_rows_are_told(
    name: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "--output", project) == 0
    (project / f"{name}.jsonl").write_text('{"picture": "7"}\n', encoding="utf-8")
    assert run("stats" if name == "pairs" else "generate", "--output", project) == 1
    assert f"{name}.jsonl is damaged" in capsys.readouterr().err


@pytest.mark.research
def test_real_photos_give_pairs_at_every_level(tmp_path: Path) -> None:
    folder = research_folder("coco")
    words = ("--annotations", folder / "instances.json", "--pictures", folder / "images")
    assert run("levels", *words, "--output", tmp_path, "--per-level", 4) == 0
    assert run("generate", "--output", tmp_path) == 0
    assert [sum(p.level == level for p in pairs(tmp_path)) for level in range(4)] == [4] * 4
