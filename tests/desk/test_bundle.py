"""The packaged program with real keys and a real screen reader; also out of a bare system.

The bundle that was built here (`python -m installers.build bundle`), or the one that
WHICHONE_BUNDLE names.  With WHICHONE_BARE_ROOT the package installed in that root is started
inside it (`DESK=1 installers/linux/try_deb.sh`).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from installers.bundle import BUNDLE
from installers.check import program_of
from tests.desk.desk import Desk

pytestmark = pytest.mark.desk

STARTING_S = 240.0
"""A bundle is read from a cold disk."""


@pytest.fixture
def packaged(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The desk, on which `program()` is the bundle's."""
    monkeypatch.setattr("tests.desk.desk.PATIENCE_S", STARTING_S)
    root = os.environ.get("WHICHONE_BARE_ROOT", "")
    if not root:
        monkeypatch.setattr("tests.desk.desk.PROGRAM", _built())
        yield desk
        return
    script = tmp_path / "packaged"
    script.write_text(f"#!/bin/sh\nexec chroot '{root}' /usr/bin/whichone \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setattr("tests.desk.desk.PROGRAM", script)
    with mounted(desk.folder, Path(root)):
        yield desk


def _built() -> Path:
    named = os.environ.get("WHICHONE_BUNDLE", "")
    found = Path(named) if named else program_of(BUNDLE)
    if not found.exists():
        pytest.skip("no bundle was built here (python -m installers.build bundle)")
    return found


@contextmanager
def mounted(folder: Path, root: Path) -> Iterator[None]:
    """The desk's buses and settings at the same place inside the bare system; needs root."""
    inside = root / folder.relative_to("/")
    inside.mkdir(parents=True)
    subprocess.run(["mount", "--bind", folder, inside], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", inside], check=True)
        inside.rmdir()


def test_a_question_is_typed_and_its_answer_heard(packaged: Desk) -> None:
    with packaged.program("example:label"):
        packaged.wait_spoken("Example picture, good quality", STARTING_S)
        packaged.type("What is the expiry date?")
        packaged.wait_quiet(0.2)
        packaged.key("Return")
        # By Orca, for the program's own voice names no roles; and as a voice should say it.
        packaged.wait_spoken("notification .*Best before: the 14th of March 2027", STARTING_S)
        # In the conversation stands what the label says.
        packaged.key("F6")
        packaged.wait_spoken("Best before: 14 MAR 2027", STARTING_S)
