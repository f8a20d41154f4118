"""Faces found in real photos; the people in them were marked by COCO's annotators."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import whichone_app
from whichone_core.picture.pictures import read_file
from whichone_core.types.pictures import Frame, SourceKind
from whichone_models.builtin.faces import FaceFinder

from tests.research import research_folder

EXAMPLES = Path(whichone_app.__file__).parent / "examples"
LARGE = 0.55
"""A person's share of the picture's height from which the face is large enough to be known."""


@pytest.fixture(scope="module")
def finder() -> FaceFinder:
    return FaceFinder()


def people(folder: Path) -> list[tuple[Path, tuple[float, float, float, float]]]:
    """The first photos in which one person, and nobody else, fills most of the height."""
    found = json.loads((folder / "instances.json").read_text())
    person = next(one["id"] for one in found["categories"] if one["name"] == "person")
    boxes: dict[int, list[tuple[float, float, float, float]]] = {}
    for one in found["annotations"]:
        if one["category_id"] == person:
            boxes.setdefault(one["image_id"], []).append(one["bbox"])
    return [
        (folder / "images" / one["file_name"], boxes[one["id"]][0])
        for one in found["images"]
        if len(boxes.get(one["id"], [])) == 1 and boxes[one["id"]][0][3] > LARGE * one["height"]
    ]


def is_found(finder: FaceFinder, frame: Frame, box: tuple[float, float, float, float]) -> bool:
    x, y, width, height = box
    centres = [face.centre for face in finder.faces(frame)]
    return any(
        x <= right * frame.width <= x + width and y <= down * frame.height <= y + height
        for right, down in centres
    )


def test_most_people_who_fill_the_picture_have_a_face_found(finder: FaceFinder) -> None:
    photos = people(research_folder("coco"))[:12]
    found = [is_found(finder, read_file(path), box) for path, box in photos]
    assert len(found) == 12
    assert sum(found) / len(found) >= 0.8


@pytest.mark.parametrize("turns", [1, 3])
def test_a_turned_photo_has_as_many_faces(finder: FaceFinder, turns: int) -> None:
    path, _ = next(
        one
        for one in people(research_folder("coco"))
        if any(face.height > 0.15 for face in finder.faces(read_file(one[0])))
    )
    frame = read_file(path)
    largest = max(finder.faces(frame), key=lambda face: face.area)
    turned = Frame(
        np.ascontiguousarray(np.rot90(frame.pixels, -turns)),
        SourceKind.FILE,
        datetime.now(UTC),
        frame.full_size,
        "turned",
    )
    again = max(finder.faces(turned), key=lambda face: face.area)
    assert again.area == pytest.approx(largest.area, rel=0.5)


def test_a_picture_without_people_has_no_face(finder: FaceFinder) -> None:
    assert finder.faces(read_file(EXAMPLES / "table.jpg")) == ()
