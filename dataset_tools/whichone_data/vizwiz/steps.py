"""The steps of a VizWiz-LF project: load, analyze, abstention, score, train, report.

Each step reads the release, keeps its rows in the project folder, and is done again only
when the release, the program or an option changed.  The report does what is missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError
from whichone_core.errors import InputError
from whichone_core.version import __version__

from ..project import Project, open_project
from ..tables import ROWS, Cell, Column, Row, Table, Unit
from .abstention import abstention
from .alignment import DRIFT_GAIN
from .analyze import analyze
from .anomalies import AnomalyKind, counted
from .correlation import correlation_table, read_human_scores
from .encoded import open_sentences
from .reading import READING, ReadingClassifier, save_reading
from .reading_training import train_reading
from .release import FILES, Release, load_release
from .repair import failure_share, repaired
from .roles import WEIGHTS, save
from .schema import Pairing
from .scores import meteor, rouge_l, score_answers, score_tables
from .thirds import thirds_table
from .training import Example, examples, held_out_tables, train
from .tuned import KEPT, TUNED, TunedSentences, save_tuned
from .tuned_training import Told, train_tuned, untold
from .wordnet import FOLDER, NoWordNet, WordNetFolder

KIND = "vizwiz-lf"


@dataclass(frozen=True)
class Study:
    """One project about one release, with its options.

    wordnet: the folder of WordNet's files; None for the system's, where it is installed.
    human: a CSV file of human scores to correlate the metrics with.
    encoder: what `train` trains on beside the words: a folder, or "package"; None for nothing.
    is_tuned: `train` trains the encoder's layers too.  told: called with the rounds that such a
    training has done and those in all.
    """

    release: Path
    output: Path
    wordnet: Path | None = None
    human: Path | None = None
    encoder: str | None = None
    is_tuned: bool = False
    told: Told = untold

    @cached_property
    def released(self) -> Release:
        return load_release(self.release)

    @cached_property
    def repaired(self) -> Release:
        return repaired(self.released)

    @cached_property
    def project(self) -> Project:
        settings = {"kind": KIND, "release": str(self.release.resolve())}
        return open_project(self.output, settings)

    @cached_property
    def synonyms(self) -> NoWordNet | WordNetFolder:
        if self.wordnet is not None:
            return WordNetFolder(self.wordnet)
        return WordNetFolder() if FOLDER.is_dir() else NoWordNet()

    @cached_property
    def _files(self) -> str:
        digest = hashlib.sha256(__version__.encode())
        for name in FILES.values():
            digest.update(_bytes(self.release / name))
        return digest.hexdigest()

    def digest(self, step: str) -> str:
        """What a step depends on: the released files, the program's version, its options."""
        if step != "score":
            return self._files
        human = hashlib.sha256(_bytes(self.human)).hexdigest() if self.human else "none"
        return f"{self._files}, {self.synonyms.name}, human scores: {human}"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"The file {path.name} can't be read.",
            remedy="Name the folder of the release, and a file that is there.",
            cause=str(error),
        ) from error


def load(study: Study) -> list[Table]:
    """Read the release, keep its anomalies, and say what is wrong with each file."""
    study.project.write_rows("anomalies", (a.as_row() for a in study.released.anomalies))
    return [
        _anomaly_table(study.released),
        _drift_table(study.released),
        _pairing_table(study.released, study.repaired),
    ]


def _anomaly_table(release: Release) -> Table:
    counts = counted(release.anomalies)
    columns = tuple(Column(writer, Unit.COUNT) for writer in release.answers)
    rows = tuple(
        Row(
            kind.value[:1].upper() + kind.value[1:],
            tuple(Cell(counts.get((writer, kind), 0)) for writer in release.answers),
        )
        for kind in AnomalyKind
    )
    return Table("anomalies", "Anomalies in the released files", "Anomaly", columns, rows)


def _drift_table(release: Release) -> Table:
    """What moving labels back would gain, and where they stand."""
    columns = (Column("Roles, nats", Unit.COUNT), Column("Sources, nats", Unit.COUNT))
    rows = tuple(
        Row(writer, (Cell(max(0.0, each.roles.gain)), Cell(max(0.0, each.sources.gain))))
        for writer, each in release.alignments.items()
    )
    drifts = (a for a in release.anomalies if a.kind is AnomalyKind.LABEL_DRIFT)
    notes = (
        f"A file drifts from {DRIFT_GAIN:.0f} nats on; where roles do, the figure is of both.",
        *(f"{drift.writer}: {drift.detail}" for drift in drifts),
    )
    caption = "How much better labels fit the wording when moved"
    return Table("drift", caption, "Writer", columns, rows, notes)


