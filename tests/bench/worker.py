"""What the model's own process costs: a token, a question, a picture, a cancel, a restart.

    python -m tests.bench.worker

The same runtimes run in this process and in a worker, taking turns within one run, so that the
ratio holds whatever else the machine does; both at the lowest priority, as the worker's own
lower one would count where others want the processor.  The scripted runtime computes nothing:
all of its time is the pipe.  The trained prototype is left out where it is absent.
"""

from __future__ import annotations

import os
import signal
import statistics
import threading
import time
from collections.abc import Callable

import numpy as np
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.child import Launch
from whichone_models.llama.fake import ScriptedRuntime
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import Finished, LoadOrder, ModelClient, Picture, Request
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.llama.watchdog import Limits

from tests.bench.report import publish, table
from tests.processes import has_ended
from tests.tiny_models import PROTOTYPE, prototype

PIECES = 1000
TURNS = 9
CANCELS = 20
WORDS = ("direct", "infer", "list", "ask", "cannot")
PICTURE = Picture("bench", np.full((448, 448, 3), 120, np.uint8))
LARGE = Picture("large", np.full((3000, 4000, 3), 120, np.uint8))


def request(user: str, about: Picture = PICTURE, most_tokens: int = PIECES) -> Request:
    return Request(about.key, "", user, words=WORDS, most_tokens=most_tokens)


def turn(client: ModelClient, asked: Request) -> tuple[float, float]:
    """Milliseconds of the question, and of each token of its answer."""
    started = time.perf_counter()
    client.ask(asked, PICTURE, Cancel())
    scored = time.perf_counter()
    *_, end = client.go_on("", Cancel())
    assert isinstance(end, Finished)
    return (scored - started) * 1000, (time.perf_counter() - scored) * 1000 / max(1, end.tokens)


def compared(inline: ModelClient, process: ModelClient, user: str) -> list[float]:
    """Medians in milliseconds: question inline and in a process, then token likewise."""
    number = iter(range(1000))

    def take(client: ModelClient) -> tuple[float, float]:
        return turn(client, request(f"{next(number)} {user}"))

    take(inline), take(process)
    pairs = [(take(inline), take(process)) for _ in range(TURNS)]
    return [
        statistics.median(pair[side][part] for pair in pairs) for part in (0, 1) for side in (0, 1)
    ]


def row(name: str, medians: list[float]) -> list[object]:
    inline_ask, process_ask, inline_token, process_token = medians
    return [
        name,
        f"{inline_ask:.2f} ms",
        f"{process_ask:.2f} ms",
        f"{inline_token:.3f} ms",
        f"{process_token:.3f} ms",
        f"{process_token - inline_token:+.3f} ms",
    ]


def a_row(name: str, order: LoadOrder, inline: InlineClient, launch: Launch) -> list[object]:
    """One line of the table; both clients are closed after it."""
    process = ModelProcess(order, launch=launch)
    user = "{go_on:say 1000} What is this?" if launch.runtime == "scripted" else "What is this?"
    try:
        return row(name, compared(inline, process, user))
    finally:
        process.close()
        inline.close()


def cancelling(deed: str) -> list[float]:
    """Milliseconds from a cancel to the return of the call, many times."""
    limits = Limits(cancel_s=0.2)
    process = ModelProcess(LoadOrder(""), launch=Launch(runtime="scripted"), limits=limits)
    took = []
    for number in range(CANCELS):
        turn(process, request(f"ready {number}"))
        cancel, at = Cancel(), [0.0]

        def request_it(cancel: Cancel = cancel, at: list[float] = at) -> None:
            at[0] = time.perf_counter()
            cancel.request()

        timer = threading.Timer(0.1, request_it)
        timer.start()
        process.ask(request(f"{number} {{start:{deed}}}"), PICTURE, cancel)
        took.append((time.perf_counter() - at[0]) * 1000)
    process.close()
    return took


def restarted() -> float:
    """Milliseconds from a kill -9 to the whole answer by the next worker, median."""
    process = ModelProcess(LoadOrder(""), launch=Launch(runtime="scripted"))
    took = []
    for number in range(TURNS):
        turn(process, request(f"ready {number}"))
        pid = process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert has_ended(pid)
        took.append(timed(lambda number=number: turn(process, request(f"again {number}"))))  # type: ignore[misc]
    process.close()
    return statistics.median(took)


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def seeing() -> tuple[float, float]:
    """Milliseconds of `see` with 12 megapixels, and until the worker has the picture."""
    process = ModelProcess(LoadOrder(""), launch=Launch(runtime="scripted"))
    turn(process, request("ready"))
    call = timed(lambda: process.see(LARGE, ""))
    whole = call + timed(lambda: process.ask(request("What?", LARGE), LARGE, Cancel()))
    process.close()
    return call, whole


def main() -> None:
    os.nice(19)
    scripted = LoadOrder("")
    rows = [
        a_row(
            "nothing computed (scripted)",
            scripted,
            InlineClient(ScriptedRuntime(), scripted),
            Launch(runtime="scripted"),
        )
    ]
    if PROTOTYPE.is_dir():
        model = prototype()
        order = LoadOrder(str(model.text), str(model.tower), context_tokens=2048, threads=1)
        inline = InlineClient(NativeRuntime(), order)
        rows.append(a_row("trained prototype, one thread", order, inline, Launch()))
    head = ["runtime", "question, inline", "in a worker", "token, inline", "in a worker", "costs"]
    listening, deaf = cancelling("slow 60"), cancelling("hang")
    call, whole = seeing()
    others: list[list[object]] = [
        ["`see` with 12 megapixels returns", f"{call:.1f} ms"],
        ["the worker has them, answered a question", f"{whole:.0f} ms"],
        ["cancel, worker listens", f"{statistics.median(listening):.0f} ms, {max(listening):.0f}"],
        ["cancel, worker hangs", f"{statistics.median(deaf):.0f} ms, {max(deaf):.0f}"],
        ["kill -9 to the answer of the next worker (no model)", f"{restarted():.0f} ms"],
    ]
    publish(
        "worker",
        "The model's worker process",
        "Medians; a token is one message over the pipe (target: under 5 ms).\n\n"
        + table(head, rows)
        + "\n\nFor cancelling, median and slowest of "
        + f"{CANCELS} (target: 300 ms).\n\n"
        + table(["what", "time"], others),
    )


if __name__ == "__main__":
    main()
