"""What happens to what was said, without a microphone, a window or a voice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from whichone_app.hearing.ear import Nothing, Opened, Sounded, SpeechBegan, SpeechEnded, Why, Words
from whichone_app.presenters import listening, phrases
from whichone_app.presenters.fake import StepwiseJobs
from whichone_app.presenters.listening import ListeningPresenter
from whichone_core.errors import DeviceError, SetupError, WhichOneError
from whichone_core.languages import use_language
from whichone_core.types.answers import Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Box

OPTIONS = (
    Option(1, "the grey cup on the left", "cup", "on the left", "grey", Box(0.05, 0.3, 0.2, 0.6)),
    Option(2, "the blue cup on the right", "cup", "on the right", "blue", Box(0.7, 0.3, 0.9, 0.6)),
)


@dataclass
class Talk:
    """A conversation that only remembers; it waits for a reply where it has options."""

    options: tuple[Option, ...] = ()
    is_asked_back: bool = False
    did: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    on_command: Callable[[], None] = lambda: None

    def submit(self, text: str) -> None:
        self.on_command()
        self.did.append(f"submit {text}")
        self.options, self.is_asked_back = (), False

    def repeat(self) -> None:
        self.did.append("repeat")

    def more(self) -> None:
        self.did.append("more")

    def stop(self) -> None:
        self.did.append("stop")
        self.on_command()

    def tell(self, text: str) -> None:
        self.told.append(text)

    def report(self, error: WhichOneError) -> None:
        self.told.append(error.spoken)


@dataclass
class Voice:
    """Quiet comes when the test says so."""

    silences: int = 0
    waiting: Callable[[], None] | None = None
    being_said: str = ""
    """What is said aloud; who is silenced says nothing any more."""

    def silence(self) -> None:
        self.silences += 1
        self.waiting = None
        self.being_said = ""

    def when_quiet(self, run: Callable[[], None]) -> None:
        self.waiting = run

    def fall_quiet(self) -> None:
        run, self.waiting = self.waiting, None
        if run is not None:
            run()


@dataclass
class Page:
    question: str = ""
    status: list[str] = field(default_factory=list)
    remembered: list[str] = field(default_factory=list)

    def remember(self, question: str) -> None:
        self.remembered.append(question)

    def show_question(self, text: str) -> None:
        self.question = text

    def show_status(self, text: str) -> None:
        self.status.append(text)


@dataclass
class ScriptedEar:
    """Hears one prepared outcome after the other."""

    outcomes: list[Words | Nothing | WhichOneError]
    finished: int = 0
    opened: int = 0

    def listen(self, cancel: Cancel) -> Iterator[Sounded]:
        self.opened += 1
        yield Opened("scripted")
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, WhichOneError):
            raise outcome
        if isinstance(outcome, Words):
            yield SpeechBegan()
            yield SpeechEnded()
        yield outcome

    def finish(self) -> None:
        self.finished += 1


class Scene:
    def __init__(self, *outcomes: str | Why | WhichOneError, asked: bool = False) -> None:
        made: list[Words | Nothing | WhichOneError] = []
        for each in outcomes:
            if isinstance(each, Why):
                made.append(Nothing(each))
            else:
                made.append(each if isinstance(each, WhichOneError) else Words(each))
        self.ear = ScriptedEar(made)
        self.talk = Talk(OPTIONS if asked else (), asked)
        self.voice, self.page, self.jobs = Voice(), Page(), StepwiseJobs()
        self.is_allowed, self.is_answering = True, False
        self.presenter = ListeningPresenter(
            self.talk,
            self.voice,
            self.page,
            self.jobs,
            lambda: self.ear,
            lambda: self.is_allowed,
            lambda: self.is_answering,
            {"speak": "F2"}.__getitem__,
        )
        self.talk.on_command = self.presenter.interrupted

    def press(self) -> None:
        """F2, then what was said to its end."""
        self.presenter.toggle()
        self.jobs.finish()

    def fall_quiet(self) -> None:
        """Own speech ends; what was waiting for that listens to the end."""
        self.voice.fall_quiet()
        self.jobs.finish()


def test_a_question_is_asked_and_what_was_heard_is_said_and_shown() -> None:
    scene = Scene("What is this?")
    scene.press()
    assert scene.talk.did == ["submit What is this?"]
    assert scene.talk.told == ["Heard: What is this?"]
    assert scene.page.remembered == ["What is this?"]
    assert scene.page.status == [
        listening.STARTING,
        listening.LISTENING,
        listening.UNDERSTANDING,
    ]


def test_the_key_silences_and_so_does_who_begins_to_speak() -> None:
    scene = Scene("What is this?")
    scene.presenter.toggle()
    assert scene.voice.silences == 1
    scene.jobs.step()
    scene.jobs.step()
    assert scene.voice.silences == 2


def test_the_key_once_more_says_that_this_was_all() -> None:
    scene = Scene("What is this?")
    scene.presenter.toggle()
    scene.presenter.toggle()
    assert scene.ear.finished == 1 and scene.ear.opened == 0
    scene.jobs.finish()
    assert scene.talk.did == ["submit What is this?"]


def test_a_sure_reply_chooses_by_number_and_is_read_back() -> None:
    scene = Scene("The right one.", asked=True)
    scene.press()
    assert scene.talk.did == ["submit 2"]
    assert scene.talk.told == ["Heard: the blue cup on the right."]
    assert scene.page.remembered == [""], "a number is no question to ask again"


def test_an_unsure_reply_waits_for_a_yes() -> None:
    scene = Scene("Then loop up.", "Yes.", asked=True)
    scene.press()
    assert scene.talk.did == []
    assert scene.talk.told[-1].startswith("Did you say the blue cup on the right?")
    assert scene.page.question == "2"
    scene.fall_quiet()
    assert scene.talk.did == ["submit 2"]


def test_a_no_is_asked_to_say_it_again() -> None:
    scene = Scene("Then loop up.", "No.", "Number one.", asked=True)
    scene.press()
    scene.fall_quiet()
    assert (scene.talk.did, scene.page.question) == ([], "")
    assert scene.talk.told[-1] == listening.SAY_AGAIN
    scene.fall_quiet()
    assert scene.talk.did == ["submit 1"]


def test_another_reply_in_place_of_yes_or_no_is_taken() -> None:
    scene = Scene("Then loop up.", "The left one.", asked=True)
    scene.press()
    scene.fall_quiet()
    assert scene.talk.did == ["submit 1"]


def test_silence_in_place_of_yes_or_no_submits_nothing() -> None:
    scene = Scene("Then loop up.", Why.SILENCE, asked=True)
    scene.press()
    scene.fall_quiet()
    assert scene.talk.did == []
    assert scene.talk.told[-1] == (
        "I heard nothing. To send it, press Enter; to say it again, press F2."
    )
    assert scene.page.question == "2"


@pytest.mark.parametrize("why", list(Why))
@pytest.mark.parametrize("asked", [True, False])
def test_nothing_heard_is_nothing_asked(why: Why, asked: bool) -> None:
    scene = Scene(why, asked=asked)
    scene.press()
    assert scene.talk.did == []
    assert "To speak, press F2; or type." in scene.talk.told[-1]
    assert scene.voice.waiting is None


def test_a_reply_like_nothing_is_asked_for_again_and_not_for_ever() -> None:
    scene = Scene("Leaner.", "However.", "Leaner.", asked=True)
    scene.press()
    assert "I heard Leaner" in scene.talk.told[-1] and "1 to 2" in scene.talk.told[-1]
    scene.fall_quiet()
    scene.fall_quiet()
    assert "To speak, press F2; or type." in scene.talk.told[-1]
    assert scene.voice.waiting is None
    assert scene.talk.did == []


def test_a_question_that_makes_no_sense_is_read_back_first() -> None:
    scene = Scene("Then loop up.", "Yes.")
    scene.press()
    assert scene.talk.did == [] and scene.page.question == "Then loop up."
    scene.fall_quiet()
    assert scene.talk.did == ["submit Then loop up."]


@pytest.mark.parametrize(
    ("words", "did"), [("Stop.", "stop"), ("Again.", "repeat"), ("More.", "more")]
)
def test_commands_act_as_the_keys_do(words: str, did: str) -> None:
    scene = Scene(words)
    scene.press()
    assert (scene.talk.did, scene.talk.told) == ([did], [])


def test_after_a_repeated_question_back_it_listens_again() -> None:
    scene = Scene("Repeat.", "Two.", asked=True)
    scene.press()
    scene.fall_quiet()
    assert scene.talk.did == ["repeat", "submit 2"]


def test_after_a_question_back_it_listens_once_that_was_said() -> None:
    scene = Scene("The left one.", asked=True)
    scene.presenter.asked_back()
    assert scene.ear.opened == 0
    scene.fall_quiet()
    assert scene.talk.did == ["submit 1"]


def test_without_consent_the_microphone_stays_closed() -> None:
    scene = Scene("The left one.", asked=True)
    scene.is_allowed = False
    scene.presenter.asked_back()
    assert scene.voice.waiting is None
    scene.is_allowed = True
    scene.presenter.asked_back()
    scene.is_allowed = False  # taken back, or the window left, while the question was said
    scene.fall_quiet()
    assert scene.ear.opened == 0


def test_whoever_types_or_stops_is_not_listened_to() -> None:
    scene = Scene("The left one.", asked=True)
    scene.presenter.toggle()
    scene.jobs.step()
    scene.talk.submit("2")
    assert not scene.jobs.is_busy
    assert scene.page.status[-1] == listening.NOT_LISTENING
    scene.jobs.finish()
    assert scene.talk.did == ["submit 2"]


def test_a_candidate_is_forgotten_once_something_else_was_done() -> None:
    scene = Scene("Then loop up.", "Yes.", asked=True)
    scene.press()
    scene.talk.stop()
    scene.press()
    assert "submit 2" not in scene.talk.did


def test_while_an_answer_is_made_a_question_is_kept_and_stop_stops() -> None:
    scene = Scene("What colour is it?", "Stop.")
    scene.is_answering = True
    scene.press()
    assert scene.talk.did == [] and scene.page.question == "What colour is it?"
    assert scene.talk.told == [phrases.STILL_WORKING]
    scene.press()
    assert scene.talk.did == ["stop"]


def test_what_fails_is_said_with_what_to_do() -> None:
    scene = Scene(DeviceError("The microphone has stopped.", remedy="Connect one."))
    scene.press()
    assert scene.talk.told == ["The microphone has stopped. Connect one."]


def test_what_is_not_installed_is_said_when_it_is_wanted() -> None:
    scene = Scene()

    def missing() -> listening.Hearing:
        raise SetupError("Not installed.", remedy="Install it.")

    scene.presenter._make_ear = missing
    scene.press()
    assert scene.talk.told == ["Not installed. Install it."]


def test_whose_language_is_not_understood_is_told_once_and_may_speak_english_all_the_same() -> None:
    use_language("es")
    scene = Scene("What is this?")
    scene.press()
    assert scene.talk.did == []
    assert "inglés" in scene.talk.told[-1]
    scene.press()
    assert scene.talk.did == ["submit What is this?"]


def test_in_a_language_that_is_not_understood_the_microphone_never_opens_by_itself() -> None:
    use_language("de")
    scene = Scene("the left one", asked=True)
    scene.presenter.asked_back()
    scene.voice.fall_quiet()
    scene.jobs.finish()
    assert scene.talk.did == [] and scene.page.status == []
