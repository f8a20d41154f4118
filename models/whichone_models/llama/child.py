"""One worker process as the app holds it: its pipes, its threads and its end.

Starting it, writing to it and reading from it happen in threads of their own, so no caller
ever waits for a pipe.  What belongs to a task goes to that task's mailbox; a message about a
task that has no mailbox any more is dropped, so an old answer can't reach a new question.
When the process ends, for whatever reason, every open mailbox gets its `Death`.
"""

from __future__ import annotations

import math
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, cast

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import ModelError

from whichone_models.llama.faults import Death
from whichone_models.llama.protocol import (
    Beat,
    Bye,
    CancelTask,
    Ended,
    Failed,
    FrameError,
    FromWorker,
    GoOn,
    Load,
    Loaded,
    Piece,
    Scored,
    See,
    Start,
    Taken,
    ToWorker,
    WasSeen,
    encode,
    read_frame,
)
from whichone_models.llama.runtime import Facts
from whichone_models.llama.shared_pixels import PixelArea, new_area
from whichone_models.llama.watchdog import End, Vitals

LINES_KEPT = 60
_LINE_CUT = 400
_EXIT_S = 5.0
_BELOW_NORMAL = 0x00004000
_NO_WINDOW = 0x08000000
"""Windows' process creation flags of these names."""

Mailbox = queue.SimpleQueue[FromWorker | Death]
Task = Load | See | Start | GoOn


def no_check() -> None:
    """For workers whose files nobody can change."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a worker is started.

    command: what starts it, without arguments; empty for this interpreter.
    runtime: a name of `worker.RUNTIMES`, or module:class.  beat_s: seconds between beats.
    check: called before each start, not only the first, in the background: a model may be
    replaced while nothing holds it.  The ModelError that it raises is why there is no worker.
    """

    command: Sequence[str] = ()
    runtime: str = "native"
    beat_s: float = 0.5
    environment: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[], object] = no_check

    def words(self, area: PixelArea) -> list[str]:
        command = self.command or [sys.executable, "-P", "-m", "whichone_models.llama.worker"]
        options = ["--runtime", self.runtime, "--pixels", area.argument]
        return [*command, *options, "--parent", str(os.getpid()), "--beat", str(self.beat_s)]


