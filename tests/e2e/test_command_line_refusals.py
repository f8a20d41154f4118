"""The command line without a picture or without an engine: codes, one sentence, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_app.examples import example_path

from tests.e2e.commands import CUPS, Ran, Whichone, complains, holding

NO_PICTURE = "There is no desktop here, so there is no clipboard and no screen."
BLOCKER = """
import os, sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == os.environ["BLOCKED"]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
"""


# ------------------------------------------------------------------------ 3: no picture


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        ("", "No picture was named."),
        ("missing.jpg", "There is no file called missing.jpg there."),
        (b"\xff\x1b[31m\nmissing.jpg", "There is no file called ? [31m missing.jpg there."),
        (".", "is a folder."),
        ("/" + "a" * 4096, "too long"),
        ("/dev/zero", "a device or a pipe"),
        ("/proc/self/mem", "mem is not a picture"),
        ("http://example.org/a.jpg", "I fetch nothing from the web."),
        ("file:///no%00where.jpg", "cannot be opened"),
        ("example:nope", "There is no example picture called nope."),
        ("clipboard:", NO_PICTURE),
        ("screen:", NO_PICTURE),
        ("screen:x", "x is not the number of a screen."),
        ("screen:" + "9" * 5000, "is not the number of a screen."),
        ("camera:a name that no camera has", "camera"),
        ("camera:nowhere_%03d.png", "The camera gives no picture."),
        ("-", "The picture is empty"),
    ],
)
def test_a_picture_that_is_none(whichone: Whichone, picture: str | bytes, said: str) -> None:
    ran = whichone("ask", picture, "What is this?")
    complains(ran, 3, said)
    assert ran.out == ""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (holding(b""), "is empty"),
        (holding(b"hello\n" * 50), "is text, not a picture."),
        (holding(bytes(range(256)) * 20), "is damaged"),
        (holding(example_path("label").read_bytes()[:300]), "is damaged"),
        (os.mkfifo, "a device or a pipe"),
        (lambda path: path.symlink_to(path), "cannot be opened"),
    ],
    ids=["empty", "text", "noise", "cut short", "pipe", "loop"],
)
def test_a_file_that_is_no_picture(
    whichone: Whichone, tmp_path: Path, make: Callable[[Path], object], said: str
) -> None:
    name = "a\n\x1b[31m\u202eb.jpg"
    make(tmp_path / name)
    complains(whichone("ask", name, "What is this?"), 3, said)


@pytest.mark.parametrize("platform", ["nonsense", "offscreen", "xcb"])
def test_no_platform_of_qt_aborts_it(whichone: Whichone, platform: str) -> None:
    complains(whichone("ask", "clipboard:", env={"QT_QPA_PLATFORM": platform}), 3, NO_PICTURE)


def test_a_picture_comes_through_standard_input(whichone: Whichone) -> None:
    ran = whichone("ask", "-", *CUPS[2:], given=example_path("table").read_bytes())
    assert ran == Ran(0, "I can see two cups.\n", "")
    complains(whichone("ask", "-", given=b"no picture at all"), 3, "is text, not a picture.")


# ------------------------------------------------------------------------ 4: no engine


@pytest.fixture
def blocker(tmp_path: Path) -> Path:
    """A folder on Python's path that keeps the package named by BLOCKED from being imported."""
    folder = tmp_path / "blocker"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BLOCKER)
    return folder


@pytest.fixture
def without(whichone: Whichone, blocker: Path) -> Whichone:
    """Runs the program where one package cannot be imported."""

    def call(package: str, *words: str) -> Ran:
        return whichone(*words, env={"PYTHONPATH": str(blocker), "BLOCKED": package})

    return call


@pytest.mark.parametrize(
    ("package", "question", "remedy"),
    [
        ("rapidocr", "What does it say?", "Install the package rapidocr."),
        ("zxingcpp", "Scan the bar code.", "Install the package zxing-cpp."),
        ("onnxruntime", "How many cups are there?", "Install the package onnxruntime."),
        ("cv2", "What does it say?", "opencv-python-headless. Install WhichOne again."),
        ("PIL", "What does it say?", "pillow. Install WhichOne again."),
        ("numpy", "What does it say?", "numpy. Install WhichOne again."),
        ("pydantic", "What does it say?", "pydantic. Install WhichOne again."),
    ],
)
def test_a_part_that_is_not_installed(
    without: Whichone, package: str, question: str, remedy: str
) -> None:
    ran = without(package, "ask", "example:label", question)
    complains(ran, 4, "not installed", remedy)
    assert ran.out == ""


@pytest.mark.parametrize("package", ["rapidocr", "zxingcpp", "PySide6", "pyttsx3", "pi_heif"])
def test_what_needs_no_missing_part_is_answered(without: Whichone, package: str) -> None:
    assert without(package, *CUPS) == Ran(0, "I can see two cups.\n", "")


def test_without_qt_there_is_no_clipboard(without: Whichone) -> None:
    complains(without("PySide6", "ask", "clipboard:"), 3, NO_PICTURE)


PATIENT_DOCTOR = """
import sys
from whichone_app import doctor
from whichone_app.cli import main
doctor.examine.__kwdefaults__["limit_s"] = 90.0
sys.exit(main(["doctor"]))
"""
"""A busy machine may need more than its eight seconds to start all checks at once."""


def test_the_doctor_names_the_part(environ: dict[str, str], blocker: Path) -> None:
    env = {**environ, "PYTHONPATH": str(blocker), "BLOCKED": "rapidocr"}
    ran = subprocess.run(
        [sys.executable, "-c", PATIENT_DOCTOR], env=env, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "Broken: Built-in engine. The text reader is not installed." in ran.stdout
    assert "Install the package rapidocr." in ran.stdout


def test_too_little_memory_is_said(whichone: Whichone) -> None:
    ran = whichone(
        "ask", "example:label", "What does it say?", shell='ulimit -v 800000; exec "$0" "$@"'
    )
    if ran.code != 0:  # how much a process maps differs between machines
        complains(ran, 4, "memory")
