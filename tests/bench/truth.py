"""What is right for the research photos: levels, human verdicts, names and words.

Everything is read from the data beside the project when a benchmark runs; none of it is
kept here.  A missing folder ends the benchmark with one sentence.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from pathlib import Path

from whichone_core.types.strategies import Strategy

from tests.bench.levels import photos
from tests.research import measured_folder


def coco_levels() -> dict[Path, Strategy]:
    """Photo -> the level of its annotated boxes, default interpretation (facts: AQuA).

    Photos with exactly four salient boxes, or none, belong to no level and are left out.
    """
    found = photos(measured_folder("coco"))
    levels = {photo.path: photo.level() for photo in found}
    return {path: level for path, level in levels.items() if level is not None}


def human_verdicts() -> dict[Path, bool]:
    """Photo -> whether at least three of five people could not recognise what it shows.

    Photos on which one or two could not are left out: people themselves disagree there.
    """
    root = measured_folder("vizwiz-photos")
    rows = json.loads((root / "index.json").read_text(encoding="utf-8"))
    return {
        root / row["file"]: row["unrecognizable"] >= 3
        for row in rows
        if row["unrecognizable"] is not None and row["unrecognizable"] not in (1, 2)
    }


def product_words() -> dict[Path, set[str]]:
    """Package photo -> the words of its product's name (from the file name)."""
    photos = sorted(measured_folder("grocery").glob("*Packages*.jpg"))
    return {photo: words(photo.stem.split("__")[-1].rsplit("_", 1)[0]) for photo in photos}


def receipt_words() -> dict[Path, set[str]]:
    """Receipt -> its words of two letters or digits and more."""
    root = measured_folder("sroie")
    truth = {}
    for photo in sorted((root / "img").iterdir()):
        with (root / "box" / f"{photo.stem}.csv").open(encoding="utf-8", newline="") as file:
            lines = [",".join(row[8:]) for row in csv.reader(file, quoting=csv.QUOTE_NONE)]
        truth[photo] = words(" ".join(lines))
    return truth


def sign_words() -> dict[Path, set[str]]:
    """Scene photo -> its legible words of two letters and more; photos without are left out."""
    root = measured_folder("icdar2015")
    truth: dict[Path, set[str]] = defaultdict(set)
    for file in sorted(root.glob("gt_*.txt")):
        for line in file.read_text(encoding="utf-8-sig").splitlines():
            text = line.split(",", 8)[8]
            if "###" not in text:
                truth[root / f"{file.stem.removeprefix('gt_')}.jpg"] |= words(text)
    return {photo: there for photo, there in truth.items() if there}


def words(text: str) -> set[str]:
    """The words of a text, lower case, at least two letters or digits long."""
    return {word for word in re.findall(r"[^\W_]+", text.casefold()) if len(word) > 1}
