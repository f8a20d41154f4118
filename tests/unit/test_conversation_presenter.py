"""What the window says, shows and does for every order of events, without a window."""

from __future__ import annotations

import pytest
from whichone_app.presenters import phrases
from whichone_app.presenters.conversation import Conversation
from whichone_core.events import (
    Abstained,
    Answered,
    Remarked,
    SentenceReady,
)
from whichone_core.types.answers import Answer, Decision, Reason, Sentence
from whichone_core.types.strategies import Role, Strategy

from tests.conversations import (
    CODE,
    MUG,
    OPTIONS,
    WHY,
    Scene,
    abstaining,
    answered,
    clarifying,
    frame,
)

# ---------------------------------------------------------------------- answers


def test_an_answer_is_said_and_shown_and_the_question_makes_room() -> None:
    scene = Scene(answered(MUG))
    scene.ask("  what is this? ")
    assert scene.partner.heard == [("ask", "what is this?")]
    assert scene.voice.said == ["It is a red mug."]
    assert scene.view.lines == ("It is a red mug.",)
    assert scene.view.question == ""
    assert not scene.view.is_busy
    assert scene.view.status == scene.view.headline == phrases.READY


def test_a_sentence_is_said_as_soon_as_it_is_there() -> None:
    scene = Scene([SentenceReady(MUG), SentenceReady(CODE), *answered()])
    scene.talk.submit("what is this?")
    scene.jobs.step()
    assert scene.voice.said == ["It is a red mug."]
    assert scene.view.is_busy


def test_what_is_said_may_differ_from_what_is_written() -> None:
    scene = Scene(answered(CODE))
    scene.ask("the code?")
    assert scene.voice.said == ["The code is 1 2."]
    assert scene.view.lines == ("The code is 12.",)


def test_an_empty_question_asks_for_a_description() -> None:
    scene = Scene(answered(MUG))
    scene.ask("")
    assert scene.partner.heard == [("ask", "")]


def test_the_last_answer_stays_until_the_next_one_begins() -> None:
    scene = Scene(answered(MUG), answered(CODE))
    scene.ask("what is this?")
    scene.talk.submit("and the code?")
    assert scene.view.lines == ("It is a red mug.",)
    scene.jobs.finish()
    assert scene.view.lines == ("The code is 12.",)


def test_no_line_is_empty_or_broken() -> None:
    scene = Scene(answered(Sentence("One\n\ntwo.", Role.ANSWER), Sentence(" ", Role.ANSWER)))
    scene.ask("read it")
    assert scene.view.lines == ("One two.",)


def test_abstaining_says_what_to_do_once() -> None:
    scene = Scene(abstaining("Turn on a light."), abstaining("The picture is too dark."))
    scene.ask("what is this?")
    assert scene.voice.said == ["The picture is too dark.", "Turn on a light."]
    scene.ask("what is this?")
    assert scene.view.lines == ("The picture is too dark.",)


def test_a_remark_comes_before_the_answer_and_stays_with_it() -> None:
    scene = Scene([Remarked("The picture is sharper now."), *answered(MUG)])
    scene.ask("what is this?")
    assert scene.view.lines == ("The picture is sharper now.", "It is a red mug.")


# ---------------------------------------------------------------------- more, repeat, copy


def test_explanations_wait_for_more() -> None:
    scene = Scene(answered(MUG, WHY))
    scene.ask("what is this?")
    assert scene.view.lines == ("It is a red mug.",)
    scene.talk.more()
    assert scene.voice.said == ["Both detectors agree."]
    assert list(scene.view.lines) == ["It is a red mug.", "Both detectors agree."]


def test_explanations_follow_the_answer_where_the_user_wants_them() -> None:
    scene = Scene(answered(WHY, MUG))
    scene.talk = Conversation(scene.partner, scene.view, scene.voice, scene.jobs)
    scene.ask("what is this?")
    assert scene.voice.said == ["Both detectors agree.", "It is a red mug."]
    assert list(scene.view.lines) == scene.voice.said


def test_an_explanation_that_is_wanted_is_said_before_the_answer_has_ended() -> None:
    scene = Scene([SentenceReady(MUG), SentenceReady(WHY), *answered()])
    scene.talk = Conversation(scene.partner, scene.view, scene.voice, scene.jobs)
    scene.talk.submit("what is this?")
    scene.jobs.step()
    scene.jobs.step()
    assert scene.voice.said == ["It is a red mug.", "Both detectors agree."]
    assert scene.view.is_busy


def test_an_answer_whose_sentences_all_come_late_replaces_the_last_one() -> None:
    scene = Scene(answered(MUG), answered(WHY))
    scene.ask("what is this?")
    scene.ask("why?")
    assert scene.voice.said == ["Both detectors agree."]
    assert scene.view.lines == ("Both detectors agree.",)


def test_what_is_said_is_plain_and_what_is_shown_is_as_written() -> None:
    scene = Scene(answered(Sentence("It says **Sale**.", Role.ANSWER)))
    scene.ask("read it")
    assert scene.voice.said == ["It says Sale."]
    assert scene.view.lines == ("It says **Sale**.",)


def test_more_again_says_it_again_and_shows_it_once() -> None:
    scene = Scene(answered(MUG, WHY))
    scene.ask("what is this?")
    scene.talk.more()
    scene.talk.more()
    assert scene.voice.said == ["Both detectors agree."]
    assert scene.view.lines.count("Both detectors agree.") == 1


def test_more_of_an_answer_does_not_outlive_it() -> None:
    scene = Scene(answered(MUG, WHY), answered(CODE))
    scene.ask("what is this?")
    scene.ask("the code?")
    scene.talk.more()
    assert scene.voice.said == [phrases.NOTHING_MORE]


