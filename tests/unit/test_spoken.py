from __future__ import annotations

import re
import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whichone_core.speech.spoken import (
    Verbosity,
    digits_one_by_one,
    more,
    sentences_of,
    speakable,
    spell,
    spoken_date,
    utterances,
)
from whichone_core.types.answers import Answer, Decision, Option, Reason, Sentence
from whichone_core.types.strategies import Role, Strategy

SAID = {
    "markdown": [
        ("Take **5 pills** *now* and __not__ ~~later~~.", "Take 5 pills now and not later."),
        ("# Soup\n\n- salt\n- water\n", "Soup. salt. water"),
        ("> quoted\n> twice", "quoted, twice"),
        ("Run `ls`.", "Run ls."),
        ("```python\nprint(1)\n```", "print(1)"),
        ("1. First\n2. Second", "1: First. 2: Second"),
        ("See [the label](http://x.org/a_(b)) ![cat](c.png)", "See the label cat"),
        ("one\n\n---\n\ntwo", "one. two"),
        (r"\*not bold\*", "not bold"),
    ],
    "names in code keep their underscores": [
        ("Open my_big_file.txt now", "Open my_big_file.txt now"),
        ("_very_ snake_case", "very snake_case"),
    ],
    "tables": [("| salt | 5 g |\n|:--|--:|\n| fat | 1 g |", "salt, 5 grams. fat, 1 gram")],
    "box drawing": [("┌───┐\n│ hi │\n└───┘", "hi")],
    "html": [("Tom &amp; <b>Jo</b><br>end", "Tom and Jo, end")],
    "addresses": [
        ("See https://www.example.com/a?b=c#d.", "See example.com."),
        ("(http://user:pw@sub.example.org:80/x)", "(sub.example.org)"),
        ("www.example.com/shop is closed", "example.com is closed"),
        ("example.com/x_y_z", "example.com"),
        ("Mail jo.doe@example.co.uk!", "Mail jo dot doe at example dot co dot uk!"),
    ],
    "emoji": [
        ("Done 😀👍🏽!", "Done!"),
        ("⚠️ Hot", "warning: Hot"),
        ("Press 1️⃣", "Press 1"),
        ("👩‍👩‍👧 family 🇩🇪", "family"),
    ],
    "units": [
        ("5 mg, 1 mg, 500ml", "5 milligrams, 1 milligram, 500 millilitres"),
        ("20 °C or 68°F", "20 degrees Celsius or 68 degrees Fahrenheit"),
        ("60 km/h, 50 %", "60 kilometres per hour, 50 percent"),
        ("31 MB:M026588, 31 MB: full", "31 MB:M026588, 31 megabytes: full"),
        ("5-10 mg", "5 to 10 milligrams"),
        ("2 × 500 mg", "2 times 500 milligrams"),
        ("10 m² and 3 m³", "10 square metres and 3 cubic metres"),
        ("230 V, 16 A.", "230 volts, 16 amps."),
        ("2.5 l", "2.5 litres"),
    ],
    "comparisons": [
        ("Not for children (<6 years)", "Not for children (less than 6 years)"),
        ("Children (> 12 years): 2", "Children (more than 12 years): 2"),
        ("(> 1 2 years)", "(more than 1 2 years)"),
        ("Fat<0.5g, salt,<.1", "Fat less than 0.5 grams, salt, less than .1"),
        ("Max. dose:<4 g", "Max. dose: less than 4 grams"),
        ("5>3", "5 more than 3"),
        (">12 years\n<= 5 g", "more than 12 years, at most 5 grams"),
        (">=12", "at least 12"),
        ("> €5", "more than 5 euros"),
        ("(≤6 years)", "(at most 6 years)"),
        ("> 1. First\n> two", "1: First. two"),
    ],
    "letters that are no units": [
        ("Option 5 A mug", "Option 5 A mug"),
        ("Gate 5m2 and room 12A4", "Gate 5m2 and room 12A4"),
        ("5 in the box", "5 in the box"),
        ("4 g's", "4 g's"),
    ],
    "money": [
        ("€4.99", "4 euros 99"),
        ("4,99 €", "4 euros 99"),
        ("$1,299.00", "1,299 dollars"),
        ("£0.50, $1, 1 €", "50 pence, 1 dollar, 1 euro"),
        ("€4.05", "4 euros 5"),
        ("€1.234,56, 1.234.567,00 €", "1,234 euros 56, 1,234,567 euros"),
        ("¥500, 50¢", "500 yen, 50 cents"),
        ("$5 million", "5 million dollars"),
    ],
    "fractions": [
        ("½ cup, 1½ cups", "one half cup, 1 and a half cups"),
        ("3/4 cup, 2 1/4 cups", "three quarters cup, 2 and a quarter cups"),
        ("1/2/2026 and 11/2", "1/2/2026 and 11/2"),
    ],
    "abbreviations": [
        ("e.g. milk, i.e. dairy", "for example milk, that is dairy"),
        ("Milk, etc. It is full.", "Milk, and so on. It is full."),
        ("Dr. Smith lives at No. 5", "Doctor Smith lives at number 5"),
    ],
    "dates": [("Use by 2026-03-14.", "Use by 14 March 2026."), ("2026-13-40", "2026-13-40")],
    "control characters and bidi marks": [
        ("a\x00b\x1b\u202ec\u200b\u2066d\ufeff\u00ade", "abcde"),
    ],
    "line breaks": [
        ("Best before\n12.03.2026\r\nLot 5", "Best before, 12.03.2026, Lot 5"),
        ("It is milk.\nIt is full.", "It is milk. It is full."),
    ],
    "plain text stays": [
        ("It's a red mug, isn't it?", "It's a red mug, isn't it?"),
        ('He said "no" (twice) at 14:30 - 5.99!', 'He said "no" (twice) at 14:30 - 5.99!'),
        ("Ünïcödé, 漢字, Привет, שלום.", "Ünïcödé, 漢字, Привет, שלום."),
        ("", ""),
    ],
}


