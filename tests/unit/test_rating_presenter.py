"""An answer rated by keyboard, without a screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from whichone_app.presenters import rating
from whichone_app.presenters.rating import RatingRound
from whichone_core.languages import use_language
from whichone_core.study.changes import SCALES
from whichone_data.vizwiz.scales import Scale


def test_five_digits_rate_the_five_scales() -> None:
    asked = RatingRound()
    assert asked.prompt.startswith("1 of 5. Is the answer about what was asked? 1 no, 2 partly")
    for digit in (1, 2, 3, 0, 2):
        said = asked.press(digit)
    assert said == rating.DONE and asked.is_done
    assert asked.given == dict(zip(SCALES, (1, 2, 3, None, 2), strict=True))
    assert asked.press(3) == rating.DONE


def test_going_back_asks_the_question_before_again() -> None:
    asked = RatingRound()
    assert asked.back().startswith(rating.FIRST)
    asked.press(1)
    assert asked.press(3).startswith("3 of 5.")
    assert asked.back().startswith("2 of 5.")
    asked.press(2)
    assert asked.given == {"relevance": 1, "helpfulness": 2}


def test_a_digit_that_is_no_point_is_told() -> None:
    asked = RatingRound()
    assert asked.press(7) == "Please press 1 no, 2 partly, 3 yes, 0 skip."
    assert asked.given == {}


def test_the_time_counts_from_the_first_question() -> None:
    times = iter((10.0, 14.5))
    assert RatingRound(lambda: next(times)).seconds == 4.5


@given(st.lists(st.integers(-1, 9), max_size=40))
def test_whatever_is_pressed_the_prompt_names_the_open_question(keys: list[int]) -> None:
    asked = RatingRound()
    for key in keys:
        asked.back() if key < 0 else asked.press(key)
        if not asked.is_done:
            assert asked.prompt.startswith(f"{len(asked.given) + 1} of 5.")
    assert list(asked.given) == list(SCALES[: len(asked.given)])


def test_the_questions_that_are_translated_are_those_of_the_scales() -> None:
    asked, round_ = [], RatingRound()
    while not round_.is_done:
        asked.append(round_.prompt)
        round_.press(1)
    assert all(scale.question in prompt for scale, prompt in zip(Scale, asked, strict=True))


def test_a_round_speaks_the_language() -> None:
    use_language("es")
    round_ = RatingRound()
    assert round_.press(7) == "Pulsa 1 no, 2 en parte, 3 sí, 0 saltar."
    assert round_.back().startswith("Esta es la primera pregunta. 1 de 5. ¿La respuesta trata de")
