"""Plays rounds against a model process and holds what may never happen.

- An answer is the whole right one about the picture of its question, or the beginning of it
  where it was cancelled: never one about an earlier picture, never two stitched together.
- Every turn ends: with an answer, with ModelError where something was done that may cause
  one, or cancelled where it was cancelled.
- One kill costs no answer, where the round before it went well.
- In the end no process is left, and nothing in shared memory.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.runtime import Ending, Finished
from whichone_models.llama.supervisor import ModelProcess

from tests.chaos.rounds import HARMFUL, Round, Trouble
from tests.processes import has_ended

LONGEST_TURN_S = 120.0
"""A turn that takes longer is lost."""


@dataclass(slots=True)
class Tally:
    """What came of the rounds."""

    rounds: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    cancel_ms: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    workers: set[int] = field(default_factory=set)


class Player:
    """Asks the questions of rounds, with their troubles beside them."""

    def __init__(self, process: ModelProcess) -> None:
        self._process = process
        self._shared = _shared_memory()
        self._was_well = True
        self.tally = Tally()

    def play(self, rounds: Iterable[Round]) -> None:
        for drawn in rounds:
            done = threading.Event()
            lost = threading.Thread(target=self._give_up, args=(drawn, done), daemon=True)
            lost.start()
            self._turn(drawn)
            done.set()
            lost.join()

    def end(self) -> Tally:
        """Close the process and look what is left."""
        self._note_worker()
        self._process.close()
        for pid in self.tally.workers:
            if not has_ended(pid, within_s=30):
                self.tally.wrong.append(f"worker {pid} is still there")
        left = _shared_memory() - self._shared
        if left:
            self.tally.wrong.append(f"left in shared memory: {left}")
        return self.tally

    # ------------------------------------------------------------------ one round

    def _turn(self, drawn: Round) -> None:
        cancel = Cancel()
        cancelled_at: list[float] = []
        if drawn.is_seen_first and drawn.picture is not None:
            self._process.see(drawn.picture, drawn.request.system)
        self._note_worker()
        arguments = (drawn, cancel, cancelled_at)
        beside = threading.Timer(drawn.delay_s, self._make_trouble, arguments)
        beside.start()
        outcome, text, cause = self._answer(drawn, cancel)
        if cancelled_at and outcome == "cancelled":
            self.tally.cancel_ms.append((time.perf_counter() - cancelled_at[0]) * 1000)
        beside.join()  # a kill that comes after the answer meets a worker that rests
        self._judge(drawn, outcome, text, cause)

    def _answer(self, drawn: Round, cancel: Cancel) -> tuple[str, str, str]:
        """How a turn ended, the text that came, and the technical cause of a failure."""
        pieces: list[str] = []
        end: Finished | None = None
        try:
            if self._process.ask(drawn.request, drawn.picture, cancel) is None:
                return "cancelled", "", ""
            for part in self._process.go_on("", cancel):
                if isinstance(part, Finished):
                    end = part
                else:
                    pieces.append(part)
        except ModelError as error:
            return "told", "".join(pieces), f"{error.sentence} {error.cause}"
        if end is None:
            return "no end", "".join(pieces), ""
        is_cut = end.ending is Ending.CANCELLED
        return "cancelled" if is_cut else "answered", "".join(pieces), ""

    def _make_trouble(self, drawn: Round, cancel: Cancel, cancelled_at: list[float]) -> None:
        match drawn.trouble:
            case Trouble.CANCEL:
                cancelled_at.append(time.perf_counter())
                cancel.request()
            case Trouble.KILL | Trouble.KILLS:
                self._signal(signal.SIGKILL)
                if drawn.trouble is Trouble.KILLS:
                    time.sleep(drawn.delay_s)
                    self._signal(signal.SIGKILL)
            case Trouble.STOP:
                self._signal(signal.SIGSTOP)
            case Trouble.PICTURE:
                self._process.see(drawn.other, "")
            case Trouble.UNLOAD:
                self._process.unload()

    def _signal(self, number: signal.Signals) -> None:
        pid = self._process.pid
        if pid is not None:
            self.tally.workers.add(pid)
            with suppress(ProcessLookupError):  # dead already, and told so this moment
                os.kill(pid, number)

    def _note_worker(self) -> None:
        pid = self._process.pid
        if pid is not None:
            self.tally.workers.add(pid)

    # ------------------------------------------------------------------ judging

    def _judge(self, drawn: Round, outcome: str, text: str, cause: str) -> None:
        tally = self.tally
        tally.rounds += 1
        tally.outcomes[outcome] += 1
        tally.troubles[drawn.trouble] += 1
        fault = _fault(drawn, outcome, text)
        is_one_kill = drawn.trouble is Trouble.KILL and not drawn.label
        if outcome == "told" and is_one_kill and self._was_well:
            fault = fault or "one kill cost the answer"
        self._was_well = outcome == "answered" and drawn.trouble not in HARMFUL
        if fault:
            tally.wrong.append(
                f"round {drawn.number} ({drawn.label or 'plain'}, {drawn.trouble}): {fault};"
                f" got {text[:120]!r} {cause[:300]}"
            )

    def _give_up(self, drawn: Round, done: threading.Event) -> None:
        """End the whole program where a turn never ends: its stacks show why."""
        if not done.wait(LONGEST_TURN_S):
            import faulthandler

            print(f"LOST: round {drawn.number}: {drawn}", file=sys.stderr, flush=True)
            faulthandler.dump_traceback(all_threads=True)
            os._exit(1)


def _fault(drawn: Round, outcome: str, text: str) -> str:
    """What may not happen and did; empty where all is well."""
    if not (drawn.text or "").startswith(text):
        return f"a wrong answer instead of {(drawn.text or '')[:120]!r}"
    if outcome == "answered" and text != drawn.text:
        return "half an answer" if drawn.text is not None else "an answer to a bad input"
    if outcome == "cancelled" and drawn.trouble is not Trouble.CANCEL:
        return "cancelled, though nobody did"
    if outcome == "told" and not drawn.may_fail:
        return "a failure without a cause"
    return "a turn without an end" if outcome == "no end" else ""


def _shared_memory() -> set[str]:
    """Names in the system's folder of shared memory that could be ours."""
    folder = Path("/dev/shm")
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    return {name for name in names if "whichone" in name or name.startswith("psm_")}
