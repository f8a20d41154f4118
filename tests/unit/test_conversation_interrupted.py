"""A conversation in which something fails, is stopped, takes long, or gets another picture."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from whichone_app.presenters import phrases
from whichone_core.errors import InputError, ModelError
from whichone_core.events import (
    Event,
    Failed,
    QualityChecked,
    Remarked,
    SentenceReady,
    Stopped,
)
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

from tests.conversations import (
    CODE,
    MUG,
    NO_ENGINE,
    OPTIONS,
    Scene,
    abstaining,
    answered,
    clarifying,
    frame,
)

DARK = QualityReport((Finding(Flaw.DARK, 1, 2),))


# ---------------------------------------------------------------------- failing and stopping


def test_a_failure_is_said_with_its_remedy_and_the_question_comes_back() -> None:
    scene = Scene([Failed(NO_ENGINE)])
    scene.ask("what is this?")
    assert scene.voice.said == ["The engine stopped. Please ask again."]
    assert scene.view.lines == ("The engine stopped.", "Please ask again.")
    assert scene.view.question == "what is this?"
    assert scene.view.status == phrases.FAILED
    assert not scene.view.is_busy


def test_more_tells_the_cause_of_a_failure_and_copies_it_for_whoever_helps() -> None:
    """Field report 94: the details of an error can be passed on."""
    scene = Scene(
        [Failed(ModelError("It stopped.", remedy="Ask again.", cause="exit\n  code -11"))]
    )
    scene.ask("what is this?")
    assert scene.voice.said == ["It stopped. Ask again."], "nobody has to listen to it"
    assert scene.talk.situation.has_details
    scene.talk.more()
    assert not scene.talk.situation.has_details, "they are there already"
    assert scene.voice.said[-1] == "Technical details: exit code -11"
    scene.talk.copy()
    assert scene.view.clipboard == "It stopped.\nAsk again.\nTechnical details: exit code -11"


def test_a_long_cause_ends_somewhere_and_without_one_there_is_nothing_more() -> None:
    scene = Scene([Failed(ModelError("No.", cause="x" * 5000))], [Failed(NO_ENGINE)])
    scene.ask("what is this?")
    scene.talk.more()
    assert len(scene.voice.said[-1]) < 500
    scene.ask("what is this?")
    assert not scene.talk.situation.has_details, "so none are offered"
    scene.talk.more()
    assert scene.voice.said[-1] == phrases.NOTHING_MORE


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


STILL = "Questions are still about the picture before."


def unreadable() -> Frame:
    raise InputError("notes.txt is not a picture.", remedy="Please choose a photo.")


def test_after_a_file_that_is_no_picture_it_is_said_that_the_one_before_is_asked_about() -> None:
    scene = Scene()
    scene.talk.open(frame)
    scene.jobs.finish()
    scene.talk.open(unreadable)
    scene.jobs.finish()
    assert scene.voice.said == [f"notes.txt is not a picture. Please choose a photo. {STILL}"]
    assert scene.view.lines[-1] == STILL
    scene.talk.repeat()
    assert scene.voice.said == [f"notes.txt is not a picture. Please choose a photo. {STILL}"]


def test_a_picture_that_is_given_up_leaves_the_one_before_and_that_is_said() -> None:
    scene = Scene()
    scene.talk.open(frame)
    scene.jobs.finish()
    scene.talk.open(frame)
    scene.talk.stop()
    assert scene.voice.said == [f"Stopped. {STILL}"]


def test_what_could_not_be_pasted_leaves_the_one_before_and_that_is_said() -> None:
    scene = Scene()
    nothing = InputError("There is no picture on the clipboard.", remedy="Copy one.")
    scene.talk.report_unopened(nothing)
    assert scene.voice.said == ["There is no picture on the clipboard. Copy one."]
    scene.talk.open(frame)
    scene.jobs.finish()
    scene.talk.report_unopened(nothing)
    assert scene.voice.said[-1] == f"There is no picture on the clipboard. Copy one. {STILL}"


def test_a_question_that_fails_or_is_stopped_says_nothing_of_pictures() -> None:
    scene = Scene([Failed(NO_ENGINE)], answered(MUG))
    scene.talk.open(frame)
    scene.jobs.finish()
    scene.ask("what is this?")
    assert scene.voice.said == ["The engine stopped. Please ask again."]
    scene.talk.submit("what is this?")
    scene.talk.stop()
    assert scene.voice.said == ["Stopped."]


def test_of_a_picture_that_was_just_taken_nothing_is_said_when_it_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene()
    scene.talk.open(frame)
    scene.jobs.finish()
    monkeypatch.setattr(scene.partner, "open", lambda _frame: scene.talk.stop())
    scene.talk.open(frame)
    scene.jobs.finish()
    assert scene.voice.said == ["Stopped."]


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
