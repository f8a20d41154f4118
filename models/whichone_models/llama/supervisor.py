"""A model in a process of its own that mends itself: `ModelProcess`, a `ModelClient`.

    see   -> worker started, model loaded, picture encoded, all in the background
    ask   -> the question scored, by a restarted worker where the first one dies
    go_on -> the text; a worker that dies in the middle is replaced, says the same again, and
             what the caller has had already is left out

A question is tried twice; then ModelError with the cause's own sentence, and the assistant
goes on with another engine.  After two failures in a row pictures no longer start a worker,
and a question tries once, until one succeeds.  Between two questions a worker over its memory
budget is replaced; one that nobody needs is ended, and the next picture or question starts it.

Accepted trade-off: a text that differs when it is said again (sampling without a seed, another
build) can't be continued, and is told as an error.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

from whichone_core.types.cancelling import Cancel

from whichone_models.llama.again import Again
from whichone_models.llama.child import Child, Launch
from whichone_models.llama.faults import Death, LocalModelError, WorkerDied, from_death, from_fault
from whichone_models.llama.runtime import (
    Ending,
    Facts,
    Fault,
    Finished,
    LoadOrder,
    Odds,
    Picture,
    Request,
    RuntimeFault,
)
from whichone_models.llama.session import Overtaken, Session
from whichone_models.llama.shared_pixels import check_pixels
from whichone_models.llama.watchdog import EXPECTED, End, Limits, is_full, resident_bytes, verdict

TRIES = 2
"""How often one question is tried before it is given up."""

_WATCH_S = 0.2
_ASLEEP_S = 2.0
"""A watch round that comes so late shows that the app itself was stopped or starved."""

_BYE_S = 1.0
_GONE_S = 10.0


@dataclass(frozen=True, slots=True)
class _Turn:
    """A question that was scored, and where: it may go on there."""

    request: Request
    picture: Picture | None
    session: Session
    question: int
    odds: Odds


@dataclass(slots=True)
class _Patience:
    """How often one question may still fail, and how often it may be disturbed."""

    failures: int
    disturbances: int = 10


class ModelProcess:
    """One model, held by a worker process that is started when it is first needed.

    `see`, `unload`, `release`, `close` and the properties may be used while another thread is
    in `ask` or `go_on`; those two by one thread at a time.
    """

    def __init__(
        self, order: LoadOrder, *, launch: Launch | None = None, limits: Limits | None = None
    ) -> None:
        self._order = order
        self._launch = launch or Launch()
        self._limits = limits or Limits()
        self._lock = threading.RLock()
        self._session: Session | None = None
        self._children: set[Child] = set()
        self._picture: tuple[Picture, str] | None = None
        self._turn: _Turn | None = None
        self._failures = 0
        self._has_worked = False
        self._illegal: list[Death] = []
        """Deaths by an illegal instruction, while the model has never worked here."""
        self._calls = 0
        self._used_at = time.monotonic()
        self._is_closed = False

    # ------------------------------------------------------------------ the client

    def see(self, picture: Picture, system: str) -> None:
        """Begin to encode a picture, in a worker that is started for it.  Returns at once."""
        with suppress(RuntimeFault, LocalModelError), self._lock:  # `ask` says it
            check_pixels(picture.pixels)
            self._used_at = time.monotonic()
            self._picture = (picture, system)
            if self._session is not None:
                self._session.see(picture, system)
            elif self._failures < TRIES:
                self._open()

    def warm_up(self) -> None:
        """Start the worker and load the model, in the background."""
        with suppress(LocalModelError), self._lock:
            self._used_at = time.monotonic()
            if self._failures < TRIES:
                self._open()

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        """Score the words of a request.  None once cancelled.  Raises ModelError."""
        self._turn = None
        with self._busy():
            picture = self._picture_of(request, picture)
            self._replace_if_full()
            self._turn = self._asked(request, picture, cancel, self._patience())
        return self._turn.odds if self._turn is not None else None

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        """The text after the forced word, then Finished.  Raises ModelError."""
        turn, self._turn = self._turn, None
        if turn is None:
            raise from_fault(RuntimeFault(Fault.REQUEST, "there is no question to go on with"))
        with self._busy():
            yield from self._told(turn, word, cancel)
        self._replace_if_full()

    def unload(self) -> None:
        """Free the model's memory; the next picture or question loads it again."""
        with self._lock:
            if self._session is not None:
                self._session.child.say_bye(End.IDLE)
                self._session = None

    def release(self) -> int:
        """`unload`, and wait until the memory is free; how many bytes the worker had, 0 while it
        does not end."""
        session = self._session
        if session is None:
            return 0
        held = self.held_bytes
        self.unload()
        return held if session.child.ended.wait(_GONE_S) else 0

    def close(self) -> None:
        """End the process.  May be called twice."""
        with self._lock:
            self._is_closed = True
            self._session = None
            children = list(self._children)
        for child in children:
            child.say_bye(End.CLOSED)
        until = time.monotonic() + _BYE_S
        for child in children:
            if not child.ended.wait(max(0.0, until - time.monotonic())):
                child.kill(End.CLOSED)
                child.ended.wait(_GONE_S)

    @property
    def facts(self) -> Facts | None:
        """What was loaded; None while nothing is."""
        session = self._session
        return session.child.facts if session is not None else None

    @property
    def is_loaded(self) -> bool:
        """Whether there is a worker that has loaded the model."""
        return self.facts is not None

    @property
    def held_bytes(self) -> int:
        """Resident memory of the worker; 0 while there is none."""
        pid = self.pid
        return resident_bytes(pid) if pid is not None else 0

    @property
    def pid(self) -> int | None:
        """The worker's process; None while there is none."""
        session = self._session
        return session.child.pid if session is not None else None

    # ------------------------------------------------------------------ one question

    def _asked(
        self, request: Request, picture: Picture | None, cancel: Cancel, patience: _Patience
    ) -> _Turn | None:
        """Score a request in this worker or the next.  None once cancelled."""
        while not cancel.is_requested:
            session = self._open()
            try:
                odds = session.score(request, picture, cancel)
            except (WorkerDied, RuntimeFault) as error:
                self._mend(error, session, patience)
                continue
            if odds is None:
                return None
            self._failures, self._has_worked = 0, True
            return _Turn(request, picture, session, session.question, odds)
        return None

    def _told(self, turn: _Turn, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        """The text, said again by the next worker where this one dies."""
        patience = self._patience()
        given = ""
        while True:
            again = Again(given)
            try:
                with closing(turn.session.go_on(turn.question, word, cancel)) as pieces:
                    for piece in pieces:
                        if isinstance(piece, Finished):
                            again.check_end(piece)
                            self._failures = 0
                            yield piece
                            return
                        if fresh := again.fresh(piece):
                            given += fresh
                            yield fresh
            except Overtaken:
                patience.disturbances -= 1
            except (WorkerDied, RuntimeFault) as error:
                self._mend(error, turn.session, patience)
            next_turn = self._asked(turn.request, turn.picture, cancel, patience)
            if next_turn is None:
                yield Finished(Ending.CANCELLED, 0, 0.0)
                return
            turn = next_turn

    def _patience(self) -> _Patience:
        return _Patience(TRIES if self._failures < TRIES else 1)

    def _mend(
        self, error: WorkerDied | RuntimeFault, session: Session, patience: _Patience
    ) -> None:
        """Make way for the next try.  Raises ModelError where there should be none."""
        said = from_death(error.death) if isinstance(error, WorkerDied) else from_fault(error)
        if isinstance(error, WorkerDied):
            self._bury(session.child)
            is_disturbed = error.death.end in EXPECTED - {End.CLOSED}
            can_help = error.death.end is not End.CLOSED and not error.death.is_hopeless
        else:
            is_disturbed = False
            can_help = error.kind in (Fault.BROKEN, Fault.MEMORY)
            if can_help or not session.is_loaded:
                self._end(session, End.BROKEN)
        patience.disturbances -= is_disturbed
        patience.failures -= not is_disturbed
        if not can_help or patience.failures <= 0 or patience.disturbances <= 0:
            raise said from error

    def _picture_of(self, request: Request, picture: Picture | None) -> Picture | None:
        """The picture of a request, from what was seen last where it is not given."""
        if picture is None and self._picture and self._picture[0].key == request.picture:
            picture = self._picture[0]
        try:
            if (picture.key if picture is not None else "") != request.picture:
                raise RuntimeFault(Fault.PICTURE, f"{request.picture!r} is not the picture given")
            if picture is not None:
                check_pixels(picture.pixels)
                self._picture = (picture, request.system)
        except RuntimeFault as fault:
            raise from_fault(fault) from fault
        return picture

    # ------------------------------------------------------------------ the worker's life

    def _open(self) -> Session:
        """The session, a new one where there is none.  Raises ModelError where there can't be."""
        with self._lock:
            if self._session is not None and self._session.child.death is not None:
                self._bury(self._session.child)
            if self._session is not None:
                return self._session
            if self._is_closed:
                raise from_death(Death(None, End.CLOSED))
            if len(self._illegal) >= TRIES:
                raise from_death(self._illegal[-1])
            session = Session(self._launch, self._order, self._bury)
            self._session = session
            self._children.add(session.child)
            if self._picture is not None:
                with suppress(RuntimeFault):
                    session.see(*self._picture)
            threading.Thread(target=self._watch, args=(session,), daemon=True).start()
            return session

    def _bury(self, child: Child) -> None:
        """Note the death of a worker, once; the next is started where that may help."""
        death = child.death
        with self._lock:
            if child.ended.is_set():
                self._children.discard(child)
            if death is None or self._session is None or self._session.child is not child:
                return
            self._session = None
            self._failures += death.end not in EXPECTED
            if death.is_illegal_instruction and not self._has_worked:
                self._illegal.append(death)
            if not self._is_closed and death.end is not End.IDLE and self._failures < TRIES:
                self._open()

    def _end(self, session: Session, end: End) -> None:
        """End a worker and stop using it at once."""
        with self._lock:
            session.child.kill(end)
            if self._session is session:
                self._session = None
                self._failures += end not in EXPECTED

    def _replace_if_full(self) -> None:
        with self._lock:
            session = self._session
            if session is None:
                return
            resident = session.child.resident_bytes
            if is_full(resident, session.after_first_answer, self._limits):
                self._end(session, End.FULL)
                self._open()

    def _watch(self, session: Session) -> None:
        """End a worker that hangs, is too big, or that nobody needs (a thread of its own)."""
        child, last = session.child, time.monotonic()
        while not child.ended.wait(_WATCH_S):
            now = time.monotonic()
            if now - last > _ASLEEP_S:
                child.excuse_silence()
            last = now
            end = verdict(child.vitals(), self._limits)
            if end is not None or child.overstays(_BYE_S):
                child.kill(end or End.IDLE)
            elif self._is_idle(session, now):
                self.unload()

    def _is_idle(self, session: Session, now: float) -> bool:
        limit = self._limits.idle_s
        if not limit or self._calls or session.child.is_busy or self._session is not session:
            return False
        return now - self._used_at > limit

    @contextmanager
    def _busy(self) -> Iterator[None]:
        """While this lasts the worker is not idle."""
        with self._lock:
            self._calls += 1
        try:
            yield
        finally:
            with self._lock:
                self._calls -= 1
                self._used_at = time.monotonic()
