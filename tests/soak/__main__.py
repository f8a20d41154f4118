"""`make soak`: half an hour of use, what grew in it, and what it left behind.

    python -m tests.soak [--minutes 30] [--questions 300] [--model FOLDER] [--fake-voice]

The real window, offscreen, is used by keys: questions, follow-ups, replies, corrections,
doubts, cancels, new pictures and pasted ones, dialogs; the session log is on.  Its own voice
speaks through espeak-ng into a sound server that nobody hears.  The model is a folder with a
text model and its tower as GGUF files; "prototype" is the project's small trained one.

The exit status is 1 where memory grew by 5% or more between the first and the last quarter of
the time after the warm-up, where a process was left behind, or where the program failed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tests.bench.report import publish, table
from tests.drawn_shapes import Shape, draw, one
from tests.soak.session import LOOK_S, SETTLED
from tests.soak.watch import Quarters, Sample, marked, quarters, sample
from tests.sound import missing_programs, sound_server

WARM_UP = 0.2
"""The share of the time in which caches fill and models load."""
EVERY_S = 2.0
MOST_GROWTH = 0.05
LEFT_S = 10.0
"""How long processes that were told to end may take."""
ROOT = Path(__file__).resolve().parents[2]
WHICHONE = Path(sys.executable).with_name("whichone")
LARGE, SHARP = (4000, 3000), Image.Resampling.NEAREST
EXAMPLES = ("example:label", "example:table", "example:covered")


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one soak."""

    samples: list[Sample]
    done: dict[str, int]
    status: int
    left: list[int]

    @property
    def warm(self) -> list[Sample]:
        """Without the warm-up."""
        begin = self.samples[-1].at * WARM_UP
        return [each for each in self.samples if each.at >= begin]


