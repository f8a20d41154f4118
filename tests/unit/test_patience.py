"""Waiting at the terminal: never silent, never in the middle of an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from whichone_app.cli.patience import patiently
from whichone_app.presenters import phrases
from whichone_core.events import Event, QualityChecked, SentenceReady, Stopped
from whichone_core.types.answers import Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Role

MUG = SentenceReady(Sentence("It is a mug.", Role.ANSWER))
SECOND_S = 0.005


class Told:
    """What was said while waiting; `enough` once so many words of it were."""

    def __init__(self, enough: int) -> None:
        self.words: list[str] = []
        self.is_enough = threading.Event()
        self._enough = enough

    def __call__(self, words: str) -> None:
        self.words.append(words)
        if len(self.words) == self._enough:
            self.is_enough.set()


def slow(told: Told, *first: Event) -> Iterator[Event]:
    yield from first
    assert told.is_enough.wait(60)
    yield Stopped()


@pytest.mark.parametrize("is_starting", [True, False])
def test_a_long_wait_is_told_as_in_the_window(is_starting: bool) -> None:
    told = Told(3)
    events = patiently(
        slow(told, QualityChecked(QualityReport())), Cancel(), told, lambda: is_starting, SECOND_S
    )
    assert [type(event) for event in events] == [QualityChecked, Stopped]
    assert told.words[0] == (phrases.STARTING if is_starting else phrases.LOOKING)
    assert told.words[1].startswith("Still working, ")
    assert told.words.count(phrases.STARTING) <= 1


def test_nothing_but_the_heartbeat_comes_into_an_answer_that_has_begun() -> None:
    told = Told(1)
    list(patiently(slow(told, MUG), Cancel(), told, lambda: False, SECOND_S))
    assert told.words[0].startswith("Still working, ")


def test_a_quick_answer_is_told_nothing_of() -> None:
    told = Told(1)
    assert list(patiently(iter([MUG]), Cancel(), told, lambda: True, second_s=600)) == [MUG]
    assert told.words == []


def test_who_reads_no_further_stops_the_turn() -> None:
    cancel = Cancel()

    def endless() -> Iterator[Event]:
        while not cancel.is_requested:
            yield MUG

    events = patiently(endless(), cancel, Told(1), lambda: False)
    assert isinstance(events, Iterator)
    assert next(events) == MUG
    del events
    assert cancel.is_requested


def test_an_error_of_the_turn_is_the_callers() -> None:
    def broken() -> Iterator[Event]:
        yield MUG
        raise ZeroDivisionError

    events = patiently(broken(), Cancel(), Told(1), lambda: False)
    assert next(events) == MUG
    with pytest.raises(ZeroDivisionError):
        next(events)
