"""A live camera gives the latest picture, says why when it gives none, and is let go."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import closing

import numpy as np
import pytest
from whichone_app.aiming.fake import PlayedCamera
from whichone_app.aiming.live import LiveCamera, paced
from whichone_core.errors import DeviceError

from tests.aimed import DARK, GOOD, Shot

PATIENCE_S = 60.0


def level(value: int) -> Shot:
    return np.full((4, 4, 3), value, np.uint8)


def test_the_latest_picture_is_given_and_the_ones_before_are_lost() -> None:
    all_were_read, over = threading.Event(), threading.Event()

    def stream(address: str) -> Generator[Shot, None, None]:
        for value in range(20, 60):
            yield level(value)
        all_were_read.set()
        over.wait(PATIENCE_S)

    camera = LiveCamera("", stream)
    assert all_were_read.wait(PATIENCE_S)
    shot = camera.next()
    assert shot is not None and shot[0, 0, 0] == 59
    over.set()
    camera.close()


def test_the_first_dark_pictures_are_dropped() -> None:
    def stream(address: str) -> Generator[Shot, None, None]:
        yield from [level(0)] * 5
        yield level(90)

    camera = LiveCamera("", stream)
    shot = camera.next()
    assert shot is not None and shot[0, 0, 0] == 90
    camera.close()


def test_a_room_that_stays_dark_is_seen_after_a_while() -> None:
    ticks = iter(range(1000))
    camera = LiveCamera("", PlayedCamera(DARK), clock=lambda: float(next(ticks)))
    assert camera.next() is not None
    camera.close()


def test_a_camera_that_gives_nothing_at_first_is_given_up() -> None:
    with pytest.raises(DeviceError, match="The camera gives no picture") as caught:
        LiveCamera("", PlayedCamera(), start_s=0.01).next()
    assert "within" in caught.value.cause


def test_a_camera_that_stops_is_given_up_with_another_sentence() -> None:
    played = PlayedCamera(GOOD)
    camera = LiveCamera("", played, stall_s=0.01)
    assert camera.next() is not None
    played.show()
    with pytest.raises(DeviceError) as caught:
        while camera.next() is not None:
            pass
    assert caught.value.spoken == (
        "The camera has stopped giving pictures. Check that it is plugged in, then try again."
    )
    camera.close()


def test_a_camera_that_is_pulled_out_is_noticed() -> None:
    played = PlayedCamera(GOOD)
    camera = LiveCamera("", played)
    assert camera.next() is not None
    played.unplug()
    with pytest.raises(DeviceError, match="stopped giving pictures"):
        while camera.next() is not None:
            pass
    assert camera.close() and not played.is_open


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (OSError("busy"), "The camera gives no picture."),
        (ImportError("cv2"), "What takes pictures with the camera is not installed."),
        (DeviceError("I am not allowed to use the camera."), "I am not allowed to use the camera."),
    ],
)
def test_what_goes_wrong_in_opening_is_a_sentence(failure: Exception, sentence: str) -> None:
    def stream(address: str) -> Generator[Shot, None, None]:
        raise failure
        yield level(0)

    with pytest.raises(DeviceError) as caught:
        LiveCamera("", stream).next()
    assert caught.value.sentence == sentence


def test_closing_lets_the_device_go_and_wakes_who_waits() -> None:
    played = PlayedCamera(GOOD)
    camera = LiveCamera("", played)
    given: list[object] = []

    def drain() -> None:
        while (shot := camera.next()) is not None:
            given.append(shot)

    reader = threading.Thread(target=drain)
    reader.start()
    assert camera.close()
    reader.join(PATIENCE_S)
    assert not reader.is_alive() and not played.is_open
    assert camera.next() is None and camera.is_closed
    assert camera.close()  # once more does no harm


def test_a_driver_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whichone_app.aiming.live.CLOSE_S", 0.01)
    over = threading.Event()

    def stream(address: str) -> Generator[Shot, None, None]:
        over.wait(PATIENCE_S)
        yield level(90)

    camera = LiveCamera("", stream)
    assert not camera.close()
    assert camera.next() is None
    over.set()
    assert camera.close()


def test_a_recording_plays_at_a_walking_pace() -> None:
    def stream(address: str) -> Generator[Shot, None, None]:
        yield from [level(90), level(91)]

    with closing(paced(stream, 0.001)("")) as shots:
        assert [int(shot[0, 0, 0]) for shot in shots] == [90, 91]
