"""`whichone run`, the command behind `make run`, where there is no display."""

from __future__ import annotations

import os
import subprocess
import sys
import wave
from pathlib import Path

import pytest
from whichone_app.examples import example_path

PROGRAM = [sys.executable, "-c", "import sys; from whichone_app.cli import main; sys.exit(main())"]


def run(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "run", *words],
        env={"PATH": os.environ["PATH"], "WHICHONE_HOME": str(home), **environment},
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def test_without_a_picture_it_answers_about_an_example_and_saves_the_speech(
    tmp_path: Path,
) -> None:
    ran = run(tmp_path, "--", "", "")
    if "No voice is installed" in ran.stderr:
        pytest.skip("no voice is installed (apt-get install espeak-ng)")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0].endswith("so the answer comes here. Picture: example:label.")
    assert lines[1] == "Question: What is the expiry date?"
    assert "The label says: Best before: 14 MAR 2027." in lines
    assert lines[-1] == "The spoken answer is in whichone-answer.wav."
    with wave.open(str(tmp_path / "whichone-answer.wav")) as sound:
        assert sound.getnframes() > sound.getframerate()


def test_a_machine_without_a_voice_gets_its_answer_in_writing(tmp_path: Path) -> None:
    """No espeak-ng is on the path, and pyttsx3 finds no library: here it cannot be imported."""
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "pyttsx3.py").write_text('raise ImportError("not here")')
    ran = run(tmp_path, "--", "", "", PATH=str(blocked), PYTHONPATH=str(blocked))
    assert ran.returncode == 0
    assert "The label says: Best before: 14 MAR 2027." in ran.stdout
    assert "The spoken answer is in" not in ran.stdout
    assert ran.stderr.startswith("whichone: No voice is installed. Install espeak-ng")
    assert ran.stderr.endswith("The answer is written, not spoken.\n")
    assert ran.stderr.count("\n") == 1


def test_a_voice_that_is_switched_off_is_not_complained_of(tmp_path: Path) -> None:
    ran = run(tmp_path, "--", "example:covered", "", WHICHONE_VOICE="none")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Question: none, so the picture is described" in ran.stdout


def test_a_question_may_look_like_an_option(tmp_path: Path) -> None:
    picture = tmp_path / "-a b é's.jpg"
    picture.write_bytes(example_path("covered").read_bytes())
    ran = run(tmp_path, "--", picture.name, "--more $5?", WHICHONE_VOICE="none")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[1] == "Question: --more $5?"


def test_a_missing_library_of_qt_costs_the_window_and_not_the_answer(tmp_path: Path) -> None:
    broken = tmp_path / "broken/PySide6"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text(
        'raise ImportError("libEGL.so.1: cannot open shared object file")'
    )
    ran = run(
        tmp_path, "--", "example:covered", "",
        WHICHONE_VOICE="none", QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(broken.parent),
    )  # fmt: skip
    assert ran.returncode == 0
    assert ran.stderr.startswith("whichone: The window cannot open, because Qt or a system library")
    assert "The picture is covered or blank" in ran.stdout
