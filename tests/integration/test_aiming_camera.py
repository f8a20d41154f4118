"""A live camera on the network, through real OpenCV, with all that networks do to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from whichone_app.aiming.live import LiveCamera
from whichone_core.errors import DeviceError

from tests.aimed import CUT_OFF, DARK, GOOD, SIZE, Shot
from tests.network_camera import network_camera


def is_like(shot: Shot | None, other: Shot) -> bool:
    return shot is not None and float(np.abs(shot.astype(int) - other.astype(int)).mean()) < 8


def wait_for(camera: LiveCamera, is_so: Callable[[Shot | None], bool]) -> None:
    """Look until it is so; the test's own time limit ends what never is."""
    while not is_so(camera.next()):
        pass


def test_what_the_camera_shows_now_is_seen_after_the_dark_start() -> None:
    with network_camera(DARK) as net:
        camera = LiveCamera(net.address, start_s=100)
        net.show(GOOD)
        wait_for(camera, lambda shot: is_like(shot, GOOD))
        net.show(CUT_OFF)
        wait_for(camera, lambda shot: is_like(shot, CUT_OFF))
        assert camera.close()


def test_a_slow_reader_gets_the_latest_picture_and_not_the_queue() -> None:
    with network_camera(CUT_OFF, every_s=0.01) as net:
        camera = LiveCamera(net.address, start_s=100, stall_s=100)
        wait_for(camera, lambda shot: shot is not None)
        sent = net.sent
        while net.sent < sent + 50:  # fifty pictures that nobody asks for
            net.over.wait(0.01)
        net.show(GOOD)
        shots = 0
        while not is_like(camera.next(), GOOD):
            shots += 1
            assert shots < 50
        camera.close()


def test_a_connection_that_is_cut_is_an_error() -> None:
    with network_camera(GOOD) as net:
        camera = LiveCamera(net.address, start_s=100)
        wait_for(camera, lambda shot: shot is not None)
        net.cut.set()
        with pytest.raises(DeviceError, match="stopped giving pictures"):
            wait_for(camera, lambda shot: shot is None)
        camera.close()


def test_a_camera_that_stalls_is_given_up() -> None:
    with network_camera(GOOD) as net:
        camera = LiveCamera(net.address, start_s=100, stall_s=0.3)
        wait_for(camera, lambda shot: shot is not None)
        net.is_stalled = True
        with pytest.raises(DeviceError, match="stopped giving pictures") as caught:
            wait_for(camera, lambda shot: shot is None)
        assert "within" in caught.value.cause
        net.cut.set()
        camera.close()


def test_garbage_in_place_of_pictures_is_an_error() -> None:
    with network_camera(GOOD) as net:
        net.garbage = b"this is no picture " * 500
        camera = LiveCamera(net.address, start_s=2)
        with pytest.raises(DeviceError, match="gives no picture"):
            wait_for(camera, lambda shot: shot is None)
        net.cut.set()
        camera.close()


def test_a_broken_picture_between_good_ones_is_passed_over() -> None:
    with network_camera(GOOD) as net:
        camera = LiveCamera(net.address, start_s=100, stall_s=100)
        wait_for(camera, lambda shot: shot is not None)
        net.garbage = b"\xff\xd8 torn"
        sent = net.sent
        while net.sent < sent + 3:
            net.over.wait(0.01)
        net.garbage = b""
        wait_for(camera, lambda shot: is_like(shot, GOOD))
        camera.close()


def test_a_slow_camera_is_waited_for() -> None:
    with network_camera(GOOD, CUT_OFF, every_s=0.5) as net:
        camera = LiveCamera(net.address, start_s=100, stall_s=100)
        wait_for(camera, lambda shot: is_like(shot, GOOD))
        wait_for(camera, lambda shot: is_like(shot, CUT_OFF))
        camera.close()


def test_closing_ends_the_connection() -> None:
    with network_camera(GOOD) as net:
        camera = LiveCamera(net.address, start_s=100)
        wait_for(camera, lambda shot: shot is not None)
        assert net.readers == 1
        assert camera.close()
        while net.readers:
            net.over.wait(0.01)


def test_a_video_file_and_numbered_pictures_are_cameras_too(tmp_path: Path) -> None:
    video = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 25, SIZE)
    for number in range(3):
        video.write(GOOD[:, :, ::-1])
        Image.fromarray(GOOD).save(tmp_path / f"shot{number:03}.png")
    video.release()
    for address in (tmp_path / "a.avi", tmp_path / "shot%03d.png"):
        camera = LiveCamera(str(address), start_s=100)
        assert is_like(camera.next(), GOOD)
        with pytest.raises(DeviceError, match="stopped giving pictures"):
            wait_for(camera, lambda shot: shot is None)
        camera.close()
