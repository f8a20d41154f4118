"""Reads VizWiz VQA annotations (train.json, val.json of 2020 and later) strictly.

Each entry: image (a file name that names its split), question, ten answers with the words of
how sure people were, and, but for older files, answerable and answer_type.  What is wrong with
an entry is told with its number; an entry whose picture belongs to another split, or whose
picture was there before, is never used, so that no question meets a wrong picture.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from whichone_core.errors import InputError

CROWD = 10


class CrowdAnswer(BaseModel):
    """What one person answered, and how sure they were."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    answer: str
    answer_confidence: Literal["yes", "maybe", "no"]


class Entry(BaseModel):
    """An entry as it is released; anything else is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    image: str = Field(pattern=r"^[\w.-]+\.(?:jpg|jpeg|png)$")
    question: str
    answers: list[CrowdAnswer] = Field(min_length=1)
    answer_type: str = ""
    answerable: Literal[0, 1] | None = None


class Fault(StrEnum):
    """What can be wrong with an entry."""

    OTHER_SPLIT = "the picture's name is of another split"
    TWICE = "the picture is there twice"
    CROWD = "other than ten answers"
    EMPTY = "no question"
    TWO_TRUTHS = "marked otherwise than the crowd's majority"

    @property
    def is_left_out(self) -> bool:
        """Entries with this fault can't be used."""
        return self in (Fault.OTHER_SPLIT, Fault.TWICE, Fault.EMPTY)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question about one picture, with the crowd's answers."""

    picture: str
    split: str
    question: str
    crowd_answers: tuple[str, ...]
    is_answerable: bool

    @property
    def crowd_majority(self) -> str:
        """The most frequent answer in small letters, of several the first (as VizWiz-LF has)."""
        return majority(self.crowd_answers)


@dataclass(frozen=True, slots=True)
class Annotations:
    """What can be used of some files, and what is wrong: (file, entry from 1, fault)."""

    asked: tuple[Asked, ...]
    faults: tuple[tuple[str, int, Fault], ...]


def majority(answers: Iterable[str]) -> str:
    """The most frequent of some answers, whatever their letters' size; of several the first."""
    return Counter(answer.strip().lower() for answer in answers).most_common(1)[0][0]


def read_annotations(paths: Iterable[Path]) -> Annotations:
    """The entries of some annotation files.  Raises InputError for what isn't as released."""
    seen: set[str] = set()
    asked: list[Asked] = []
    faults: list[tuple[str, int, Fault]] = []
    for path in paths:
        split = path.stem.lower()
        for number, entry in enumerate(_entries(path), 1):
            found = _faults(entry, split, seen)
            faults += [(path.name, number, fault) for fault in found]
            if not any(fault.is_left_out for fault in found):
                asked.append(_asked(entry, split))
            seen.add(entry.image)
    return Annotations(tuple(asked), tuple(faults))


def _entries(path: Path) -> list[Entry]:
    try:
        return TypeAdapter(list[Entry]).validate_python(json.loads(path.read_bytes()))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"Entry {place} of {path.name} is not as VizWiz released it: {first['msg']}.",
            cause=str(error),
        ) from error
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path} can't be read as VizWiz annotations.",
            remedy="Name train.json and val.json of the VizWiz VQA annotations.",
            cause=str(error),
        ) from error


def _faults(entry: Entry, split: str, seen: set[str]) -> list[Fault]:
    said_unanswerable = majority(a.answer for a in entry.answers) == "unanswerable"
    checks = {
        Fault.OTHER_SPLIT: f"_{split}_" not in entry.image.lower(),
        Fault.TWICE: entry.image in seen,
        Fault.CROWD: len(entry.answers) != CROWD,
        Fault.EMPTY: not entry.question.strip(),
        Fault.TWO_TRUTHS: entry.answerable is not None
        and bool(entry.answerable) == said_unanswerable,
    }
    return [fault for fault, is_there in checks.items() if is_there]


def _asked(entry: Entry, split: str) -> Asked:
    answers = tuple(answer.answer for answer in entry.answers)
    is_answerable = (
        bool(entry.answerable)
        if entry.answerable is not None
        else majority(answers) != "unanswerable"
    )
    question = " ".join(entry.question.split())
    return Asked(entry.image, split, question, answers, is_answerable)
