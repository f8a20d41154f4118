"""Aiming by ear: what is said while the camera is on, how it ends, and that it says so."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from whichone_app.aiming.watching import Looked, Started, Took, taken
from whichone_app.presenters import aiming
from whichone_app.presenters.aiming import MOST_LATE_MS, SECOND_MS, SOON_MS, Aim
from whichone_core.errors import DeviceError
from whichone_core.picture.guidance import GOOD, Guidance, Problem, Trouble
from whichone_core.settings import CameraGuidance, LogConsent, Moved, Settings
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import Side

from tests.aimed import GOOD as SHOT
from tests.aimed import Shot

CUT_LEFT = Trouble(Problem.CUT_OFF, Side.LEFT)


def looked(trouble: Trouble, *, says: bool = True) -> Looked:
    return Looked(SHOT, Guidance(trouble, trouble, trouble if says else None, False))


@dataclass
class Room:
    """Everything around the presenter, remembering what it was told."""

    settings: Settings = field(default_factory=Settings)
    said: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    tones: list[tuple[float, Side | None]] = field(default_factory=list)
    given: list[Frame] = field(default_factory=list)
    shots: int = 0
    is_open: bool = True
    is_running: bool = False
    has_sound: bool = True
    is_speaking: bool = False
    ticks: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.aim = Aim(
            self, self, self, lambda: self.settings, self.said.append, self.told.append,
            self.given.append, lambda: self.is_speaking,
        )  # fmt: skip

    def tick_in(self, ms: int) -> None:
        self.ticks.append(ms)

    def show_advice(self, text: str) -> None:
        self.shown.append(text)

    def show_shot(self, shot: Shot) -> None:
        self.shots += 1

    def hide_camera(self) -> None:
        self.is_open = False

    def start(self, intro: str) -> None:
        self.is_running = True

    def stop(self) -> None:
        self.is_running = False

    def play(self, nearness: float, way: Side | None) -> bool:
        if self.has_sound:
            self.tones.append((nearness, way))
        return self.has_sound


@pytest.fixture
def room() -> Room:
    made = Room()
    made.aim.begin()
    made.aim.hear(Started())
    made.said.clear()
    return made


def test_the_first_time_says_how_it_works_and_the_next_time_only_that_it_starts() -> None:
    room = Room()
    room.aim.begin()
    room.aim.hear(Started())
    assert room.said == [
        f"{aiming.STARTING} {aiming.KEYS}",
        f"{aiming.READY} {aiming.FIRST_TIME}",
    ]
    assert room.is_running and room.aim.is_on
    room.aim.leave()
    room.said.clear()
    room.aim.begin()
    room.aim.hear(Started())
    assert room.said == [aiming.STARTING, aiming.READY]


NONE_FOUND = DeviceError("No camera was found.", remedy="Connect one.")


def test_that_there_is_no_camera_is_the_first_thing_said_and_no_lamp_is_spoken_of() -> None:
    room = Room()
    room.aim.begin("Turn on a light.", is_there=False)
    assert room.said == [] and room.is_running, "it may be there all the same"
    room.aim.fail(NONE_FOUND)
    assert room.said == ["No camera was found. Connect one. Press Space to try again."]


def test_a_camera_that_fails_has_no_lamp_either_and_once_it_works_all_is_told() -> None:
    room = Room()
    room.aim.begin()
    room.aim.fail(NONE_FOUND)
    room.aim.capture()
    room.aim.hear(Started())
    assert room.said == [
        f"{aiming.STARTING} {aiming.KEYS}",
        "No camera was found. Connect one. Press Space to try again.",
        aiming.STARTING,
        f"{aiming.READY} {aiming.FIRST_TIME}",
    ]


def test_what_the_last_answer_wished_comes_first() -> None:
    room = Room()
    room.aim.begin("Turn on a light.")
    assert room.said[0].startswith("Turn on a light. Camera starting.")


def test_advice_is_said_and_stands_there_too(room: Room) -> None:
    room.aim.hear(looked(CUT_LEFT))
    room.aim.hear(looked(CUT_LEFT, says=False))
    assert room.said == ["Move the camera left. Text is cut off."]
    assert room.shown[-1] == room.said[-1] and room.shots == 2


def test_the_thing_that_is_moved_decides_the_words(room: Room) -> None:
    room.settings = Settings(moved=Moved.PAGE)
    room.aim.hear(looked(CUT_LEFT))
    assert room.said == ["Move it right. Text is cut off."]


def test_tones_take_the_place_of_words_and_the_words_still_stand_there(room: Room) -> None:
    room.settings = Settings(guidance=CameraGuidance.TONES)
    room.aim.hear(looked(CUT_LEFT))
    room.aim.hear(looked(GOOD))
    assert room.said == []
    assert room.tones == [(Problem.CUT_OFF / Problem.GOOD, Side.LEFT), (1.0, None)]
    assert room.shown[-2:] == ["Move the camera left. Text is cut off.", "Good, hold still."]


def test_without_sound_for_tones_advice_is_spoken(room: Room) -> None:
    room.settings = Settings(guidance=CameraGuidance.TONES)
    room.has_sound = False
    room.aim.hear(looked(CUT_LEFT))
    room.aim.hear(looked(CUT_LEFT))
    assert room.said == [aiming.NO_TONES, "Move the camera left. Text is cut off."]


def test_without_guidance_nothing_is_said(room: Room) -> None:
    room.settings = Settings(guidance=CameraGuidance.OFF)
    room.aim.hear(looked(CUT_LEFT))
    assert room.said == [] and room.tones == []


def test_a_picture_that_took_itself_is_given_on_and_the_camera_goes_off(room: Room) -> None:
    frame = taken(SHOT)
    room.aim.hear(Took(frame))
    assert room.given == [frame] and room.told == [aiming.TAKEN]
    assert not room.is_running and not room.is_open
    room.aim.off(True)
    assert room.told[-1] == f"{aiming.OFF} {aiming.NOTHING_STORED}"


def test_where_pictures_are_kept_that_is_not_denied(room: Room) -> None:
    room.settings = Settings(log=LogConsent.PICTURES)
    room.aim.hear(Took(taken(SHOT)))
    room.aim.off(True)
    assert room.told[-1] == f"{aiming.OFF} {aiming.STORED}"


def test_in_a_study_it_is_not_said_that_nothing_is_stored(room: Room) -> None:
    room.settings = Settings(study=True, log=LogConsent.PICTURES)
    room.aim.hear(Took(taken(SHOT)))
    room.aim.off(True)
    assert room.told[-1] == f"{aiming.OFF} {aiming.STUDIED}"


def test_a_camera_that_is_not_known_to_be_off_is_not_said_to_be(room: Room) -> None:
    room.aim.leave()
    room.aim.off(False)
    assert room.told == [aiming.LEFT, aiming.STUCK]


def test_taking_it_oneself_takes_what_is_seen_now(room: Room) -> None:
    room.aim.hear(looked(Trouble(Problem.DARK)))
    room.aim.capture()
    assert (room.given[0].pixels == SHOT).all()


def test_nothing_can_be_taken_before_there_is_a_picture(room: Room) -> None:
    room.aim.capture()
    assert room.said == [aiming.NOT_YET] and room.given == [] and room.aim.is_on


def test_the_countdown_is_heard_and_advice_is_quiet_meanwhile(room: Room) -> None:
    room.aim.hear(looked(GOOD))
    room.said.clear()
    room.aim.count_down()
    room.aim.hear(looked(CUT_LEFT))
    room.aim.hear(Took(taken(SHOT)))
    assert room.given == []
    for _second in range(3):
        room.aim.tick()
    assert room.said == ["3.", "2.", "1."]
    assert len(room.given) == 1
    room.aim.tick()
    assert len(room.given) == 1


def test_each_number_has_a_second_of_its_own_from_when_it_is_said(room: Room) -> None:
    room.aim.hear(looked(GOOD))
    room.aim.count_down()
    for number in (1, 2, 3):
        assert room.ticks == [SECOND_MS] * number
        room.aim.tick()
    assert room.ticks == [SECOND_MS] * 3, "and after the picture nothing is waited for"


def test_a_number_waits_until_the_one_before_it_was_said(room: Room) -> None:
    """Who hears "2." when the picture is taken already was not counted down to."""
    room.aim.hear(looked(GOOD))
    room.said.clear()
    room.aim.count_down()
    room.is_speaking = True
    room.aim.tick()
    room.aim.tick()
    assert room.said == ["3."] and room.ticks == [SECOND_MS, SOON_MS, SOON_MS]
    room.is_speaking = False
    room.aim.tick()
    assert room.said == ["3.", "2."]
    room.aim.tick()
    room.is_speaking = True
    room.aim.tick()
    assert room.given == [], "the last number is heard before the picture is taken"


def test_a_voice_that_hangs_keeps_no_picture_from_being_taken(room: Room) -> None:
    room.aim.hear(looked(GOOD))
    room.aim.count_down()
    room.is_speaking = True
    for _tick in range(3 * MOST_LATE_MS // SOON_MS + 3):
        assert room.given == []
        room.aim.tick()
    assert len(room.given) == 1


def test_whoever_leaves_during_the_countdown_has_no_picture_taken(room: Room) -> None:
    room.aim.hear(looked(GOOD))
    room.aim.count_down()
    room.aim.leave()
    room.aim.tick()
    assert room.given == []


def test_a_countdown_of_nothing_takes_it_at_once(room: Room) -> None:
    room.settings = Settings(countdown=0)
    room.aim.hear(looked(GOOD))
    room.aim.count_down()
    assert len(room.given) == 1


def test_leaving_says_so_and_leaves_no_picture(room: Room) -> None:
    room.aim.hear(looked(GOOD))
    room.aim.leave()
    assert room.told == [aiming.LEFT] and not room.is_running and not room.is_open
    room.aim.hear(looked(CUT_LEFT))
    room.aim.hear(Took(taken(SHOT)))
    assert room.given == [] and room.shots == 1


def test_a_camera_that_fails_says_why_and_space_tries_again(room: Room) -> None:
    room.aim.fail(DeviceError("The camera has stopped giving pictures.", remedy="Check it."))
    assert room.said == [f"The camera has stopped giving pictures. Check it. {aiming.AGAIN}"]
    assert room.is_open and not room.is_running
    room.aim.capture()
    assert room.is_running and room.said[-1] == aiming.STARTING


def test_a_camera_that_never_was_on_is_not_said_to_be_off_again() -> None:
    room = Room()
    room.aim.begin()
    room.aim.fail(DeviceError("No camera was found."))
    room.aim.off(True)
    assert room.told == []


def test_another_camera_starts_anew(room: Room) -> None:
    room.aim.hear(looked(GOOD))
    room.aim.change_camera()
    room.aim.capture()
    assert room.said[-2:] == [aiming.STARTING, aiming.NOT_YET]