@pytest.mark.parametrize(
    ("written", "said"),
    [pytest.param(*pair, id=f"{kind}: {pair[0]!a}") for kind in SAID for pair in SAID[kind]],
)
def test_is_said(written: str, said: str) -> None:
    assert speakable(written) == said


MARKUP = set("*`~|#<>\\[]{}")
WRITTEN = (
    "* ** _ __ ` ``` ~~ # ## > - 1. | |--|--| [ ]( ) ![ <b> </b> &amp; &lt; \\ \n \n\n \t "
    "https:// www. .com / @ € $ £ 5 5.99 1/2 ½ mg °C km/h % – — … . , ; : ! ? ( ) 😀 ⚠️ ┌─┐ │ ✓ → × "
    "e.g. etc. Dr. No. A a snake_case word it's \u202e \u200b \x00 \ud800 ² 2026-03-14 < > = & ¢ #5"
)
PIECES = st.sampled_from([*WRITTEN.split(" "), " "])
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join))


@given(TEXTS)
@settings(max_examples=600, deadline=None)
def test_no_markup_remains_whatever_was_written(text: str) -> None:
    said = speakable(text)
    assert not MARKUP & set(said)
    assert "\n" not in said
    kinds = {unicodedata.category(character) for character in said}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "So"} - _degree(said)
    assert said == " ".join(said.split())


def _degree(said: str) -> set[str]:
    """A lone degree sign is a symbol, too, and a voice says it."""
    return {"So"} if "°" in said else set()


@given(TEXTS)
@settings(max_examples=600, deadline=None)
def test_saying_it_twice_changes_nothing(text: str) -> None:
    assert speakable(speakable(text)) == speakable(text)


@given(st.from_regex(r"[A-Z][a-z]+( [a-z]+){0,6}[.!?]", fullmatch=True))
def test_plain_sentences_stay_as_they_are(text: str) -> None:
    assert speakable(text) == text


def test_a_long_hostile_text_is_quick() -> None:
    for text in ("[" * 5_000, "*_" * 5_000, "<a" * 5_000, "`" * 10_000, "a_" * 5_000, "1," * 5_000):
        speakable(text)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("+1 (555) 010-9999", "plus 1, 5 5 5, 0 1 0, 9 9 9 9"),
        ("Call 555 0199 now", "Call 5 5 5, 0 1 9 9 now"),
        ("AB12", "AB 1 2"),
        ("5.99", "5 point 9 9"),
        ("12/2026", "1 2 slash 2 0 2 6"),
        ("no digits", "no digits"),
    ],
)
def test_digits_are_said_one_by_one(written: str, said: str) -> None:
    assert digits_one_by_one(written) == said
    assert digits_one_by_one(said) == said
    assert speakable(said) == said


