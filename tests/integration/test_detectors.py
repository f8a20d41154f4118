"""The real networks on odd pictures, from several threads, and on photos with known boxes."""

from __future__ import annotations

import json
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from whichone_core.picture.pictures import read_file
from whichone_core.types.pictures import Box
from whichone_models.builtin.objects import find_things, scene_objects
from whichone_models.builtin.sessions import Sessions

from tests.research import research_folder

PHOTOS = 30


@pytest.fixture(scope="module")
def sessions() -> Sessions:
    return Sessions()


@pytest.mark.parametrize("shape", [(1, 1), (10, 2000), (2000, 10), (37, 53)])
def test_pictures_of_any_shape(sessions: Sessions, shape: tuple[int, int]) -> None:
    pixels = np.random.default_rng(3).integers(0, 255, (*shape, 3)).astype(np.uint8)
    for thing in find_things(sessions, pixels):
        box = thing.box
        assert 0 <= box.left <= box.right <= 1 and 0 <= box.top <= box.bottom <= 1
        assert 0 < thing.chance < 1


def test_a_blank_picture_shows_nothing_sure(sessions: Sessions) -> None:
    things = find_things(sessions, np.full((480, 640, 3), 200, np.uint8))
    assert not any(thing.is_sure for thing in scene_objects(things, 4 / 3))


def test_threads_share_sessions_and_agree() -> None:
    shared = Sessions()
    pixels = np.random.default_rng(4).integers(0, 255, (120, 160, 3)).astype(np.uint8)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: find_things(shared, pixels), range(8)))
    assert all(one == found[0] for one in found)


@pytest.mark.research
def test_the_largest_annotated_thing_is_mostly_found(sessions: Sessions) -> None:
    folder = research_folder("coco")
    data = json.loads((folder / "instances.json").read_text())
    notes = defaultdict(list)
    for note in data["annotations"]:
        notes[note["image_id"]].append(note)
    names = {kind["id"]: kind["name"] for kind in data["categories"]}
    right = 0
    annotated = [image for image in data["images"] if notes[image["id"]]]
    for image in annotated[:PHOTOS]:
        note = max(notes[image["id"]], key=lambda n: n["bbox"][2] * n["bbox"][3])
        x, y, wide, high = note["bbox"]
        width, height = image["width"], image["height"]
        box = Box(x / width, y / height, (x + wide) / width, (y + high) / height)
        pixels = read_file(folder / "images" / image["file_name"]).pixels
        found = scene_objects(find_things(sessions, pixels), width / height)
        label = names[note["category_id"]]
        right += any(o.label == label and o.box.overlap(box) > 0.5 for o in found)
    assert right >= 0.6 * PHOTOS, right
