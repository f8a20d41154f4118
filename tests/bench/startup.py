"""How soon WhichOne is there: `--version`, the window, and the first answer of a fresh process."""

from __future__ import annotations

import json
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

SHORTEST = {
    "`whichone --version`": ["--version"],
    "read: `ask example:label 'What is the expiry date?'`": [
        "ask",
        "example:label",
        "What is the expiry date?",
        "--no-speak",
    ],
}
COMMANDS = SHORTEST | {
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


def seconds(
    arguments: list[str], folder: str, program: Path | str = WHICHONE
) -> tuple[float, float]:
    """Wall seconds and peak MiB of one command in a fresh process."""
    environ = {**os.environ, "WHICHONE_HOME": folder}
    started = time.perf_counter()
    process = subprocess.Popen(
        [program, *arguments], env=environ, cwd=folder, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments} failed with {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


STEPS = {
    "command": "the program and its imports",
    "assistant": "the engine, and Qt loaded",
    "shown": "voice, window and menus",
    "usable": "the question has the focus and takes a letter",
}
"""What `opening` stamps, in this order, and what happened until then."""


def opened(folder: str) -> dict[str, tuple[float, float]]:
    """Wall and processor seconds from the start of a process until each step of its window."""
    environ = {**os.environ, "WHICHONE_HOME": folder, "QT_QPA_PLATFORM": "offscreen"}
    order = [sys.executable, "-m", "tests.bench.opening", str(time.perf_counter())]
    ran = subprocess.run(
        order, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    stamps: dict[str, tuple[float, float]] = json.loads(ran.stdout)
    return stamps


def window_rows(folder: str) -> list[list[object]]:
    """The medians of the window's steps, each counted from the start of the process."""
    runs = [opened(folder) for _ in range(RUNS)]
    rows: list[list[object]] = []
    for step, name in STEPS.items():
        wall, processor = (statistics.median(run[step][at] for run in runs) for at in (0, 1))
        rows.append([name, f"{wall:.2f}", f"{processor:.2f}"])
    return rows


def main() -> None:
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in COMMANDS.items():
            runs = [seconds(arguments, folder) for _ in range(RUNS)]
            median = statistics.median(run[0] for run in runs)
            rows.append([name, f"{median:.2f}", f"{max(run[1] for run in runs):.0f}"])
        steps = window_rows(folder)
    head = ["fresh process", f"median of {RUNS}, s", "peak memory, MiB"]
    window = ["`whichone run` offscreen, from its start until", f"median of {RUNS}, s", "CPU, s"]
    publish("startup", "Start-up", "\n\n".join((table(head, rows), table(window, steps))))


if __name__ == "__main__":
    main()
