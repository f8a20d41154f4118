"""The log of a study: keeps nothing until someone agreed, and then only what may be kept.

    idle -> begin (after consent) -> recording <-> paused -> end (kept, or withdrawn)

A question that was asked before recording began, or while it paused, is not kept, also where
its answer comes later.  What came when, and how long a task took, is told by a clock that
nobody sets: a computer's time may jump in the middle of a session.  Everything goes through
the one writer of `SessionLog`, in order, and never raises into an answer.  `record` is called
in the worker's thread, the rest in the window's.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from whichone_core.catalogue import _
from whichone_core.log.logedit import Deleted
from whichone_core.log.sessionlog import SessionLog
from whichone_core.log.wishes import Delayed
from whichone_core.ports import TurnRecord
from whichone_core.study import changes
from whichone_core.study.changes import SessionPlan
from whichone_core.study.consent import ConsentText
from whichone_core.study.moments import Moments

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are misheard and misread."""


def _now() -> datetime:
    return datetime.now(UTC)


def new_code() -> str:
    """A code for a participant, at random so that it tells nothing: "P-7KQ4"."""
    return "P-" + "".join(secrets.choice(_LETTERS) for _ in range(4))


@dataclass(frozen=True, slots=True)
class RunningTask:
    """A task that is being timed."""

    key: str
    label: str
    started_at: datetime
    began: float = 0.0
    """Steady seconds."""


