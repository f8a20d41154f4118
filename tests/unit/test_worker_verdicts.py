"""When a worker is ended, what is said of its end, and how a text is said again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from whichone_core.errors import ModelError
from whichone_models.llama.again import Again
from whichone_models.llama.faults import Death, from_death, from_fault
from whichone_models.llama.runtime import Ending, Fault, Finished, RuntimeFault
from whichone_models.llama.watchdog import (
    EXPECTED,
    GROWTH,
    End,
    Limits,
    Vitals,
    is_full,
    resident_bytes,
    verdict,
)

WELL = Vitals(
    has_spoken=True,
    is_loading=False,
    silent_s=0.4,
    still_s=0.1,
    cancelled_s=0.0,
    resident_bytes=1_000_000_000,
)
LIMITS = Limits(
    start_s=60, load_s=600, still_s=60, silence_s=20, cancel_s=2, memory_bytes=4_000_000_000
)


@pytest.mark.parametrize(
    ("vitals", "end"),
    [
        (WELL, None),
        (replace(WELL, silent_s=21), End.SILENT),
        (replace(WELL, silent_s=59, has_spoken=False), None),
        (replace(WELL, silent_s=61, has_spoken=False), End.SILENT),
        (replace(WELL, still_s=61), End.HUNG),
        (replace(WELL, still_s=599, is_loading=True), None),
        (replace(WELL, still_s=601, is_loading=True), End.HUNG),
        (replace(WELL, cancelled_s=1.9), None),
        (replace(WELL, cancelled_s=2.1), End.DEAF),
        (replace(WELL, resident_bytes=5_900_000_000), None),
        (replace(WELL, resident_bytes=6_100_000_000), End.BURSTING),
    ],
)
def test_a_worker_is_ended_for_what_it_shows(vitals: Vitals, end: End | None) -> None:
    assert verdict(vitals, LIMITS) is end


def test_without_a_budget_no_size_ends_a_worker_in_a_question() -> None:
    assert verdict(replace(WELL, resident_bytes=10**12), replace(LIMITS, memory_bytes=0)) is None


@pytest.mark.parametrize(
    ("resident", "first", "budget", "full"),
    [
        (5, 0, 4, False),  # nothing was answered yet
        (3, 2, 4, False),
        (5, 2, 4, True),
        (5, 5, 4, False),  # the model itself takes more than the budget: another would, too
        (6, 5, 4, True),
    ],
)
def test_a_worker_is_replaced_once_it_outgrows_its_budget(
    resident: int, first: int, budget: int, full: bool
) -> None:
    billion = 10**9
    limits = Limits(memory_bytes=budget * billion)
    assert is_full(resident * billion, first * billion, limits) is full


def test_without_a_budget_only_growth_counts() -> None:
    assert not is_full(9 * GROWTH, 9 * GROWTH, Limits())
    assert is_full(10 * GROWTH + 1, 9 * GROWTH, Limits())


def test_the_memory_of_this_process_is_measured() -> None:
    before = resident_bytes()
    kept = bytearray(b"x" * 200_000_000)
    assert resident_bytes() - before > 100_000_000
    assert kept


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_a_sentence_and_a_remedy(fault: Fault) -> None:
    error = from_fault(RuntimeFault(fault, "why"))
    assert isinstance(error, ModelError)
    assert error.kind is fault
    assert error.sentence.endswith(".") and error.remedy.endswith(".")
    assert error.cause == "why"


def test_the_sentences_of_the_faults_differ() -> None:
    assert len({from_fault(RuntimeFault(fault, "")).sentence for fault in Fault}) == len(Fault)


@pytest.mark.parametrize(
    ("death", "sentence"),
    [
        (Death(-4), "This computer's processor can't run the model."),
        (Death(0xC000001D), "This computer's processor can't run the model."),
        (Death(-1073741795), "This computer's processor can't run the model."),
        (Death(-9), "The system ended the model, perhaps because memory ran out."),
        (Death(-11), "The model crashed."),
        (Death(1), "The model crashed."),
        (Death(3), "The program that runs local models is not installed."),
        (Death(None, note="no such file"), "The program that runs local models could not be"),
        (Death(-9, note="unreadable"), "The model failed."),
        (Death(-9, End.HUNG), "The model got stuck."),
        (Death(-9, End.SILENT), "The model got stuck."),
        (Death(-9, End.BURSTING), "The model took too much memory."),
        (Death(0, End.CLOSED), "The model was closed."),
    ],
)
def test_every_death_has_its_own_sentence(death: Death, sentence: str) -> None:
    assert from_death(death).sentence.startswith(sentence)
    assert from_death(death).remedy


def test_what_the_app_does_by_itself_is_no_failure_of_the_model() -> None:
    assert {End.HUNG, End.SILENT, End.BURSTING, End.BROKEN}.isdisjoint(EXPECTED)
    assert {End.IDLE, End.CLOSED, End.DEAF, End.FULL} <= EXPECTED


@pytest.mark.parametrize(
    ("given", "pieces", "fresh"),
    [
        ("", ["A ", "cup."], ["A ", "cup."]),
        ("A ", ["A ", "cup."], ["", "cup."]),
        ("A c", ["A ", "cup."], ["", "up."]),
        ("A cup.", ["A ", "cup."], ["", ""]),
        ("A cup", ["A cup on ", "it."], [" on ", "it."]),
    ],
)
def test_a_repeated_text_leaves_out_what_was_given(
    given: str, pieces: list[str], fresh: list[str]
) -> None:
    again = Again(given)
    assert [again.fresh(piece) for piece in pieces] == fresh
    again.check_end(Finished(Ending.END, 2, 0.0))


def test_a_repeated_text_that_differs_is_an_error() -> None:
    with pytest.raises(ModelError, match="in the middle"):
        Again("A cup").fresh("A cap ")
    shorter = Again("A cup on a table")
    shorter.fresh("A cup")
    shorter.check_end(Finished(Ending.CANCELLED, 1, 0.0))
    with pytest.raises(ModelError, match="in the middle"):
        shorter.check_end(Finished(Ending.END, 1, 0.0))
