"""The session log: what was asked and answered, for the user and, with consent, for research.

    record() -> queue -> one thread -> LogWriter -> SQLite and a folder of pictures

Nothing is kept unless the setting `log` is "text" or "pictures"; it is "off" by default.
An answer never waits for the log and never fails with it: `record` returns at once and
never raises.  What cannot be written now (locked, full, read-only) waits in memory, within
limits, and is tried again with the next turn and every few seconds; `last_problem` says so.
What is to be deleted is noted beside the log first (`undone.py`), and done at the next start
where it could not be before.
`flush` returns True when everything recorded before it is on the disk.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeAlias

from whichone_core.catalogue import _n
from whichone_core.errors import StorageError
from whichone_core.log import logedit
from whichone_core.log.logedit import Deleted, Erasure
from whichone_core.log.logpictures import encode
from whichone_core.log.logrows import QueuedTurn, Row, queued, stamp, turn_row
from whichone_core.log.logschema import BUSY_TIMEOUT_S
from whichone_core.log.logwriter import Change, LogWriter, ReadyTurn
from whichone_core.log.wishes import Delayed, Wish, Wishes, tell_delays
from whichone_core.ports import TurnRecord

if TYPE_CHECKING:
    from whichone_core.types.pictures import Frame

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


class _TellLate:
    """Asks to be told of what was deleted that an earlier start could not delete."""

    def __init__(self, tell: Callable[[Deleted], None]) -> None:
        self.tell = tell


class _Stop:
    """Ends the writer's thread."""


_Item: TypeAlias = QueuedTurn | Change | _Flush | Wish | _TellLate | _Stop


class Redaction(Protocol):
    """What is taken out of a turn before any of it is written; runs in the log's thread."""

    def row(self, row: Row) -> Row:
        """The row without what tells who somebody is."""
        ...

    def picture(self, frame: Frame, turn: TurnRecord) -> Frame | None:
        """The picture without it; None where that can't be made sure of."""
        ...


