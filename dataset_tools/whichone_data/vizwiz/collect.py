"""Collects long answers from an engine under one of the paper's promptings.

Every answer is in the project's state as soon as it came (`kept.py`), and so is every call of
an answer that takes several (`kept_calls.py`): what a killed run had been told is never asked
again.  An engine that fails on an item leaves the reason; the next run asks that item again,
from the call that failed.  Servers may be asked several questions at once.

Engines are named here and loaded only when one is chosen: these tools don't import engines.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError
from whichone_core.errors import InputError, ModelError
from whichone_core.prompting.study import Prompting
from whichone_core.registry import Registry
from whichone_core.types.strategies import Strategy

from .collected import AS_IN_THE_APP, ENGINE_ALONE, Collected
from .kept import Place, keeping
from .kept_calls import SEVERAL, KeptCalls, Through, straight

PROMPTINGS = (AS_IN_THE_APP, ENGINE_ALONE, *Prompting)
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

    def tell(
        self, picture: Path, question: str, prompting: str, through: Through = straight
    ) -> Told:
        """Raises ModelError where it can't answer, InputError for a broken picture.

        through: what each call of a prompting with several goes through.
        """
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
        "huggingface": "whichone_data.vizwiz.huggingface:open_huggingface",
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
    teller: Teller,
    prompting: str,
    items: Sequence[Item],
    photos: Path,
    kept: Path,
    more: Sequence[Teller] = (),
) -> Iterator[Progress]:
    """Ask what was not answered yet; one Progress for each item asked.

    kept: the project's file of answers.  more: further connections to the same engine, which
    answer at the same time.  Raises InputError for a prompting that the engine doesn't know,
    StorageError.
    """
    if prompting not in teller.promptings:
        raise InputError(
            f"The engine {teller.name} does not know the prompting '{prompting}'.",
            remedy=f"It knows: {', '.join(sorted(teller.promptings))}.",
        )
    failed = 0
    with keeping(kept) as answers:
        answered = answers.answered()
        wanted = {_place(item, teller.name, prompting): item for item in items}
        missing = [item for place, item in wanted.items() if place not in answered]
        ask = _Asking(prompting, photos, kept.parent)
        asked = _asked_at_once if more else _asked_in_turn
        arrived = asked((teller, *more), ask, missing, answers.put)
        with closing(arrived):
            for done, answer in enumerate(arrived, len(items) - len(missing) + 1):
                failed += bool(answer.failed)
                yield Progress(done, len(items), failed)


def _place(item: Item, engine: str, prompting: str) -> Place:
    return item.item or item.picture, item.question, engine, str(prompting)


@dataclass(frozen=True, slots=True)
class _Asking:
    """How one item is asked about.  folder: the project's, where calls are kept."""

    prompting: str
    photos: Path
    folder: Path

    def __call__(self, teller: Teller, item: Item) -> Collected:
        calls = KeptCalls(self.folder, _place(item, teller.name, self.prompting))
        through = calls.through if self.prompting in SEVERAL else straight
        began = time.perf_counter()
        told, failed = None, ""
        try:
            told = teller.tell(self.photos / item.picture, item.question, self.prompting, through)
        except (ModelError, InputError) as error:
            failed = error.sentence
        return Collected(
            item=item.item,
            picture=item.picture,
            question=item.question,
            engine=teller.name,
            prompting=str(self.prompting),
            text=told.text if told else "",
            strategy=told.strategy if told else None,
            probabilities=told.probabilities if told else None,
            drafts=told.drafts if told else (),
            seconds=round(time.perf_counter() - began + calls.seconds, 3),
            failed=failed,
        )


Keep = Callable[[Collected], None]


def _asked_in_turn(
    tellers: Sequence[Teller], ask: _Asking, items: Sequence[Item], keep: Keep
) -> Generator[Collected]:
    """Each answer, kept before the next question is asked."""
    for item in items:
        answer = ask(tellers[0], item)
        keep(answer)
        yield answer


def _asked_at_once(
    tellers: Sequence[Teller], ask: _Asking, items: Sequence[Item], keep: Keep
) -> Generator[Collected]:
    """The same with as many calls under way as there are tellers.

    However it ends, calls under way come in and are kept: they may have been paid for.
    """
    free: SimpleQueue[Teller] = SimpleQueue()
    for teller in tellers:
        free.put(teller)

    def ask_one(item: Item) -> Collected:
        teller = free.get()
        try:
            return ask(teller, item)
        finally:
            free.put(teller)

    with ThreadPoolExecutor(len(tellers)) as pool:
        waiting = {pool.submit(ask_one, item) for item in items}
        try:
            for future in as_completed(tuple(waiting)):
                waiting.discard(future)
                answer = future.result()
                keep(answer)
                yield answer
        finally:
            pool.shutdown(cancel_futures=True)
            for future in waiting:
                if not future.cancelled() and future.exception() is None:
                    keep(future.result())


def failures(answers: Iterable[Collected]) -> list[str]:
    """Why items have no answer, each with its picture."""
    return [f"{answer.picture}: {answer.failed}" for answer in answers if answer.failed]
