"""A screen reader that is only slow to answer is still there."""

from __future__ import annotations

from whichone_app.screen_reader import HOLDS_S, KnownReader


class Bus:
    """Gives the answer that it is told to, and keeps how long it was waited for."""

    def __init__(self) -> None:
        self.answer: bool | None = None
        self.waited_ms: list[int] = []
        self.seconds = 100.0

    def ask(self, within_ms: int) -> bool | None:
        self.waited_ms.append(within_ms)
        return self.answer

    def reader(self) -> KnownReader:
        return KnownReader(self.ask, lambda: self.seconds)


def test_a_reader_that_gives_no_answer_for_a_while_is_taken_to_run_on() -> None:
    bus = Bus()
    reader = bus.reader()
    bus.answer = True
    assert reader.is_running()
    bus.answer = None
    bus.seconds += HOLDS_S - 1
    assert reader.is_running()
    bus.answer = True
    assert reader.is_running()
    bus.answer = None
    bus.seconds += HOLDS_S - 1
    assert reader.is_running(), "counted from its last answer"


def test_one_that_hangs_gives_its_turn_to_the_own_voice() -> None:
    bus = Bus()
    reader = bus.reader()
    bus.answer = True
    assert reader.is_running()
    bus.answer = None
    bus.seconds += HOLDS_S + 1
    assert not reader.is_running()


def test_one_that_has_ended_is_gone_at_once_and_one_that_comes_is_there() -> None:
    bus = Bus()
    reader = bus.reader()
    for answer in (True, False, True, False):
        bus.answer = answer
        assert reader.is_running() is answer


def test_without_any_answer_none_is_known_and_the_first_is_waited_for_longer() -> None:
    bus = Bus()
    reader = bus.reader()
    assert not reader.is_running()
    assert not reader.is_running()
    first, next_one = bus.waited_ms
    assert first > 5 * next_one
