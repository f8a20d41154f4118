"""Which pictures are refused, by the built-in engine and by the repository's own model.

Photos by blind people are grouped by how many of five others could not recognise what they
show (docs/vizwiz-lf.md).  COCO's stand in for good ones; copies of some of them, so far out of
focus or so dark that nothing can be told, for severe flaws that few photos have.  The model is
asked in the app, and alone, as if every picture were good: what it would have said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from whichone_core.measuring import Measuring
from whichone_core.picture.pictures import read_file
from whichone_core.picture.quality import inspect, is_severe
from whichone_core.scene import Scene
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look
from whichone_core.types.pictures import Frame
from whichone_core.types.strategies import Strategy
from whichone_data.vizwiz.collect import DEFAULT_QUESTIONS
from whichone_data.vizwiz.collected import AS_IN_THE_APP, ENGINE_ALONE
from whichone_data.vizwiz.photos import FEWEST, MOST, read_photos
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import BuiltinFinder
from whichone_models.files.sidecar import read_sidecar
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder
from whichone_training.tellers import EngineTeller

from tests.bench.report import publish, table
from tests.research import ROOT, measured_folder

MODEL = ROOT / "models" / "demo" / "Q8_0"
EVERY_GOOD, EVERY_SPOILT = 16, 32
"""Of COCO's photos: one in so many is asked about, and is spoilt."""
LOST, DISPUTED, KNOWN = "people could not tell", "people disagree", "all could tell"
GOOD, SPOILT = "COCO", "COCO, spoilt"
_CLAIMS = (Strategy.DIRECT, Strategy.INFER, Strategy.LIST)


@dataclass(frozen=True, slots=True)
class Case:
    """A picture file and its group."""

    path: Path
    group: str


@dataclass(frozen=True, slots=True)
class Said:
    """What was done about one picture by one engine, and what it said."""

    case: Case
    who: str
    question: str
    strategy: Strategy
    text: str


def photos() -> Iterator[Case]:
    """The photos by blind people that five others were asked about."""
    folder = measured_folder("vizwiz-photos")
    for photo in read_photos(folder):
        votes = photo.unrecognizable
        if votes is not None:
            group = LOST if votes >= MOST else KNOWN if votes <= FEWEST else DISPUTED
            yield Case(folder / photo.file, group)


def good_ones() -> list[Path]:
    return sorted((measured_folder("coco") / "images").iterdir())


def spoilt(folder: Path) -> Iterator[Case]:
    """Copies out of focus by 16 pixels at 640 of width, and at a sixteenth of the light."""
    for path in good_ones()[::EVERY_SPOILT]:
        pixels = read_file(path).pixels[..., ::-1].astype(np.float32)
        noise = np.random.default_rng(0).normal(0, 2, pixels.shape)
        soft = cv2.GaussianBlur(pixels, (0, 0), 16.0 * pixels.shape[1] / 640)
        for name, made in (("soft", soft), ("dark", pixels / 16)):
            copy = folder / f"{path.stem}-{name}.png"
            cv2.imwrite(str(copy), np.clip(made + noise, 0, 255).astype(np.uint8))
            yield Case(copy, SPOILT)


class KeptFinder:
    """Looks at each picture once, whoever asks how often; gives only what was asked for."""

    def __init__(self) -> None:
        self._finder = BuiltinFinder()
        self._measuring = Measuring(self._finder)
        self._known: dict[str, Evidence] = {}

    def look(self, frame: Frame, looks: frozenset[Look], cancel: Cancel) -> Evidence:
        scene = Scene(frame, evidence=self._known.get(frame.digest, Evidence()))
        self._measuring.find(scene, looks, cancel)
        known = self._known[frame.digest] = scene.evidence
        odds = known.level_odds if Look.OBJECTS in looks else None
        return Evidence(
            **{look.value: getattr(known, look.value) for look in looks}, level_odds=odds
        )

    def warm_up(self, looks: frozenset[Look]) -> None:
        self._finder.warm_up(looks)


