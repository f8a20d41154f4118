"""A small made-up COCO, drawn here, for a try of every step without COCO.

    python -m whichone_data.aqua.drawn FOLDER [--count N] [--seed N]

FOLDER/pictures holds the pictures and FOLDER/instances.json their boxes, in COCO's form: one, two
and five plain things of like size in turn, so that every level has pictures.  They have a
camera's grain, as the filters drop clean drawings.  What is made of them teaches nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.errors import StorageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH, HEIGHT = 240, 160
KINDS = {"cup": (200, 20, 20), "cat": (20, 40, 190), "vase": (30, 150, 40)}
COUNTS = (1, 2, 5)
"""Of things in a picture; as all are alike, all are salient: levels 1, 2 and 3."""
GRAIN = 6
PATCHES = (8, 12)


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind and its box in pixels: left, top, width, height."""

    kind: str
    box: tuple[int, int, int, int]


def things_of(number: int) -> tuple[Thing, ...]:
    """What the picture of that number shows, from left to right."""
    kinds = list(KINDS)
    places = range(COUNTS[number % len(COUNTS)])
    return tuple(Thing(kinds[(number + n) % len(kinds)], (4 + 46 * n, 50, 42, 60)) for n in places)


def drawn(things: Sequence[Thing], random: np.random.Generator) -> NDArray[np.uint8]:
    """A pale patchy wall, the things in front of it, and grain over all; uint8 RGB."""
    import numpy as np
    from PIL import Image, ImageDraw

    wall = random.integers(190, 246, (*PATCHES, 1)).repeat(3, axis=2).astype(np.uint8)
    picture = Image.fromarray(wall).resize((WIDTH, HEIGHT))
    for thing in things:
        left, top, width, height = thing.box
        area = (left, top, left + width, top + height)
        ImageDraw.Draw(picture).rectangle(area, fill=KINDS[thing.kind])
    grain = random.integers(-GRAIN, GRAIN + 1, (HEIGHT, WIDTH, 3))
    grained = np.clip(np.asarray(picture, dtype=np.int64) + grain, 0, 255)
    return np.asarray(grained, dtype=np.uint8)


def instances(count: int) -> dict[str, object]:
    """The boxes of that many pictures, as in COCO's instances JSON."""
    kinds = list(KINDS)
    notes = [
        {"image_id": n, "category_id": kinds.index(thing.kind), "bbox": thing.box, "iscrowd": 0}
        for n in range(count)
        for thing in things_of(n)
    ]
    shapes = {"width": WIDTH, "height": HEIGHT}
    return {
        "images": [{"id": n, "file_name": f"{n}.png", **shapes} for n in range(count)],
        "categories": [{"id": n, "name": kind} for n, kind in enumerate(kinds)],
        "annotations": [{"id": n, **note} for n, note in enumerate(notes)],
    }


def write(folder: Path, count: int, seed: int) -> None:
    """Draw the pictures and write their boxes.  Raises StorageError."""
    import numpy as np
    from PIL import Image

    random = np.random.default_rng(seed)
    shots = folder / "pictures"
    try:
        shots.mkdir(parents=True, exist_ok=True)
        for number in range(count):
            Image.fromarray(drawn(things_of(number), random)).save(shots / f"{number}.png")
        text = json.dumps(instances(count))
        (folder / "instances.json").write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError("The drawn pictures can't be written.", cause=str(error)) from error


def main(argv: Sequence[str] | None = None) -> int:
    """Draw a small made-up COCO into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=24, help="pictures (24)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(argv)
    write(given.folder, given.count, given.seed)
    sys.stdout.write(f"{given.count} pictures and instances.json in {given.folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
