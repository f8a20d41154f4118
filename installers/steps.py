"""Running the programs that a build is made of, each with what it cost.

A build says how far it is in whole sentences, one a step: whoever builds may listen to it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


class BuildError(Exception):
    """A step of a build failed; its text is one plain sentence with what to do."""


@contextmanager
def step(what: str) -> Iterator[None]:
    """Say what begins and, when it is done, how many seconds it took."""
    print(f"{what} ...", flush=True)
    started = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - started:.0f} seconds", flush=True)


def call(
    command: Sequence[str | Path],
    *,
    folder: Path,
    environ: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> None:
    """Run a program to its end, its output into the log where one is given.

    Raises BuildError where it cannot be started or fails.
    """
    words = [str(word) for word in command]
    try:
        if log is None:
            code = subprocess.run(words, cwd=folder, env=environ, check=False).returncode
        else:
            log.parent.mkdir(parents=True, exist_ok=True)
            with log.open("wb") as file:
                code = subprocess.run(
                    words, cwd=folder, env=environ, check=False, stdout=file, stderr=file
                ).returncode
    except OSError as error:
        raise BuildError(f"{words[0]} cannot be started: {error.strerror}.") from error
    if code:
        where = f"  All that it said is in {log}." if log else ""
        raise BuildError(f"{Path(words[0]).name} failed with exit code {code}.{where}")


def size_of(folder: Path) -> int:
    """Bytes of a file, or of all files under a folder; links count as nothing."""
    if folder.is_file():
        return folder.stat().st_size
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def megabytes(count: int) -> str:
    """Bytes as people say them: "171 MB" (millions of bytes)."""
    return f"{count / 1e6:.0f} MB"


def python_of(environment: Path) -> Path:
    """The interpreter of a virtual environment on this system."""
    is_windows = sys.platform == "win32"
    return environment / ("Scripts/python.exe" if is_windows else "bin/python")
