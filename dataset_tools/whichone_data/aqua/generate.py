"""The second step of an AQuA project: one question and answer for each drawn picture, offline.

Each pair is made from the picture's boxes and colours by `templates.py`; a picture that can't
be read, or isn't the annotated one, gives none and is recorded.  The same seed gives the same
pairs.  The step is done again only when the drawn pictures, the folder's files or an option
changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.version import __version__

from ..project import Project, open_project
from .boxes import Anomaly
from .schema import BoxRow, LevelRow, PairRow, read_levels, read_pairs
from .steps import KIND, file_digest
from .templates import VERSION, Pick, pair_for
from .things import NOT_LOOKED_AT, Seen, look, things_of

STEP = "generate"


@dataclass(frozen=True)
class Generation:
    """What pairs are made from.

    pictures: their folder; None for the one that the levels were drawn with, and where there
    was none, pairs go without colours.
    """

    output: Path
    pictures: Path | None = None
    seed: int = 0

    @cached_property
    def project(self) -> Project:
        """Raises InputError where no pictures were drawn yet."""
        if not self._drawn.is_file():
            raise InputError(
                f"{self.output} holds no drawn pictures.",
                remedy="Run whichone-data aqua levels with this output first.",
            )
        return open_project(self.output, {"kind": KIND})

    @property
    def _drawn(self) -> Path:
        return self.output / "levels.jsonl"

    @cached_property
    def levels(self) -> list[LevelRow]:
        return read_levels(self.project)

    @cached_property
    def folder(self) -> Path | None:
        """Where the pictures are.  Raises InputError where that is no folder."""
        before = self.project.settings.get("pictures")
        folder = self.pictures or (Path(before) if before else None)
        if folder is not None and not folder.is_dir():
            raise InputError(
                f"The folder of the pictures, {folder}, can't be read.",
                remedy="Name the folder that holds the picture files with --pictures.",
            )
        return folder

    @cached_property
    def digest(self) -> str:
        """What the step depends on."""
        digest = hashlib.sha256(f"{__version__} {VERSION} {self.seed}".encode())
        digest.update(file_digest(self._drawn).encode())
        if self.folder is not None:
            for row in self.levels:
                digest.update(_stamp(self.folder / row.file).encode())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Generated:
    """The pairs, and the pictures that gave none."""

    pairs: tuple[PairRow, ...]
    anomalies: tuple[Anomaly, ...]


def _stamp(path: Path) -> str:
    """Size and time of a file; empty where there is none."""
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def generated(generation: Generation) -> Generated:
    """Make all pairs; writes nothing."""
    pairs, anomalies = [], []
    for row in generation.levels:
        seen = look(row, generation.folder) if generation.folder else NOT_LOOKED_AT
        if seen.fault is None:
            pairs.append(_pair(row, seen, generation.seed))
        else:
            anomalies.append(Anomaly(seen.fault, row.picture))
    return Generated(tuple(pairs), tuple(anomalies))


def _pair(row: LevelRow, seen: Seen, seed: int) -> PairRow:
    referents = referents_of(row)
    pair = pair_for(row.level, things_of(referents, seen, row.boxes), picker(seed, row.picture))
    return PairRow(
        source=row.source,
        picture=row.picture,
        file=row.file,
        level=row.level,
        strategy=row.strategy,
        kind=pair.kind,
        question=pair.question,
        answer=pair.answer,
        referents=tuple(box.id for box in referents),
        colours=pair.colours,
        generator=VERSION,
        seed=seed,
        program=__version__,
    )


def referents_of(row: LevelRow) -> tuple[BoxRow, ...]:
    """The boxes that a question is about: the target at level 0, else the salient ones, the
    most salient first."""
    if row.level == 0:
        return tuple(box for box in row.boxes if box.id == row.target)
    return tuple(sorted(row.salient, key=lambda box: -(box.saliency or 0.0)))


def picker(seed: int, picture: str) -> Pick:
    """Chooses by a hash of seed, picture and what is chosen: the same for the same three."""

    def pick(purpose: str, choices: Sequence[str]) -> str:
        text = f"{seed}/{picture}/{purpose}"
        number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
        return choices[number % len(choices)]

    return pick


def current_pairs(generation: Generation) -> list[PairRow]:
    """The pairs of a project.  Raises InputError where there are none, or they are about other
    pictures than those drawn last."""
    pairs = read_pairs(generation.project)
    drawn = {(row.picture, row.level) for row in generation.levels}
    # A part of a large project may have no picture, and a model may say none to all.
    is_there = (generation.output / "pairs.jsonl").is_file()
    if is_there and {(pair.picture, pair.level) for pair in pairs} <= drawn:
        return pairs
    what = "questions about other pictures than those drawn last" if pairs else "no questions"
    raise InputError(
        f"{generation.output} holds {what}.",
        remedy="Run whichone-data aqua generate with this output first.",
    )


def write(generation: Generation, made: Generated) -> None:
    """Keep the pairs in the project.  Raises StorageError."""
    project = generation.project
    project.write_rows("pairs", _as_rows(made.pairs))
    project.write_rows("pairs-anomalies", (anomaly.as_row() for anomaly in made.anomalies))
    project.finish(STEP, generation.digest)


def _as_rows(pairs: Iterable[PairRow]) -> Iterable[dict[str, object]]:
    return (pair.model_dump(mode="json") for pair in pairs)


def is_done(generation: Generation) -> bool:
    """The pairs of just these pictures were made and are there."""
    is_there = (generation.output / "pairs.jsonl").is_file()
    return is_there and generation.project.is_done(STEP, generation.digest)
