"""How large a bundle is and how soon it is there; it must have been built here before.

python -m installers.build bundle && python -m installers.build deb
"""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from installers.bundle import BUILD, BUNDLE, SECONDS, has_runtime
from installers.check import program_of
from installers.steps import megabytes, size_of
from tests.bench.report import publish, table
from tests.bench.startup import SHORTEST, seconds
from tests.xvfb import at_display, x_server

RUNS = 3


def window_seconds(display: str, folder: str) -> float:
    """From the start of the program until its window is on the screen."""
    environ = {**at_display(display), "WHICHONE_HOME": folder, "WHICHONE_VOICE": "none"}
    started = time.perf_counter()
    process = subprocess.Popen([program_of(BUNDLE), "run"], env=environ, cwd=folder)
    try:
        search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "WhichOne"]
        subprocess.run(search, env=environ, check=True, stdout=subprocess.DEVNULL, timeout=300)
        return time.perf_counter() - started
    finally:
        process.terminate()
        process.wait(60)


def sizes() -> list[list[object]]:
    """The bundle and each package made from it."""
    packages = sorted((BUILD / "packages").glob("whichone*"))
    kept = [path for path in packages if path.suffix in {".deb", ".gz", ".exe", ".dmg"}]
    named: list[tuple[str, Path]] = [("the bundle, unpacked", BUNDLE)]
    named += [(f"`{path.name}`", path) for path in kept]
    return [[name, megabytes(size_of(path))] for name, path in named]


def times() -> list[list[object]]:
    """The median of each way to start."""
    rows: list[list[object]] = []
    program = program_of(BUNDLE)
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in SHORTEST.items():
            runs = [seconds(arguments, folder, program)[0] for _ in range(RUNS)]
            rows.append([name, f"{statistics.median(runs):.2f}"])
        with x_server("-noreset") as display:
            runs = [window_seconds(display, folder) for _ in range(RUNS)]
        rows.append(["the window, until it is on the screen", f"{statistics.median(runs):.2f}"])
    return rows


def busy() -> str:
    """How busy the machine was, which decides what the times are worth."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load < cores / 2:
        return f"Nothing else ran (load {load:.1f} of {cores} cores)."
    return (
        f"Other work ran meanwhile (load {load:.0f} on {cores} cores): the times, those to build "
        "too, are upper bounds."
    )


def main() -> None:
    if not BUNDLE.is_dir():
        raise SystemExit("There is no bundle.  Make it: python -m installers.build bundle")
    kinds = len(list(BUNDLE.glob("_internal/llama_cpp/lib/*ggml-cpu-*")))
    what = "without llama.cpp"
    if has_runtime(BUNDLE):
        what = f"with llama.cpp for {kinds} kind{'' if kinds == 1 else 's'} of processor"
    built = SECONDS.read_text() if SECONDS.exists() else "not measured"
    body = [
        f"For Linux, {what}.  Seconds to build, from installed packages: {built}.",
        table(["what", "size"], sizes()),
        busy(),
        table(["fresh process", f"median of {RUNS}, s"], times()),
    ]
    publish("bundle", "Bundles", "\n\n".join(body))


if __name__ == "__main__":
    main()
