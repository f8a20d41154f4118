"""A worker that dies costs a moment, never an answer; twice in a row it is told in one sentence."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.child import Launch
from whichone_models.llama.faults import LocalModelError
from whichone_models.llama.runtime import Fault, Finished
from whichone_models.llama.supervisor import ModelProcess

from tests.processes import has_ended
from tests.workers import SCRIPTED, a_picture, a_process, a_request, answered, expected

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes by signals")

PICTURE = a_picture()
DEATHS = ["segv", "sigill", "abort", "exit 0", "exit 1", "raise", "fail broken", "fail memory"]


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """A file that tells the second life of a worker from the first."""
    return tmp_path / "died"


@pytest.fixture
def process() -> Iterator[ModelProcess]:
    with a_process() as made:
        yield made


@pytest.mark.parametrize("death", DEATHS)
def test_a_question_that_kills_the_worker_once_is_answered(
    process: ModelProcess, mark: Path, death: str
) -> None:
    user = f"What is this? {{start:{death} once={mark}}}"
    process.see(PICTURE, "")
    assert answered(process, user, PICTURE) == expected(user, PICTURE)
    assert mark.exists()


@pytest.mark.parametrize("place", ["load", "see"])
@pytest.mark.parametrize("death", ["segv", "abort"])
def test_a_death_before_the_question_is_not_noticed_by_who_asks(
    mark: Path, place: str, death: str
) -> None:
    deed = f"{{{place}:{death} once={mark}}}"
    with a_process(deed) as process:
        process.see(PICTURE, deed)
        assert answered(process, "Hello?", PICTURE, system=deed) == expected("Hello?", PICTURE)
    assert mark.exists()


@pytest.mark.parametrize("after", [0, 1, 7, 12])
def test_a_death_in_the_middle_of_an_answer_repeats_nothing(
    process: ModelProcess, mark: Path, after: int
) -> None:
    user = f"Tell me. {{go_on:say 10}} {{go_on@{after}:segv once={mark}}}"
    assert answered(process, user, PICTURE) == expected(user, PICTURE, more=10)
    assert mark.exists()


def test_between_a_question_and_its_answer_it_may_be_killed(process: ModelProcess) -> None:
    assert process.ask(a_request("Which?", PICTURE), PICTURE, Cancel()) is not None
    _kill(process)
    pieces = [str(p) for p in process.go_on("direct", Cancel()) if not isinstance(p, Finished)]
    assert "".join(pieces) == expected("Which?", PICTURE)


def test_killed_while_nothing_is_asked_it_is_there_again(process: ModelProcess) -> None:
    answered(process, "One?", PICTURE)
    _kill(process)
    assert answered(process, "Two?", PICTURE) == expected("Two?", PICTURE)


def _kill(process: ModelProcess) -> None:
    pid = process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert has_ended(pid)


@pytest.mark.parametrize(
    ("death", "sentence", "kind"),
    [
        ("segv", "The model crashed.", Fault.BROKEN),
        ("abort", "The model crashed.", Fault.BROKEN),
        ("sigill", "This computer's processor can't run the model.", Fault.BROKEN),
        ("raise", "The model failed.", Fault.BROKEN),
        ("fail memory", "There is not enough memory for the model.", Fault.MEMORY),
        ("fail file", "The model's files are missing or damaged.", Fault.FILE),
        ("fail context", "The conversation is too long for the model.", Fault.CONTEXT),
        ("exit 3", "The program that runs local models is not installed.", Fault.BROKEN),
    ],
)
def test_twice_in_a_row_says_what_it_was(
    process: ModelProcess, death: str, sentence: str, kind: Fault
) -> None:
    with pytest.raises(LocalModelError) as caught:
        answered(process, f"What? {{start:{death}}}", PICTURE)
    assert caught.value.sentence == sentence
    assert caught.value.kind is kind
    assert caught.value.remedy and caught.value.cause


def test_a_model_that_cannot_be_loaded_is_told_at_once_and_never_while_seeing() -> None:
    with a_process("{load:fail file}") as process:
        process.see(PICTURE, "")
        for _ in range(3):
            with pytest.raises(LocalModelError, match="missing or damaged"):
                process.ask(a_request("What?", PICTURE), PICTURE, Cancel())


def test_an_illegal_instruction_of_a_model_that_worked_is_a_crash_like_others(
    process: ModelProcess,
) -> None:
    answered(process, "Hello?", PICTURE)
    for _ in range(2):
        with pytest.raises(LocalModelError, match="processor"):
            answered(process, "What? {start:sigill}", PICTURE)
    assert answered(process, "And now?", PICTURE) == expected("And now?", PICTURE)


def test_a_processor_that_cannot_run_it_is_not_tried_for_ever() -> None:
    with a_process("{load:sigill}") as process:
        for _ in range(3):
            with pytest.raises(LocalModelError, match="processor"):
                process.ask(a_request("What?", PICTURE), PICTURE, Cancel())
        assert process.pid is None


def test_a_question_after_a_failure_is_answered_when_that_was_the_cause(
    process: ModelProcess,
) -> None:
    for _ in range(2):
        with pytest.raises(ModelError):
            answered(process, "What? {start:segv}", PICTURE)
    assert answered(process, "And now?", PICTURE) == expected("And now?", PICTURE)


def test_the_last_words_of_a_worker_are_the_technical_cause(process: ModelProcess) -> None:
    with pytest.raises(LocalModelError) as caught:
        answered(process, "What? {start:noise} {start:abort}", PICTURE)
    assert "noise of C" in caught.value.cause
    assert "Fatal Python error: Aborted" in caught.value.cause
    assert len(caught.value.cause) < 60 * 401


def test_an_answer_that_comes_out_differently_is_not_stitched_together(mark: Path) -> None:
    environment = {"PYTHONPATH": str(Path(__file__).parents[2])}
    launch = Launch((), "tests.integration.restless:RestlessRuntime", environment=environment)
    with a_process(launch=launch) as process, pytest.raises(LocalModelError, match="in the middle"):
        answered(process, f"Tell me. {{go_on@2:segv once={mark}}}", PICTURE)


def test_what_is_no_worker_is_told(tmp_path: Path) -> None:
    for command in (["/nowhere/worker"], [sys.executable, "-c", "print('hello')"]):
        with a_process(launch=Launch(command)) as process, pytest.raises(LocalModelError):
            process.ask(a_request("What?", PICTURE), PICTURE, Cancel())


def test_a_worker_of_another_version_is_told() -> None:
    speaks = "import os, sys; os.write(1, bytes([0, 0, 0, 19]) + b'9 Ready {\"pid\": 12}')"
    command = [sys.executable, "-c", f"{speaks}; sys.stdin.read()"]
    with a_process(launch=Launch(command)) as process:
        with pytest.raises(LocalModelError) as caught:
            process.ask(a_request("What?", PICTURE), PICTURE, Cancel())
        assert "version" in caught.value.cause


def test_noise_on_standard_output_hurts_nothing(process: ModelProcess) -> None:
    user = "What? {start:noise} {go_on@1:noise}"
    assert answered(process, user, PICTURE) == expected(user, PICTURE)


def test_the_launch_names_the_environment_of_the_worker() -> None:
    launch = Launch(SCRIPTED.command, "scripted", environment={"PYTHONPATH": "/nowhere"})
    with a_process(launch=launch) as process:
        assert answered(process, "What?", PICTURE) == expected("What?", PICTURE)
