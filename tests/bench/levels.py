"""AQuA's levels on COCO photos: what the annotated boxes give against what is detected.

The truth of a photo is the level that all its annotated boxes give under the default reading
of saliency; photos with no or exactly four salient boxes belong to none and are left out.
Regions marked as crowds (35 of 3,907) are one box each, as AQuA says nothing of them; the
figures without them are given too.

The four numbers of the chance model are fitted to detections (is there an annotated box of
the same place?), never to levels; every figure here is held out: five folds over photos,
repeated with three shuffles, the chances of a photo averaged over the repeats.  What is not
held out: the softness, the emphasis and how the picture is fitted into NanoDet's square were
chosen among a few values on these photos.  NanoDet itself was trained on COCO's training
split, so the photos of the validation split are also given alone.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from whichone_core.picture.pictures import read_file
from whichone_core.picture.saliency import Rule, level_of, salient
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.levels import EMPHASIS, LEVELS, level_odds
from whichone_models.builtin.objects import (
    FITTED,
    Thing,
    chance_factors,
    corners_of,
    find_things,
    overlaps,
)
from whichone_models.builtin.sessions import Sessions

from tests.bench.report import publish, table
from tests.research import measured_folder

FOLDS, SHUFFLES = 5, 3
PLAIN = dict.fromkeys(LEVELS, 1.0)


@dataclass(frozen=True, eq=False)
class Photo:
    """One annotated photo; boxes: (n, 4) in fractions, is_crowd: (n,).

    is_trained_on: the photo is in COCO's training split, on which NanoDet was trained.
    """

    path: Path
    aspect: float
    boxes: NDArray[np.float64]
    is_crowd: NDArray[np.bool_]
    is_trained_on: bool

    def level(self, *, with_crowds: bool = True) -> Strategy | None:
        kept = self.boxes if with_crowds else self.boxes[~self.is_crowd]
        return level_of(int(salient(kept, aspect=self.aspect).sum()))


@dataclass(frozen=True, eq=False)
class Detected:
    """One photo's things, what the chance model sees of them, and which are annotated."""

    photo: Photo
    things: tuple[Thing, ...]
    factors: NDArray[np.float64]
    is_there: NDArray[np.bool_]
    seconds: float


def photos(folder: Path) -> list[Photo]:
    data = json.loads((folder / "instances.json").read_text())
    notes = defaultdict(list)
    for note in data["annotations"]:
        notes[note["image_id"]].append(note)
    found = []
    for image in data["images"]:
        rows = [note["bbox"] for note in notes[image["id"]]]
        boxes = np.array(rows, np.float64).reshape(-1, 4)
        boxes[:, 2:] += boxes[:, :2]
        size = np.array([image["width"], image["height"]] * 2)
        crowd = np.array([bool(note["iscrowd"]) for note in notes[image["id"]]], bool)
        aspect = image["width"] / image["height"]
        path, is_trained = folder / "images" / image["file_name"], "train" in image["coco_split"]
        found.append(Photo(path, aspect, boxes / size, crowd, is_trained))
    return found


def detect(photo: Photo, sessions: Sessions) -> Detected:
    pixels = read_file(photo.path).pixels
    start = perf_counter()
    things = find_things(sessions, pixels)
    seconds = perf_counter() - start
    there = annotated(corners_of(things), photo.boxes)
    return Detected(photo, things, chance_factors(things), there, seconds)


