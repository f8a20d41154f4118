"""Collects long answers from an engine under one of the paper's promptings.

Every answer is on disk, synced, before the next question is asked: what a killed run had
answered is never asked again.  A line that a kill cut short is dropped when the file is opened
next.  An engine that fails on an item leaves the reason; the next run asks that item again.

Engines are named here and loaded only when one is chosen: these tools don't import engines.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError
from whichone_core.errors import InputError, ModelError, StorageError
from whichone_core.prompting.study import Prompting
from whichone_core.registry import Registry
from whichone_core.types import Strategy

from .collected import AS_IN_THE_APP, Collected, read_collected

PROMPTINGS = (AS_IN_THE_APP, *Prompting)
DEFAULT_QUESTIONS = ("What is this?", "What does it say?")


@dataclass(frozen=True, slots=True)
class Told:
    """What an engine said: the text that counts, and what led to it."""

    text: str
    strategy: Strategy
    probabilities: dict[Strategy, float] | None = None
    drafts: tuple[str, ...] = ()


class Teller(Protocol):
    """An engine that answers one question about one picture at a time."""

    @property
    def name(self) -> str: ...

    @property
    def promptings(self) -> frozenset[str]:
        """The promptings that it knows."""
        ...

    def tell(self, picture: Path, question: str, prompting: str) -> Told:
        """Raises ModelError where it can't answer, InputError for a broken picture."""
        ...

    def close(self) -> None: ...


OpenTeller = Callable[[str, str], Teller]
"""(where: a folder or an address, model: its name there) -> the engine, ready."""

ENGINES: Registry[OpenTeller] = Registry(
    "engine",
    {
        "builtin": "whichone_training.tellers:open_builtin",
        "local": "whichone_training.tellers:open_local",
        "server": "whichone_training.tellers:open_server",
    },
)


class Item(BaseModel):
    """One question about one picture file; path is where it lies."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    item: str
    picture: str
    question: str


def read_items(path: Path) -> list[Item]:
    """Items as JSONL: item, picture, question.  Raises InputError, naming the line."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error
    return [_item(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _item(path: Path, number: int, line: str) -> Item:
    try:
        return Item.model_validate(json.loads(line))
    except (ValueError, ValidationError) as error:
        raise InputError(
            f"Line {number} of {path.name} has no item, picture and question.", cause=str(error)
        ) from error


def photo_items(folder: Path, questions: Sequence[str] = DEFAULT_QUESTIONS) -> list[Item]:
    """The same questions about every JPEG and PNG of a folder, in the order of their names."""
    kinds = {".jpg", ".jpeg", ".png"}
    photos = sorted(path.name for path in folder.glob("*") if path.suffix.lower() in kinds)
    if not photos:
        raise InputError(f"{folder} holds no photos.")
    return [
        Item(item=f"{photo}/{number}", picture=photo, question=question)
        for photo in photos
        for number, question in enumerate(questions, 1)
    ]


@dataclass(frozen=True, slots=True)
class Progress:
    """How a run stands: answers there, of how many, and the failures of this run."""

    done: int
    total: int
    failed: int


def collect(
    teller: Teller, prompting: str, items: Sequence[Item], photos: Path, kept: Path
) -> Iterator[Progress]:
    """Ask what was not answered yet, appending to `kept`; one Progress for each item asked.

    Raises InputError for a prompting that the engine doesn't know, StorageError.
    """
    if prompting not in teller.promptings:
        raise InputError(
            f"The engine {teller.name} does not know the prompting '{prompting}'.",
            remedy=f"It knows: {', '.join(sorted(teller.promptings))}.",
        )
    _drop_torn_line(kept)
    before = read_collected([kept]) if kept.exists() else []
    answered = {answer.place for answer in before if not answer.failed}
    missing = [i for i in items if _place(i, teller.name, prompting) not in answered]
    failed = 0
    with _appended(kept) as file:
        for count, item in enumerate(missing, len(items) - len(missing) + 1):
            answer = _asked(teller, prompting, item, photos)
            _write(file, answer)
            failed += bool(answer.failed)
            yield Progress(count, len(items), failed)


def _place(item: Item, engine: str, prompting: str) -> tuple[str, str, str, str]:
    return item.item or item.picture, item.question, engine, prompting


def _asked(teller: Teller, prompting: str, item: Item, photos: Path) -> Collected:
    began = time.perf_counter()
    told, failed = None, ""
    try:
        told = teller.tell(photos / item.picture, item.question, prompting)
    except (ModelError, InputError) as error:
        failed = error.sentence
    return Collected(
        item=item.item,
        picture=item.picture,
        question=item.question,
        engine=teller.name,
        prompting=str(prompting),
        text=told.text if told else "",
        strategy=told.strategy if told else None,
        probabilities=told.probabilities if told else None,
        drafts=told.drafts if told else (),
        seconds=round(time.perf_counter() - began, 3),
        failed=failed,
    )


def _appended(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path} can't be written.", cause=str(error)) from error


def _write(file: IO[str], answer: Collected) -> None:
    try:
        file.write(answer.model_dump_json() + "\n")
        file.flush()
        os.fsync(file.fileno())
    except OSError as error:
        raise StorageError("An answer can't be kept.", cause=str(error)) from error


def _drop_torn_line(path: Path) -> None:
    """Cut off what a killed run left after the last line end."""
    try:
        data = path.read_bytes() if path.exists() else b""
        end = data.rfind(b"\n") + 1
        if end < len(data):
            os.truncate(path, end)
    except OSError as error:
        raise StorageError(f"{path} can't be read.", cause=str(error)) from error


def failures(answers: Iterable[Collected]) -> list[str]:
    """Why items have no answer, each with its picture."""
    return [f"{answer.picture}: {answer.failed}" for answer in answers if answer.failed]
