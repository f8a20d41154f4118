"""An answer of several calls survives a kill call by call: no call is paid for twice."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from whichone_core.prompting.study import FIND, REVISE, Prompting
from whichone_data.cli import main
from whichone_data.state import STATE
from whichone_data.vizwiz.kept import read_kept

from tests.stub_server import Answer, Handler, Stub, fails, says, serving

PATIENCE_S = 120
RUN = "import sys; from whichone_data.cli import main; sys.exit(main(sys.argv[1:]))"


class Stuck:
    """Answers each call with its number, but leaves those hanging that it is told to.

    is_stuck is set once so many calls hang.
    """

    def __init__(self, hangs: Callable[[Any], bool], together: int = 1) -> None:
        self._hangs, self._left, self._lock = hangs, together, threading.Lock()
        self.answered: list[Any] = []
        self.is_stuck = threading.Event()

    def __call__(self, handler: Handler) -> None:
        with self._lock:
            if hangs := self._hangs(handler.asked):
                self._left -= 1
                if not self._left:
                    self.is_stuck.set()
            else:
                self.answered.append(handler.asked)
            number = len(self.answered)
        if hangs:
            handler.until_hung_up()
        else:
            says(f"It is mug number {number}.")(handler)


def words(stub: Stub, prompting: Prompting, photos: Path, output: Path, parallel: int) -> list[str]:
    options = {
        "--photos": photos, "--engine": "server", "--at": stub.url, "--model": "small",
        "--prompting": prompting, "--question": "What is it?", "--parallel": parallel,
        "--output": output,
    }  # fmt: skip
    return ["vizwiz", "collect", *(str(word) for pair in options.items() for word in pair)]


@contextmanager
def started(told: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", RUN, *told]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as child:
        try:
            yield child
        finally:
            child.kill()


def killed_amid(stuck: Stuck, prompting: Prompting, photos: Path, output: Path, n: int) -> Any:
    """Run the command, kill it while a call hangs, and give what was asked."""
    with serving(stuck) as stub:
        with started(words(stub, prompting, photos, output, n)) as child:
            assert stuck.is_stuck.wait(PATIENCE_S)
            child.send_signal(signal.SIGKILL)
            assert child.wait(PATIENCE_S) == -signal.SIGKILL
        return list(stub.requests)


def went_on(
    answer: Answer, prompting: Prompting, photos: Path, output: Path, parallel: int = 1
) -> list[Any]:
    """Run the command to its end and give what was asked."""
    with serving(answer) as stub:
        assert main(words(stub, prompting, photos, output, parallel)) == 0
        return list(stub.requests)


def seen(request: Any) -> str:
    """All that a call said, but for the picture."""
    return json.dumps(
        [
            [
                part.get("text")
                for part in (message["content"] if isinstance(message["content"], list) else [])
            ]
            or message["content"]
            for message in request["messages"]
        ]
    )


def calls_kept(output: Path) -> int:
    with closing(sqlite3.connect(output / STATE)) as database:
        return int(database.execute("SELECT COUNT(*) FROM calls").fetchone()[0])


def test_self_correction_goes_on_at_the_call_that_a_kill_cut_off(
    photos: Path, tmp_path: Path
) -> None:
    (photos / "b.jpg").unlink()
    output = tmp_path / "project"
    before = killed_amid(
        Stuck(lambda asked: REVISE in seen(asked)), Prompting.SELF_CORRECTION, photos, output, 1
    )
    assert [FIND in seen(request) for request in before] == [False, True, True]
    assert calls_kept(output) == 2
    (after,) = went_on(says("It is a jug."), Prompting.SELF_CORRECTION, photos, output)
    # It is the very call that was under way, with the earlier answers in its conversation.
    assert seen(after) == seen(before[-1])
    assert REVISE in seen(after) and "mug number 2" in seen(after)
    (kept,) = read_kept(output / "answers.jsonl")
    assert kept.drafts == ("It is mug number 1.", "It is mug number 2.", "It is a jug.")
    assert kept.text == "It is a jug."
    assert calls_kept(output) == 0


def test_parallel_samples_are_each_asked_for_once_over_both_runs(
    photos: Path, tmp_path: Path
) -> None:
    """Two answers of five samples under way at once, killed when both wait for their fourth."""
    output = tmp_path / "project"
    stuck = Stuck(lambda asked: asked["seed"] == 3, together=2)
    before = killed_amid(stuck, Prompting.SELF_CONSISTENCY, photos, output, 2)
    assert (len(before), calls_kept(output)) == (2 * 4, 2 * 3)
    after = went_on(says("It is a mug."), Prompting.SELF_CONSISTENCY, photos, output, 2)
    seeds = Counter(request["seed"] for request in [*stuck.answered, *after])
    assert seeds == dict.fromkeys(range(5), 2)
    assert {len(one.drafts) for one in read_kept(output / "answers.jsonl")} == {5}
    assert calls_kept(output) == 0


def test_a_call_that_failed_is_asked_again_without_those_before_it(
    photos: Path, tmp_path: Path
) -> None:
    (photos / "b.jpg").unlink()
    output = tmp_path / "project"
    numbers = iter(range(1, 9))

    def third_fails(handler: Handler) -> None:
        number = next(numbers)
        (fails(400, "not now") if number == 3 else says(f"Mug {number}."))(handler)

    assert len(went_on(third_fails, Prompting.SELF_CORRECTION, photos, output)) == 3
    (failed,) = read_kept(output / "answers.jsonl")
    assert failed.failed
    assert len(went_on(says("A jug."), Prompting.SELF_CORRECTION, photos, output)) == 1
    (kept,) = read_kept(output / "answers.jsonl")
    assert kept.drafts == ("Mug 1.", "Mug 2.", "A jug.")
    assert kept.seconds is not None and kept.seconds > 0


def test_a_prompting_of_one_call_keeps_none_apart(photos: Path, tmp_path: Path) -> None:
    output = tmp_path / "project"
    assert len(went_on(says("A mug."), Prompting.VANILLA, photos, output)) == 2
    assert calls_kept(output) == 0
