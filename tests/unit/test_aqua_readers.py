"""What the readers of COCO and Open Images keep, what they leave out, and what they refuse."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import InputError
from whichone_data.aqua.boxes import Annotations, AnomalyKind
from whichone_data.aqua.coco import load_coco
from whichone_data.aqua.open_images import load_open_images

HEAD = "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsGroupOf"


def instances(*boxes: list[float], **changes: Any) -> dict[str, Any]:
    """A COCO file with one picture of 200 x 100 pixels and these boxes of one category."""
    notes = [
        {"id": number, "image_id": 7, "category_id": 3, "bbox": box, "iscrowd": 0, "area": 1.5,
         "segmentation": [[0, 0, 1, 1, 2, 2]]}
        for number, box in enumerate(boxes, 1)
    ]  # fmt: skip
    whole = {
        "info": {"year": 2017},
        "images": [{"id": 7, "file_name": "7.jpg", "width": 200, "height": 100, "license": 4}],
        "categories": [{"id": 3, "name": "cup", "supercategory": "kitchen"}],
        "annotations": notes,
    }
    return {**whole, **changes}


def coco(folder: Path, content: object) -> Annotations:
    path = folder / "instances.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return load_coco(path)


def csv(folder: Path, *lines: str, head: str = HEAD, **options: Path) -> Annotations:
    path = folder / "boxes.csv"
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return load_open_images(path, **options)


def kinds(annotations: Annotations) -> dict[AnomalyKind, int]:
    return dict(Counter(anomaly.kind for anomaly in annotations.anomalies))


def test_a_coco_box_becomes_fractions_of_its_picture(tmp_path: Path) -> None:
    read = coco(tmp_path, instances([20, 10, 100, 50]))
    assert read.boxes.corners.tolist() == [[0.1, 0.1, 0.6, 0.6]]
    assert (read.pictures.ids, read.pictures.files) == (("7",), ("7.jpg",))
    assert read.pictures.aspects.tolist() == [2.0]
    assert read.categories == ("cup",)
    assert read.anomalies == ()


@pytest.mark.parametrize(
    ("box", "kind"),
    [
        ([10, 10, 0, 20], AnomalyKind.NO_AREA),
        ([10, 10, 20, -5], AnomalyKind.NO_AREA),
        ([10, 10, 0.4, 20], AnomalyKind.NO_AREA),
        ([199.8, 10, 30, 20], AnomalyKind.NO_AREA),
        ([200, 10, 30, 20], AnomalyKind.OUTSIDE),
        ([-40, 10, 30, 20], AnomalyKind.OUTSIDE),
        ([10, -900, 30, 20], AnomalyKind.OUTSIDE),
        ([1e308, 10, 1.7e308, 20], AnomalyKind.NOT_FINITE),
    ],
)
def test_a_box_that_shows_nothing_is_left_out_and_recorded(
    box: list[float], kind: AnomalyKind, tmp_path: Path
) -> None:
    read = coco(tmp_path, instances([0, 0, 50, 50], box))
    assert read.boxes.ids.tolist() == [1]
    assert [(a.kind, a.picture, a.box) for a in read.anomalies] == [(kind, "7", 2)]


def test_a_box_over_the_edge_is_cut_and_only_recorded_beyond_rounding(tmp_path: Path) -> None:
    read = coco(tmp_path, instances([150, 50, 50.9, 50], [-20, 0, 100, 50]))
    assert read.boxes.corners.tolist() == [[0.75, 0.5, 1.0, 1.0], [0.0, 0.0, 0.4, 0.5]]
    assert [(a.kind, a.box) for a in read.anomalies] == [(AnomalyKind.CUT, 2)]


def test_boxes_listed_twice_or_of_nothing_listed_are_left_out(tmp_path: Path) -> None:
    content = instances([0, 0, 50, 50], [0, 0, 60, 60], [0, 0, 70, 70])
    content["annotations"][1]["id"] = 1
    content["annotations"][2]["category_id"] = 99
    content["annotations"].append({"id": 9, "image_id": 8, "category_id": 3, "bbox": [1, 1, 9, 9]})
    content["images"].append(dict(content["images"][0]))
    read = coco(tmp_path, content)
    assert read.boxes.ids.tolist() == [1]
    assert kinds(read) == {
        AnomalyKind.TWICE: 1,
        AnomalyKind.NO_CATEGORY: 1,
        AnomalyKind.NO_PICTURE: 1,
        AnomalyKind.PICTURE_TWICE: 1,
    }
    stranger = next(a for a in read.anomalies if a.kind is AnomalyKind.NO_PICTURE)
    assert (stranger.picture, stranger.box) == ("8", 9)


def test_boxes_stand_in_the_order_of_their_pictures(tmp_path: Path) -> None:
    content = instances([0, 0, 50, 50], [0, 0, 60, 60], [0, 0, 70, 70])
    content["images"].insert(0, {"id": 900100, "width": 100, "height": 100})
    content["annotations"][1].update(image_id=900100, iscrowd=1)
    read = coco(tmp_path, content)
    assert read.boxes.ids.tolist() == [2, 1, 3]
    assert read.boxes.picture.tolist() == [0, 1, 1]
    assert read.boxes.is_crowd.tolist() == [True, False, False]


def test_a_file_without_boxes_is_read(tmp_path: Path) -> None:
    assert len(coco(tmp_path, instances()).boxes) == 0
    assert len(csv(tmp_path).boxes) == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("{", "is not whole JSON"),
        ('{"images": [', "is not whole JSON"),
        ("[]", "is not a COCO instances file"),
        ("{}", "missing required field `images`"),
        (instances([1, 2, 3]), r"annotations\[0\].bbox"),
        (instances(["a", 2, 3, 4]), r"annotations\[0\].bbox"),  # type: ignore[list-item]
        (json.dumps(instances([1, 2, 3, 4])).replace("200", "NaN"), "is not whole JSON"),
        (json.dumps(instances([1, 2, 3, 4])).replace('"id": 1', f'"id": {10**30}'), "<= 92233"),
        (instances(images=[{"id": 7, "width": 10**12, "height": 5}]), "<= 2147483648"),
        (instances(images=[{"id": 7, "width": 0, "height": 5}]), "picture 7 has no size"),
        (
            instances(images=[{"id": 7, "width": w, "height": 5} for w in (5, 6)]),
            "two different pictures under the id 7",
        ),
        (
            instances(categories=[{"id": 3, "name": name} for name in ("cup", "mug")]),
            "two categories under the id 3",
        ),
    ],
)
def test_a_file_that_is_no_instances_file_is_an_error(
    content: object, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        coco(tmp_path, content)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    for load in (load_coco, load_open_images):
        with pytest.raises(InputError, match="can't be read"):
            load(tmp_path / "none")


def test_an_open_images_line_becomes_a_box_with_its_line_as_id(tmp_path: Path) -> None:
    classes = tmp_path / "classes.csv"
    classes.write_text("/m/1,Coffee cup\n/m/2,Cat\n", encoding="utf-8")
    read = csv(
        tmp_path,
        "b,xclick,/m/1,1,0.1,0.5,0.2,0.9,0,0",
        "a,xclick,/m/9,1,0,1,0,1,0,1",
        "b,xclick,/m/1,1,0.1,0.5,0.2,0.9,0,0",
        "b,xclick,/m/1,1,0.5,0.5,0.2,0.9,0,0",
        "b,xclick,/m/1,1,nan,0.5,0.2,0.9,0,0",
        classes=classes,
    )
    assert read.boxes.ids.tolist() == [2, 3]
    assert read.boxes.corners.tolist() == [[0.1, 0.2, 0.5, 0.9], [0, 0, 1, 1]]
    assert read.boxes.is_crowd.tolist() == [False, True]
    assert read.categories == ("coffee cup", "/m/9")
    assert read.pictures.files == ("b.jpg", "a.jpg")
    assert read.pictures.aspects.tolist() == [1.0, 1.0]
    assert kinds(read) == {
        AnomalyKind.TWICE: 1,
        AnomalyKind.NO_AREA: 1,
        AnomalyKind.NOT_FINITE: 1,
    }


def test_open_images_sizes_come_from_the_pictures(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (40, 10)).save(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").write_bytes(b"no picture")
    lines = [f"{name},x,/m/1,1,0.1,0.5,0.2,0.9,0,0" for name in "abc"]
    assert csv(tmp_path, *lines, pictures=tmp_path).pictures.aspects.tolist() == [4, 1, 1]


@pytest.mark.parametrize(
    ("head", "line", "said"),
    [
        ("ImageID,LabelName,XMin,XMax,YMin", "", "no column YMax"),
        (HEAD, "a,x,/m/1,1,left,0.5,0.2,0.9,0,0", "Line 2 of boxes.csv is not a box"),
        (HEAD, "a,x,/m/1", "Line 2 of boxes.csv is not a box"),
        (HEAD, 'a,"x', "can't be read as CSV"),
    ],
)
def test_a_file_that_is_no_box_csv_is_an_error(
    head: str, line: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        csv(tmp_path, line, head=head)