class SessionLog:
    """A TurnLog that keeps turns in a SQLite database.

    path: the database; its folder is created, for its user's eyes only.
    keep_pictures: the user agreed to keep pictures too.
    redaction: what is taken out of each turn first; None keeps it as it is.
    """

    def __init__(
        self,
        path: Path,
        *,
        keep_pictures: bool,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        clock: Callable[[], datetime] = _now,
        redaction: Redaction | None = None,
    ) -> None:
        self._keep_pictures = keep_pictures
        self._redaction = redaction
        self._last_key: str | None = None
        self._clock = clock
        self._writer = LogWriter(path, clock(), busy_timeout_s)
        self._path = path
        self._wishes = Wishes(path)
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._waiting: list[ReadyTurn | Change | Wish] = []
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
            return _n(
                "{count} answer could not be logged.",
                "{count} answers could not be logged.",
                self._lost,
            )
        return self._writer.notice

    @property
    def last_key(self) -> str | None:
        """What the turn that was recorded last is named by, for `contest` and study changes."""
        return self._last_key

    def record(self, turn: TurnRecord) -> None:
        """Queue one turn for the single writer.  Returns at once, never raises."""
        self.record_in(turn, study=None, with_picture=self._keep_pictures)

    def record_in(self, turn: TurnRecord, *, study: str | None, with_picture: bool) -> None:
        """Queue one turn of a study session (by its key); otherwise like `record`."""
        if self._is_closed:
            return
        has_room = self._queue.qsize() < MAX_PICTURES_QUEUED
        item = queued(turn, self._clock(), with_picture=with_picture and has_room, study=study)
        self._last_key = item.key
        self._queue.put(item)

    def change(self, change: Change) -> None:
        """Queue a change; it is done after what was recorded before it.  Never raises."""
        if not self._is_closed:
            self._queue.put(change)

    def go_on_from(self, other: SessionLog) -> None:
        """What the other one recorded last, in the same file, is what `contest` is about now.

        The other one must be closed, so that it is written.
        """
        if other._path == self._path:
            self._last_key = other._last_key

    def contest(self, correction: str, *, becomes_item: bool, at: datetime | None = None) -> None:
        """Queue "that is wrong" about the turn that was recorded last, with the correction.

        becomes_item: the user agreed that it becomes an item of an evaluation.
        at: when that was said, to the millisecond; now, where it is not given.
        """
        self.change(
            Change(
                (
                    (
                        "INSERT INTO contests(turn_id, correction, at, becomes_item)"
                        " SELECT id, ?, ?, ? FROM turns WHERE key = ?",
                        (
                            self._redacted(correction),
                            stamp(at or self._clock()),
                            int(becomes_item),
                            self._last_key,
                        ),
                    ),
                )
            )
        )

    def forget_since(self, moment: datetime, done: Callable[[Deleted], None] | None = None) -> None:
        """Queue the removal of everything asked at a moment or after it, and its pictures."""
        self.erase(logedit.since(moment), done)

    def erase(
        self,
        erasure: Erasure,
        done: Callable[[Deleted], None] | None = None,
        delayed: Delayed | None = None,
    ) -> None:
        """Queue a removal.  done is told what went, in the log's thread; delayed, that it waits."""
        if not self._is_closed:
            self._queue.put(Wish(erasure, done, delayed))

    def tell_late(self, tell: Callable[[Deleted], None]) -> None:
        """Be told, in the log's thread, what went that an earlier start could not delete."""
        if not self._is_closed:
            self._queue.put(_TellLate(tell))

    def flush(self, timeout_s: float = 60.0) -> bool:
        """Wait until what was recorded before is on the disk; False if it could not be."""
        if self._is_closed:
            return self._is_all_stored
        flush = _Flush()
        self._queue.put(flush)
        return flush.done.wait(timeout_s) and flush.is_stored

    def close(self, timeout_s: float = 30.0) -> None:
        """Write what is queued, then stop."""
        atexit.unregister(self.close)
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(_Stop())
        self._thread.join(timeout_s)

    @property
    def _is_all_stored(self) -> bool:
        return not (self._waiting or self._lost)

    # ------------------------------------------------------------- in the writer's thread

    def _run(self) -> None:
        self._waiting += self._wishes.left_over()
        _survives(self._try_to_write)  # what an earlier start could not delete goes first
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
        has_work = bool(self._waiting)
        try:
            items.append(self._queue.get(timeout=RETRY_S if has_work else None))
            while len(items) < BATCH and not _has_picture(items[-1]):
                items.append(self._queue.get_nowait())
        except Empty:
            pass
        return items

    def _accept(self, item: _Item) -> None:
        if isinstance(item, QueuedTurn):
            self._waiting.append(self._ready(item))
        elif isinstance(item, Change):
            self._waiting.append(item)
        elif isinstance(item, _TellLate):
            self._wishes.tell_late(item.tell)
        elif isinstance(item, Wish):
            kept = [one for one in self._waiting if not _is_gone(one, item.erasure)]
            self._waiting, unwritten = kept, len(self._waiting) - len(kept)
            self._waiting.append(replace(self._wishes.noted(item), unwritten=unwritten))

    def _ready(self, item: QueuedTurn) -> ReadyTurn:
        row, frame = turn_row(item), item.frame
        if self._redaction is not None:
            row = self._redaction.row(row)
            if frame is not None:
                frame = self._redaction.picture(frame, item.turn)
        return ReadyTurn(item.asked_at, row, None if frame is None else encode(frame))

    def _redacted(self, text: str) -> str:
        if self._redaction is None:
            return text
        return str(self._redaction.row({"text": text})["text"])

    def _try_to_write(self) -> None:
        try:
            self._work_off()
            self._trouble = None
        except StorageError as error:
            log.warning("%s (%s)", error.sentence, error.cause)
            self._trouble = error.sentence
            tell_delays(self._waiting, error.sentence)
            self._trim()

    def _work_off(self) -> None:
        """In their order: what was asked after the wish to forget must stay."""
        while self._waiting:
            first = self._waiting[0]
            if isinstance(first, Wish):
                gone = self._writer.erase(first.erasure)
                del self._waiting[0]
                self._wishes.granted(first)
                if first.done is not None:
                    first.done(replace(gone, turns=gone.turns + first.unwritten))
                continue
            batch: list[ReadyTurn | Change] = []
            for item in self._waiting[:BATCH]:
                if isinstance(item, Wish):
                    break
                batch.append(item)
            self._writer.write(batch)
            del self._waiting[: len(batch)]

    def _trim(self) -> None:
        """Keep what waits within its limits: the oldest pictures go first, then turns."""
        turns = [item for item in self._waiting if isinstance(item, ReadyTurn)]
        gone = turns[: max(0, len(turns) - MAX_TURNS_WAITING)]
        self._lost += len(gone)
        self._waiting = [item for item in self._waiting if not any(item is one for one in gone)]
        size = sum(turn.size for turn in turns[len(gone) :])
        for index, turn in enumerate(self._waiting):
            if size <= MAX_BYTES_WAITING:
                return
            if isinstance(turn, ReadyTurn):
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


def _is_gone(item: ReadyTurn | Change | Wish, erasure: Erasure) -> bool:
    """Whether a turn that waits is among what is to be deleted."""
    if not isinstance(item, ReadyTurn):
        return False
    is_late = erasure.since is not None and item.asked_at >= erasure.since
    is_of_study = item.row.get("study") is not None and item.row["study"] == erasure.study
    return is_late or is_of_study or item.row.get("key") in erasure.turns
