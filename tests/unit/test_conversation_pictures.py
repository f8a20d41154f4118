"""A conversation that gets a picture, another one, or a file that is none."""

from __future__ import annotations

import pytest
from whichone_app.presenters import phrases
from whichone_core.errors import InputError
from whichone_core.events import Failed, QualityChecked, Remarked
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

from tests.conversations import MUG, NO_ENGINE, Scene, abstaining, answered, frame

DARK = QualityReport((Finding(Flaw.DARK, 1, 2),))
STILL = "Questions are still about the picture before."


def unreadable() -> Frame:
    raise InputError("notes.txt is not a picture.", remedy="Please choose a photo.")


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


def test_a_picture_that_cannot_be_read_is_an_error_in_words() -> None:
    def unreadable() -> Frame:
        raise InputError("notes.txt is not a picture.", remedy="Please choose a photo.")

    scene = Scene()
    scene.talk.open(unreadable)
    scene.jobs.finish()
    assert scene.voice.said == ["notes.txt is not a picture. Please choose a photo."]
    assert scene.view.question == ""
    assert scene.view.picture == ""


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


def test_what_to_do_with_the_camera_is_known_until_there_is_another_picture() -> None:
    scene = Scene(abstaining("Turn on a light."), answered(MUG))
    scene.ask("what is this?")
    assert scene.talk.retake == "Turn on a light."
    scene.talk.open(frame)
    scene.jobs.finish()
    assert scene.talk.retake == ""
    scene.ask("what is this?")
    assert scene.talk.retake == ""
