"""Building the same bytes twice: one time for all files, a wheel that is checked against itself.

The time is SOURCE_DATE_EPOCH where it is set (reproducible-builds.org), else that of the last
commit; where there is neither, the first of January 2026.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from .product import ROOT
from .steps import call

_FALLBACK = 1_767_225_600


def epoch() -> int:
    """Seconds since 1970 that all packed files are said to be from."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isdigit():
        return int(given)
    try:
        asked = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True
        )
    except OSError:
        return _FALLBACK
    found = asked.stdout.strip()
    return int(found) if asked.returncode == 0 and found.isdigit() else _FALLBACK


def set_times(root: Path) -> None:
    """Give everything under a folder, and the folder, the one time."""
    seconds = epoch()
    for path in [*root.rglob("*"), root]:
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def build_wheel(target: Path, source: Path = ROOT, seconds: int | None = None) -> Path:
    """Build WhichOne's wheel into an empty folder, offline, and return it.  Raises BuildError.

    source: the folder with pyproject.toml.  seconds: the time of all files; epoch() by itself.
    This interpreter must have hatchling.
    """
    target.mkdir(parents=True, exist_ok=True)
    environ = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch() if seconds is None else seconds)}
    words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    command: list[str | Path] = [sys.executable, *words, "--wheel-dir", target, source]
    call(command, folder=ROOT, environ=environ, log=target / "pip.log")
    (target / "pip.log").unlink()
    return next(target.glob("whichone-*.whl"))


def write_checksums(folder: Path) -> Path:
    """Write SHA256SUMS for the files in a folder, in the form that `sha256sum -c` reads."""
    listed = folder / "SHA256SUMS"
    files = sorted(path for path in folder.iterdir() if path.is_file() and path != listed)
    kept = [path for path in files if path.suffix not in {".asc", ".sig"}]
    listed.write_text("".join(f"{sha256(path)}  {path.name}\n" for path in kept))
    return listed