@given(st.text(alphabet="0123456789 -()+./abAB", max_size=30))
def test_digits_stay_in_order_and_apart(text: str) -> None:
    said = digits_one_by_one(text)
    assert re.findall(r"\d", said) == re.findall(r"\d", text)
    assert not re.search(r"\d\d", said)


def test_a_date_is_said_with_its_month() -> None:
    assert spoken_date(date(2026, 3, 14)) == "14 March 2026"
    assert spoken_date(date(2026, 3, 1), has_day=False) == "March 2026"


def test_spelling_names_signs_and_capitals_where_they_differ() -> None:
    assert spell("AB-7") == "A, B, dash, 7"
    assert spell("Ab") == "capital A, b"
    assert spell("x7", is_phonetic=True) == "Xray, 7"


@pytest.mark.parametrize(
    "sentences",
    [
        ["It is milk.", "It is full!", "Is it?", "Yes."],
        ["It costs 5.99 euros.", "Take it."],
        ["Fruit, e.g. Apples, is cheap.", "So are nuts."],
        ["Dr. Smith came at 5 p.m.", "Then J. K. Rowling left."],
        ["See No. 5.", "See example.com now."],
        ['He said "stop."', "She went."],
        ["これは牛乳です。", "新鮮です。"],
        ["No end"],
    ],
)
def test_sentences_end_where_a_reader_would_end_them(sentences: list[str]) -> None:
    assert sentences_of(" ".join(sentences)) == sentences


@given(st.text(max_size=80))
def test_no_word_is_lost_between_sentences(text: str) -> None:
    assert "".join("".join(sentences_of(text)).split()) == "".join(text.split())


# ------------------------------------------------------------------ answers

ANSWER = Answer(
    Decision(Strategy.DIRECT),
    (
        Sentence("It is **milk**.", Role.ANSWER),
        Sentence("The lot is 55.", Role.ANSWER, spoken="The lot is 5 5."),
        Sentence("Its label was read.", Role.EXPLANATION),
        Sentence("It stands on a table.", Role.AUXILIARY),
        Sentence("You're welcome.", Role.MISCELLANEOUS),
    ),
    "fake",
)


def test_the_answer_is_said_at_once_and_the_rest_waits() -> None:
    assert utterances(ANSWER, Verbosity.ANSWER_ONLY) == ("It is milk.", "The lot is 5 5.")
    assert more(ANSWER)[:2] == ("Its label was read.", "It stands on a table.")


@pytest.mark.parametrize("verbosity", list(Verbosity))
def test_every_sentence_is_said_at_once_or_on_more(verbosity: Verbosity) -> None:
    said = utterances(ANSWER, verbosity) + more(ANSWER, verbosity)
    assert sorted(said) == sorted(utterances(ANSWER, Verbosity.EVERYTHING))


def test_a_longer_setting_says_more_at_once() -> None:
    assert "Its label was read." in utterances(ANSWER, Verbosity.EXPLAINED)
    assert more(ANSWER, Verbosity.EVERYTHING) == ()


def test_a_clarifying_question_is_followed_by_its_numbered_options() -> None:
    answer = Answer(
        Decision(Strategy.CLARIFY),
        (Sentence("Which one?", Role.ANSWER),),
        "fake",
        options=(Option(1, "the red mug", "cup"), Option(2, "the book.", "book")),
    )
    assert utterances(answer, Verbosity.ANSWER_ONLY) == (
        "Which one?",
        "1: the red mug.",
        "2: the book.",
    )


def test_what_to_do_is_said_once_after_a_failure() -> None:
    failure = Sentence("I can't read it.", Role.ANSWER_FAILURE)
    retake = "Hold the camera still."
    decision = Decision(Strategy.ABSTAIN, reason=Reason.NO_TEXT)
    answer = Answer(decision, (failure,), "fake", retake=retake)
    assert utterances(answer, Verbosity.ANSWER_ONLY) == ("I can't read it.", retake)
    told = Answer(decision, (failure, Sentence(retake, Role.SUGGESTION)), "fake", retake=retake)
    assert utterances(told, Verbosity.ANSWER_ONLY) == ("I can't read it.", retake)


def test_an_answer_of_explanations_only_is_not_silent() -> None:
    answer = Answer(Decision(Strategy.DIRECT), (Sentence("Hm.", Role.EXPLANATION),), "fake")
    assert utterances(answer, Verbosity.ANSWER_ONLY) == ("Hm.",)
    assert more(answer) == ()
