"""An offline AQuA-mini from COCO photos: what each step keeps, finds and misses.

Levels, questions from templates, filters, splits and the clarification subset, over the COCO
photos of the research data; then what the filters' checks find of planted fakes, what the
style classifier tells of the project's own answers, drawings, and near-duplicates.
"""

from __future__ import annotations

import io
import resource
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageEnhance
from whichone_core.picture.pictures import read_file
from whichone_data.aqua import clarifying, filtering
from whichone_data.aqua.answer_style import style_of
from whichone_data.aqua.checks import Case, drops_of
from whichone_data.aqua.fakes import Fake, fake_of
from whichone_data.aqua.generate import Generation, generated
from whichone_data.aqua.generate import write as write_pairs
from whichone_data.aqua.levels import LEVELS
from whichone_data.aqua.likeness import Hashes, hashes
from whichone_data.aqua.photos import evenness
from whichone_data.aqua.schema import PairRow
from whichone_data.aqua.splits import dealt, grouped, split_table
from whichone_data.aqua.stats import stat_tables
from whichone_data.aqua.steps import Plan, made, write
from whichone_data.page import markdown_table

from tests.bench.report import publish, table
from tests.drawn_shapes import one
from tests.labels import columns, receipt, sign
from tests.pictures import scene
from tests.research import measured_folder

EVERY = 4
"""Every fourth photo is changed for the near-duplicates."""


def main() -> None:
    coco = measured_folder("coco")
    with tempfile.TemporaryDirectory() as folder:
        publish("aqua_filter", "AQuA-mini: filters, splits and style", _body(coco, Path(folder)))


def _body(coco: Path, output: Path) -> str:
    start = perf_counter()
    plan = Plan(coco / "instances.json", output, pictures=coco / "images")
    write(plan, made(plan))
    generation = Generation(output)
    write_pairs(generation, generated(generation))
    cases = filtering.cases_of(generation)
    outcomes = filtering.checked(cases)
    kept = [outcome.pair for outcome in outcomes if outcome.is_kept]
    some = dealt(kept, grouped(kept, generation.folder), None, 0)
    rows, skips = clarifying.offline(cases, 0)
    took = perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pairs = [case.pair for case in cases]
    return "\n\n".join(
        [
            "Levels, templates, filters by checks, splits and hints over the COCO photos, no "
            f"language model: {took:.1f} s, at most {peak:.0f} MB.",
            *(markdown_table(each) for each in stat_tables(pairs)),
            markdown_table(filtering.drop_table(outcomes)),
            markdown_table(filtering.reason_table(outcomes)),
            markdown_table(split_table(some)),
            f"Clarification subset: {len(rows)} of {len(rows) + len(skips)} level 3 pairs.",
            "Planted fakes of the kept pairs that the checks drop. Fakes and checks are by one "
            "author, so this shows that the checks work, not how people's mistakes are found.",
            _fakes(cases),
            "Style classifier: what it says of the project's own answers (templates), "
            "with the question and from the answer alone.",
            _styles(pairs),
            _drawings(coco / "images"),
            "Near-duplicates: changed copies of every fourth photo that both hashes take for "
            "the photo, and different photos that they take for alike.",
            _likeness(sorted((coco / "images").iterdir())),
        ]
    )


def _fakes(cases: Sequence[Case]) -> str:
    sound = [case for case in cases if not drops_of(case)]
    rows: list[list[object]] = []
    for kind in Fake:
        found: Counter[tuple[int, bool]] = Counter()
        for case in sound:
            fake = fake_of(kind, case.pair, case.row, 0)
            if fake is not None:
                found[case.pair.level, bool(drops_of(replace(case, pair=fake)))] += 1
        of_level = [(found[level, True], found[level, False]) for level in range(4)]
        rows.append([kind.value, *(f"{hit} of {hit + miss}" for hit, miss in of_level)])
    return table(["fake", *(f"level {level}" for level in range(4))], rows)


def _styles(pairs: Sequence[PairRow]) -> str:
    rows: list[list[object]] = []
    for level, strategy in enumerate(LEVELS):
        some = [pair for pair in pairs if pair.level == level]
        both = sum(style_of(pair.answer, pair.question) is strategy for pair in some)
        alone = sum(style_of(pair.answer) is strategy for pair in some)
        rows.append([f"level {level}, {strategy.value}", len(some), both, alone])
    return table(["answers", "all", "right with the question", "right from the answer"], rows)


def _drawings(folder: Path) -> str:
    photos = [evenness(read_file(path).pixels) for path in sorted(folder.iterdir())]
    drawn = [evenness(pixels) for pixels in _drawn()]
    shaded = [evenness(scene(seed=seed)) for seed in range(4)]
    most = max(photos, key=lambda each: min(each.alike, each.few))
    return (
        f"Drawings: {sum(each.is_drawing for each in photos)} of {len(photos)} photos are taken "
        f"for one (the most even has {most.alike:.2f} and {most.few:.2f}); found are "
        f"{sum(each.is_drawing for each in drawn)} of {len(drawn)} flat drawings and labels, and "
        f"{sum(each.is_drawing for each in shaded)} of {len(shaded)} drawn scenes with grain."
    )


def _drawn() -> Iterator[NDArray[np.uint8]]:
    flat = [one(kind, "red") for kind in ("circle", "square", "triangle")]
    flat += [np.asarray(label.pixels) for label in (
        sign(["EXIT", "NOW"]), receipt([("Milk", "2.00"), ("Bread", "1.50")]),
        columns(["a", "b"], ["c", "d"]),
    )]  # fmt: skip
    for pixels in flat:
        yield pixels
        yield _recompressed(Image.fromarray(pixels), 85)


def _recompressed(picture: Image.Image, quality: int) -> NDArray[np.uint8]:
    data = io.BytesIO()
    picture.convert("RGB").save(data, "JPEG", quality=quality)
    with Image.open(data) as opened:
        return np.asarray(opened.convert("RGB"))


def _changed(picture: Image.Image) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    width, height = picture.size
    yield "half the size", np.asarray(picture.resize((width // 2, height // 2)))
    yield "JPEG of quality 30", _recompressed(picture, 30)
    yield "a third brighter", np.asarray(ImageEnhance.Brightness(picture).enhance(1.33))
    for share in (2, 5):
        across, down = width * share // 100, height * share // 100
        part = picture.crop((across, down, width - across, height - down))
        yield f"{share} in 100 cut from each side", np.asarray(part)


def _likeness(paths: Sequence[Path]) -> str:
    from whichone_data.aqua.likeness import near_pairs

    found = [hashes(read_file(path).pixels) for path in paths]
    hits: Counter[str] = Counter()
    for path, own in list(zip(paths, found, strict=True))[::EVERY]:
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        for name, pixels in _changed(picture):
            hits[name] += _is_near(own, hashes(pixels))
    count = len(found[::EVERY])
    rows: list[list[object]] = [[name, f"{hit} of {count}"] for name, hit in hits.items()]
    alike = len(list(near_pairs(found)))
    rows.append(["different photos", f"{alike} of {len(found) * (len(found) - 1) // 2} pairs"])
    return table(["copy", "taken for the same"], rows)


def _is_near(one_: Hashes, other: Hashes) -> bool:
    from whichone_data.aqua.likeness import near_pairs

    return any(True for _ in near_pairs([one_, other]))


if __name__ == "__main__":
    main()
