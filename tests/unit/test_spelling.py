"""Letter by letter, with an alphabet, in groups, and with as many signs as wanted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.settings import Punctuation
from whichone_core.speech.punctuation import said_so
from whichone_core.speech.spelling import in_groups, phonetic, spell
from whichone_core.speech.voices import Voice, next_voice


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A Alfa, B Bravo, dash, 7"),
        ("en-GB", "A Alfa, B Bravo, dash, 7"),
        ("de_DE", "A Anton, B Berta, dash, 7"),
        ("es", "A Antonio, B Barcelona, dash, 7"),
        ("fi", "A Alfa, B Bravo, dash, 7"),
    ],
)
def test_each_letter_has_its_word_in_the_language(language: str, said: str) -> None:
    assert phonetic("aB-7", language) == said


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_letter_of_the_alphabet_has_a_word_that_begins_with_it(language: str) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz" + {"de": "äöü", "es": "ñ"}.get(language, "")
    for said in phonetic(letters, language).split(", "):
        letter, word = said.split()
        assert word.upper().startswith(letter)


def test_the_sharp_s_has_a_name_too() -> None:
    assert phonetic("ß", "de") == "ß Eszett"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("The code is 4711.", "The code is 4 7 1 1."),
        ("4006381333931", "4 0 0 6, 3 8 1, 3 3 3, 9 3 1"),
        ("Call 0800 123456 now.", "Call 0 8 0 0, 1 2 3, 4 5 6, now."),
        ("LOT AB12CD34, 500 g", "LOT A B 1 2, C D 3 4, 5 0 0, g"),
        ("Room 7", "Room 7"),
        ("14-03-2027", "1 4, dash, 0 3, dash, 2 0 2 7"),
        ("no code at all", "no code at all"),
    ],
)
def test_codes_come_in_groups_and_words_as_they_are(written: str, said: str) -> None:
    assert in_groups(written) == said


@given(st.text(max_size=80))
def test_no_digit_is_lost_or_added(text: str) -> None:
    def digits(words: str) -> list[str]:
        return [sign for sign in words if sign.isdigit()]

    assert digits(in_groups(text)) == digits(text)
    assert digits(spell(text)) == digits(text)
    assert digits(phonetic(text)) == digits(text)


@given(st.integers(2, 60))
def test_no_group_of_a_long_row_is_a_lone_digit(length: int) -> None:
    groups = in_groups("1" * length).split(", ")
    assert min(len(group.split()) for group in groups) > 1
    assert max(len(group.split()) for group in groups) <= 4


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (Punctuation.NONE, "It says Don't shake 500 ml."),
        (Punctuation.SOME, 'It says "Don\'t shake" (500 ml).'),
        (
            Punctuation.ALL,
            "It says quote Don't shake quote open bracket 500 ml close bracket full stop",
        ),
    ],
)
def test_signs_are_said_as_far_as_they_are_wanted(level: Punctuation, said: str) -> None:
    written = 'It says "Don\'t shake" (500 ml).'
    assert said_so(written, written, level) == said


def test_with_all_signs_a_code_still_comes_digit_by_digit() -> None:
    said = said_so("Code 47-11.", "Code 4 7, 1 1.", Punctuation.ALL, has_codes=True)
    assert said == "Code 4 7, dash 1 1, full stop"


def test_what_is_not_said_stays_unsaid_at_every_level() -> None:
    assert {said_so("***", "", level) for level in Punctuation} == {""}


ENGLISH = (Voice("Ada", "en"), Voice("Bea", "en-GB"))


def test_the_next_voice_is_of_the_same_language_and_comes_round() -> None:
    voices = (ENGLISH[0], Voice("Carl", "de"), ENGLISH[1])
    assert next_voice(voices, "en-US", "") == ENGLISH[0]
    assert next_voice(voices, "en-US", "Ada") == ENGLISH[1]
    assert next_voice(voices, "en-US", "Bea") == ENGLISH[0]


def test_a_lone_voice_has_no_next() -> None:
    assert next_voice(ENGLISH[:1], "en", "Ada") is None
    assert next_voice(ENGLISH, "fi", "") is None
