"""A conversation in which something fails, is stopped, or takes long."""

from __future__ import annotations

from collections.abc import Iterable

from whichone_app.presenters import phrases
from whichone_core.errors import InputError, ModelError
from whichone_core.events import Event, Failed, SentenceReady, Stopped

from tests.conversations import CODE, MUG, NO_ENGINE, OPTIONS, Scene, answered, clarifying, frame


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


def test_closing_is_silent_and_cancels() -> None:
    scene = Scene(answered(MUG))
    scene.talk.submit("what is this?")
    scene.talk.close()
    assert scene.jobs.cancel_request.is_requested
    assert scene.voice.said == []


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
