"""All tests, in two lanes at once: `python -m tests.lanes [OPTION OF PYTEST ...]`.

One lane waits most of its time: for a voice, a screen reader, a worker that is stuck.  The
other uses a processor all the time, and gives way.  So both together take hardly longer than
the longer one; `python -m pytest` runs the same tests one after the other.

What the waiting lane says is held back until the other has ended, and the last line counts
the tests of both.  A test file belongs to the working lane unless WAITING or BEHIND names it or its
folder.
"""

from __future__ import annotations

import compileall
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
WAITING = (
    "tests/desk",
    "tests/contract/test_microphone.py",
    "tests/contract/test_speaker.py",
    "tests/integration/test_speech_sound.py",
    "tests/integration/test_spoken_clarification.py",
    "tests/integration/test_worker_chaos.py",
    "tests/integration/test_worker_hangs.py",
)
BEHIND = ("tests/gui/test_layouts.py",)
"""Behind the waiting tests, where that lane would else be done before the other: in CI it had ended
after 15 minutes and a half, and the other after 25 and a half."""
NICENESS = 5
"""Of the working lane: a screen reader that comes too late is heard, a slower test is not."""
TIDYING_S = 60.0
"""How long a lane that is interrupted may take to end what it has started."""

PROGRAMS = ("app", "core", "models", "dataset_tools", "training", "tests")
"""Folders of code that tests start again and again, each time in a process of its own."""

_OUTCOMES = {"passed": "passed", "failed": "failed", "skipped": "skipped"} | {
    "error": "failed",
    "errors": "failed",
}
_CLOSING = re.compile(r"\d+ [a-z]+.* in \d+\.\d+s\b")
_SHOWN = "failed", "passed", "skipped"
_COUNT = re.compile(rf"(\d+) ({'|'.join(_OUTCOMES)})\b")


def waiting(options: Sequence[str] = ()) -> list[str]:
    """The command of the lane that waits."""
    return [sys.executable, "-m", "pytest", *WAITING, *BEHIND, *options]


def working(options: Sequence[str] = ()) -> list[str]:
    """The command of the lane with all other tests, which gives way where that is known."""
    nice = ["nice", "-n", str(NICENESS)] if shutil.which("nice") else []
    ignored = (f"--ignore={path}" for path in (*WAITING, *BEHIND))
    return [*nice, sys.executable, "-u", "-m", "pytest", "tests", *ignored, *options]


def run(beside: Sequence[str], ahead: Sequence[str]) -> int:
    """Run two commands at once, show both and the sum of their tests; the first bad status or 0.

    What `beside` says is shown once `ahead` has ended.
    """
    begun = monotonic()
    with (
        tempfile.TemporaryFile("w+b") as held,
        _started(beside, stdout=held, stderr=subprocess.STDOUT) as waits,
        _started(ahead, stdout=subprocess.PIPE) as works,
    ):
        assert works.stdout is not None
        closing = [_shown(works.stdout)]
        statuses = works.wait(), waits.wait()
        held.seek(0)
        closing.append(_shown(held))
    print(total(closing, monotonic() - begun), flush=True)
    return next(filter(None, statuses), 0)


@contextmanager
def _started(command: Sequence[str], **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has ended with the block, whatever ended that; it may tidy up."""
    with subprocess.Popen(command, cwd=ROOT, **streams) as process:
        try:
            yield process
        except KeyboardInterrupt:  # the terminal interrupts both
            process.wait(TIDYING_S)
            raise
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(TIDYING_S)
                process.kill()


def _shown(output: IO[bytes]) -> str:
    """Pass an output on as it comes, and give pytest's closing line in it."""
    closing = ""
    for line in output:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        text = line.decode(errors="replace")
        closing = text if _CLOSING.search(text) else closing
    return closing


def total(closing: Sequence[str], seconds: float) -> str:
    """The sum of pytest's closing lines, as pytest says it: "8 passed, 1 skipped in 9.00s"."""
    sums: Counter[str] = Counter()
    for line in closing:
        for count, outcome in _COUNT.findall(line):
            sums[_OUTCOMES[outcome]] += int(count)
    counted = [f"{sums[outcome]} {outcome}" for outcome in _SHOWN if sums[outcome]]
    return f"==== {', '.join(counted) or 'no tests ran'} in {seconds:.2f}s ===="


def main() -> int:
    for folder in PROGRAMS:  # else each process compiles it anew where none may write bytecode
        compileall.compile_dir(ROOT / folder, quiet=2)
    # A shell has what it starts in the background ignore it, and lanes would ignore it too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    return run(waiting(sys.argv[1:]), working(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
