"""The process that holds a model: `python -m whichone_models.llama.worker`.

The app starts it (`supervisor.py`) and talks to it over its standard input and output
(`protocol.py`).  Three threads: the main one runs the model, one task after another; one
listens, so that a cancel acts while the model computes; one says every half second that the
process lives, what it works on and how much memory it takes.

Before any foreign code runs, the two pipes are moved to other descriptors, input becomes
empty and output becomes the error output: what a C library prints can't hurt the protocol.
The worker ends with its parent, whatever it is doing, and leaves no core file (it would hold
the user's picture).
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.protocol import (
    EXIT_CUT_OFF,
    EXIT_NOT_INSTALLED,
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
    Ready,
    Scored,
    See,
    Start,
    Taken,
    WasSeen,
    encode,
    read_frame,
)
from whichone_models.llama.runtime import Fault, Finished, Picture, Runtime, RuntimeFault
from whichone_models.llama.shared_pixels import CAPACITY, PixelArea, inherited_area
from whichone_models.llama.watchdog import resident_bytes
from whichone_models.parent import end_with

RUNTIMES = {
    "native": "whichone_models.llama.native:NativeRuntime",
    "scripted": "whichone_models.llama.fake:ScriptedRuntime",
}
_NICENESS = 5
_FIRST_TO_GO = 900
"""Of 1,000 at most: before anything else that is this large (`man 5 proc`)."""

_Task = Load | See | Start | GoOn


class _Progress:
    """What the worker works on, which tasks were cancelled, and when it last got on."""

    def __init__(self) -> None:
        self._task = 0
        self._last = time.monotonic()
        self._cancelled: set[int] = set()
        self.is_closing = False

    def begin(self, task: int) -> Callable[[], bool]:
        """Note a task; the function says whether it was cancelled, and counts as progress."""
        self._last = time.monotonic()
        self._task = task

        def is_cancelled() -> bool:
            self._last = time.monotonic()
            return self.is_closing or task in self._cancelled

        return is_cancelled

    def end(self, task: int) -> None:
        self._task = 0
        self._cancelled.discard(task)

    def cancel(self, task: int) -> None:
        self._cancelled.add(task)

    def cancel_all(self) -> None:
        self.is_closing = True

    def beat(self) -> Beat:
        task, still = self._task, time.monotonic() - self._last
        return Beat(task, still if task else 0.0, resident_bytes())


class Worker:
    """Reads tasks, runs them on a runtime, writes results."""

    def __init__(
        self, runtime: Runtime, reading: BinaryIO, writing: BinaryIO, area: PixelArea
    ) -> None:
        self._runtime = runtime
        self._reading = reading
        self._writing = writing
        self._area = area
        self._lock = threading.Lock()
        self._progress = _Progress()
        self._tasks: queue.SimpleQueue[tuple[_Task, Picture | None] | None] = queue.SimpleQueue()
        self._question = 0
        """The task of the last Start, while nothing has come after it."""

    def run(self, beat_s: float) -> None:
        """Work until the app says good-bye."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._send(Ready(os.getpid()))
        threading.Thread(target=self._beat, args=(beat_s,), daemon=True).start()
        while (item := self._tasks.get()) is not None:
            self._attempt(*item)
        self._runtime.close()

    # ------------------------------------------------------------------ the other two threads

    def _listen(self) -> None:
        try:
            while (message := read_frame(self._reading)) is not None:
                self._receive(message)
                if isinstance(message, Bye):
                    return
        except (FrameError, OSError) as error:
            os.write(2, f"the worker cannot read on: {error}\n".encode())
        os._exit(EXIT_CUT_OFF)  # at once: the main thread may be deep in C code

    def _receive(self, message: object) -> None:
        match message:
            case See(task, key, height, width):
                picture = Picture(key, self._pixels(height, width))
                self._send(Taken(task))
                self._tasks.put((message, picture))
            case Load() | Start() | GoOn():
                self._tasks.put((message, None))
            case CancelTask(task):
                self._progress.cancel(task)
            case Bye():
                self._progress.cancel_all()
                self._tasks.put(None)
            case _:
                raise FrameError(f"{type(message).__name__} is not for the worker")

    def _pixels(self, height: int, width: int) -> NDArray[np.uint8]:
        if height < 1 or width < 1 or height * width * 3 > CAPACITY:
            raise FrameError(f"a picture of {width} x {height} pixels")
        return self._area.read(height, width)

    def _beat(self, beat_s: float) -> None:
        never = threading.Event()
        while True:
            self._send(self._progress.beat())
            never.wait(beat_s)

    def _send(self, message: FromWorker) -> None:
        frame = encode(message)
        try:
            with self._lock:
                self._writing.write(frame)
                self._writing.flush()
        except OSError:
            os._exit(EXIT_CUT_OFF)

    # ------------------------------------------------------------------ the tasks

    def _attempt(self, task: _Task, picture: Picture | None) -> None:
        is_cancelled = self._progress.begin(task.task)
        try:
            result = self._do(task, picture, is_cancelled)
        except RuntimeFault as fault:
            result = Failed(task.task, fault.kind, fault.cause)
        except MemoryError:
            result = Failed(task.task, Fault.MEMORY, traceback.format_exc(limit=-3))
        except ImportError:
            traceback.print_exc()
            os._exit(EXIT_NOT_INSTALLED)
        except Exception:  # noqa: BLE001 - the worker's loop: the app decides what follows
            result = Failed(task.task, Fault.BROKEN, traceback.format_exc(limit=-6))
        self._progress.end(task.task)
        if not self._progress.is_closing:  # what that cut short must not pass for cancelled
            self._send(result)

    def _do(
        self, task: _Task, picture: Picture | None, is_cancelled: Callable[[], bool]
    ) -> FromWorker:
        question, self._question = self._question, 0
        match task:
            case Load(number, order):
                return Loaded(number, self._runtime.load(order))
            case See(number, system=system) if picture is not None:
                if is_cancelled():
                    return WasSeen(number, None)
                return WasSeen(number, self._runtime.see(picture, system, is_cancelled))
            case Start(number, request):
                odds = None if is_cancelled() else self._runtime.start(request, is_cancelled)
                self._question = number if odds is not None else 0
                return Scored(number, odds)
            case GoOn() if task.question == question:
                return self._go_on(task, is_cancelled)
        raise RuntimeFault(Fault.REQUEST, f"{task} does not follow its question")

    def _go_on(self, task: GoOn, is_cancelled: Callable[[], bool]) -> Ended:
        for piece in self._runtime.go_on(task.word, is_cancelled):
            if isinstance(piece, Finished):
                return Ended(task.task, piece)
            self._send(Piece(task.task, piece))
            is_cancelled()  # a piece is progress
        raise RuntimeFault(Fault.BROKEN, "the answer has no end")


