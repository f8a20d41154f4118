"""AQuA's levels: counts of every reading on COCO photos, and time and memory at COCO's size.

The annotations of COCO train2017's size are made up here, from a seed: as many pictures and
boxes, and outlines of as many points, so that the file is as large as the real one.  Each side
runs in a process of its own, so that its memory is its own; both must give every picture the
same level.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from whichone_core.picture.saliency import Rule, level_of, salient
from whichone_data.aqua.coco import load_coco
from whichone_data.aqua.counts import count_tables
from whichone_data.aqua.levels import LEVELS, NO_LEVEL, Crowds, Reading, levelled
from whichone_data.aqua.sampling import drawn
from whichone_data.page import markdown_table

from tests.bench.report import publish, table
from tests.research import measured_folder

PICTURES, BOXES, CATEGORIES = 118_287, 860_001, 80
POINTS = 20
"""Points of an outline: gives a file of train2017's 450 MB."""

AS_BOXES = Reading(crowds=Crowds.BOX)


def make_up(path: Path, pictures: int, seed: int = 0) -> None:
    """A COCO file: boxes of all sizes, a few crowds, pictures with none to dozens."""
    random = np.random.default_rng(seed)
    boxes = BOXES * pictures // PICTURES
    owner = (random.beta(0.8, 2.0, boxes) * pictures).astype(np.int64)
    owner = random.permutation(pictures)[owner]
    sizes = np.clip(random.lognormal(4.2, 1.0, (boxes, 2)), 1.5, [640, 480])
    corners = random.random((boxes, 2)) * ([640, 480] - sizes)
    flat = np.round(np.concatenate([corners, sizes], axis=1), 2).tolist()
    kinds = random.integers(1, CATEGORIES + 1, boxes).tolist()
    crowds = (random.random(boxes) < 0.01).astype(int).tolist()
    outlines = np.round(random.random((997, 2 * POINTS)) * 640, 2).tolist()
    with path.open("w", encoding="utf-8") as file:
        file.write('{"info": {}, "images": [')
        file.write(",".join(json.dumps(_image(number)) for number in range(pictures)))
        file.write('], "annotations": [')
        for number, (place, box) in enumerate(zip(owner.tolist(), flat, strict=True)):
            note = {
                "segmentation": [outlines[number % 997]],
                "area": box[2] * box[3],
                "iscrowd": crowds[number],
                "image_id": place,
                "bbox": box,
                "category_id": kinds[number],
                "id": number,
            }
            file.write(("," if number else "") + json.dumps(note))
        names = [{"id": n, "name": f"kind {n}"} for n in range(1, CATEGORIES + 1)]
        file.write(f'], "categories": {json.dumps(names)}}}')


def _image(number: int) -> dict[str, object]:
    name = f"{number:012d}.jpg"
    url = f"http://pictures.example/train2017/{name}"
    size = {"width": 640, "height": 480}
    return {"id": number, "file_name": name, **size, "license": 1, "coco_url": url}


def ours(path: Path) -> dict[str, Any]:
    start = perf_counter()
    annotations = load_coco(path)
    parsed = perf_counter()
    found = levelled(annotations, AS_BOXES)
    one = perf_counter()
    count_tables(annotations, AS_BOXES)
    all_readings = perf_counter()
    sample = drawn(annotations, found, 1800, 0)
    end = perf_counter()
    return {
        "parse": parsed - start,
        "levels": one - parsed,
        "readings": all_readings - one,
        "draw": end - all_readings,
        "drawn": [sample.size(level) for level in range(4)],
        "levels_digest": _digest(found.level),
    }


