"""Long words may go on in the next line, and nothing else is changed."""

from __future__ import annotations

import pytest
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


@pytest.mark.parametrize(
    "sign",
    [
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}",
        "\N{WAVING HAND SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}",
        "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}",
        "\N{REGIONAL INDICATOR SYMBOL LETTER E}\N{REGIONAL INDICATOR SYMBOL LETTER S}",
        "\N{DEVANAGARI LETTER KA}\N{DEVANAGARI VOWEL SIGN AA}",
        "\N{THAI CHARACTER KO KAI}\N{THAI CHARACTER MAI HAN-AKAT}",
        "\N{HANGUL CHOSEONG KIYEOK}\N{HANGUL JUNGSEONG A}\N{HANGUL JONGSEONG KIYEOK}",
    ],
)
def test_what_is_drawn_as_one_sign_stays_whole(sign: str) -> None:
    text = f"photo_{sign}_of_the_party_on_sunday.jpg"
    assert sign in breakable(text)
    assert BREAK in breakable(text)