class Child:
    """A worker process, from its start (in the background, at once) to its end."""

    def __init__(self, launch: Launch, on_end: Callable[[Child], None]) -> None:
        self._launch = launch
        self._on_end = on_end
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: End | None = None
        self._bye_at = math.inf
        self._outbox: queue.SimpleQueue[tuple[bytes, NDArray[np.uint8] | None] | None]
        self._outbox = queue.SimpleQueue()
        self._mailboxes: dict[int, Mailbox] = {}
        self._cancelled: dict[int, float] = {}
        self._lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._area_is_free = threading.Event()
        self._area_is_free.set()
        self._beat = Beat(0, 0.0, 0)
        self._heard_at = time.monotonic()
        self._is_checking = True
        self._loading: int | None = None
        self.has_spoken = False
        self.facts: Facts | None = None
        self.death: Death | None = None
        self.ended = threading.Event()
        # This thread outlives the process: Linux signals a parent's death by its thread's.
        threading.Thread(target=self._live, name="model worker", daemon=True).start()

    # ------------------------------------------------------------------ what the app does

    def post(self, message: Task, pixels: NDArray[np.uint8] | None = None) -> Mailbox:
        """Send a task; its mailbox gets what comes back.  Raises RuntimeFault (REQUEST)."""
        frame = encode(message)
        mailbox: Mailbox = queue.SimpleQueue()
        with self._lock:
            if self.death is not None:
                mailbox.put(self.death)
                return mailbox
            self._mailboxes[message.task] = mailbox
            if isinstance(message, Load):
                self._loading = message.task
        self._outbox.put((frame, pixels))
        return mailbox

    def cancel(self, task: int) -> None:
        """Ask for the end of a task; nothing where it has ended."""
        with self._lock:
            if task not in self._mailboxes:
                return
            self._cancelled.setdefault(task, time.monotonic())
        self._tell(CancelTask(task))

    def say_bye(self, end: End) -> None:
        """Ask it to exit by itself; `kill` helps where it doesn't."""
        with self._lock:
            self._end = self._end or end
            self._bye_at = time.monotonic()
        self._tell(Bye())

    def kill(self, end: End) -> None:
        """End it now.  Its death is told a moment later."""
        with self._lock:
            self._end = self._end or end
            if self._process is not None:
                self._process.kill()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def is_busy(self) -> bool:
        """Whether a task is under way or waits."""
        return bool(self._mailboxes)

    @property
    def resident_bytes(self) -> int:
        return self._beat.resident_bytes

    def vitals(self) -> Vitals:
        now = time.monotonic()
        task = self._beat.task
        cancelled_at = self._cancelled.get(task, now)
        return Vitals(
            has_spoken=self.has_spoken,
            is_loading=task == self._loading,
            silent_s=0.0 if self._is_checking else now - self._heard_at,
            still_s=self._beat.still_s,
            cancelled_s=now - cancelled_at,
            resident_bytes=self._beat.resident_bytes,
        )

    def overstays(self, patience_s: float) -> bool:
        """Whether it was told to go so many seconds ago and is still there."""
        return time.monotonic() - self._bye_at > patience_s

    def excuse_silence(self) -> None:
        """Count its silence from now on: the app itself was stopped for a while."""
        self._heard_at = time.monotonic()

    def _tell(self, message: ToWorker) -> None:
        self._outbox.put((encode(message), None))

    # ------------------------------------------------------------------ its own threads

    def _live(self) -> None:
        area: PixelArea | None = None
        try:
            self._launch.check()
            self._heard_at, self._is_checking = time.monotonic(), False
            area = new_area()
            process = self._started(area)
        except ModelError as error:
            self._die(Death(None, self._end, note=error.cause, refusal=error))
            return
        except (OSError, ValueError) as error:
            if area is not None:
                area.close()
            self._die(Death(None, self._end, note=f"cannot be started: {error}"))
            return
        reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        reader.start()
        stdin = cast(BinaryIO, process.stdin)
        while (item := self._outbox.get()) is not None:
            self._write(stdin, area, *item)
        reader.join()
        _close(stdin)
        area.close()

    def _started(self, area: PixelArea) -> subprocess.Popen[bytes]:
        flags = _BELOW_NORMAL | _NO_WINDOW if sys.platform == "win32" else 0
        process = subprocess.Popen(
            self._launch.words(area),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=() if area.descriptor is None else (area.descriptor,),
            creationflags=flags,
            env={**os.environ, **self._launch.environment},
        )
        with self._lock:
            self._process = process
            if self._end is not None:  # while it was being started
                process.kill()
        return process

    def _write(
        self, stdin: BinaryIO, area: PixelArea, frame: bytes, pixels: NDArray[np.uint8] | None
    ) -> None:
        if pixels is not None:
            self._area_is_free.wait()
            self._area_is_free.clear()
            area.write(pixels)
        try:
            stdin.write(frame)
            stdin.flush()
        except OSError:
            self._area_is_free.set()  # it has died: the reader tells

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        errors = threading.Thread(target=self._read_errors, args=(process.stderr,), daemon=True)
        errors.start()
        stdout = cast(BinaryIO, process.stdout)
        note = ""
        try:
            while (message := read_frame(stdout)) is not None:
                self._receive(message)
        except (FrameError, OSError) as error:
            note = f"its messages cannot be read: {error}"
        self._area_is_free.set()
        status = _reaped(process, patience_s=0.0 if note else _EXIT_S)
        errors.join(_EXIT_S)
        stdout.close()
        self._die(Death(status, self._end, tuple(self._lines), note))

    def _read_errors(self, stream: BinaryIO) -> None:
        with stream:
            while line := stream.readline(_LINE_CUT):
                text = line.decode("utf-8", "replace").rstrip()
                if text:
                    self._lines.append(text)

    def _receive(self, message: object) -> None:
        self._heard_at = time.monotonic()
        self.has_spoken = True
        match message:
            case Beat():
                self._beat = message
            case Taken():
                self._area_is_free.set()
            case Piece(task):
                if (mailbox := self._mailboxes.get(task)) is not None:
                    mailbox.put(message)
            case Loaded(task) | WasSeen(task) | Scored(task) | Ended(task) | Failed(task):
                self._finish(task, message)

    def _finish(self, task: int, message: FromWorker) -> None:
        if isinstance(message, Loaded):
            self.facts = message.facts
        with self._lock:
            self._cancelled.pop(task, None)
            mailbox = self._mailboxes.pop(task, None)
        if mailbox is not None:
            mailbox.put(message)

    def _die(self, death: Death) -> None:
        with self._lock:
            self.death = death
            waiting = list(self._mailboxes.values())
            self._mailboxes.clear()
        for mailbox in waiting:
            mailbox.put(death)
        self._area_is_free.set()
        self._outbox.put(None)
        self.ended.set()
        self._on_end(self)


def _reaped(process: subprocess.Popen[bytes], patience_s: float) -> int:
    """The exit status; a process that closed its pipe and does not exit is killed."""
    try:
        return process.wait(patience_s)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _close(stream: BinaryIO) -> None:
    """Close a pipe whose other end may be gone with bytes still to be written."""
    try:
        stream.close()
    except OSError:
        return
