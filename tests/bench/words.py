"""Words read, time and memory: drawn labels, ICDAR 2015 photos and SROIE receipts.

A word is a run of letters and digits, compared without regard to case; every word of the
truth may be matched by one read word only, so recall and precision are over multisets.
ICDAR's illegible words (###) are left out.  Time is that of one call of the reader on a
picture already decoded, the first call left out; memory is the peak of this process.
`--sample N` takes every N-th photo.
"""

from __future__ import annotations

import argparse
import re
import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from whichone_core.picture.pictures import read_file
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import TextEvidence
from whichone_models.builtin.text import TextReader

from tests import labels
from tests.bench.report import publish, table
from tests.labels import Label, Pixels
from tests.receipts import Found, found_in, receipts
from tests.research import measured_folder


@dataclass
class Tally:
    """Words of a group of pictures."""

    truth: int = 0
    read: int = 0
    right: int = 0
    seconds: list[float] = field(default_factory=list)
    scored: list[tuple[float, int, int]] = field(default_factory=list)

    def add(self, truth: Counter[str], evidence: TextEvidence, seconds: float) -> None:
        read = words(evidence.text)
        self.truth += truth.total()
        self.read += read.total()
        self.right += (truth & read).total()
        self.seconds.append(seconds)
        for line in evidence.lines:
            own = words(line.text)
            self.scored.append((line.score, own.total(), (own & truth).total()))

    def row(self, name: str) -> list[object]:
        times = sorted(self.seconds)
        return [
            name,
            len(times),
            self.truth,
            percent(self.right, self.truth),
            percent(self.right, self.read),
            f"{statistics.median(times):.2f}",
            f"{times[int(0.95 * (len(times) - 1))]:.2f}",
        ]


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", text.casefold()))


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def measure(
    reader: TextReader, pictures: Iterator[tuple[Pixels, Counter[str]]]
) -> tuple[Tally, list[TextEvidence]]:
    tally, read = Tally(), []
    for pixels, truth in pictures:
        start = time.perf_counter()
        evidence = reader.read(pixels, Cancel())
        tally.add(truth, evidence, time.perf_counter() - start)
        read.append(evidence)
    return tally, read


# --------------------------------------------------------------------------- the pictures


def drawn() -> list[Label]:
    """Labels, a medicine box, signs, receipts and columns with made-up words."""
    soup = [
        ("GOLDEN VALLEY", 64), ("Tomato Soup with basil", 44), ("400 g", 30),
        ("Ingredients: tomatoes (68%), water, cream, onion,", 22),
        ("sugar, salt, basil (1%), black pepper.", 22), ("BEST BEFORE 31/12/2027 L2231", 26),
    ]  # fmt: skip
    pills = [
        ("PARALENE 500 mg", 52), ("24 tablets", 36), ("Adults: take one or two tablets up to", 24),
        ("four times a day. Do not exceed 8 tablets", 24), ("in 24 hours. EXP 05/2028", 24),
    ]  # fmt: skip
    faces = ("sans", "bold", "serif", "mono")
    inks = (("black", "ivory"), ("white", "navy"), ("darkred", "khaki"), ("gold", "black"))
    made = [
        labels.label(lines, face=face, ink=ink, paper=paper)
        for lines in (soup, pills)
        for face, (ink, paper) in zip(faces, inks, strict=True)
    ]
    rows = [("Whole milk 1L", "1.29"), ("Rye bread", "2.45"), ("Apples 1.2kg", "3.10")]
    made.append(labels.receipt([*rows, ("TOTAL", "6.84"), ("Card", "6.84")]))
    made.append(labels.sign(["WAY OUT", "PLATFORM 4"]))
    made.append(labels.sign(["Mind the step"], ink="black", paper="yellow"))
    made.append(
        labels.columns(
            ["The garden opens in spring", "and closes when the first", "snow is on the hills."],
            ["Visitors may bring a dog", "on a short lead, but not", "into the tea room itself."],
            "The Garden News",
        )
    )
    return made


def as_photos(change: Callable[[Pixels], Pixels]) -> Iterator[tuple[Pixels, Counter[str]]]:
    for number, label in enumerate(drawn()):
        picture = labels.worn(change(label.pixels), blur=0.8, noise=5.0, seed=number)
        yield picture, words(label.text)


def icdar(every: int) -> Iterator[tuple[Pixels, Counter[str]]]:
    folder = measured_folder("icdar2015")
    for path in sorted(folder.glob("*.jpg"))[::every]:
        lines = (folder / f"gt_{path.stem}.txt").read_text(encoding="utf-8-sig").splitlines()
        written = [line.split(",", 8)[8] for line in lines if line.count(",") >= 8]
        truth = words(" ".join(word for word in written if word != "###"))
        yield pixels_of(path), truth