def loop(path: Path) -> dict[str, Any]:
    """A loop over pictures with the core's rule: pycocotools, or plain JSON where it isn't."""
    start = perf_counter()
    images, notes_of = _with_pycocotools(path) if find_spec("pycocotools") else _plainly(path)
    parsed = perf_counter()
    levels = []
    for image in images:
        rows = [note["bbox"] for note in notes_of(image["id"])]
        boxes = np.array(rows, np.float64).reshape(-1, 4)
        boxes[:, 2:] += boxes[:, :2]
        boxes /= np.array([image["width"], image["height"]] * 2)
        strategy = level_of(int(salient(boxes, aspect=image["width"] / image["height"]).sum()))
        levels.append(NO_LEVEL if strategy is None else LEVELS.index(strategy))
    end = perf_counter()
    digest = _digest(np.array(levels, np.int64))
    return {"parse": parsed - start, "levels": end - parsed, "levels_digest": digest}


def _with_pycocotools(path: Path) -> tuple[list[dict[str, Any]], Any]:
    from pycocotools.coco import COCO  # type: ignore[import-untyped, unused-ignore]

    coco = COCO(str(path))
    images = list(coco.loadImgs(coco.getImgIds()))
    return images, lambda number: coco.loadAnns(coco.getAnnIds(imgIds=number))


def _plainly(path: Path) -> tuple[list[dict[str, Any]], Any]:
    content = json.loads(path.read_text(encoding="utf-8"))
    notes: dict[int, list[dict[str, Any]]] = {}
    for note in content["annotations"]:
        notes.setdefault(note["image_id"], []).append(note)
    return content["images"], lambda number: notes.get(number, [])


def _digest(levels: np.ndarray[Any, np.dtype[np.int64]]) -> str:
    return sha256(levels.tobytes()).hexdigest()


SIDES = {"ours": ours, "loop": loop}


def measured(side: str, path: Path) -> dict[str, Any]:
    """One side in a process of its own, with the most memory that it took, in MB."""
    command = [sys.executable, "-m", "tests.bench.aqua", "--side", side, "--file", str(path)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(ran.stdout.splitlines()[-1]))


def _peak() -> float:
    """The most memory of this process in MB.  Linux's own word first: what `resource` says
    begins with the memory of the process that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text())
        if found:
            return int(found.group(1)) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=PICTURES, help="fewer, for a quick look")
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.side:
        result = SIDES[arguments.side](arguments.file)
        print(json.dumps({**result, "peak": _peak()}))
        return
    coco = measured_folder("coco") / "instances.json"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "instances.json"
        make_up(path, arguments.pictures)
        size = path.stat().st_size / 1e6
        results = {side: measured(side, path) for side in SIDES}
    if results["ours"]["levels_digest"] != results["loop"]["levels_digest"]:
        raise SystemExit("The two sides give different levels.")
    publish("aqua", "AQuA's levels from boxes", _body(coco, results, arguments.pictures, size))


def _body(coco: Path, results: dict[str, dict[str, Any]], pictures: int, size: float) -> str:
    ours, loop = results["ours"], results["loop"]
    name = "pycocotools, picture by picture" if find_spec("pycocotools") else "json, by picture"
    rows: list[list[object]] = [
        [who, f"{r['parse']:.1f} s", f"{r['levels']:.2f} s", f"{r['peak']:.0f} MB"]
        for who, r in (("whichone-data aqua", ours), (name, loop))
    ]
    heads = ["", "reading the file", "levels, one reading", "most memory"]
    photos = load_coco(coco)
    counts = [markdown_table(each) for each in count_tables(photos, Reading())]
    return "\n\n".join(
        [
            f"Counts on {len(photos.pictures.ids)} COCO photos ({len(photos.boxes)} boxes): "
            "by salient boxes (crowds are boxes), by level (crowds left out), by what a crowd is.",
            *counts,
            f"Made-up annotations of train2017's size ({pictures:,} pictures, {size:.0f} MB; "
            "memory includes the mapped file). Both give every picture the same level.",
            table(heads, rows),
            f"All {len(Rule)} rules and {len(Crowds)} treatments of crowds: "
            f"{ours['readings']:.2f} s; drawing {ours['drawn']} of levels 0 to 3: "
            f"{ours['draw']:.2f} s.",
        ]
    )


if __name__ == "__main__":
    main()
