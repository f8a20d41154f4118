"""Reading an answer at leisure, going back to earlier ones, and changing how it is spoken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from whichone_app.presenters import phrases
from whichone_app.presenters.reading import Reading
from whichone_core.events import Event
from whichone_core.question.questions import understand
from whichone_core.question.ready import CODE, COLOUR, DATE, DESCRIBE, DOUBT, LIGHT, READ_ALL, READY
from whichone_core.speech.spelling import spell
from whichone_core.types.answers import Sentence
from whichone_core.types.questions import Intent, TextField
from whichone_core.types.strategies import Role

from tests.conversations import (
    CODE_LINE,
    MUG,
    NO_ENGINE,
    OPTIONS,
    WHY,
    Scene,
    answered,
    clarifying,
    frame,
)

BOWL = Sentence("A blue bowl is behind it.", Role.ANSWER)


class Reader:
    """A conversation with answers, and the place of reading in it."""

    def __init__(self, *turns: list[Event], language: str = "en") -> None:
        self.scene = Scene(*turns)
        self.places: list[tuple[int, int]] = []
        self.reading = Reading(
            self.scene.talk,
            lambda: language,
            lambda line, letter: self.places.append((line, letter)),
        )

    def ask(self, text: str = "what is this?") -> None:
        self.scene.ask(text)

    @property
    def said(self) -> list[str]:
        return self.scene.voice.said


@pytest.fixture
def reader() -> Reader:
    one = Reader(answered(MUG, CODE_LINE, BOWL), answered(MUG, BOWL))
    one.ask()
    return one


# ---------------------------------------------------------------------- sentences


def test_sentences_are_walked_through_and_the_ends_are_told(reader: Reader) -> None:
    heard = []
    for step in (reader.reading.next_sentence,) * 4 + (reader.reading.previous_sentence,) * 3:
        step()
        heard += reader.said
    assert heard == [
        "It is a red mug.",
        "The code is A, B, 4, 7, 1, 1.",
        "A blue bowl is behind it.",
        phrases.LAST_SENTENCE,
        "The code is A, B, 4, 7, 1, 1.",
        "It is a red mug.",
        phrases.FIRST_SENTENCE,
    ]
    assert reader.places == [(0, 0), (1, 0), (2, 0), (1, 0), (0, 0)]


LETTER = Sentence(
    "It says: Dear Mrs. Miller, you used 11%. Pay by 30 April. Call 0800 555.",
    Role.ANSWER,
    spoken="It says: Dear Mrs. Miller, you used 11 percent. Pay by 30 April. Call 0 8 0 0, 5 5 5.",
)


def test_print_that_is_quoted_is_read_by_its_own_sentences() -> None:
    one = Reader(answered(LETTER, BOWL))
    one.ask()
    heard = []
    for _step in range(4):
        one.reading.next_sentence()
        heard += one.said
    assert heard == [
        "It says: Dear Missis Miller, you used 11 percent.",
        "Pay by 30 April.",
        "Call 0 8 0 0, 5 5 5.",
        "A blue bowl is behind it.",
    ]
    text = LETTER.text
    assert one.places == [(0, 0), (0, text.index("Pay")), (0, text.index("Call")), (1, 0)]
    one.reading.previous_sentence()
    one.reading.next_word()
    one.reading.next_word()
    assert one.places[-1] == (0, text.index("0800"))
    one.reading.spell()
    assert one.said == ["0, 8, 0, 0"]
    one.reading.copy_sentence()
    assert one.scene.view.clipboard == "Call 0800 555."


def test_a_line_that_is_said_in_other_sentences_than_it_has_stays_whole() -> None:
    signs = Sentence("Read it. Keep it.", Role.ANSWER, spoken="Read it full stop Keep it full stop")
    one = Reader(answered(signs, BOWL))
    one.ask()
    one.reading.next_sentence()
    assert one.said == ["Read it full stop Keep it full stop"]
    one.reading.next_sentence()
    assert one.said == ["A blue bowl is behind it."]


def test_each_step_silences_what_is_being_said(reader: Reader) -> None:
    reader.reading.last_sentence()
    reader.reading.first_sentence()
    assert reader.said == ["It is a red mug."]


def test_what_is_read_stands_in_the_status_line_too(reader: Reader) -> None:
    reader.reading.next_sentence()
    reader.reading.spell()
    assert reader.scene.view.status == reader.said[0]


def test_this_sentence_is_heard_again_and_is_the_first_at_first(reader: Reader) -> None:
    reader.reading.this_sentence()
    assert reader.said == ["It is a red mug."]
    reader.reading.last_sentence()
    reader.reading.this_sentence()
    assert reader.said == ["A blue bowl is behind it."]


def test_another_answer_is_read_from_its_beginning(reader: Reader) -> None:
    reader.reading.last_sentence()
    reader.ask("why?")
    reader.reading.next_sentence()
    assert reader.said == ["It is a red mug."]


def test_an_answer_that_grows_keeps_the_place() -> None:
    one = Reader(answered(MUG, WHY))
    one.ask()
    one.reading.next_sentence()
    one.scene.talk.more()
    one.reading.next_sentence()
    assert one.said == ["Both detectors agree."]


def test_without_an_answer_every_command_says_so() -> None:
    one = Reader()
    read = one.reading
    for command in (
        read.next_sentence, read.previous_sentence, read.first_sentence, read.last_sentence,
        read.this_sentence, read.slowly, read.next_word, read.previous_word, read.spell,
        read.spell_phonetically, read.copy_sentence,
    ):  # fmt: skip
        command()
        assert one.said == [phrases.NOTHING_TO_READ]
    assert one.scene.view.clipboard == ""


def test_one_sentence_is_copied_as_it_is_written(reader: Reader) -> None:
    reader.reading.next_sentence()
    reader.reading.next_sentence()
    reader.reading.copy_sentence()
    assert reader.scene.view.clipboard == "The code is AB-4711."
    assert reader.said[-1] == phrases.SENTENCE_COPIED


def test_codes_are_read_in_groups(reader: Reader) -> None:
    reader.reading.next_sentence()
    reader.reading.next_sentence()
    reader.reading.slowly()
    assert reader.said == ["The code is A B, dash, 4 7 1 1."]


# ---------------------------------------------------------------------- words and letters


def test_words_are_walked_through_and_spelled(reader: Reader) -> None:
    read = reader.reading
    read.next_sentence()
    read.next_sentence()
    for _word in range(4):
        read.next_word()
    assert reader.said == ["AB-4711."]
    assert reader.places[-1] == (1, len("The code is "))
    read.spell()
    assert reader.said == ["A, B, dash, 4, 7, 1, 1"]
    read.spell_phonetically()
    assert reader.said == ["A Alfa, B Bravo, dash, 4, 7, 1, 1"]
    read.next_word()
    assert reader.said == [phrases.LAST_WORD]
    read.previous_word()
    assert reader.said == ["is"]


def test_a_new_sentence_is_spelled_whole() -> None:
    one = Reader(answered(Sentence("Ab.", Role.ANSWER)), language="de")
    one.ask()
    one.reading.spell()
    assert one.said == ["capital A, b, dot"]
    one.reading.spell_phonetically()
    assert one.said == ["A Anton, B Berta, dot"]


@pytest.mark.parametrize("step", [Reading.next_word, Reading.previous_word])
def test_the_words_of_another_answer_begin_with_its_first(
    reader: Reader, step: Callable[[Reading], None]
) -> None:
    """It may be "not", or a digit: whoever was at the third word of one answer missed it."""
    for _word in range(3):
        reader.reading.next_word()
    reader.ask("why?")
    step(reader.reading)
    assert reader.said == ["It"]


def test_the_options_of_a_question_back_are_read_behind_it() -> None:
    one = Reader(clarifying(), answered(MUG))
    one.ask()
    heard = []
    for _step in range(len(OPTIONS) + 2):
        one.reading.next_sentence()
        heard += one.said
    options = [f"{option.number}: {option.text}." for option in OPTIONS]
    assert heard == ["Which one do you mean?", *options, phrases.LAST_SENTENCE]
    assert one.places == [(0, 0)], "they stand in a list of their own"
    one.reading.next_word()
    assert one.said == [f"{OPTIONS[-1].number}:"]
    one.ask("1")
    one.scene.talk.turn_back(-1)
    one.reading.last_sentence()
    assert one.said == ["Which one do you mean?"], "an earlier question has none to choose"


def test_of_a_question_back_only_what_was_said_is_spelled() -> None:
    whole = "Which one do you mean: one of the cups, or the plate?"
    one = Reader(answered(Sentence(whole, Role.ANSWER, spoken="Which one?")))
    one.ask()
    one.reading.spell()
    assert one.said == [spell("Which one?")]
    one.reading.slowly()
    assert one.said == ["Which one?"]


def test_before_the_first_word_there_is_none(reader: Reader) -> None:
    reader.reading.next_word()
    reader.reading.previous_word()
    assert reader.said == [phrases.FIRST_WORD]


# ---------------------------------------------------------------------- earlier answers


def test_earlier_answers_are_gone_back_to_and_read(reader: Reader) -> None:
    reader.ask("why is that?")
    talk = reader.scene.talk
    talk.turn_back(-1)
    assert reader.said[:2] == ["Answer 1 of 2, to: what is this?", "It is a red mug."]
    assert reader.scene.view.lines[0] == "It is a red mug."
    reader.reading.last_sentence()
    assert reader.said == ["A blue bowl is behind it."]
    talk.turn_back(-1)
    assert reader.said == [phrases.NO_EARLIER]
    talk.turn_back(1)
    assert reader.said[0] == "Answer 2 of 2, to: why is that?"
    talk.turn_back(1)
    assert reader.said == [phrases.NO_LATER]


def test_a_new_picture_keeps_what_was_answered_about_the_last(reader: Reader) -> None:
    reader.scene.talk.open(frame)
    reader.scene.jobs.finish()
    assert reader.scene.view.lines[0] == "It is a red mug."
    reader.ask("and now?")
    reader.scene.talk.turn_back(-1)
    assert reader.scene.view.lines[0] == "It is a red mug."


def test_an_earlier_answer_is_repeated_and_copied(reader: Reader) -> None:
    reader.ask("why?")
    talk = reader.scene.talk
    talk.turn_back(-1)
    talk.repeat()
    assert reader.said[0] == "It is a red mug."
    talk.copy()
    assert reader.scene.view.clipboard.startswith("It is a red mug.")


def test_the_next_answer_comes_even_while_an_earlier_one_is_read() -> None:
    one = Reader(answered(MUG), answered(BOWL, WHY))
    one.ask()
    one.scene.talk.submit("and behind it?")
    one.scene.talk.turn_back(-1)
    one.scene.jobs.finish()
    assert one.scene.view.lines == ("A blue bowl is behind it.",)


def test_before_the_first_answer_there_is_none_earlier() -> None:
    one = Reader()
    one.scene.talk.turn_back(-1)
    assert one.said == [phrases.NO_EARLIER]


# ---------------------------------------------------------------------- asked by one key


@pytest.mark.parametrize(
    ("ready", "intent", "field"),
    [
        (DESCRIBE, Intent.DESCRIBE, None),
        (READ_ALL, Intent.READ, None),
        (COLOUR, Intent.COLOUR, None),
        (LIGHT, Intent.LIGHT, None),
        (DATE, Intent.FIELD, TextField.DATE),
        (CODE, Intent.CODE, None),
    ],
)
def test_ready_questions_are_understood_as_what_they_are_for(
    ready: object, intent: Intent, field: TextField | None
) -> None:
    question = understand(getattr(ready, "text", ""))
    assert (question.intent, question.field, question.is_sure) == (intent, field, True)


def test_ready_questions_have_names_of_their_own() -> None:
    assert len({one.name for one in READY}) == len(READY)
    assert DOUBT in READY


def test_a_ready_question_is_no_reply_and_leaves_what_was_typed() -> None:
    scene = Scene(clarifying(), answered(BOWL))
    scene.ask("what is this?")
    scene.view.question = "the bl"
    scene.talk.ask(COLOUR.text)
    scene.jobs.finish()
    assert scene.partner.heard[-1] == ("ask", COLOUR.text)
    assert scene.view.options == ()
    assert scene.view.question == "the bl"


def test_reading_everything_keeps_nothing_for_later() -> None:
    scene = Scene(answered(MUG, WHY), answered(MUG, WHY))
    scene.talk.ask(READ_ALL.text, wants_all=True)
    scene.jobs.finish()
    assert scene.voice.said == ["It is a red mug.", "Both detectors agree."]
    scene.ask("what is this?")
    assert scene.voice.said == ["It is a red mug."]


def test_a_comparison_is_an_answer() -> None:
    scene = Scene(answered(BOWL))
    scene.talk.compare()
    scene.jobs.finish()
    assert scene.partner.heard == [("compare", "")]
    assert scene.view.lines == ("A blue bowl is behind it.",)


def test_a_wrong_answer_is_corrected_in_the_question_field() -> None:
    scene = Scene(answered(MUG), answered(BOWL), answered(MUG))
    scene.ask("what is this?")
    assert scene.talk.contest()
    assert scene.voice.said == [phrases.CORRECT] == [scene.view.status]
    scene.ask("")
    assert scene.voice.said == [phrases.CORRECT]
    scene.ask("it is a bowl")
    assert scene.partner.heard == [("ask", "what is this?"), ("correct", "it is a bowl")]
    scene.ask("and this?")
    assert scene.partner.heard[-1] == ("ask", "and this?")


@pytest.mark.parametrize(
    "words",
    ["that is wrong", "You are wrong.", "No, that's wrong!", "no, that’s wrong", "Das ist falsch",
     "eso está mal", "está mal", "nein, das stimmt nicht"],
)  # fmt: skip
def test_that_is_wrong_does_the_same_typed_as_by_its_key(words: str) -> None:
    scene = Scene(answered(MUG), answered(BOWL))
    scene.ask("what is this?")
    scene.ask(words)
    assert scene.voice.said == [phrases.CORRECT] == [scene.view.status]
    assert scene.view.question == ""
    scene.ask(words)
    assert scene.voice.said == [phrases.CORRECT]
    scene.ask("it is a bowl")
    assert scene.partner.heard == [("ask", "what is this?"), ("correct", "it is a bowl")]


def test_that_is_wrong_is_a_reply_where_a_question_back_is_open() -> None:
    scene = Scene(clarifying(), answered(MUG))
    scene.ask("what is this?")
    scene.ask("that is wrong")
    assert scene.partner.heard[-1] == ("reply", "that is wrong")


def test_a_question_with_wrong_in_it_is_asked() -> None:
    scene = Scene(answered(MUG), answered(BOWL))
    scene.ask("what is this?")
    scene.ask("what is wrong with it?")
    assert scene.partner.heard[-1] == ("ask", "what is wrong with it?")


def test_escape_leaves_the_answer_as_it_is() -> None:
    scene = Scene(answered(MUG), answered(BOWL))
    scene.ask("what is this?")
    scene.talk.contest()
    scene.talk.stop()
    assert scene.voice.said == [phrases.NOT_CORRECTED]
    scene.ask("and this?")
    assert scene.partner.heard[-1] == ("ask", "and this?")


def test_without_an_answer_there_is_nothing_to_correct() -> None:
    scene = Scene()
    scene.partner.can_be_corrected = False
    assert not scene.talk.contest()
    assert scene.voice.said == [phrases.NOTHING_TO_CORRECT]


def test_a_failed_reply_gives_back_the_question_that_it_was_to() -> None:
    from whichone_core.events import Failed

    scene = Scene(clarifying(), [Failed(NO_ENGINE)])
    scene.ask("what is this?")
    scene.ask("the red one")
    assert scene.view.question == "what is this?"
