"""Reads COCO's instances JSON: the file that pycocotools reads, strictly, in seconds.

train2017's file is 450 MB, most of it outlines that nobody needs here.  msgspec decodes only
the fields of `_shape` into small values and checks their types on the way, from a mapped file:
seconds and 0.8 GB, half of it the file itself, where pycocotools needs ten times as long and
2.5 GB (tests/bench/aqua.py measures both).

A wrong type, a missing field or broken JSON is an error, as then the file isn't what it is
taken for.  Single bad boxes are left out and recorded (`boxes.py`).
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from whichone_core.errors import InputError

from .boxes import Annotations, Anomaly, AnomalyKind, Boxes, Pictures, Raw, checked

SOURCE = "coco"


def load_coco(path: Path) -> Annotations:
    """The boxes of an instances JSON file.

    Raises InputError where the file can't be read, isn't JSON or of another shape, where two
    pictures or categories share an id but differ, or where a picture has no size.
    """
    found = _decoded(path)
    images, anomalies = _pictures(path, found.images)
    names = _categories(path, found.categories)
    pictures = Pictures(
        ids=tuple(str(image.id) for image in images),
        files=tuple(image.file_name for image in images),
        sizes=_column([(image.width, image.height) for image in images], 2),
    )
    raw = _boxes(found.annotations, images, list(names), pictures)
    return checked(SOURCE, pictures, list(names.values()), raw, True, anomalies)


def _shape(library: Any) -> Any:
    """What is read of the file; all other fields are passed over.  Made when it is needed, as
    msgspec is installed only with the dataset tools."""
    number: Any = Annotated[int, library.Meta(ge=-(2**63), le=2**63 - 1)]
    side: Any = Annotated[int, library.Meta(le=2**31)]
    image = library.defstruct(
        "Image", [("id", int), ("width", side), ("height", side), ("file_name", str, "")], gc=False
    )
    category = library.defstruct("Category", [("id", int), ("name", str)], gc=False)
    annotation = library.defstruct(
        "Annotation",
        [
            ("id", number),
            ("image_id", int),
            ("category_id", int),
            ("bbox", tuple[float, float, float, float]),
            ("iscrowd", int | bool, 0),
        ],
        gc=False,
    )
    lists: Any = {"images": image, "annotations": annotation, "categories": category}
    return library.defstruct("Instances", [(name, list[lists[name]]) for name in lists])


def _decoded(path: Path) -> Any:
    import msgspec

    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
            return msgspec.json.decode(text, type=_shape(msgspec))
    except msgspec.ValidationError as error:
        raise InputError(
            f"{path.name} is not a COCO instances file: {error}.",
            remedy="Name a file such as instances_train2017.json.",
            cause=str(error),
        ) from error
    except msgspec.DecodeError as error:
        raise _unreadable(path, "is not whole JSON", error) from error
    except OSError as error:
        raise _unreadable(path, "can't be read", error) from error
    except ValueError as error:  # an empty file can't be mapped
        raise _unreadable(path, "is empty", error) from error


def _unreadable(path: Path, what: str, error: Exception) -> InputError:
    return InputError(
        f"The annotations {path.name}: the file {what}.",
        remedy="Name the file, or get it again.",
        cause=f"{path}: {error}",
    )


def _pictures(path: Path, images: Sequence[Any]) -> tuple[list[Any], list[Anomaly]]:
    """Each picture once.  A second one of an id must be the same, or boxes have no owner."""
    first: dict[int, Any] = {}
    anomalies = []
    for image in images:
        if image.width <= 0 or image.height <= 0:
            raise InputError(f"{path.name}: picture {image.id} has no size.")
        if image != first.setdefault(image.id, image):
            raise InputError(
                f"{path.name} lists two different pictures under the id {image.id}.",
                remedy="Give each picture an id of its own.",
            )
        if image is not first[image.id]:
            anomalies.append(Anomaly(AnomalyKind.PICTURE_TWICE, str(image.id)))
    return list(first.values()), anomalies


def _categories(path: Path, categories: Sequence[Any]) -> dict[int, str]:
    names: dict[int, str] = {}
    for category in categories:
        if names.setdefault(category.id, category.name) != category.name:
            raise InputError(f"{path.name} lists two categories under the id {category.id}.")
    return names


def _boxes(
    annotations: Sequence[Any], images: Sequence[Any], categories: Sequence[int], pictures: Pictures
) -> Raw:
    picture_of = {image.id: place for place, image in enumerate(images)}
    category_of = {number: place for place, number in enumerate(categories)}
    count = len(annotations)
    flat = chain.from_iterable(a.bbox for a in annotations)
    corners = np.fromiter(flat, np.float64, 4 * count).reshape(-1, 4)
    # A negative width must stay one: the corners are then reversed, which is found later.
    with np.errstate(over="ignore"):
        corners[:, 2:] += corners[:, :2]
    picture = np.fromiter((picture_of.get(a.image_id, -1) for a in annotations), np.int64, count)
    sizes = np.concatenate([pictures.sizes, np.ones((1, 2))])[picture]
    corners /= np.tile(sizes, 2)
    category = (category_of.get(a.category_id, -1) for a in annotations)
    crowd = (bool(a.iscrowd) for a in annotations)
    boxes = Boxes(
        picture,
        np.fromiter(category, np.int64, count),
        corners,
        np.fromiter(crowd, np.bool_, count),
        np.fromiter((a.id for a in annotations), np.int64, count),
    )
    strangers = np.flatnonzero(picture < 0).tolist()
    return Raw(boxes, {row: str(annotations[row].image_id) for row in strangers})


def _column(rows: Sequence[tuple[int, ...]], width: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.asarray(rows, dtype=np.float64).reshape(-1, width)