def pixels_of(path: Path) -> Pixels:
    return read_file(path).pixels


def textless() -> Iterator[tuple[Pixels, Counter[str]]]:
    """Drawn scenes without any letter: noise, stripes, checks, discs, gradients."""
    random = np.random.default_rng(7)
    y, x = np.mgrid[0:480, 0:640]
    for size in (6, 12, 25, 50):
        patterns = [
            (x // size) % 2, (y // size) % 2, (x // size + y // size) % 2,
            ((x % (4 * size) - 2 * size) ** 2 + (y % (4 * size) - 2 * size) ** 2) < size * size,
            random.random((480 // size + 1, 640 // size + 1)).repeat(size, 0).repeat(size, 1),
        ]  # fmt: skip
        for pattern in patterns:
            grey = (60 + 140 * np.asarray(pattern, dtype=float)[:480, :640])[:, :, None]
            yield labels.worn(grey.repeat(3, 2).astype(np.uint8), 1.0, 5.0), Counter()


def fruit() -> Iterator[tuple[Pixels, Counter[str]]]:
    folder = measured_folder("grocery")
    for path in sorted(folder.glob("*.jpg")):
        if "Fruit" in path.name or "Vegetables" in path.name:
            yield pixels_of(path), Counter()


# ------------------------------------------------------------------------------ reporting


VIEWS: dict[str, Callable[[Pixels], Pixels]] = {
    "drawn labels, upright": lambda pixels: pixels,
    "drawn labels, leaning 15 degrees": lambda pixels: labels.tilted(pixels, 15),
    "drawn labels, on their side": lambda pixels: labels.turned(pixels, 1),
    "drawn labels, upside down": lambda pixels: labels.turned(pixels, 2),
}
HEAD = ["pictures", "count", "words", "recall", "precision", "median s", "95th percentile s"]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--sample", type=int, default=1)
    every = options.parse_args().sample
    reader = TextReader()
    reader.read(labels.sign(["WARM UP"]).pixels, Cancel())
    tallies = {name: measure(reader, as_photos(view))[0] for name, view in VIEWS.items()}
    tallies["ICDAR 2015 street photos"] = measure(reader, icdar(every))[0]
    slips = list(receipts())[::every]
    tallies["SROIE receipts"], read = measure(
        reader, ((pixels_of(slip.picture), words(" ".join(slip.words))) for slip in slips)
    )
    found = [found_in(text, slip) for text, slip in zip(read, slips, strict=True)]
    no_text, produce = measure(reader, textless())[1], measure(reader, fruit())[1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    parts = [
        table(HEAD, [tally.row(name) for name, tally in tallies.items()]),
        "Words are runs of letters and digits, compared without case, each matched once. "
        f"Peak memory {memory:.0f} MiB.",
        scores(list(tallies.values())),
        right_on_receipts(found),
        claimed_without_text(no_text, produce),
    ]
    publish("words", "Words read", "\n\n".join(parts))


def right_on_receipts(found: Sequence[Found]) -> str:
    totals = [one for one in found if one.is_total_right is not None]
    certain = [one for one in totals if one.total is not None and one.total.is_certain]
    return (
        "Read by this reader, the date is right on "
        f"{sum(one.is_date_right for one in found)} of {len(found)} receipts and "
        f"the total on {sum(bool(one.is_total_right) for one in totals)} of "
        f"{len(totals)}; of the {len(certain)} totals called certain, "
        f"{sum(bool(one.is_total_right) for one in certain)} are right."
    )


def claimed_without_text(patterns: Sequence[TextEvidence], produce: Sequence[TextEvidence]) -> str:
    return (
        f"Text is claimed in {sum(bool(each.lines) for each in patterns)} of {len(patterns)} "
        f"drawn patterns without any, and in {sum(bool(each.lines) for each in produce)} of "
        f"{len(produce)} photos of fruit and vegetables, some of which do show a "
        "price tag or a sticker."
    )


def scores(tallies: list[Tally]) -> str:
    """How right the words of a line are, by the line's score."""
    bands = ((0.7, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01))
    rows: list[list[object]] = []
    for low, high in bands:
        inside = [s for tally in tallies for s in tally.scored if low <= s[0] < high]
        total, right = sum(s[1] for s in inside), sum(s[2] for s in inside)
        rows.append([f"{low:.2f} to {min(high, 1):.2f}", total, percent(right, total)])
    return table(["score of the line", "words", "right"], rows)


if __name__ == "__main__":
    main()
