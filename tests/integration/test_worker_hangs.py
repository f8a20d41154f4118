"""A worker that does not react is ended and replaced; who cancels never waits for it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.faults import LocalModelError
from whichone_models.llama.runtime import Ending, Finished
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.llama.watchdog import Limits

from tests.processes import has_ended
from tests.workers import a_picture, a_process, a_request, answered, asked, expected

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signals")

PICTURE, NEXT = a_picture(), a_picture("B", shade=90)
IMPATIENT = Limits(still_s=2, silence_s=3, cancel_s=0.3)
PATIENT = Limits(still_s=600, silence_s=600, cancel_s=0.3)
"""Only the cancel ends a worker here."""


@pytest.fixture
def impatient() -> Iterator[ModelProcess]:
    with a_process(limits=IMPATIENT) as made:
        yield made


@pytest.fixture
def patient() -> Iterator[ModelProcess]:
    with a_process(limits=PATIENT) as made:
        yield made


def cancel_soon(cancel: Cancel) -> threading.Timer:
    timer = threading.Timer(0.2, cancel.request)
    timer.start()
    return timer


@pytest.mark.parametrize(
    ("place", "hang"),
    [("see", "hang"), ("start", "clutch"), ("start", "stop"), ("go_on@3", "hang")],
)
def test_a_worker_that_hangs_is_replaced_and_the_answer_comes(
    impatient: ModelProcess, tmp_path: Path, place: str, hang: str
) -> None:
    deed = f"{{{place}:{hang} once={tmp_path / 'hung'}}}"
    told = answered(impatient, f"What now? {deed}", PICTURE, system=deed)
    assert told == expected("What now?", PICTURE)


def test_a_worker_that_hangs_again_is_told(impatient: ModelProcess) -> None:
    with pytest.raises(LocalModelError, match="stuck"):
        answered(impatient, "What? {start:hang}", PICTURE)


def test_slow_is_not_hung_while_it_gets_on() -> None:
    with a_process(limits=Limits(still_s=3, silence_s=600)) as process:
        assert answered(process, "Hello?", PICTURE)
        before = process.pid
        user = "What? {start:slow 4}"
        assert answered(process, user, PICTURE) == expected(user, PICTURE)
        assert process.pid == before


@pytest.mark.parametrize("hang", ["hang", "slow 600"])
def test_a_question_is_cancelled_whether_the_worker_listens_or_not(
    patient: ModelProcess, hang: str
) -> None:
    cancel = Cancel()
    timer = cancel_soon(cancel)
    assert asked(patient, f"What? {{start:{hang}}}", PICTURE, cancel=cancel) is None
    timer.join()
    assert answered(patient, "And this?", NEXT) == expected("And this?", NEXT)


@pytest.mark.parametrize("hang", ["hang", "slow 600"])
def test_an_answer_is_cancelled_whether_the_worker_listens_or_not(
    patient: ModelProcess, hang: str
) -> None:
    cancel = Cancel()
    user = f"What? {{go_on@2:{hang}}}"
    assert patient.ask(a_request(user, PICTURE), PICTURE, cancel) is not None
    parts = []
    for part in patient.go_on("direct", cancel):
        parts.append(part)
        if len(parts) == 2:
            cancel.request()
    end = parts[-1]
    assert isinstance(end, Finished)
    assert end.ending is Ending.CANCELLED
    assert answered(patient, "And this?", NEXT) == expected("And this?", NEXT)


def test_an_answer_that_was_cut_never_passes_for_a_whole_one(patient: ModelProcess) -> None:
    """Also where the worker had said it all before the cancel, and the rest only waits."""
    for number in range(30):
        cancel = Cancel()
        request = a_request(f"Number {number}? {{go_on:say {number}}}", PICTURE)
        assert patient.ask(request, PICTURE, cancel) is not None
        stream = patient.go_on("direct", cancel)
        next(stream)
        cancel.request()
        *_, end = stream
        assert isinstance(end, Finished)
        assert end.ending is Ending.CANCELLED


def test_a_worker_that_is_deaf_to_a_cancel_is_replaced_without_being_asked(
    patient: ModelProcess,
) -> None:
    answered(patient, "Hello?", PICTURE)
    deaf, cancel = patient.pid, Cancel()
    timer = cancel_soon(cancel)
    assert asked(patient, "What? {start:hang}", PICTURE, cancel=cancel) is None
    timer.join()
    assert deaf is not None and has_ended(deaf, within_s=30)
    assert answered(patient, "Still there?", PICTURE) == expected("Still there?", PICTURE)


def test_a_worker_that_listens_survives_a_cancel() -> None:
    with a_process(limits=Limits(cancel_s=30)) as process:
        answered(process, "Hello?", PICTURE)
        before, cancel = process.pid, Cancel()
        timer = cancel_soon(cancel)
        assert asked(process, "What? {start:slow 600}", PICTURE, cancel=cancel) is None
        timer.join()
        answered(process, "Hello?", PICTURE)
        assert process.pid == before


def test_a_new_picture_does_not_wait_for_the_last_one(patient: ModelProcess) -> None:
    patient.see(PICTURE, "{see:slow 600}")
    assert answered(patient, "Which is it?", NEXT) == expected("Which is it?", NEXT)


def test_a_load_that_never_ends_is_told() -> None:
    limits = Limits(load_s=0.5)
    with a_process("{load:hang}", limits=limits) as process:
        process.see(PICTURE, "")
        cancel = Cancel()
        timer = cancel_soon(cancel)
        assert asked(process, "What?", PICTURE, cancel=cancel) is None
        timer.join()
        with pytest.raises(LocalModelError, match="stuck"):
            answered(process, "What?", PICTURE)
