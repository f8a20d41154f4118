"""Open Images goes the way that COCO goes, from its CSVs to a published data set.

Pictures and boxes are made up here; the columns are those of Open Images V7.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from whichone_data.cli import main

from tests.chat_answers import saying
from tests.integration.test_aqua_filter import lines
from tests.integration.test_aqua_generate import COLOURS, SIZE
from tests.stub_server import serving

HEAD = (
    "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,"
    "IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside"
)
LABELS = {"cup": "/m/02p5f1q", "cat": "/m/01yrx", "vase": "/m/02s195"}
CREDITS = (
    "ImageID,Subset,OriginalURL,OriginalLandingURL,License,AuthorProfileURL,Author,Title,"
    "OriginalSize,OriginalMD5,Thumbnail300KURL,Rotation"
)
BY = "https://creativecommons.org/licenses/by/2.0/"


def run(*words: object) -> int:
    return main(["aqua", *map(str, words)])


def name_of(number: int) -> str:
    return f"{0xA0B0 + number:016x}"


def photo(path: Path, things: list[tuple[str, list[int]]], seed: int) -> None:
    """Rectangles of their kinds' colours, with a camera's noise, as the JPEG of a photo."""
    picture = Image.new("RGB", SIZE, (205, 205, 195))
    for label, (left, top, width, height) in things:
        area = (left, top, left + width, top + height)
        ImageDraw.Draw(picture).rectangle(area, fill=COLOURS[label])
    noise = np.random.default_rng(seed).integers(-6, 7, (SIZE[1], SIZE[0], 3))
    pixels = np.clip(np.asarray(picture).astype(np.int64) + noise, 0, 255).astype(np.uint8)
    Image.fromarray(pixels).save(path, quality=95)


def world(folder: Path, pictures: int = 12) -> tuple[Path, Path]:
    """Pictures with one, two and five things; their box CSV, and the folder of the pictures."""
    shots, kinds = folder / "photos", list(LABELS)
    shots.mkdir()
    rows, credits = [HEAD], [CREDITS]
    for number in range(pictures):
        count, name = (1, 2, 5)[number % 3], name_of(number)
        boxes = [[4 + 46 * n, 50, 42, 60] for n in range(count)]
        things = [(kinds[(number + n) % 3], box) for n, box in enumerate(boxes)]
        photo(shots / f"{name}.jpg", things, number)
        for label, (left, top, width, height) in things:
            across = f"{left / SIZE[0]},{(left + width) / SIZE[0]}"
            down = f"{top / SIZE[1]},{(top + height) / SIZE[1]}"
            rows.append(f"{name},xclick,{LABELS[label]},1,{across},{down},0,0,0,0,0")
        credits.append(f"{name},validation,https://a/{name},,{BY},,Ann {number},,1,x,,0.0")
    (folder / "boxes.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "images.csv").write_text("\n".join(credits) + "\n", encoding="utf-8")
    names = [f"{code},{name.title()}" for name, code in LABELS.items()]
    (folder / "classes.csv").write_text("\n".join(names) + "\n", encoding="utf-8")
    return folder / "boxes.csv", shots


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project with drawn pictures of all levels."""
    boxes, shots = world(tmp_path)
    output = tmp_path / "project"
    words = ("--annotations", boxes, "--classes", tmp_path / "classes.csv", "--pictures", shots)
    assert run("levels", *words, "--output", output) == 0
    capsys.readouterr()
    return output


def test_pictures_of_open_images_become_a_published_set(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", "--output", project) == 0
    pairs = lines(project / "pairs.jsonl")
    assert [row["level"] for row in pairs] == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    assert {row["source"] for row in pairs} == {"open-images"}
    assert all(row["file"] == f"{row['picture']}.jpg" for row in pairs)
    said = " ".join(row["question"] + row["answer"] for row in pairs)
    assert "cup" in said and "/m/" not in said, "things are called by their names"
    assert run("filter", "--output", project) == 0
    assert "| all | 12 | 0 | 0 | 0 | 0 | 12 |" in capsys.readouterr().out
    assert run("clarify", "--output", project) == 0
    assert len(lines(project / "clarify.jsonl")) == 3
    assert run("split", "--output", project) == 0
    assert run("publish", "--output", project, "--licences", tmp_path / "images.csv") == 0
    dealt = [row for name in ("train", "test")
             for row in lines(project / "published" / "data" / f"{name}.jsonl")]  # fmt: skip
    assert dealt, "some of these pictures are alike, and are dealt as one"
    assert {row["picture_licence"] for row in dealt} == {BY}
    assert all(str(row["picture_author"]).startswith("Ann ") for row in dealt)


def test_a_model_is_asked_about_pictures_of_open_images_too(project: Path) -> None:
    with serving(saying(lambda body: {"kind": "other", "question": "Q?", "answer": "A."})) as stub:
        assert run("generate", "--output", project, "--model", "small", "--url", stub.url) == 0
        texts = [request["messages"][1]["content"][0]["text"] for request in stub.requests]
    assert len(texts) == 12
    assert all("- cup" in text or "- cat" in text or "- vase" in text for text in texts)
    assert json.loads((project / "pairs.jsonl").read_text().splitlines()[0])["question"] == "Q?"