def test_repeat_says_the_answer_with_its_options_from_the_start() -> None:
    scene = Scene(clarifying())
    scene.ask("what is this?")
    scene.talk.repeat()
    expected = ["Which one do you mean?", "1: the red mug.", "2: the blue bowl."]
    assert scene.voice.said == expected


def test_repeat_and_copy_without_an_answer_say_so() -> None:
    scene = Scene()
    scene.talk.repeat()
    scene.talk.copy()
    assert scene.voice.said == [phrases.NOTHING_TO_REPEAT, phrases.NOTHING_TO_COPY]
    assert scene.view.clipboard == ""


def test_copy_takes_the_lines_of_the_answer() -> None:
    scene = Scene(answered(MUG, CODE))
    scene.ask("what is this?")
    scene.talk.copy()
    assert scene.view.clipboard == "It is a red mug.\nThe code is 12."


# ---------------------------------------------------------------------- clarifying


def test_options_are_said_with_their_numbers_and_listed() -> None:
    scene = Scene(clarifying())
    scene.ask("what is this?")
    assert scene.voice.said[1:] == ["1: the red mug.", "2: the blue bowl."]
    assert scene.view.options == OPTIONS
    assert scene.view.status == phrases.CHOOSE


@pytest.mark.parametrize("text", ["2", "the blue one"])
def test_words_after_a_clarifying_question_are_its_reply(text: str) -> None:
    scene = Scene(clarifying(), answered(MUG))
    scene.ask("what is this?")
    scene.ask(text)
    assert scene.partner.heard[-1] == ("reply", text)
    assert scene.view.options == ()
    assert scene.view.lines == ("It is a red mug.",)


def test_after_a_reply_that_was_not_understood_the_options_can_still_be_chosen() -> None:
    sentence = Sentence("I did not understand which one you mean.", Role.ANSWER_FAILURE)
    decision = Decision(Strategy.ABSTAIN, reason=Reason.NOT_UNDERSTOOD)
    missed = Abstained(Answer(decision, (sentence,), "scripted", retake="Reply with its number."))
    scene = Scene(clarifying(), [SentenceReady(sentence), missed], answered(MUG))
    scene.ask("what is this?")
    scene.ask("ogz")
    assert scene.voice.said[0] == "I did not understand which one you mean."
    assert (scene.view.options, scene.view.status) == (OPTIONS, phrases.CHOOSE)
    assert scene.talk.is_asked_back
    scene.ask("2")
    assert scene.partner.heard[-1] == ("reply", "2")
    assert scene.view.options == ()


def test_a_doubt_leaves_a_question_back_open_and_its_options_there() -> None:
    scene = Scene(clarifying(), answered(MUG), answered(CODE))
    scene.talk.doubt("are you sure?")
    assert scene.voice.said == [phrases.NOTHING_TO_CHECK]
    scene.ask("what is this?")
    scene.talk.doubt("are you sure?")
    assert scene.voice.said == [phrases.REPLY_FIRST]
    assert (scene.view.options, scene.talk.is_asked_back) == (OPTIONS, True)
    scene.ask("2")
    scene.talk.doubt("are you sure?")
    scene.jobs.finish()
    assert [kind for kind, _text in scene.partner.heard] == ["ask", "reply", "ask"]


def test_a_question_back_without_a_list_gets_its_reply_too() -> None:
    question = Sentence("Which one do you mean?", Role.ANSWER)
    asked = Answer(Decision(Strategy.CLARIFY), (question,), "scripted")
    scene = Scene([SentenceReady(question), Answered(asked)], answered(MUG), answered(MUG))
    scene.ask("what is this?")
    assert scene.view.status == phrases.REPLY
    scene.ask("the blue one")
    scene.ask("what colour is it?")
    assert [kind for kind, _text in scene.partner.heard] == ["ask", "reply", "ask"]


def test_an_option_is_chosen_by_its_number() -> None:
    scene = Scene(clarifying(), answered(MUG))
    scene.ask("what is this?")
    scene.talk.choose(2)
    scene.jobs.finish()
    assert scene.partner.heard[-1] == ("reply", "2")


def test_a_number_that_is_not_on_offer_is_refused_in_words() -> None:
    scene = Scene(clarifying())
    scene.ask("what is this?")
    scene.talk.choose(7)
    assert scene.voice.said[-1] == "There is no 7. The last one is 2."
    assert len(scene.partner.heard) == 1
    assert scene.view.options == OPTIONS


@pytest.mark.parametrize("text", ["7", " 0 ", "12", "9" * 5000])
def test_a_typed_number_that_is_not_on_offer_leaves_the_question_open(text: str) -> None:
    scene = Scene(clarifying(), answered(MUG))
    scene.ask("what is this?")
    scene.ask(text)
    assert scene.voice.said == [f"There is no {text.strip()}. The last one is 2."]
    scene.ask("2")
    assert scene.partner.heard == [("ask", "what is this?"), ("reply", "2")]


def test_a_number_without_options_does_nothing() -> None:
    scene = Scene()
    scene.talk.choose(1)
    assert scene.voice.said == []
    assert scene.partner.heard == []


def test_an_empty_reply_hears_the_options_again() -> None:
    scene = Scene(clarifying())
    scene.ask("what is this?")
    scene.ask("")
    assert scene.voice.said == ["1: the red mug.", "2: the blue bowl."]
    assert len(scene.partner.heard) == 1


def test_a_new_picture_takes_the_options_away() -> None:
    scene = Scene(clarifying(), answered(MUG))
    scene.ask("what is this?")
    scene.talk.open(frame)
    scene.jobs.finish()
    assert scene.view.options == ()
    scene.ask("what is this?")
    assert scene.partner.heard[-1] == ("ask", "what is this?")