def soak(arguments: argparse.Namespace) -> Run:
    """Use the program, and watch it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        environ = stack.enter_context(_surroundings(folder, arguments))
        mark = f"WHICHONE_HOME={environ['WHICHONE_HOME']}"
        command = [sys.executable, "-m", "tests.soak.app"]
        command += ["--questions", str(arguments.questions), "--minutes", str(arguments.minutes)]
        command += ["--seed", str(arguments.seed)]
        command += ["--fake-voice"] * arguments.fake_voice
        complaints = folder / "complaints.txt"  # Qt says of every window what offscreen can't do
        with complaints.open("w") as errors:
            process = subprocess.Popen(
                [*command, *EXAMPLES, *_pictures(folder)],
                cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip
            samples, done = _watched(process, arguments)
        if process.wait():
            print(complaints.read_text()[-2000:], file=sys.stderr)
        return Run(samples, done, process.returncode, _left(mark))


def _watched(
    process: subprocess.Popen[str], arguments: argparse.Namespace
) -> tuple[list[Sample], dict[str, int]]:
    lines: list[str] = []
    is_settled = threading.Event()

    def read() -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                lines.append(line.strip())
                if lines[-1] == SETTLED:
                    is_settled.set()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    began, samples = time.monotonic(), list[Sample]()
    while process.poll() is None:
        has_settled = is_settled.wait(EVERY_S)
        is_settled.clear()
        if has_settled:
            time.sleep(LOOK_S / 2)
        seen = sample(process.pid, time.monotonic() - began, is_settled=has_settled)
        if seen is not None and seen.threads:
            samples.append(seen)
            if len(samples) % 30 == 0:
                asked = next((x for x in reversed(lines) if x.startswith("asked")), "asked 0")
                print(f"{seen.at / 60:5.1f} min  {asked}  {seen}", flush=True)
    reader.join()
    last = lines[-1] if lines else ""
    return samples, json.loads(last) if last.startswith("{") else {}


def _left(mark: str) -> list[int]:
    """What still runs some time after the program has ended."""
    end = time.monotonic() + LEFT_S
    while (left := marked(mark)) and time.monotonic() < end:
        time.sleep(0.1)
    return left


# ---------------------------------------------------------------------- what it runs in


@contextmanager
def _surroundings(folder: Path, arguments: argparse.Namespace) -> Iterator[dict[str, str]]:
    """A home of its own, with the first steps done and the model chosen, and a sound card."""
    home = folder / "home"
    home.mkdir()
    (home / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    environ = os.environ | {"WHICHONE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    if arguments.model:
        _choose(arguments.model, environ)
    if arguments.fake_voice:
        yield environ
        return
    if missing := missing_programs():
        raise SystemExit(f"not on this machine: {', '.join(missing)}; or use --fake-voice")
    (folder / "s").mkdir()
    with sound_server(folder / "s") as sink:
        yield environ | sink.environment


def _choose(model: str, environ: dict[str, str]) -> None:
    if model == "prototype":
        from tests.tiny_models import prototype

        model = str(prototype().folder)
    for words in (["import", model, "--name", "soak"], ["use", "soak"]):
        subprocess.run(
            [WHICHONE, "models", *words, "--no-test"], env=environ, check=True, stdout=sys.stderr
        )


def _pictures(folder: Path) -> list[str]:
    """Beside the examples: a large one and shapes, the last of them with many circles."""
    circles = [
        Shape("circle", colour, 0.2 + 0.3 * (place % 3), 0.3 + 0.4 * (place // 3), 0.09)
        for place, colour in enumerate(("red", "blue", "green", "yellow", "purple", "red"))
    ]
    shown = {
        "large.jpg": Image.fromarray(one("circle", "blue")).resize(LARGE, SHARP),
        "red.png": Image.fromarray(one("circle", "red")),
        "blue.png": Image.fromarray(one("square", "blue")),
        "many.png": Image.fromarray(draw(circles)),
    }
    for name, image in shown.items():
        image.save(folder / name)
    return [str(folder / name) for name in shown]


# ---------------------------------------------------------------------- the report


def verdicts(run: Run) -> dict[str, Quarters]:
    """What has to stay as it is, by name."""
    warm = run.warm
    settled = [each for each in warm if each.is_settled]
    found = {"memory of the app, MiB": quarters([each.app for each in settled])}
    if any(each.worker for each in warm):
        found["memory of the worker, MiB"] = quarters([each.worker for each in settled])
    found["threads"] = quarters([each.threads for each in warm])
    found["open files"] = quarters([each.files for each in warm])
    return found


def body(run: Run, arguments: argparse.Namespace) -> str:
    rows: list[list[object]] = [
        [name, *(f"{value:.0f}" for value in each.values), f"{each.growth:+.1%}"]
        for name, each in verdicts(run).items()
    ]
    settled = sum(each.is_settled for each in run.warm)
    done = ", ".join(f"{count} {what}" for what, count in sorted(run.done.items()))
    voice = "no voice" if arguments.fake_voice else "espeak-ng into a null sink"
    model = f"the local model ({Path(arguments.model).name})" if arguments.model else "no model"
    return (
        f"{run.samples[-1].at / 60:.0f} minutes of use with the built-in engine and {model}, "
        f"{voice}, the session log on: {done}. Medians of the quarters after a warm-up of "
        f"{WARM_UP:.0%} of the time, of memory at {settled} moments at which the same two small "
        f"pictures were open; memory may grow by less than {MOST_GROWTH:.0%}.\n\n"
        + table(["what", "1st", "2nd", "3rd", "4th", "growth"], rows)
        + f"\n\nProcesses left behind: {len(run.left)}."
    )


def _command(arguments: argparse.Namespace) -> str:
    words = ["python -m tests.soak", f"--minutes {arguments.minutes:g}"]
    words += [f"--questions {arguments.questions}"]
    words += [f"--model {Path(arguments.model).name}"] * bool(arguments.model)
    return " ".join([*words, *["--fake-voice"] * arguments.fake_voice])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--model", default="", help='a folder of GGUF files, or "prototype"')
    parser.add_argument("--fake-voice", action="store_true", help="without a sound server")
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--no-publish", action="store_true", help="leave docs/measured.md alone")
    arguments = parser.parse_args()
    run = soak(arguments)
    if run.status or sum(each.is_settled for each in run.warm) < 4:
        print(f"the program ended with {run.status} after {len(run.samples)} looks")
        return 1
    text = body(run, arguments)
    if arguments.no_publish:
        print(text)
    else:
        publish("soak", "Half an hour of use", text, command=_command(arguments))
    memory = [each for name, each in verdicts(run).items() if name.startswith("memory")]
    return int(bool(run.left) or any(each.growth >= MOST_GROWTH for each in memory))


if __name__ == "__main__":
    sys.exit(main())