# --------------------------------------------------------------------- the process


def main(words: Sequence[str] | None = None) -> int:
    """Start the worker with the arguments that the app gives it."""
    parser = argparse.ArgumentParser(prog="whichone model worker")
    parser.add_argument("--runtime", default="native", help="a name, or module:class")
    parser.add_argument("--pixels", required=True, help="the shared memory")
    parser.add_argument("--parent", type=int, required=True, help="process id of the app")
    parser.add_argument("--beat", type=float, default=0.5, help="seconds between heartbeats")
    arguments = parser.parse_args(words)
    reading, writing = _own_pipes()
    faulthandler.enable(file=2)
    end_with(arguments.parent, EXIT_CUT_OFF)
    _be_modest()
    try:
        runtime = _runtime(arguments.runtime)
    except ImportError:
        traceback.print_exc()
        return EXIT_NOT_INSTALLED
    Worker(runtime, reading, writing, inherited_area(arguments.pixels)).run(arguments.beat)
    return 0


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The protocol's two streams, where nothing else finds them."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")


def _be_modest() -> None:
    """Leave the processor to the screen reader (field report 75), and no core file.

    Where memory runs out for all, Linux ends this process and not the screen reader.
    """
    if sys.platform == "linux":
        score = Path("/proc/self/oom_score_adj")
        with suppress(OSError):
            given = int(score.read_text(encoding="ascii"))
            score.write_text(str(max(_FIRST_TO_GO, given)), encoding="ascii")
    if sys.platform != "win32":  # there the app starts it with a lower priority
        import resource

        os.nice(_NICENESS)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _runtime(name: str) -> Runtime:
    module, _, attribute = RUNTIMES.get(name, name).partition(":")
    made: Runtime = getattr(importlib.import_module(module), attribute)()
    return made


if __name__ == "__main__":
    sys.exit(main())
