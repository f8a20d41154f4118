"""What the window says, shows and does for every order of events, without a window."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import numpy as np
import pytest
from whichone_app.presenters import phrases
from whichone_app.presenters.conversation import Conversation
from whichone_app.presenters.fake import (
    RecordingView,
    RecordingVoice,
    ScriptedPartner,
    StepwiseJobs,
)
from whichone_core.errors import InputError, ModelError
from whichone_core.events import (
    Abstained,
    Answered,
    Event,
    EvidenceFound,
    Failed,
    OptionsOffered,
    QualityChecked,
    Remarked,
    SentenceReady,
    Stopped,
    StrategyChosen,
)
from whichone_core.speech.spoken import Verbosity
from whichone_core.types import (
    Answer,
    Decision,
    Evidence,
    Finding,
    Flaw,
    Frame,
    Option,
    QualityReport,
    Reason,
    Role,
    Sentence,
    Side,
    SourceKind,
    Strategy,
)

MUG = Sentence("It is a red mug.", Role.ANSWER)
WHY = Sentence("Both detectors agree.", Role.EXPLANATION)
CODE = Sentence("The code is 12.", Role.ANSWER, spoken="The code is 1 2.")
OPTIONS = (Option(1, "the red mug", "mug"), Option(2, "the blue bowl", "bowl"))
DARK = QualityReport((Finding(Flaw.DARK, 1, 2),))
NO_ENGINE = ModelError("The engine stopped.", remedy="Please ask again.")


def frame(kind: SourceKind = SourceKind.FILE, remarks: tuple[str, ...] = ()) -> Frame:
    pixels = np.zeros((8, 12, 3), np.uint8)
    return Frame(pixels, kind, datetime.now(UTC), (1200, 800), "0" * 64, remarks)


def answered(*sentences: Sentence) -> list[Event]:
    """The events of a direct answer."""
    decision = Decision(Strategy.DIRECT)
    return [
        QualityChecked(QualityReport()),
        EvidenceFound(Evidence()),
        StrategyChosen(decision),
        *(SentenceReady(sentence) for sentence in sentences),
        Answered(Answer(decision, sentences, "scripted")),
    ]


def clarifying() -> list[Event]:
    decision = Decision(Strategy.CLARIFY)
    question = Sentence("Which one do you mean?", Role.ANSWER)
    return [
        StrategyChosen(decision),
        SentenceReady(question),
        OptionsOffered(OPTIONS),
        Answered(Answer(decision, (question,), "scripted", options=OPTIONS)),
    ]


def abstaining(retake: str) -> list[Event]:
    decision = Decision(Strategy.ABSTAIN, reason=Reason.BAD_PICTURE)
    sentence = Sentence("The picture is too dark.", Role.ANSWER_FAILURE)
    answer = Answer(decision, (sentence,), "scripted", retake=retake)
    return [StrategyChosen(decision), SentenceReady(sentence), Abstained(answer)]


class Scene:
    """A conversation with everything around it within reach."""

    def __init__(self, *turns: Iterable[Event], inspected: Iterable[Event] = ()) -> None:
        self.partner = ScriptedPartner(*turns, inspected=inspected)
        self.view, self.voice, self.jobs = RecordingView(), RecordingVoice(), StepwiseJobs()
        self.talk = Conversation(
            self.partner, self.view, self.voice, self.jobs, Verbosity.ANSWER_ONLY
        )

    def ask(self, text: str) -> None:
        self.view.question = text
        self.talk.submit(text)
        self.jobs.finish()


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


# ---------------------------------------------------------------------- failing and stopping


def test_a_failure_is_said_with_its_remedy_and_the_question_comes_back() -> None:
    scene = Scene([Failed(NO_ENGINE)])
    scene.ask("what is this?")
    assert scene.voice.said == ["The engine stopped. Please ask again."]
    assert scene.view.lines == ("The engine stopped.", "Please ask again.")
    assert scene.view.question == "what is this?"
    assert scene.view.status == phrases.FAILED
    assert not scene.view.is_busy


def test_a_failure_in_the_middle_keeps_what_was_answered() -> None:
    scene = Scene([SentenceReady(MUG), Failed(NO_ENGINE)])
    scene.ask("what is this?")
    assert scene.view.lines[0] == "It is a red mug."
    assert scene.view.lines[1:] == ("The engine stopped.", "Please ask again.")


def test_a_question_that_was_begun_meanwhile_is_not_overwritten() -> None:
    scene = Scene([Failed(NO_ENGINE)])
    scene.talk.submit("what is this?")
    scene.view.question = "what col"
    scene.jobs.finish()
    assert scene.view.question == "what col"


def test_an_error_that_breaks_the_job_is_told_like_a_failure() -> None:
    def broken() -> Iterable[Event]:
        yield SentenceReady(MUG)
        raise NO_ENGINE

    scene = Scene(broken())
    scene.ask("what is this?")
    assert scene.voice.said[-1] == NO_ENGINE.spoken
    assert scene.view.question == "what is this?"


def test_a_reply_that_fails_gives_the_question_back() -> None:
    scene = Scene(clarifying(), [Failed(NO_ENGINE)])
    scene.ask("what is this?")
    scene.ask("2")
    assert scene.view.question == "what is this?"


def test_stop_silences_cancels_and_gives_the_question_back() -> None:
    scene = Scene([SentenceReady(MUG), SentenceReady(CODE), *answered()])
    scene.talk.submit("what is this?")
    scene.jobs.step()
    scene.talk.stop()
    assert scene.voice.said == [phrases.STOPPED]
    assert scene.jobs.cancel_request.is_requested
    assert not scene.jobs.is_busy
    assert not scene.view.is_busy
    assert scene.view.question == "what is this?"


def test_stop_without_work_only_silences() -> None:
    scene = Scene(answered(MUG))
    scene.ask("what is this?")
    scene.talk.stop()
    assert scene.voice.said == []
    assert scene.view.lines == ("It is a red mug.",)


def test_a_stream_that_stopped_by_itself_ends_like_a_stop() -> None:
    scene = Scene([Stopped()])
    scene.ask("what is this?")
    assert scene.voice.said == [phrases.STOPPED]
    assert not scene.view.is_busy


def test_enter_while_working_says_so_and_starts_nothing() -> None:
    scene = Scene(answered(MUG))
    scene.talk.submit("what is this?")
    scene.talk.submit("what is this?")
    assert scene.voice.said == [phrases.STILL_WORKING]
    assert len(scene.partner.heard) <= 1
    scene.jobs.finish()
    assert scene.view.lines == ("It is a red mug.",)


def test_more_while_working_says_so() -> None:
    scene = Scene(answered(MUG))
    scene.talk.submit("what is this?")
    scene.talk.more()
    assert scene.voice.said == [phrases.STILL_WORKING]


def test_a_long_wait_is_never_silent() -> None:
    scene = Scene(answered(MUG))
    scene.talk.submit("what is this?")
    for second in range(1, 21):
        scene.talk.tick(second)
    expected = [phrases.LOOKING, "Still working, 10 seconds.", "Still working, 20 seconds."]
    assert scene.voice.said == expected


def test_waiting_for_a_model_to_start_is_said_once() -> None:
    scene = Scene(answered(MUG))
    scene.partner.is_starting = True
    scene.talk.submit("what is this?")
    for second in range(1, 11):
        scene.talk.tick(second)
    assert scene.voice.said == [phrases.STARTING, "Still working, 10 seconds."]


def test_a_picture_that_takes_long_to_open_waits_for_no_model() -> None:
    scene = Scene()
    scene.partner.is_starting = True
    scene.talk.open(frame)
    scene.talk.tick(2)
    assert scene.voice.said == [phrases.OPENING]


def test_no_waiting_is_told_into_an_answer_that_has_begun() -> None:
    scene = Scene([SentenceReady(MUG), SentenceReady(CODE), *answered()])
    scene.talk.submit("what is this?")
    scene.talk.tick(1)
    scene.jobs.step()
    for second in range(2, 13):
        scene.talk.tick(second)
    assert scene.voice.said == ["It is a red mug.", "Still working, 11 seconds."]


# ---------------------------------------------------------------------- pictures


def test_a_picture_is_opened_beside_the_window_and_said() -> None:
    scene = Scene()
    scene.talk.open(lambda: frame(remarks=("This is the first of 12 pages.",)))
    assert scene.partner.frames == []
    assert scene.view.status == phrases.OPENING
    scene.jobs.finish()
    assert len(scene.partner.frames) == 1
    assert scene.view.picture == "Photo, 1200 by 800, good quality"
    assert scene.voice.said == ["Photo, good quality. This is the first of 12 pages."]
    assert scene.view.status == scene.voice.said[0]


def test_what_is_wrong_with_a_picture_is_said_before_anything_is_asked() -> None:
    scene = Scene(inspected=[QualityChecked(DARK)])
    scene.talk.open(frame)
    scene.jobs.finish()
    assert scene.voice.said == ["Photo, too dark."]
    assert scene.view.picture == "Photo, 1200 by 800, too dark"


def test_a_comparison_with_the_last_picture_stands_for_the_list_of_flaws() -> None:
    remark = "A little lighter, but the picture is still too dark."
    scene = Scene(inspected=[Remarked(remark), QualityChecked(DARK)])
    scene.talk.open(frame)
    scene.jobs.finish()
    assert scene.voice.said == [f"Photo. {remark}"]
    assert scene.view.lines == ()


def test_a_question_that_came_with_the_picture_is_asked_once_it_is_open() -> None:
    scene = Scene(answered(MUG))
    scene.talk.open(frame, "what is this?")
    assert scene.partner.heard == []
    scene.jobs.finish()
    assert scene.partner.heard == [("ask", "what is this?")]
    assert scene.view.lines == ("It is a red mug.",)


def test_a_question_about_a_picture_that_did_not_open_is_not_asked() -> None:
    def unreadable() -> Frame:
        raise InputError("That is not a picture.")

    scene = Scene()
    scene.talk.open(unreadable, "what is this?")
    scene.jobs.finish()
    assert scene.partner.heard == []


def test_help_is_said_shown_and_repeated_like_an_answer() -> None:
    scene = Scene(answered(MUG))
    scene.ask("what is this?")
    key = Sentence("Ctrl+O: open.", Role.AUXILIARY, spoken="Control O: open.")
    scene.talk.show_help([Sentence("F1: keys.", Role.AUXILIARY), key])
    assert scene.view.lines == ("F1: keys.", "Ctrl+O: open.")
    scene.talk.repeat()
    assert scene.voice.said == ["F1: keys.", "Control O: open."]


def test_closing_is_silent_and_cancels() -> None:
    scene = Scene(answered(MUG))
    scene.talk.submit("what is this?")
    scene.talk.close()
    assert scene.jobs.cancel_request.is_requested
    assert scene.voice.said == []


def test_a_picture_that_cannot_be_read_is_an_error_in_words() -> None:
    def unreadable() -> Frame:
        raise InputError("notes.txt is not a picture.", remedy="Please choose a photo.")

    scene = Scene()
    scene.talk.open(unreadable)
    scene.jobs.finish()
    assert scene.voice.said == ["notes.txt is not a picture. Please choose a photo."]
    assert scene.view.question == ""
    assert scene.view.picture == ""


def test_a_new_picture_takes_the_place_of_the_question_under_way() -> None:
    scene = Scene(answered(MUG))
    scene.talk.submit("what is this?")
    first = scene.jobs.cancel_request
    scene.talk.open(frame)
    scene.jobs.finish()
    assert first.is_requested
    assert scene.view.lines == ()
    assert scene.view.picture == "Photo, 1200 by 800, good quality"


def test_a_picture_given_up_while_it_is_read_is_not_taken() -> None:
    scene = Scene()

    def slow() -> Frame:
        scene.jobs.cancel_request.request()
        return frame()

    scene.talk.open(slow)
    scene.jobs.finish()
    assert scene.partner.frames == []


def test_the_picture_is_described_by_its_flaws_once_they_are_known() -> None:
    dark = Finding(Flaw.DARK, 1, 2)
    cut = Finding(Flaw.CUT_OFF, 1, 2, (Side.LEFT, Side.RIGHT))
    scene = Scene([QualityChecked(QualityReport((dark, cut))), *answered(MUG)], answered(MUG))
    scene.talk.open(lambda: frame(SourceKind.SCREEN))
    scene.jobs.finish()
    scene.talk.submit("what is this?")
    scene.jobs.step()
    words = "Picture of the screen, 1200 by 800, too dark and cut off at the left and right"
    assert scene.view.picture == words
    scene.jobs.finish()
    scene.ask("what is this?")
    assert scene.view.picture == "Picture of the screen, 1200 by 800, good quality"


def test_a_passing_problem_is_told_and_leaves_the_answer() -> None:
    scene = Scene(answered(MUG))
    scene.ask("what is this?")
    scene.talk.report(InputError("There is no picture on the clipboard."))
    assert scene.voice.said[-1] == "There is no picture on the clipboard."
    assert scene.view.lines == ("It is a red mug.",)
    scene.talk.repeat()
    assert scene.voice.said == ["It is a red mug."]


def test_who_listens_for_replies_hears_of_a_question_back_once_it_was_said() -> None:
    scene = Scene(clarifying(), answered(MUG))
    heard: list[tuple[str, ...]] = []
    scene.talk.on_asked_back.append(lambda: heard.append(tuple(scene.voice.said)))
    scene.ask("which one?")
    assert len(heard) == 1 and heard[0][0] == "Which one do you mean?"
    assert scene.talk.is_asked_back and scene.talk.options == OPTIONS
    scene.ask("the mug")
    assert len(heard) == 1 and not scene.talk.is_asked_back


def test_every_command_that_ends_what_went_on_is_told() -> None:
    scene = Scene(answered(MUG))
    told: list[str] = []
    scene.talk.on_command.append(lambda: told.append("told"))
    scene.ask("what is this?")
    scene.talk.stop()
    scene.talk.open(frame)
    assert len(told) == 3
    scene.talk.repeat()
    scene.talk.more()
    assert len(told) == 3


def test_what_to_do_with_the_camera_is_known_until_there_is_another_picture() -> None:
    scene = Scene(abstaining("Turn on a light."), answered(MUG))
    scene.ask("what is this?")
    assert scene.talk.retake == "Turn on a light."
    scene.talk.open(frame)
    scene.jobs.finish()
    assert scene.talk.retake == ""
    scene.ask("what is this?")
    assert scene.talk.retake == ""
