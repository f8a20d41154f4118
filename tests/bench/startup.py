"""How soon WhichOne is there: `--version`, and the first answer of a fresh process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.report import publish, table

RUNS = 7
WHICHONE = Path(sys.executable).with_name("whichone")

COMMANDS = {
    "`whichone --version`": ["--version"],
    "read: `ask example:label 'What is the expiry date?'`": [
        "ask",
        "example:label",
        "What is the expiry date?",
        "--no-speak",
    ],
    "objects: `ask example:table 'What colour is it?'`": [
        "ask",
        "example:table",
        "What colour is it?",
        "--no-speak",
    ],
    "read, with the spoken answer saved": [
        "ask",
        "example:label",
        "What is the expiry date?",
        "--no-speak",
        "--save-audio",
        "answer.wav",
    ],
}


def seconds(arguments: list[str], folder: str) -> tuple[float, float]:
    """Wall seconds and peak MiB of one command in a fresh process."""
    environ = {**os.environ, "WHICHONE_HOME": folder}
    started = time.perf_counter()
    process = subprocess.Popen(
        [WHICHONE, *arguments], env=environ, cwd=folder, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments} failed with {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def main() -> None:
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in COMMANDS.items():
            runs = [seconds(arguments, folder) for _ in range(RUNS)]
            median = statistics.median(run[0] for run in runs)
            rows.append([name, f"{median:.2f}", f"{max(run[1] for run in runs):.0f}"])
    head = ["fresh process", f"median of {RUNS}, s", "peak memory, MiB"]
    publish("startup", "Start-up", table(head, rows))


if __name__ == "__main__":
    main()
