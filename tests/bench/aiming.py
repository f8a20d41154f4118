"""What aiming a camera costs for each picture, by part, and how soon a good one is taken.

The pictures are drawn (640 by 480, a label on a table), as what is measured in them takes as
long in any other.  Five pictures a second leave 400 ms of the two cores' time for each; boxes
are looked for beside them, in a thread of their own that rests in between.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median

import numpy as np
from whichone_core.picture import quality
from whichone_core.picture.glances import Glancer, glare, subject
from whichone_core.picture.guidance import Glance, Guide, diagnose
from whichone_core.picture.pictures import frame_from_rgb
from whichone_core.types.pictures import SourceKind
from whichone_models.builtin.glimpses import Glimpser

from tests.aimed import CUT_OFF, DARK, GOOD, Shot, view, waved
from tests.bench.report import publish, table

RUNS = 7
SMALL = (120, 160)


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of all threads: the median of several runs after one that does not count.

    What else runs on the machine changes it little, unlike the time on the clock.
    """
    work()
    times = []
    for _run in range(RUNS):
        begun = time.process_time()
        work()
        times.append((time.process_time() - begun) * 1000)
    return median(times)


def costs() -> list[list[object]]:
    """Part by part, in milliseconds."""
    glancer, glimpser, guide = Glancer(), Glimpser(), Guide()
    frame = frame_from_rgb(GOOD, SourceKind.CAMERA)
    small, grey = np.resize(GOOD, (*SMALL, 3)), np.resize(GOOD, SMALL)
    ticks = iter(range(10_000))
    glance = glancer.look(GOOD, 0.0)

    def judge() -> object:
        return guide.see(replace(glance, at_s=float(next(ticks))))

    parts: list[tuple[str, Callable[[], object]]] = [
        ("light and sharpness (`quality.inspect`)", lambda: quality.inspect(frame)),
        ("whether anything stands out", lambda: subject(small)),
        ("spots of glare", lambda: glare(grey)),
        ("**each picture, all of it** (`Glancer.look`)", lambda: glancer.look(GOOD, 0.0)),
        ("what to say (`Guide.see`)", judge),
        ("text, beside it (PP-OCRv6 small, 448 pixels, one thread)", lambda: glimpser.text(GOOD)),
        ("things, beside it (NanoDet, two threads)", lambda: glimpser.things(GOOD)),
    ]
    return [[name, f"{milliseconds(work):.1f}"] for name, work in parts]


def verdicts() -> list[list[object]]:
    """What the real eyes say of drawn pictures."""
    glimpser = Glimpser()
    scenes: list[tuple[str, tuple[Shot, Shot]]] = [
        ("dark", (DARK, DARK)),
        ("moved", (waved(0), waved(1))),
        ("smeared and still", (view(blur=4), view(blur=4))),
        ("cut off on the left", (CUT_OFF, CUT_OFF)),
        ("cut off on the right", (view(-330), view(-330))),
        ("cut off at the top", (view(0, 115), view(0, 115))),
        ("cut off at the bottom", (view(0, -215), view(0, -215))),
        ("an empty table", (view(-480, -340), view(-480, -340))),
        ("a hand's tremor", (view(), view(3, 1))),
        ("good", (GOOD, GOOD)),
    ]
    rows: list[list[object]] = []
    for name, (before, now) in scenes:
        glancer = Glancer()
        glancer.look(before, 0.0)
        glance: Glance = glancer.look(now, 0.2, glimpser.look(now))
        found = diagnose(glance)
        side = f", {found.side}" if found.side else ""
        rows.append([name, f"{found.problem.name.lower()}{side}".replace("_", " ")])
    return rows


def main() -> None:
    body = (
        f"{table(['part', 'ms of processor time (median of 7)'], costs())}\n\n"
        "What is said of drawn pictures (no photos of real aiming exist here):\n\n"
        f"{table(['picture', 'verdict'], verdicts())}"
    )
    publish("aiming", "Aiming a camera", body)


if __name__ == "__main__":
    main()
