"""Train and test share no picture and nothing like one, and have as many of each level."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from whichone_core.errors import InputError
from whichone_data.aqua.licences import credits_of
from whichone_data.aqua.likeness import Hashes, file_hashes, groups, hashes, near_pairs
from whichone_data.aqua.schema import PairRow
from whichone_data.aqua.splits import SPLITS, dealt, grouped

from tests.pictures import scene
from tests.unit.test_aqua_checks import pair


def pairs(levels: list[int]) -> list[PairRow]:
    return [
        pair(level, "What is it?", "A cup.").model_copy(
            update={"picture": str(n), "file": f"{n}.jpg"}
        )
        for n, level in enumerate(levels)
    ]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 25)), max_size=60),
    st.integers(1, 9) | st.none(),
    st.booleans(),
    st.integers(0, 5),
)
def test_no_group_is_in_two_splits_and_no_split_has_too_many(
    some: list[tuple[int, int]], per_level: int | None, is_balanced: bool, seed: int
) -> None:
    found = dealt(pairs([level for level, _ in some]), [group for _, group in some], per_level,
                  seed, is_balanced)  # fmt: skip
    splits_of: dict[int, set[str]] = {}
    for each in found:
        if each.split:
            splits_of.setdefault(each.group, set()).add(each.split)
    assert all(len(splits) == 1 for splits in splits_of.values())
    counts = Counter((each.split, each.pair.level) for each in found)
    sizes = Counter(level for level, _ in some)
    for split in SPLITS:
        for level in range(4):
            most = min(sizes[level] // 2, per_level or 99)
            most = min(most, *(sizes[n] // 2 for n in range(4))) if is_balanced else most
            assert counts[split, level] <= most


def test_without_duplicates_both_splits_are_full_and_a_seed_changes_them() -> None:
    some = pairs([n % 4 for n in range(80)])
    found = dealt(some, list(range(80)), 7, 0)
    counts = Counter((each.split, each.pair.level) for each in found)
    assert all(counts[split, level] == 7 for split in SPLITS for level in range(4))
    assert found == dealt(some, list(range(80)), 7, 0)
    assert found != dealt(some, list(range(80)), 7, 1)


def test_changed_copies_of_a_picture_are_near_and_other_pictures_are_not() -> None:
    first, second = scene(seed=1), scene(seed=2)[::-1].copy()
    picture = Image.fromarray(first)
    copies = [
        np.asarray(picture.resize((200, 150))),
        np.clip(first.astype(np.int64) * 0.8, 0, 255).astype(np.uint8),
        first,
        second,
    ]
    found = set(near_pairs([hashes(each) for each in copies]))
    assert found == {(0, 1), (0, 2), (1, 2)}


def test_groups_link_over_others() -> None:
    assert groups(5, iter([(3, 4), (1, 3)])) == [0, 1, 2, 1, 1]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 2**64 - 1)] * 2), max_size=20))
def test_hashes_of_any_bits_are_compared(bits: list[tuple[int, int]]) -> None:
    some = [Hashes(*each) for each in bits]
    wanted = {
        (n, m)
        for m in range(len(some))
        for n in range(m)
        if (some[n].difference ^ some[m].difference).bit_count() <= 12
        and (some[n].frequency ^ some[m].frequency).bit_count() <= 12
    }
    assert set(near_pairs(some)) == wanted


def test_pairs_about_like_pictures_are_one_group(tmp_path: Path) -> None:
    some = pairs([0, 1, 2])
    Image.fromarray(scene(seed=1)).save(tmp_path / "0.jpg")
    Image.fromarray(scene(seed=2)[::-1].copy()).save(tmp_path / "1.jpg")
    Image.fromarray(scene(seed=1)).resize((300, 200)).save(tmp_path / "2.jpg")
    assert grouped(some, tmp_path) == [0, 1, 0]
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    with pytest.raises(InputError):
        file_hashes(tmp_path / "1.jpg")


def test_licences_are_read_from_coco_and_from_open_images(tmp_path: Path) -> None:
    coco = {"licenses": [{"id": 4, "name": "CC BY 2.0"}],
            "images": [{"id": 7, "license": 4, "flickr_url": "http://a"}, {"id": 8}]}  # fmt: skip
    (tmp_path / "a.json").write_text(json.dumps(coco))
    found = credits_of(tmp_path / "a.json")
    assert (found["7"].licence, found["7"].address) == ("CC BY 2.0", "http://a")
    assert found["8"].licence == "unknown"
    (tmp_path / "images.csv").write_text(
        "ImageID,OriginalLandingURL,License,Author\nx,http://b,http://licence,Ann\n"
    )
    credit = credits_of(tmp_path / "images.csv")["x"]
    assert (credit.licence, credit.address, credit.author) == ("http://licence", "http://b", "Ann")
    (tmp_path / "b.json").write_text("{")
    with pytest.raises(InputError, match="can't be read"):
        credits_of(tmp_path / "b.json")