def annotated(found: NDArray[np.float64], boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which boxes, best first, cover an annotated one (over 0.5), each of these once."""
    overlap = overlaps(found, boxes)
    is_free = np.ones(len(boxes), bool)
    there = np.zeros(len(found), bool)
    for row, covered in enumerate(overlap):
        best = int(np.argmax(covered * is_free)) if len(boxes) else 0
        if len(boxes) and is_free[best] and covered[best] > 0.5:
            is_free[best], there[row] = False, True
    return there


def fit(factors: NDArray[np.float64], is_there: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Logistic regression by Newton's method, shape (4,), with a trace of ridge."""
    weights = np.zeros(factors.shape[1])
    ridge = 0.01 * np.eye(len(weights))
    for _ in range(30):
        chance = 1.0 / (1.0 + np.exp(-factors @ weights))
        slope = factors.T @ (chance - is_there) + ridge @ weights
        bend = (factors.T * (chance * (1.0 - chance))) @ factors + ridge
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def held_out(items: Sequence[Detected]) -> list[dict[Strategy, float]]:
    """Plain odds of each item by models that did not see it."""
    totals = np.zeros((len(items), len(LEVELS)))
    for shuffle in range(SHUFFLES):
        order = np.random.default_rng(shuffle).permutation(len(items))
        for fold in range(FOLDS):
            test = order[fold::FOLDS]
            train = [items[i] for i in np.setdiff1d(order, test)]
            model = fit(
                np.concatenate([item.factors for item in train]),
                np.concatenate([item.is_there for item in train]),
            )
            for i in test:
                totals[i] += _odds(items[i], model)
    return [dict(zip(LEVELS, row / SHUFFLES, strict=True)) for row in totals]


def _odds(item: Detected, model: NDArray[np.float64]) -> NDArray[np.float64]:
    chances = 1.0 / (1.0 + np.exp(-item.factors @ model))
    things = [replace(t, chance=float(p)) for t, p in zip(item.things, chances, strict=True)]
    odds = level_odds(things, item.photo.aspect, PLAIN)
    return np.array([odds[level] for level in LEVELS] if odds else [1.0, 0.0, 0.0])


# ----------------------------------------------------------------------------- the figures


Scorer = Callable[[NDArray[np.int_]], float]


def overall(counts: NDArray[np.int_]) -> float:
    return float(np.trace(counts) / max(1, counts.sum()))


def averaged(counts: NDArray[np.int_]) -> float:
    """Mean over the levels that occur of the share that was right."""
    rows = counts.sum(axis=1)
    return float(np.mean([counts[i, i] / rows[i] for i in range(len(rows)) if rows[i]]))


def interval(truth: NDArray[np.int_], chosen: NDArray[np.int_], score: Scorer) -> str:
    """95% interval by resampling photos within each level (a stratified bootstrap)."""
    random = np.random.default_rng(0)
    strata = [np.flatnonzero(truth == level) for level in range(len(LEVELS))]
    values = []
    for _ in range(1000):
        sample = np.concatenate([random.choice(s, len(s)) for s in strata if len(s)])
        values.append(score(confusion(truth[sample], chosen[sample])))
    low, high = np.quantile(values, [0.025, 0.975])
    return f"{low:.1%} to {high:.1%}"


def confusion(truth: NDArray[np.int_], chosen: NDArray[np.int_]) -> NDArray[np.int_]:
    counts = np.zeros((len(LEVELS), len(LEVELS)), np.int_)
    np.add.at(counts, (truth, chosen), 1)
    return counts


def choose(
    odds: Sequence[Mapping[Strategy, float]], emphasis: Mapping[Strategy, float]
) -> list[int]:
    return [
        max(range(len(LEVELS)), key=lambda i: row[LEVELS[i]] * emphasis[LEVELS[i]]) for row in odds
    ]


def scores(
    name: str, truth: Sequence[Strategy | None], chosen: Sequence[int]
) -> tuple[list[object], NDArray[np.int_]]:
    """One row of figures over the photos that have a level, and their confusion matrix."""
    kept = [i for i, level in enumerate(truth) if level is not None]
    right = np.array([LEVELS.index(truth[i]) for i in kept])
    taken = np.array([chosen[i] for i in kept])
    counts = confusion(right, taken)
    row: list[object] = [name, len(kept)]
    for score in (overall, averaged):
        row += [f"{score(counts):.1%}", interval(right, taken, score)]
    return row, counts


def readings(everything: Sequence[Photo]) -> str:
    """How many photos have 0, 1, ... salient boxes under each reading of the rule."""
    heads = ["reading", "0", "1", "2", "3", "4", "5 and more"]
    rows: list[list[object]] = []
    for rule in Rule:
        counts = Counter(min(5, int(salient(p.boxes, rule, p.aspect).sum())) for p in everything)
        rows.append([rule.value, *(counts[n] for n in range(6))])
    return table(heads, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, help="only the first so many (for a quick look)")
    limit = parser.parse_args().photos
    everything = photos(measured_folder("coco"))
    sessions = Sessions()
    items = [detect(photo, sessions) for photo in everything[:limit]]
    odds = held_out(items)
    truth = [item.photo.level() for item in items]
    without = [item.photo.level(with_crowds=False) for item in items]
    always = [0] * len(items)
    chosen = choose(odds, EMPHASIS)
    main_row, counts = scores("chances, with the emphasis used", truth, chosen)
    fresh = [
        None if item.photo.is_trained_on else level
        for item, level in zip(items, truth, strict=True)
    ]
    rows = [
        main_row,
        scores("the same, photos of COCO's validation split only", fresh, chosen)[0],
        scores("chances, likeliest level", truth, choose(odds, PLAIN))[0],
        scores("chances, emphasis, crowds not counted as boxes", without, chosen)[0],
        scores("always infer", truth, always)[0],
    ]
    publish("levels", "Levels on COCO photos", _body(rows, counts, items, everything))


def _body(
    rows: list[list[object]],
    counts: NDArray[np.int_],
    items: Sequence[Detected],
    everything: Sequence[Photo],
) -> str:
    heads = ["choice", "photos", "right", "95%", "averaged over levels", "95%"]
    names = [level.value for level in LEVELS]
    matrix: list[list[object]] = [
        [name, *(int(n) for n in row)] for name, row in zip(names, counts, strict=True)
    ]
    fitted = fit(
        np.concatenate([item.factors for item in items]),
        np.concatenate([item.is_there for item in items]),
    )
    used = [FITTED.base, FITTED.by_coco, FITTED.by_open, FITTED.covered]
    seconds = [item.seconds for item in items]
    return "\n\n".join(
        [
            f"Held out ({FOLDS} folds, {SHUFFLES} shuffles), against the levels of the annotated "
            "boxes; softness and emphasis were chosen on these photos; level 3 has only a handful "
            "of photos, so the average over levels is uncertain.",
            table(heads, rows),
            "Confusion of the first row (rows: by the boxes, columns: chosen):",
            table(["", *names], matrix),
            f"Both detectors and fusion: median {np.median(seconds):.2f} s, 95% under "
            f"{np.quantile(seconds, 0.95):.2f} s. Chance model fitted on all photos: "
            f"{', '.join(f'{w:.2f}' for w in fitted)}; in use: "
            f"{', '.join(f'{w:.2f}' for w in used)}.",
            f"Salient boxes among the annotated ones of {len(everything)} photos:",
            readings(everything),
        ]
    )


if __name__ == "__main__":
    main()
