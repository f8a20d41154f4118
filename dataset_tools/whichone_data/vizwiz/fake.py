"""A made-up release in the shape of the real one, for tests and for a try without the data.

    python -m whichone_data.vizwiz.fake FOLDER [--questions N]

Questions, answers and labels are invented here: sentences from a few patterns whose wording
fits their labels.  `slide` spoils a file as the real one is spoiled.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import ModelError
from whichone_core.prompting.study import Prompting
from whichone_core.types.strategies import Strategy

from .collect import Told
from .collected import AS_IN_THE_APP
from .kept_calls import Through, straight
from .release import FILES, QUESTIONS

Row = dict[str, Any]
Rows = dict[str, Row]
Pattern = tuple[str, list[str], list[str]]

THINGS = ("mug", "tin of beans", "remote control", "bottle", "parcel", "shirt", "cereal box")
COLOURS = ("red", "blue", "green", "white", "black")
TYPES = ("Identification", "Description", "Reading", "Others")

OPENINGS: tuple[Pattern, ...] = (
    ("The photo shows a {c} {t}", ["Confirmation of Photo", "Answer"], ["image_content"]),
    ("This is a {t}", ["Confirmation of Photo", "Answer"], ["image_content"]),
)
MIDDLES: tuple[Pattern, ...] = (
    ("It is mostly {c}", ["Auxiliary"], ["image_content"]),
    ("A {t} stands on the table beside it", ["Auxiliary"], ["image_content"]),
    ("The shape tells that it is a {t}", ["Explanation of Reasoning"], ["image_content"]),
    ("Things like this are sold in most shops", ["Auxiliary"], ["external_information"]),
)
REFUSALS: tuple[Pattern, ...] = (
    (
        "Sorry, the photo is too blurry to tell what it is",
        ["Answer Failure", "Explanation of Reasoning"],
        ["image_quality"],
    ),
    ("I can't make out the {t}", ["Answer Failure"], ["image_quality"]),
)
CLOSINGS: tuple[Pattern, ...] = (
    ("Please take another photo from closer", ["Suggestion"], []),
    ("If you turn the {t}, the label may be in view", ["Suggestion"], []),
    ("Have a good day", ["Misc"], []),
)


def made_up_release(questions: int = QUESTIONS, seed: int = 7) -> dict[str, Rows]:
    """Files by writer, rows by number, as the real release has them; every label in place."""
    dice = random.Random(seed)
    asked = {str(number): _question(number, dice) for number in range(1, questions + 1)}
    return {
        writer: {key: _row(writer, question, dice) for key, question in asked.items()}
        for writer in FILES
    }


def _question(number: int, dice: random.Random) -> Row:
    thing = dice.choice(THINGS)
    is_answerable = dice.random() < 0.6
    word = thing if is_answerable else "unanswerable"
    return {
        "answerability": "answerable" if is_answerable else "unanswerable",
        "question": f"What is this {dice.choice(COLOURS)} thing?",
        "question_type": TYPES[number % len(TYPES)],
        "image_url": f"https://example.org/{number}.jpg",
        "crowd_answers": [word] * 8 + ["unsuitable"] * 2,
        "crowd_majority": word,
    }


def _row(writer: str, question: Row, dice: random.Random) -> Row:
    is_refused = question["answerability"] == "unanswerable" and dice.random() < 0.7
    patterns = [dice.choice(REFUSALS if is_refused else OPENINGS)]
    patterns += dice.sample(MIDDLES, dice.randint(0, 3))
    if dice.random() < 0.4:
        patterns.append(dice.choice(CLOSINGS))
    blanks = {"t": dice.choice(THINGS), "c": dice.choice(COLOURS)}
    sentences = [text.format(**blanks) for text, _, _ in patterns]
    return {
        "model": writer,
        **question,
        "answer_paragraph": " ".join(f"{sentence}." for sentence in sentences),
        "answer_sentences": sentences,
        "functional_roles": [list(roles) for _, roles, _ in patterns],
        "information_types": [list(sources) for _, _, sources in patterns],
    }


LABEL_LISTS = ("functional_roles", "information_types")


def slide(rows: Rows, first: int, by: int, names: Sequence[str] = LABEL_LISTS) -> None:
    """Spoil a file: from row `first` on each label stands `by` sentences too late.

    The stream is filled up with the labels before it, and loses its last ones.
    """
    for name in names:
        stream = [label for row in rows.values() for label in row[name]]
        start = sum(len(row[name]) for key, row in rows.items() if int(key) < first)
        moved = [*stream[:start], *stream[start - by : start], *stream[start:]]
        for row in rows.values():
            count = len(row[name])
            row[name] = moved[:count]
            del moved[:count]


def write_release(folder: Path, release: Mapping[str, Rows]) -> Path:
    """Write the seven files of a release into a folder and give the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for writer, rows in release.items():
        text = json.dumps(rows, ensure_ascii=False)
        (folder / FILES[writer]).write_text(text, encoding="utf-8")
    return folder


class ScriptedTeller:
    """An engine for tests: answers with the question, abstains from pictures named so.

    failing: file names that it can't answer about, each with the sentence that says why.
    """

    name = "scripted"
    promptings = frozenset({AS_IN_THE_APP, *Prompting})

    def __init__(
        self, abstains: Mapping[str, float], failing: Mapping[str, str] | None = None
    ) -> None:
        self._abstains, self._failing = abstains, dict(failing or {})
        self.asked: list[tuple[str, str, str]] = []
        self.is_closed = False

    def tell(
        self, picture: Path, question: str, prompting: str, through: Through = straight
    ) -> Told:
        """Abstains where the chance of it is more than a half.  Raises ModelError as told."""
        self.asked.append((picture.name, question, prompting))
        if picture.name in self._failing:
            raise ModelError(self._failing[picture.name])
        chance = self._abstains.get(picture.name, 0.0)
        strategy = Strategy.ABSTAIN if chance > 0.5 else Strategy.DIRECT
        odds = {Strategy.ABSTAIN: chance, Strategy.DIRECT: 1 - chance}
        return Told(f"You asked: {question}", strategy, odds)

    def close(self) -> None:
        self.is_closed = True


def main(argv: Sequence[str] | None = None) -> int:
    """Write a made-up release into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--questions", type=int, default=QUESTIONS, help=f"of each file ({QUESTIONS})"
    )
    given = parser.parse_args(argv)
    folder = write_release(given.folder, made_up_release(given.questions))
    sys.stdout.write(f"{len(FILES)} files with {given.questions} questions each in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
