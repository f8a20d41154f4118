"""Workers on the parts of a project, as processes of this computer and as tasks of Ray.

Either way the result is that of one process, byte for byte, and a worker that is killed in the
middle costs nothing twice.  The command runs in a process of its own, as a cluster's would.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest
from whichone_data.aqua.generate import Generation, current_pairs
from whichone_data.aqua.prompts import GENERATE, SOUND
from whichone_data.aqua.schema import PairRow
from whichone_data.aqua.written import marked_things
from whichone_data.cli import main

from tests.chat_answers import completion_of
from tests.integration.test_aqua_filter import made
from tests.processes import has_ended
from tests.stub_server import Handler, Stub, serving

PATIENCE_S = 300
NAMES = (
    "pairs.jsonl", "pairs-skipped.jsonl", "kept.jsonl", "dropped.jsonl", "filter.md",
    "filter.html",
)  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Twelve pictures, drawn, with the templates' questions."""
    return made(tmp_path, is_grained=True)


@pytest.fixture(params=["processes", "ray"])
def workers(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The options that choose who works."""
    if request.param == "processes":
        return ()
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed (the extra `scale`; too large for every set-up)")
    return ("--ray",)


def words_of(project: Path, *more: object) -> list[str]:
    parts = project.parent / "parts"
    return ["aqua", "scale", "--output", str(project), "--parts", str(parts), "--count", "3",
            "--workers", "2", *map(str, more)]  # fmt: skip


def begun(words: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "import sys; from whichone_data.cli import main; "
               "sys.exit(main())", *words]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done(words: list[str]) -> str:
    """What a run says that ends well."""
    process = begun(words)
    said, wrong = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, wrong
    return said


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in NAMES if (folder / name).exists()}


@dataclass
class Writer:
    """A model that says what the templates say, and whose verdict drops one level."""

    pairs: dict[tuple[int, str], PairRow]

    @classmethod
    def of(cls, project: Path) -> Writer:
        generation = Generation(project)
        row_of = {(row.picture, row.level): row for row in generation.levels}
        pairs = current_pairs(generation)
        return cls({(p.level, marked_things(row_of[p.picture, p.level])): p for p in pairs})

    def __call__(self, body: dict[str, Any]) -> dict[str, object]:
        system, told = body["messages"][0]["content"], body["messages"][1]["content"][0]["text"]
        level = next((n for n, prompt in enumerate(GENERATE) if prompt.text == system), None)
        if level is None:
            is_dropped = system == SOUND.text and "level 2" in told
            return {"reason": "unclear", "passes": not is_dropped}
        pair = self.pairs[level, told]
        return {"kind": pair.kind.value, "question": pair.question, "answer": pair.answer}


@dataclass
class Till:
    """A server that counts what was paid for: each answer that is sent to the one who asked.

    At the call that is number `held` it waits until `kill` has killed who asked.
    """

    say: Writer
    held: int = 0
    paid: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    killed: list[int] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, handler: Handler) -> None:
        with self.lock:
            self.calls += 1
            is_held = self.calls == self.held
        if is_held:
            self._kill(handler)
            return
        order = json.dumps(handler.asked, sort_keys=True)
        with self.lock:
            # Before it is sent: who asked may be done before this thread goes on.
            self.paid[order] += 1
        handler.send(200, json.dumps(completion_of(self.say(handler.asked))))

    def _kill(self, handler: Handler) -> None:
        """Kill -9 the process at the other end; it gets no answer, so it pays nothing."""
        its, ours = handler.client_address[1], handler.stub.port
        pid = next(
            each.pid
            for each in psutil.net_connections("tcp4")
            if each.pid and each.raddr and (each.laddr.port, each.raddr.port) == (its, ours)
        )
        os.kill(pid, signal.SIGKILL)
        assert has_ended(pid, PATIENCE_S)
        self.killed.append(pid)
        handler.close_connection = True


def model(stub: Stub) -> tuple[str, ...]:
    # One call at a time: the killed worker then has no other call under way.
    return ("--model", "small", "--url", stub.url, "--parallel", "1")


def alone(project: Path, folder: Path, *more: str) -> dict[str, bytes]:
    """What one process makes of a copy of the project."""
    copy = folder / "alone" / project.name
    shutil.copytree(project, copy)
    for step in ("generate", "filter"):
        assert main(["aqua", step, "--output", str(copy), *more]) == 0
    return contents(copy)


def test_a_killed_worker_loses_nothing_and_pays_for_nothing_twice(
    project: Path, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    writer = Writer.of(project)
    one, till = Till(writer), Till(writer, held=10)
    with serving(one) as stub:
        whole = alone(project, tmp_path, *model(stub))
    assert whole["kept.jsonl"] and whole["dropped.jsonl"]
    assert one.calls == 12 + 3 * 12
    with serving(till) as stub:
        done(words_of(project, *model(stub), *workers))
        assert len(till.killed) == 1
        assert contents(project) == whole
        assert sorted(till.paid.values()) == [1] * one.calls
        assert till.calls == one.calls + 1, "only the call that got no answer is asked again"
        done(words_of(project, *model(stub)))
        assert till.calls == one.calls + 1, "a second run asks nothing, whoever works"
    assert contents(project) == whole
