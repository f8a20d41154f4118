"""Cameras are found by name, and their first dark pictures are dropped."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_app.camera import CameraInfo, list_cameras, settled, take_photo
from whichone_core.errors import DeviceError

Shot = NDArray[np.uint8]
DESK = CameraInfo("Desk Camera HD", "/dev/video0")
CARD = CameraInfo("HDMI capture card", "/dev/video2")


def shots(*levels: int) -> Iterator[Shot]:
    return (np.full((4, 4, 3), level, np.uint8) for level in levels)


def stream(*levels: int) -> Callable[[str], Generator[Shot, None, None]]:
    def opened(address: str) -> Generator[Shot, None, None]:
        yield from shots(*levels)

    return opened


def level(shot: Shot) -> int:
    return int(shot[0, 0, 0])


def test_dark_first_pictures_are_dropped() -> None:
    assert level(settled(shots(0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 120, 121, 121, 7))) == 121


def test_a_picture_is_taken_once_its_brightness_holds() -> None:
    assert level(settled(shots(200, 180, 160, 140, 130, 110, 101, 100, 99))) == 100


def test_a_covered_lens_gives_its_dark_picture_when_the_time_is_up() -> None:
    ticks = itertools.count()
    endless = itertools.chain.from_iterable(shots(3) for _ in itertools.count())
    assert level(settled(endless, clock=lambda: next(ticks) / 10)) == 3


def test_a_stream_that_ends_gives_its_last_picture() -> None:
    assert level(settled(shots(0, 50))) == 50


def test_a_stream_without_pictures_is_an_error() -> None:
    with pytest.raises(DeviceError, match="gives no picture"):
        settled(shots())


def opened_for(name: str, cameras: tuple[CameraInfo, ...]) -> str:
    addresses = []

    def opener(address: str) -> Generator[Shot, None, None]:
        addresses.append(address)
        yield from shots(80)

    take_photo(name, cameras=lambda: cameras, stream=opener)
    return addresses[0]


@pytest.mark.parametrize(
    ("name", "address"),
    [("", "/dev/video0"), ("hdmi", "/dev/video2"), ("Desk Camera HD", "/dev/video0"),
     ("/dev/video2", "/dev/video2")],
)  # fmt: skip
def test_a_camera_is_chosen_by_a_part_of_its_name(name: str, address: str) -> None:
    assert opened_for(name, (DESK, CARD)) == address


def test_a_wrong_name_suggests_the_nearest() -> None:
    with pytest.raises(DeviceError) as caught:
        opened_for("Desc Camera", (DESK, CARD))
    assert caught.value.spoken == (
        "There is no camera called Desc Camera. Did you mean Desk Camera HD?"
    )


def test_no_camera_at_all() -> None:
    with pytest.raises(DeviceError) as caught:
        opened_for("", ())
    assert caught.value.spoken == (
        "No camera was found. Connect one and allow its use, or give me a picture file."
    )


def test_a_driver_that_hangs_is_left_behind() -> None:
    over = threading.Event()

    def hanging(address: str) -> Generator[Shot, None, None]:
        over.wait(60)
        yield from shots(80)

    with pytest.raises(DeviceError) as caught:
        take_photo(cameras=lambda: (DESK,), stream=hanging, limit_s=0.05)
    over.set()
    assert "within" in caught.value.cause


def test_a_driver_that_fails_is_a_sentence() -> None:
    def failing(address: str) -> Generator[Shot, None, None]:
        raise OSError("device busy")
        yield from shots(80)

    with pytest.raises(DeviceError, match="gives no picture") as caught:
        take_photo(cameras=lambda: (DESK,), stream=failing)
    assert "device busy" in caught.value.cause


@pytest.mark.skipif(not Path("/sys").is_dir(), reason="only Linux lists cameras in files")
def test_cameras_are_listed_by_the_kernels_names(tmp_path: Path) -> None:
    for node, index, name in (("video0", "0", "Desk Camera"), ("video1", "1", "Desk Camera"),
                              ("video10", "0", "Käsekamera"), ("video2", "0", "Card")):  # fmt: skip
        (tmp_path / node).mkdir()
        (tmp_path / node / "index").write_text(f"{index}\n")
        (tmp_path / node / "name").write_text(f"{name}\n", encoding="utf-8")
    assert list_cameras(tmp_path) == (
        CameraInfo("Desk Camera", "/dev/video0"),
        CameraInfo("Card", "/dev/video2"),
        CameraInfo("Käsekamera", "/dev/video10"),
    )


def test_a_machine_without_cameras_lists_none(tmp_path: Path) -> None:
    assert list_cameras(tmp_path / "nothing") == ()
