"""How often good photos are called bad, and bad ones are found, per flaw and data set.

Good are COCO's and the grocery photos, the sharp one of the blur set, and those of blind
photographers in which at most two of five people saw any flaw.  Bad are photos in which at
least three of five saw the flaw, and the blur set's moved and unfocused ones.  Darkened and
softened copies of every fifth COCO photo, made here, stand in for flaws that few photos have.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from whichone_core.picture import quality
from whichone_core.picture.pictures import frame_from_rgb, read_file
from whichone_core.picture.quality import inspect, is_unusable, with_text
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import Flaw, QualityReport
from whichone_models.builtin.finder import BuiltinFinder

from tests.bench.report import publish, table
from tests.drawn_shapes import COLOURS, Shape, draw
from tests.research import measured_folder

GOOD = frozenset[Flaw]()
VOTES = {"BLR": Flaw.BLURRED, "DRK": Flaw.DARK, "BRT": Flaw.BRIGHT, "FRM": Flaw.CUT_OFF}
PIXEL_FLAWS = (Flaw.UNIFORM, Flaw.DARK, Flaw.BRIGHT, Flaw.BLURRED, Flaw.SMALL)
THRESHOLDS = {
    Flaw.UNIFORM: f"strongest edge < {quality.PLAIN_EDGE:g}",
    Flaw.DARK: f"lightness_95 < {quality.DARKNESS:g}",
    Flaw.BRIGHT: f"clipped >= {quality.GLARE:g}, steepness < {quality.STEEP:g}",
    Flaw.BLURRED: f"sharpness < {quality.SHARPNESS:g}, steepness < {quality.STEEP:g}",
    Flaw.SMALL: f"short side < {quality.SHORT_SIDE}",
    Flaw.CUT_OFF: f"{quality.CUT_SHARE:.0%} of the text at an edge",
    Flaw.TILTED: f"lean >= {quality.LEAN:g} degrees",
}


@dataclass(frozen=True, slots=True)
class Case:
    """A photo: its data set, the flaws people saw (None: not agreed), and what we found."""

    group: str
    truth: frozenset[Flaw] | None
    report: QualityReport
    unrecognizable: int | None = None


def cases(finder: BuiltinFinder) -> Iterator[Case]:
    for number, path in enumerate(sorted((measured_folder("coco") / "images").iterdir())):
        frame = read_file(path)
        yield Case("coco", GOOD, inspect(frame))
        if number % 5 == 0:
            yield from spoilt(frame)
    for path in sorted(measured_folder("grocery").glob("*.jpg")):
        frame = read_file(path)
        report = inspect(frame)
        if "Packages" in path.name:
            report = read(finder, frame, report)
        yield Case("grocery", GOOD, report)
    for path in sorted(measured_folder("blur").iterdir()):
        kinds = {"S": GOOD, "F": frozenset({Flaw.BLURRED}), "M": frozenset({Flaw.BLURRED})}
        yield Case("blur", kinds.get(path.stem.rsplit("_", 1)[-1]), inspect(read_file(path)))
    yield from blind_photographers(finder)


def blind_photographers(finder: BuiltinFinder) -> Iterator[Case]:
    folder = measured_folder("vizwiz-photos")
    for row in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        frame = read_file(folder / row["file"])
        report = read(finder, frame, inspect(frame))
        yield Case("vizwiz", agreed(row["flaws"]), report, row["unrecognizable"])


def agreed(votes: dict[str, int] | None) -> frozenset[Flaw] | None:
    """The flaws that a majority saw; None where votes are missing or only name other flaws."""
    if votes is None:
        return None
    seen = frozenset(flaw for key, flaw in VOTES.items() if votes[key] >= 3)
    has_others = any(votes[key] >= 3 for key in ("OBS", "OTH", "ROT"))
    return None if has_others and not seen else seen


def spoilt(frame: Frame) -> Iterator[Case]:
    """Copies out of focus (3 pixels at 640 of width, with noise) and at an eighth of the light."""
    pixels = frame.pixels.astype(np.float32)
    noise = np.random.default_rng(0).normal(0, 2, pixels.shape)
    soft = cv2.GaussianBlur(pixels, (0, 0), 3.0 * frame.width / 640) + noise
    yield Case("softened", frozenset({Flaw.BLURRED}), inspect(of(soft)))
    yield Case("darkened", frozenset({Flaw.DARK}), inspect(of(pixels / 8 + noise)))


def of(pixels: NDArray[np.floating]) -> Frame:
    return frame_from_rgb(np.clip(pixels, 0, 255).astype(np.uint8), SourceKind.FILE)


def read(finder: BuiltinFinder, frame: Frame, report: QualityReport) -> QualityReport:
    text = finder.look(frame, frozenset({Look.TEXT}), Cancel()).text
    return report if text is None else with_text(report, text)


# --------------------------------------------------------------------------- counting


def share(chosen: list[Case], told: Callable[[Case], bool]) -> str:
    return f"{sum(map(told, chosen))}/{len(chosen)}" if chosen else "-"


def flaw_row(flaw: Flaw, everything: list[Case], groups: list[str]) -> list[object]:
    def told(case: Case) -> bool:
        return case.report.has(flaw)

    row: list[object] = [flaw.value, THRESHOLDS[flaw]]
    for group in groups:
        here = [case for case in everything if case.group == group and case.truth is not None]
        good = [case for case in here if not case.truth]
        bad = [case for case in here if flaw in (case.truth or ())]
        row.append(f"{share(good, told)}; {share(bad, told)}")
    return row


def held_out(everything: list[Case]) -> str:
    """The sharpness threshold set on one half of the good and tried on the other, both ways."""
    good = [c for c in everything if c.truth == GOOD]
    bad = [c for c in everything if Flaw.BLURRED in (c.truth or ()) and c.group != "softened"]
    lines = []
    for half in (0, 1):
        seen, other = good[half::2], good[1 - half :: 2]
        limit = statistics.quantiles([c.report.measures["sharpness"] for c in seen], n=1000)[11]
        wrong = sum(map(blurred_below(limit), other))
        lines.append(
            f"{limit:.0f} from one half flags {wrong}/{len(other)} of the other "
            f"and finds {sum(map(blurred_below(limit), bad))}/{len(bad)}"
        )
    return "; ".join(lines)


def blurred_below(limit: float) -> Callable[[Case], bool]:
    def told(case: Case) -> bool:
        measures = case.report.measures
        return measures["sharpness"] < limit and measures["steepness"] < quality.STEEP

    return told


def lightened() -> Iterator[Frame]:
    """Every fifth COCO photo washed out: brighter, softer, hazy, as cameras and JPEG leave it."""
    for path in sorted((measured_folder("coco") / "images").iterdir())[::5]:
        pixels = read_file(path).pixels.astype(np.float32)
        soft = cv2.GaussianBlur(pixels, (0, 0), 4.0 * pixels.shape[1] / 640)
        for gain, light in ((2, 0), (4, 0), (8, 0), (0.5, 190), (0.15, 235)):
            for source in (pixels, soft):
                washed = np.clip(source * gain + light, 0, 255).astype(np.uint8)
                packed = cv2.imencode(".jpg", washed, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
                unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
                assert unpacked is not None
                yield of(unpacked.astype(np.float32))


def is_light(measures: Mapping[str, float]) -> bool:
    return measures["clipped"] >= quality.GLARE and measures["steepness"] < quality.STEEP


def drawings() -> Iterator[Frame]:
    for side in (200, 640, 1200):
        for colour in COLOURS:
            yield of(draw([Shape("circle", colour, 0.5, 0.5, 0.12)], side=side).astype(float))


def flatness(everything: list[Case]) -> str:
    """What tells drawings on white from glare, of photos, of photos made lighter, of drawings."""
    washed = [m for m in (inspect(frame).measures for frame in lightened()) if is_light(m)]
    edged = [m for m in washed if m["strongest_edge"] >= quality.DRAWN_EDGE]
    photos = [
        c.report.measures for c in everything if c.report.measures["clipped"] >= quality.GLARE
    ]
    drawn = [inspect(frame).measures for frame in drawings()]
    highest = [max(m["flat"] for m in some) for some in (photos, washed, edged)]
    return (
        f"Flat share (a drawing from {quality.DRAWN:g} on, where an edge has "
        f"{quality.DRAWN_EDGE:g}): {highest[0]:.2f} at most in the {len(photos)} photos that are "
        f"so light; {highest[1]:.2f} at most in {len(washed)} photos made so light that their "
        f"edges drown, {highest[2]:.2f} in the {len(edged)} of them that have edges left; "
        f"{min(m['flat'] for m in drawn):.2f} at least in {len(drawn)} drawings of one thing on "
        "white."
    )


def time_ms() -> str:
    random = np.random.default_rng(0)
    frame = frame_from_rgb(random.integers(0, 255, (3000, 4000, 3), np.uint8), SourceKind.FILE)
    inspect(frame)
    times = []
    for _ in range(9):
        start = time.perf_counter()
        inspect(frame)
        times.append((time.perf_counter() - start) * 1000)
    return f"{statistics.median(times):.0f} ms (fastest {min(times):.0f})"


def main() -> None:
    everything = list(cases(BuiltinFinder()))
    groups = ["coco", "grocery", "blur", "vizwiz", "softened", "darkened"]
    good = [case for case in everything if case.truth == GOOD]
    by_pixels = share(good, lambda case: case.report.has(*PIXEL_FLAWS))
    at_all = share(good, lambda case: not case.report.is_good)
    lost = share(good, lambda case: is_unusable(case.report))
    hopeless = [case for case in everything if (case.unrecognizable or 0) >= 4]
    readable = [case for case in everything if case.unrecognizable is not None
                and case.unrecognizable <= 1]  # fmt: skip
    publish(
        "quality",
        "Picture quality",
        f"Good photos called bad by their pixels: {by_pixels}; by pixels or text (text read in "
        f"packages and in blind photographers' photos): {at_all}.  Target: at most 3%.\n\n"
        "Each cell: good photos flagged; photos with the flaw that were found.\n\n"
        + table(
            ["flaw", "threshold", *groups], [flaw_row(flaw, everything, groups) for flaw in Flaw]
        )
        + "\n\nFor people's verdict on the frame (FRM) `cut off` only counts where text was read.\n"
        f"Sharpness, held out: {held_out(everything)}.\n"
        f"Called unusable outright: {lost} of good photos; "
        f"{share(hopeless, lambda case: is_unusable(case.report))} of those that four or five of "
        f"five people could not recognise, "
        f"{share(readable, lambda case: is_unusable(case.report))} of those that at most one "
        f"could not.\n{flatness(everything)}\nTime for 12 megapixels: {time_ms()}.",
    )


if __name__ == "__main__":
    main()
