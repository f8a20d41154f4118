"""A local model by ear: the trained prototype answers, is interrupted, dies, and is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from tests.desk.desk import PATIENCE_S, PROGRAM, Desk, until
from tests.desk.test_program import ask, open_picture, told
from tests.drawn_shapes import one, six_circles
from tests.processes import has_ended, workers_of
from tests.tiny_models import TinyModel, prototype, tiny_model

pytestmark = pytest.mark.desk

QUESTION = "What color is the circle?"


@pytest.fixture
def modelled(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of a user who has chosen the prototype, as `whichone models` does it."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    desk.environ["WHICHONE_HOME"] = str(home)
    try:
        install(desk, prototype(), "proto")
        yield desk
    finally:
        del desk.environ["WHICHONE_HOME"]


def install(desk: Desk, model: TinyModel, name: str) -> None:
    """Import a model and choose it; it was never tested."""
    for words in (["import", str(model.folder), "--name", name], ["use", name]):
        command = [str(PROGRAM), "models", *words, "--no-test"]
        subprocess.run(command, env=desk.environ, check=True, capture_output=True)


def the_worker_of(program: int) -> int:
    """The one model worker of a program, once there is no other (it starts with a question)."""
    until(lambda: len(workers_of(program)) == 1, "the one worker", PATIENCE_S)
    return workers_of(program)[0]


@pytest.fixture
def red(tmp_path: Path) -> Path:
    Image.fromarray(one("circle", "red")).save(tmp_path / "red.png")
    return tmp_path / "red.png"


def test_a_conversation_is_heard_and_the_model_ends_with_the_window(
    modelled: Desk, red: Path, tmp_path: Path
) -> None:
    Image.fromarray(six_circles()).save(tmp_path / "many.png")
    with modelled.program(str(red)) as process:
        modelled.wait_spoken("Photo")
        ask(modelled, QUESTION)
        modelled.wait_spoken("The circle is red")
        (worker,) = workers_of(process.pid)
        ask(modelled, "Are you sure?")
        modelled.wait_spoken("fairly sure: I looked four more times")
        open_picture(modelled, tmp_path / "many.png")
        modelled.wait_spoken("Photo")
        ask(modelled, QUESTION)
        modelled.wait_spoken(r"Which one do you mean\?")
        assert workers_of(process.pid) == [worker], "one process for all of it"
        modelled.key("ctrl+q")
        assert process.wait(PATIENCE_S) == 0
        assert has_ended(worker, PATIENCE_S)


def test_escape_silences_a_model_that_is_stuck_and_a_killed_one_answers_all_the_same(
    modelled: Desk, red: Path
) -> None:
    with modelled.program(str(red)) as process:
        modelled.wait_spoken("Photo")
        ask(modelled, QUESTION)
        modelled.wait_spoken("The circle is red")
        (worker,) = workers_of(process.pid)
        os.kill(worker, signal.SIGSTOP)
        ask(modelled, QUESTION)
        modelled.wait_spoken("Looking at the picture")
        modelled.key("Escape")
        modelled.wait_spoken("Stopped")
        modelled.key("Return")  # the question was given back
        with suppress(ProcessLookupError):  # its watchdog may have been quicker
            os.kill(worker, signal.SIGKILL)
        modelled.wait_spoken("The circle is red")
        news = [said for said in modelled.wait_quiet() if "model" in said]
        assert news == [], "a model that was mended is no news"
        assert workers_of(process.pid) != [worker]


def test_why_the_built_in_engine_answers_is_heard_once(
    modelled: Desk, red: Path, tmp_path: Path
) -> None:
    with modelled.program(str(red)) as process:
        modelled.wait_spoken("Photo")
        ask(modelled, QUESTION)
        modelled.wait_spoken("The circle is red")
        (file,) = (tmp_path / "home").rglob("text*.gguf")
        os.truncate(file, 1000)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        ask(modelled, QUESTION)
        modelled.wait_spoken(
            "(damaged|not the one that was installed), so the built-in engine answers. Pull or "
        )
        ask(modelled, "What is this?")
        modelled.wait_spoken("notification")
        assert told(modelled, "built-in engine") == 0


@pytest.mark.timeout(1200)
def test_another_model_is_chosen_by_keyboard_and_heard_until_it_answers(
    modelled: Desk, red: Path
) -> None:
    install(modelled, tiny_model(), "noise")
    keys = Path(modelled.environ["WHICHONE_HOME"]) / "keys.toml"
    keys.write_text('models = "Ctrl+Shift+E"\n', encoding="utf-8")
    with modelled.program(str(red)) as process:
        modelled.wait_spoken("Photo")
        ask(modelled, QUESTION)
        first = the_worker_of(process.pid)
        assert not any("circle is red" in said for said in modelled.wait_quiet())
        modelled.key("ctrl+shift+e")
        modelled.wait_spoken(r"noise answers\.")
        modelled.key("Down")
        modelled.wait_spoken("proto: installed")
        for heard in ("About this model", "Fetch push button", "Use push button"):
            modelled.wait_quiet(0.3)  # Orca is still told of the text before it
            modelled.key("Tab")
            modelled.wait_spoken(heard)
        modelled.key("space")
        modelled.wait_spoken("Testing proto with pictures whose answers are known")
        # Its speed is measured too, and there other programs may want the processors as well.
        modelled.wait_spoken("From now on proto answers", 4 * PATIENCE_S)
        modelled.wait_spoken("In this window it answers from the next question on")
        modelled.key("Escape")
        ask(modelled, QUESTION)
        modelled.wait_spoken("The circle is red")
        assert has_ended(first, PATIENCE_S) and the_worker_of(process.pid) != first
