"""One part of a project as a job: what a worker does, wherever it runs.

A worker runs the same commands on its part as a person would (`generate`, `filter`), alone: two
workers on one part would pay for the same calls twice.  What was paid for is in the part, so a
job whose worker was killed is just run again.

`python -m whichone_data.aqua.work` reads a job as JSON and writes its result.
"""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from whichone_core.errors import StorageError

WAIT_S = 60.0
"""How long a worker waits for another on its part: one that was killed may be dying still."""
LOCK = "worker.lock"


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done with one part.

    steps: for each command its name and options, in their order; the part is added.
    """

    part: str
    steps: tuple[tuple[str, ...], ...]

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> Job:
        """A job that `as_text` wrote."""
        row = json.loads(text)
        return cls(row["part"], tuple(tuple(step) for step in row["steps"]))


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a job.  code: the exit code of the step that it ended with; 0 for done.

    said: what the steps printed, or what went wrong, in one sentence.
    """

    part: str
    code: int
    said: str

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> Result:
        """A result that `as_text` wrote."""
        return cls(**json.loads(text))


def work_on(job: Job) -> Result:
    """Run the steps of a job one after the other, up to the first that fails.

    What the steps print is taken for this whole process, so it does nothing else meanwhile.
    """
    from ..cli import main

    said, wrong = io.StringIO(), io.StringIO()
    try:
        with (
            _alone_on(Path(job.part)),
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(wrong),
        ):
            for name, *words in job.steps:
                code = main(["aqua", name, "--output", job.part, *words])
                if code:
                    return Result(job.part, code, wrong.getvalue().strip())
    except StorageError as error:
        return Result(job.part, 1, error.spoken)
    return Result(job.part, 0, said.getvalue().strip())


@contextlib.contextmanager
def _alone_on(part: Path) -> Iterator[None]:
    """Hold the part; the system lets go of it when the process ends, however it ends.

    Raises StorageError where another worker has it.
    """
    try:
        with contextlib.closing(
            sqlite3.connect(part / LOCK, timeout=WAIT_S, isolation_level=None)
        ) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.OperationalError as error:
        raise StorageError(
            f"Another worker is on {part}, or it can't be written.",
            remedy="Run the command again when that worker is done.",
            cause=str(error),
        ) from error


if __name__ == "__main__":
    sys.stdout.write(work_on(Job.of_text(sys.stdin.read())).as_text())
