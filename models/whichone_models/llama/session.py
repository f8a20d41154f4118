"""One life of a worker with its model: what was loaded, seen and asked in it.

The calls here wait for results and know nothing about restarts; a worker that ends raises
`WorkerDied`, a runtime that fails raises `RuntimeFault` (`supervisor.py` mends both).  Each
returns within a tenth of a second after a cancel, whether the worker reacts or not.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator
from itertools import count

from whichone_core.types.cancelling import Cancel

from whichone_models.llama.child import Child, Launch, Mailbox
from whichone_models.llama.faults import Death, WorkerDied
from whichone_models.llama.protocol import (
    Ended,
    Failed,
    FromWorker,
    GoOn,
    Load,
    Loaded,
    Piece,
    Scored,
    See,
    Start,
    WasSeen,
)
from whichone_models.llama.runtime import (
    Ending,
    Fault,
    Finished,
    LoadOrder,
    Odds,
    Picture,
    Request,
    RuntimeFault,
)

_POLL_S = 0.02
"""How often a waiting call looks whether it was cancelled."""

_LAST_WORD_S = 0.15
"""How long a cancelled call waits for the worker's own end of the task."""

_tasks = count(1)
"""Task numbers of this process: no worker ever gets one that another had."""


class Overtaken(Exception):
    """Another picture or question came after the one that should go on: ask it again."""


class Session:
    """A worker that was told to load a model, and what it was told since."""

    def __init__(self, launch: Launch, order: LoadOrder, on_end: Callable[[Child], None]) -> None:
        self._order = order
        self._lock = threading.Lock()
        self.child = Child(launch, on_end)
        self._loading = self.child.post(Load(next(_tasks), order))
        self._is_loaded = False
        self._seeing: tuple[str, int, Mailbox] | None = None
        self._seen: str | None = None
        self._question = 0
        self.after_first_answer = 0
        """Resident bytes once a question was answered; 0 before."""

    def see(self, picture: Picture, system: str) -> None:
        """Begin to encode a picture, where it is not the one in front; returns at once.

        Another one that is still being encoded is given up.
        """
        with self._lock:
            if picture.key in (self._seen, self._seeing and self._seeing[0]):
                return
            if self._seeing is not None:
                self.child.cancel(self._seeing[1])
            task = next(_tasks)
            height, width = picture.pixels.shape[:2]
            message = See(task, picture.key, height, width, system)
            self._seeing = (picture.key, task, self.child.post(message, picture.pixels))
            self._seen = None
            self._question = 0

    def score(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        """Load, see and start, as far as that is still to be done.  None once cancelled."""
        if not self._wait_loaded(cancel):
            return None
        if picture is not None and not self._wait_seen(picture, request.system, cancel):
            return None
        task = next(_tasks)
        with self._lock:
            mailbox = self.child.post(Start(task, request))
            self._question = task
        message = _next(mailbox, cancel)
        if message is None:
            self._last_word(task, mailbox)
        return message.odds if isinstance(message, Scored) else None

    @property
    def is_loaded(self) -> bool:
        return self._is_loaded

    @property
    def question(self) -> int:
        """The task of the question that was asked last; 0 once something came after it."""
        return self._question

    def go_on(self, question: int, word: str, cancel: Cancel) -> Generator[str | Finished]:
        """The text after the word, Finished last.  Given up early, the worker is told.

        Raises Overtaken where the worker does not stand behind that question any more.
        """
        task = next(_tasks)
        with self._lock:
            if not question or self._question != question:
                raise Overtaken
            mailbox = self.child.post(GoOn(task, question, word))
            self._question = 0
        started, pieces = time.perf_counter(), 0
        finished: Finished | None = None
        try:
            while finished is None:
                message = _next(mailbox, cancel)
                if isinstance(message, Piece):
                    pieces += 1
                    yield message.text
                elif isinstance(message, Ended):
                    finished = message.finished
                elif message is None:
                    # Also where the worker had ended it: pieces that wait are not told any more.
                    last = self._last_word(task, mailbox)
                    tokens = last.finished.tokens if isinstance(last, Ended) else pieces
                    took = (time.perf_counter() - started) * 1000
                    finished = Finished(Ending.CANCELLED, tokens, took)
        finally:
            if finished is None:
                self.child.cancel(task)
        self.after_first_answer = self.after_first_answer or self.child.resident_bytes
        yield finished

    # ------------------------------------------------------------------ waiting

    def _wait_loaded(self, cancel: Cancel) -> bool:
        if not self._is_loaded:
            self._is_loaded = isinstance(_next(self._loading, cancel), Loaded)
        return self._is_loaded

    def _wait_seen(self, picture: Picture, system: str, cancel: Cancel) -> bool:
        """Wait for the picture.  A cancelled question leaves its encoding under way: the
        picture is still in front of the user, and the next question then finds it ready."""
        while True:
            self.see(picture, system)
            with self._lock:
                seeing = self._seeing
                if seeing is None:
                    return self._seen == picture.key
            try:
                message = _next(seeing[2], cancel)
            except RuntimeFault:
                self._saw(seeing, None)
                raise
            if message is None:
                return False
            was_seen = isinstance(message, WasSeen) and message.seen is not None
            self._saw(seeing, seeing[0] if was_seen else None)

    def _saw(self, seeing: tuple[str, int, Mailbox], key: str | None) -> None:
        with self._lock:
            if self._seeing is seeing:
                self._seeing, self._seen = None, key

    def _last_word(self, task: int, mailbox: Mailbox) -> FromWorker | None:
        """Cancel a task and give the worker a moment to end it; None where it does not."""
        self.child.cancel(task)
        until = time.monotonic() + _LAST_WORD_S
        while (left := until - time.monotonic()) > 0:
            try:
                message = mailbox.get(timeout=left)
            except queue.Empty:
                break
            if not isinstance(message, Piece):
                return None if isinstance(message, Death) else message
        return None


def _next(mailbox: Mailbox, cancel: Cancel) -> FromWorker | None:
    """The next message of a task; None once cancelled.  Raises WorkerDied, RuntimeFault."""
    while not cancel.is_requested:
        try:
            message = mailbox.get(timeout=_POLL_S)
        except queue.Empty:
            continue
        if isinstance(message, Death):
            raise WorkerDied(message)
        if isinstance(message, Failed):
            raise RuntimeFault(Fault(message.kind), message.cause)
        return message
    return None
