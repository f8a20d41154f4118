"""The installed program, run as a user without a display, and how it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("whichone"))
CUPS = ("ask", "example:table", "How many cups are there?")


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


Whichone = Callable[..., Ran]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """A user of its own, without a display and without settings."""
    ours = ("WHICHONE_", "QT_", "DISPLAY", "WAYLAND_DISPLAY", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "WHICHONE_HOME": str(tmp_path / "home")}


@pytest.fixture
def whichone(environ: dict[str, str], tmp_path: Path) -> Whichone:
    """Runs the installed program in a folder of its own."""

    def call(
        *words: str | bytes,
        env: Mapping[str, str] | None = None,
        given: bytes = b"",
        shell: str = "",
    ) -> Ran:
        command = ["sh", "-c", shell, PROGRAM, *words] if shell else [PROGRAM, *words]
        """shell: a script that starts the program, which is $0, with its words, "$@"."""
        ran = subprocess.run(
            command, input=given, capture_output=True, cwd=tmp_path,
            env={**environ, **(env or {})}, timeout=500, check=False,
        )  # fmt: skip
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    return call


def complains(ran: Ran, code: int, *words: str) -> None:
    """Exactly one harmless line on standard error, with these words, and the right code."""
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") == 1 and ran.err.startswith("whichone")
    assert ran.err[:-1].isprintable()
    for part in words:
        assert part in ran.err
    assert ran.code == code


def holding(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)