class StudyLog:
    """A TurnLog that records study sessions.  log: made with a redaction; it owns it now."""

    def __init__(
        self,
        log: SessionLog,
        *,
        clock: Callable[[], datetime] = _now,
        steady: Callable[[], float] = time.monotonic,
        note: Path | None = None,
        boot: str | None = None,
    ) -> None:
        """clock: what is written as a time; steady: seconds of a clock that never jumps.

        note: where the last moment is noted for the next start; boot: which start of the
        computer this is, where it is not to be looked up (`moments.py`).
        """
        self._log = log
        self._clock = clock
        self._steady = steady
        self._key: str | None = None
        self._plan: SessionPlan | None = None
        self._with_pictures = False
        self._since: float | None = None
        """When it began to record, or went on; steady."""
        self._moments = Moments(steady, clock, note, boot)
        self._task: RunningTask | None = None
        self._tasks = 0
        self._last_turn: str | None = None

    @property
    def plan(self) -> SessionPlan | None:
        """What the running session is about; None where none runs."""
        return self._plan

    @property
    def is_paused(self) -> bool:
        return self._key is not None and self._since is None

    @property
    def is_recording(self) -> bool:
        return self._key is not None and self._since is not None

    @property
    def keeps_pictures(self) -> bool:
        return self._with_pictures

    @property
    def task(self) -> RunningTask | None:
        return self._task

    @property
    def last_turn(self) -> str | None:
        """What the answer that was recorded last is named by; None where there is none."""
        return self._last_turn

    @property
    def last_problem(self) -> str | None:
        """What keeps the log from being written, as a sentence."""
        return self._log.last_problem

    # ------------------------------------------------------------------ a TurnLog

    def record(self, turn: TurnRecord) -> None:
        """Keep one turn, if the session records and did so when it was asked."""
        key, since = self._key, self._since
        self._last_turn = None  # a rating of an answer that is not kept is of no other one
        if key is None or since is None or self._steady() - turn.seconds < since:
            return
        self._log.record_in(turn, study=key, with_picture=self._with_pictures)
        self._last_turn = self._log.last_key
        if self._last_turn is not None:
            self._moments.kept("turns", self._last_turn)

    def close(self) -> None:
        """End a session that still runs, undecided, and write what is queued."""
        if self._key is not None:
            self._log.change(changes.ended(self._key, self._clock(), is_kept=False))
            self._forget_session()
        self._log.close()

    def flush(self, timeout_s: float = 60.0) -> bool:
        """Wait until everything so far is on the disk; False if it could not be."""
        return self._log.flush(timeout_s)

    # ------------------------------------------------------------------ a session

    def begin(
        self,
        plan: SessionPlan,
        text: ConsentText,
        *,
        with_pictures: bool,
        heard_whole: bool | None = None,
    ) -> None:
        """Begin to record, as the participant agreed to this text just now (`changes.agreed`)."""
        now, who = self._clock(), plan.participant
        self._log.change(
            changes.agreed(who, text, now, with_pictures=with_pictures, heard_whole=heard_whole)
        )
        key = uuid.uuid4().hex
        self._log.change(changes.begun(key, plan, now))
        self._plan, self._with_pictures = plan, with_pictures
        self._tasks, self._task, self._last_turn = 0, None, None
        self._key, self._since = key, self._steady()

    def end(
        self,
        *,
        is_kept: bool,
        done: Callable[[Deleted], None] | None = None,
        delayed: Delayed | None = None,
    ) -> None:
        """End the session; one that is not kept is deleted, and done is told what went.

        delayed: told where it can't be deleted yet.
        """
        if self._key is None:
            return
        if is_kept:
            self._log.change(changes.ended(self._key, self._clock(), is_kept=True))
        else:
            self._log.erase(changes.withdrawn(self._key), done, delayed)
        self._forget_session()

    def pause(self) -> None:
        """Keep nothing until `resume`."""
        if self._key is not None and self._since is not None:
            self._since = None
            self._log.change(changes.withheld(self._key, "paused", self._clock(), None))

    def resume(self) -> None:
        """Record again what is asked from now on."""
        if self._key is not None and self._since is None:
            self._log.change(changes.resumed(self._key, self._clock()))
            self._since = self._steady()

    def start_task(self, label: str = "") -> RunningTask | None:
        """Begin to time a task; None where no session runs.  One that is timed ends first."""
        if self._key is None:
            return None
        self.stop_task()
        self._tasks += 1
        task = RunningTask(
            uuid.uuid4().hex,
            label or _("Task {number}", number=self._tasks),
            self._clock(),
            self._steady(),
        )
        self._moments.kept("tasks", task.key)
        self._log.change(changes.task_started(task.key, self._key, task.label, task.started_at))
        self._task = task
        return task

    def stop_task(self) -> float | None:
        """End the task that is timed; its seconds."""
        if self._task is None:
            return None
        seconds = self._steady() - self._task.began
        self._log.change(changes.task_stopped(self._task.key, self._clock(), seconds))
        self._task = None
        return seconds

    def rate(self, turn: str, points: Mapping[str, int | None], seconds: float) -> None:
        """Keep ratings of a turn: scale to points, None where the rater skipped it."""
        if self._key is not None:
            for scale in points:
                self._moments.kept("ratings", f"{turn} {scale}")
            self._log.change(changes.rated(turn, points, seconds, self._clock()))

    def contest(self, correction: str, *, becomes_item: bool) -> None:
        """Keep "that is wrong" about the last answer, where that answer was kept."""
        if self.is_recording and self._last_turn is not None:
            at = self._moments.kept_contest(self._last_turn)
            self._log.contest(correction, becomes_item=becomes_item, at=at)

    def tell_late(self, tell: Callable[[Deleted], None]) -> None:
        """Be told, in the log's thread, what went that an earlier start could not delete."""
        self._log.tell_late(tell)

    def forget(
        self,
        minutes: float,
        done: Callable[[Deleted], None] | None = None,
        delayed: Delayed | None = None,
    ) -> bool:
        """Delete exactly what was kept in the last minutes, with its pictures.

        Returns False where only the computer's clock could tell what an earlier run kept.
        """
        going = self._moments.forget(minutes)
        self._last_turn = None
        self._log.erase(going.erasure, done, delayed)
        if self._key is not None:
            self._log.change(changes.withheld(self._key, "forgotten", going.since, self._clock()))
        return going.is_sure

    def delete_session(
        self,
        key: str,
        done: Callable[[Deleted], None] | None = None,
        delayed: Delayed | None = None,
    ) -> None:
        """Delete any session, also the one that runs."""
        if key == self._key:
            self._forget_session()
        self._log.erase(changes.withdrawn(key), done, delayed)

    def _forget_session(self) -> None:
        self._key = self._plan = self._since = self._task = self._last_turn = None
        self._with_pictures = False
