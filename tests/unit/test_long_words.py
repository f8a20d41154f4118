"""Long words may go on in the next line, and nothing else is changed."""

from __future__ import annotations

from whichone_app.presenters.long_words import BREAK, LONGEST, breakable


def test_usual_words_stay_as_they_are() -> None:
    text = "It is a tin of tomato soup. " + "x" * LONGEST
    assert breakable(text) == text


def test_a_long_name_can_be_broken_at_every_letter() -> None:
    name = "IMG_20260602_143055_medicine_box.jpg"
    shown = breakable(f"{name} can't be opened.")
    assert shown == f"{BREAK.join(name)} can't be opened."


def test_nothing_is_lost() -> None:
    text = f"See https://example.org/{'long-path/' * 9} and {'ä' * 40}."
    assert breakable(text).replace(BREAK, "") == text


def test_an_accent_stays_with_its_letter() -> None:
    assert f"{BREAK}\N{COMBINING DIAERESIS}" not in breakable("u\N{COMBINING DIAERESIS}" * 30)
