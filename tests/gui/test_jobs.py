"""Work beside the user interface: order, errors, cancelling."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

import pytest
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_core.errors import InputError, WhichOneError
from whichone_core.types.cancelling import Cancel


class Desk:
    """What one job delivered, and on which thread."""

    def __init__(self, jobs: QtJobRunner, bot: QtBot) -> None:
        self.jobs, self.bot = jobs, bot
        self.items: list[int] = []
        self.ends: list[WhichOneError | None] = []
        self.threads: set[int] = set()

    def receive(self, item: int) -> None:
        self.items.append(item)
        self.threads.add(threading.get_ident())

    def wait(self) -> None:
        self.bot.waitUntil(lambda: bool(self.ends))


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    jobs = QtJobRunner()
    yield Desk(jobs, qtbot)
    jobs.close()


def test_results_come_in_order_on_the_thread_of_the_window(desk: Desk) -> None:
    desk.jobs.start(lambda _cancel: range(200), desk.receive, desk.ends.append)
    assert desk.jobs.is_busy
    desk.wait()
    assert desk.items == list(range(200))
    assert desk.threads == {threading.get_ident()}
    assert desk.ends == [None]
    assert not desk.jobs.is_busy


def test_a_known_error_arrives_as_it_is(desk: Desk) -> None:
    error = InputError("There is no picture yet.")

    def work(_cancel: Cancel) -> Iterable[int]:
        yield 1
        raise error

    desk.jobs.start(work, desk.receive, desk.ends.append)
    desk.wait()
    assert desk.items == [1]
    assert desk.ends == [error]


def test_an_unknown_error_becomes_a_sentence_with_its_cause(desk: Desk) -> None:
    def work(_cancel: Cancel) -> Iterable[int]:
        raise ZeroDivisionError("division by zero")

    desk.jobs.start(work, desk.receive, desk.ends.append)
    desk.wait()
    (error,) = desk.ends
    assert error is not None
    assert error.sentence == "Something unexpected went wrong."
    assert error.cause == "ZeroDivisionError: division by zero"


def test_nothing_arrives_after_a_cancel_not_even_what_was_under_way(desk: Desk) -> None:
    was_sent, cancels = threading.Event(), []

    def work(cancel: Cancel) -> Iterable[int]:
        cancels.append(cancel)
        yield 1
        was_sent.set()

    desk.jobs.start(work, desk.receive, desk.ends.append)
    assert was_sent.wait(60)  # 1 is in the queue of this thread now, not yet delivered
    desk.jobs.cancel()
    assert not desk.jobs.is_busy
    desk.jobs.start(lambda _cancel: [2], desk.receive, desk.ends.append)
    desk.wait()
    assert desk.items == [2]
    assert desk.ends == [None]
    assert cancels[0].is_requested


def test_closing_waits_for_the_worker(desk: Desk) -> None:
    ended = threading.Event()

    def work(cancel: Cancel) -> Iterable[int]:
        pause = threading.Event()
        while not cancel.is_requested:
            pause.wait(0.01)
        ended.set()
        return []

    desk.jobs.start(work, desk.receive, desk.ends.append)
    desk.jobs.close()
    assert ended.is_set()


def test_what_a_timer_still_starts_after_closing_is_not_begun(desk: Desk) -> None:
    desk.jobs.close()
    begun: list[Cancel] = []

    def work(cancel: Cancel) -> Iterable[int]:
        begun.append(cancel)
        return []

    desk.jobs.start(work, desk.receive, desk.ends.append)
    assert not desk.jobs.is_busy
    assert (begun, desk.items, desk.ends) == ([], [], [])
