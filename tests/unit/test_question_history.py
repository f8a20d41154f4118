"""Earlier questions with Up and Down: in memory only, and no draft is lost."""

from __future__ import annotations

from whichone_app.presenters.history import MOST, History


def asked(*texts: str) -> History:
    history = History()
    for text in texts:
        history.add(text)
    return history


def test_up_goes_back_and_down_comes_forward_to_the_draft() -> None:
    history = asked("one", "two")
    assert history.earlier("my dra") == "two"
    assert history.earlier("two") == "one"
    assert history.earlier("one") is None
    assert history.later("one") == "two"
    assert history.later("two") == "my dra"
    assert history.later("my dra") is None


def test_an_empty_history_has_nothing() -> None:
    assert History().earlier("draft") is None
    assert History().later("draft") is None


def test_a_question_that_was_brought_back_and_changed_is_a_draft() -> None:
    history = asked("one", "two")
    assert history.earlier("") == "two"
    assert history.earlier("two and more") == "two"
    assert history.later("two") == "two and more"


def test_the_same_question_twice_in_a_row_is_one_and_an_empty_one_none() -> None:
    history = asked("one", "one", "  ", "one ")
    assert history.earlier("") == "one"
    assert history.earlier("one") is None


def test_a_question_that_was_given_back_after_a_failure_is_passed_by() -> None:
    history = asked("one", "two")
    assert history.earlier("two") == "one"


def test_asking_again_starts_from_the_end() -> None:
    history = asked("one", "two")
    history.earlier("")
    history.earlier("two")
    history.add("three")
    assert history.earlier("") == "three"


def test_it_does_not_grow_without_end() -> None:
    history = asked(*(str(number) for number in range(MOST + 50)))
    shown, count = "", 0
    while (text := history.earlier(shown)) is not None:
        shown, count = text, count + 1
    assert count == MOST
