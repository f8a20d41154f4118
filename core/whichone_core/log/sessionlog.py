"""The session log: what was asked and answered, for the user and, with consent, for research.

    record() -> queue -> one thread -> LogWriter -> SQLite and a folder of pictures

Nothing is kept unless the setting `log` is "text" or "pictures"; it is "off" by default.
An answer never waits for the log and never fails with it: `record` returns at once and
never raises.  What cannot be written now (locked, full, read-only) waits in memory, within
limits, and is tried again with the next turn and every few seconds; `last_problem` says so.
`flush` returns True when everything recorded before it is on the disk.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeAlias

from whichone_core.errors import StorageError
from whichone_core.log.logpictures import encode
from whichone_core.log.logrows import QueuedTurn, queued, turn_row
from whichone_core.log.logschema import BUSY_TIMEOUT_S
from whichone_core.log.logwriter import LogWriter, ReadyTurn
from whichone_core.ports import TurnRecord

log = logging.getLogger(__name__)

MAX_PICTURES_QUEUED = 4
"""Raw pictures in the queue: 36 MB each at 12 megapixels."""
MAX_TURNS_WAITING = 500
MAX_BYTES_WAITING = 64 * 2**20
"""Encoded pictures of turns that could not be written yet."""
BATCH = 100
RETRY_S = 5.0


def _now() -> datetime:
    return datetime.now(UTC)


class _Flush:
    """Asks whether all before it is stored; the answer is there once it is done."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.is_stored = False


@dataclass(frozen=True, slots=True)
class _Forget:
    since: datetime


class _Stop:
    """Ends the writer's thread."""


_Item: TypeAlias = QueuedTurn | _Flush | _Forget | _Stop


class SessionLog:
    """A TurnLog that keeps turns in a SQLite database.

    path: the database; its folder is created, for its user's eyes only.
    keep_pictures: the user agreed to keep pictures too.
    """

    def __init__(
        self,
        path: Path,
        *,
        keep_pictures: bool,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._keep_pictures = keep_pictures
        self._clock = clock
        self._writer = LogWriter(path, clock(), busy_timeout_s)
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._waiting: list[ReadyTurn] = []
        self._to_forget: list[datetime] = []
        self._trouble: str | None = None
        self._lost = 0
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="session-log", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    @property
    def last_problem(self) -> str | None:
        """What is wrong, in one sentence that can be spoken; None while all is well."""
        if self._trouble is not None:
            return self._trouble
        if self._lost:
            answers = "1 answer" if self._lost == 1 else f"{self._lost} answers"
            return f"{answers} could not be logged."
        return self._writer.notice

    def record(self, turn: TurnRecord) -> None:
        """Queue one turn for the single writer.  Returns at once, never raises."""
        if self._is_closed:
            return
        has_room = self._queue.qsize() < MAX_PICTURES_QUEUED
        with_picture = self._keep_pictures and has_room
        self._queue.put(queued(turn, self._clock(), with_picture=with_picture))

    def forget_since(self, moment: datetime) -> None:
        """Queue the removal of everything asked at a moment or after it, and its pictures."""
        self._queue.put(_Forget(moment))

    def flush(self, timeout_s: float = 10.0) -> bool:
        """Wait until what was recorded before is on the disk; False if it could not be."""
        if self._is_closed:
            return self._is_all_stored
        flush = _Flush()
        self._queue.put(flush)
        return flush.done.wait(timeout_s) and flush.is_stored

    def close(self, timeout_s: float = 10.0) -> None:
        """Write what is queued, then stop."""
        atexit.unregister(self.close)
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(_Stop())
        self._thread.join(timeout_s)

    @property
    def _is_all_stored(self) -> bool:
        return not (self._waiting or self._to_forget or self._lost)

    # ------------------------------------------------------------- in the writer's thread

    def _run(self) -> None:
        is_running = True
        while is_running:
            items = self._next_items()
            for item in items:
                if not _survives(partial(self._accept, item)):
                    self._lost += 1
            if not _survives(self._try_to_write):
                self._lost += len(self._waiting)
                self._waiting.clear()
            for item in items:
                if isinstance(item, _Flush):
                    item.is_stored = self._is_all_stored
                    item.done.set()
            is_running = not any(isinstance(item, _Stop) for item in items)
        self._finish()

    def _next_items(self) -> list[_Item]:
        """What is queued, up to the first picture: its turn is not to wait for the next one's.

        Empty when it is time to try again.
        """
        items: list[_Item] = []
        has_work = bool(self._waiting or self._to_forget)
        try:
            items.append(self._queue.get(timeout=RETRY_S if has_work else None))
            while len(items) < BATCH and not _has_picture(items[-1]):
                items.append(self._queue.get_nowait())
        except Empty:
            pass
        return items

    def _accept(self, item: _Item) -> None:
        if isinstance(item, QueuedTurn):
            self._waiting.append(_ready(item))
        elif isinstance(item, _Forget):
            self._waiting = [turn for turn in self._waiting if turn.asked_at < item.since]
            self._to_forget.append(item.since)

    def _try_to_write(self) -> None:
        try:
            self._work_off()
            self._trouble = None
        except StorageError as error:
            log.warning("%s (%s)", error.sentence, error.cause)
            self._trouble = error.sentence
            self._trim()

    def _work_off(self) -> None:
        """Forget first: what was asked after the wish to forget must stay."""
        while self._to_forget:
            self._writer.forget_since(self._to_forget[0])
            del self._to_forget[0]
        while self._waiting:
            self._writer.write(self._waiting[:BATCH])
            del self._waiting[:BATCH]

    def _trim(self) -> None:
        """Keep what waits within its limits: the oldest pictures go first, then turns."""
        excess = max(0, len(self._waiting) - MAX_TURNS_WAITING)
        del self._waiting[:excess]
        self._lost += excess
        size = sum(turn.size for turn in self._waiting)
        for index, turn in enumerate(self._waiting):
            if size <= MAX_BYTES_WAITING:
                return
            size -= turn.size
            self._waiting[index] = replace(turn, picture=None)

    def _finish(self) -> None:
        self._lost += len(self._waiting)
        try:
            self._writer.close(self._clock())
        except StorageError as error:
            log.warning("%s (%s)", error.sentence, error.cause)


def _survives(step: Callable[[], None]) -> bool:
    """Take one step of the worker's loop, which nothing may end; whether it went well."""
    try:
        step()
    except Exception:
        log.exception("the session log's writer failed")
        return False
    return True


def _has_picture(item: _Item) -> bool:
    return isinstance(item, QueuedTurn) and item.frame is not None


def _ready(item: QueuedTurn) -> ReadyTurn:
    picture = None if item.frame is None else encode(item.frame)
    return ReadyTurn(item.asked_at, turn_row(item), picture)


class NoLog:
    """A TurnLog that keeps nothing: the user did not agree to a log."""

    def record(self, turn: TurnRecord) -> None:
        """Let the turn go."""

    def close(self) -> None:
        """Nothing is open."""


class MemoryLog:
    """The fake of SessionLog: keeps its turns, oldest first, until the program ends."""

    def __init__(self) -> None:
        self.turns: list[TurnRecord] = []
        self.is_closed = False

    def record(self, turn: TurnRecord) -> None:
        if not self.is_closed:
            self.turns.append(turn)

    def close(self) -> None:
        self.is_closed = True