def _pairing_table(released: Release, mended: Release) -> Table:
    columns = (
        *(Column(f"Labels {pairing.value}", Unit.COUNT) for pairing in Pairing),
        Column("Labelled, but for sources", Unit.COUNT),
        Column("Failure-worded sentences labelled so, as released", Unit.PERCENT),
        Column("The same, repaired", Unit.PERCENT),
    )
    rows = []
    for writer, answers in mended.answers.items():
        counts = [sum(a.pairing is pairing for a in answers) for pairing in Pairing]
        counts.append(sum(any(s.labels.sources is None for s in a.sentences) for a in answers))
        shares = [100 * failure_share(release.answers[writer]) for release in (released, mended)]
        rows.append(Row(writer, tuple(Cell(figure) for figure in (*counts, *shares))))
    caption = "How sentences got their labels, in answers"
    return Table("pairing", caption, "Writer", columns, tuple(rows))


def analyze_step(study: Study) -> list[Table]:
    """The tables of words, roles, sources, experts and crowd, and roles together."""
    return list(analyze(study.released, study.repaired))


def abstention_step(study: Study) -> list[Table]:
    """The abstention tables."""
    return list(abstention(study.released, study.repaired))


def score_step(study: Study) -> list[Table]:
    """ROUGE and METEOR of every answer, kept one by one, and their means."""
    human = read_human_scores(study.human) if study.human else {}
    scores = score_answers(study.repaired, rouge_l(), meteor(study.synonyms))
    study.project.write_rows("scores", (score.as_row() for score in scores))
    tables = [*score_tables(study.repaired, scores, study.synonyms.name)]
    return [*tables, correlation_table(scores, human)] if human else tables


def train_step(study: Study) -> list[Table]:
    """Train the role classifier, keep its weights in the project, test it on held-out rows."""
    some = examples(study.repaired)
    training = [example for example in some if example.is_for_training]
    held_out = [example for example in some if not example.is_for_training]
    if study.encoder is None:
        words = train(training)
        save(words, study.project.folder / WEIGHTS)
        _leave_out(study.project.folder, READING, TUNED)
        return list(held_out_tables(words, held_out))
    both, odds = _with_encoder(study, study.encoder, training)
    note = f"Words and the vectors of an encoder, {both.encoder.name}, say each their odds."
    tables = (*held_out_tables(both, held_out), thirds_table(training, odds))
    return [replace(table, notes=(*table.notes, note)) for table in tables]


def _with_encoder(
    study: Study, named: str, some: Sequence[Example]
) -> tuple[ReadingClassifier, NDArray[np.float64]]:
    """Train both halves and keep them."""
    folder = study.project.folder
    if study.is_tuned:
        both, odds = train_tuned(some, open_sentences(named, KEPT), study.told)
    else:
        both, odds = train_reading(some, open_sentences(named))
    save(both.words, folder / WEIGHTS)
    save_reading(both, folder / READING)
    if isinstance(both.encoder, TunedSentences):
        save_tuned(both.encoder, folder / TUNED)
    else:
        _leave_out(folder, TUNED)
    return both, odds


def _leave_out(folder: Path, *names: str) -> None:
    """Remove what an earlier training kept: a project has one classifier, the one last trained."""
    for name in names:
        (folder / name).unlink(missing_ok=True)


STEPS: Mapping[str, Callable[[Study], list[Table]]] = {
    "load": load,
    "analyze": analyze_step,
    "abstention": abstention_step,
    "score": score_step,
    "train": train_step,
}


def run_step(study: Study, step: str) -> list[Table]:
    """Do a step, keep its tables, and give them.  Raises the errors of what it reads."""
    tables = STEPS[step](study)
    study.project.write_rows(_name(step), (ROWS.dump_python(t, mode="json") for t in tables))
    study.project.finish(step, study.digest(step))
    return tables


def is_done(study: Study, step: str) -> bool:
    """The step was done on this release by this program with these options."""
    return study.project.is_done(step, study.digest(step))


def kept_tables(study: Study, step: str) -> list[Table]:
    """The tables of a step: kept ones where its inputs are the same and they can be read."""
    if not is_done(study, step):
        return run_step(study, step)
    rows = study.project.read_rows(_name(step))
    try:
        return [ROWS.validate_python(row) for row in rows]
    except ValidationError:
        return run_step(study, step)


def _name(step: str) -> str:
    return f"{step}-tables"