def mini(finder: KeptFinder) -> EngineTeller:
    """The repository's model in this process."""
    sidecar = read_sidecar(MODEL)
    if sidecar is None or sidecar.tower is None:
        raise SystemExit(f"There is no model in {MODEL}.")
    order = LoadOrder(str(MODEL / sidecar.text.name), str(MODEL / sidecar.tower.name))
    engine = LocalEngine(InlineClient(NativeRuntime(), order), sidecar, finder)
    return EngineTeller(engine, finder, "mini")


def asked(cases: Sequence[Case]) -> list[Said]:
    """What each engine does, asked two questions about a photo and one about the others."""
    said, finder = [], KeptFinder()
    for teller in (EngineTeller(BuiltinEngine(), finder, "builtin"), mini(finder)):
        ways = [(AS_IN_THE_APP, f"{teller.name}, in the app")]
        if teller.name == "mini":
            ways.append((ENGINE_ALONE, "mini alone"))
        try:
            for case in cases:
                said += [one for way, who in ways for one in answers(teller, case, way, who)]
        finally:
            teller.close()
    return said


def answers(teller: EngineTeller, case: Case, way: str, who: str) -> Iterator[Said]:
    both = DEFAULT_QUESTIONS if case.group in (LOST, DISPUTED, KNOWN) else DEFAULT_QUESTIONS[:1]
    for question in both:
        told = teller.tell(case.path, question, way)
        yield Said(case, who, question, told.strategy, told.text)


def share(said: Sequence[Said], is_so: Callable[[Said], bool]) -> str:
    return f"{sum(map(is_so, said))}/{len(said)}" if said else "-"


def rows(said: Sequence[Said]) -> list[list[object]]:
    """One row for each engine and question: refused, of each group; and what it claimed."""
    made: list[list[object]] = []
    for who in dict.fromkeys(one.who for one in said):
        for question in DEFAULT_QUESTIONS:
            here = [one for one in said if (one.who, one.question) == (who, question)]
            row: list[object] = [f'{who}, "{question}"']
            for group in (LOST, DISPUTED, KNOWN, GOOD, SPOILT):
                some = [one for one in here if one.case.group == group]
                row.append(share(some, lambda one: one.strategy is Strategy.ABSTAIN))
            made.append(row)
    return made


def wrong(said: Sequence[Said]) -> str:
    """What was claimed in the app about what people could not tell, and about spoilt copies."""
    found = [
        f'- {one.who}, "{one.question}": {one.text}'
        for one in said
        if one.case.group in (LOST, SPOILT) and one.who != "mini alone" and one.strategy in _CLAIMS
    ]
    return "\n".join(found) or "- nothing"


def severe() -> str:
    """How many photos the rule is about, of each kind."""
    judged = list(photos())
    kinds = {group: [c.path for c in judged if c.group == group] for group in (LOST, KNOWN)}
    kinds["COCO"] = good_ones()
    kinds["grocery"] = sorted(measured_folder("grocery").glob("*.jpg"))
    counts = [
        f"{sum(is_severe(inspect(read_file(path))) for path in paths)} of {len(paths)} ({kind})"
        for kind, paths in kinds.items()
    ]
    return ", ".join(counts)


def main() -> None:
    with TemporaryDirectory() as folder:
        good = [Case(path, GOOD) for path in good_ones()[::EVERY_GOOD]]
        said = asked([*photos(), *good, *spoilt(Path(folder))])
    head = ["Refused", LOST, DISPUTED, KNOWN, GOOD, SPOILT]
    publish(
        "refusing",
        "Refusing pictures that nothing can be told from",
        "WhichOne mini knows drawn scenes only, so what it says of a photo is by chance.\n\n"
        f"{table(head, rows(said))}\n\n"
        "Claimed in the app about what people could not tell, and about spoilt copies:\n\n"
        f"{wrong(said)}\n\n"
        f"Pictures with a severe flaw, where only what was measured is told: {severe()}.\n\n"
        "The thresholds were set with photos by blind people in view, so their groups are no "
        "test on unknown photos; the spoilt copies are.",
    )


if __name__ == "__main__":
    main()
