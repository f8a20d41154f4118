"""Photos from recorded streams and from a camera on the network, through real OpenCV."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from whichone_app import camera
from whichone_app.camera import take_photo
from whichone_app.sources import take
from whichone_core.errors import DeviceError
from whichone_core.types.pictures import SourceKind

from tests.pictures import encoded

ROOT = Path(__file__).resolve().parents[2]
LEVELS = [0, 2, 5, 30, 60, 90, 110, 118, 120, 120, 120, 120]
"""How bright the pictures of a waking camera are."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a camera shows decides, not how busy this machine is."""
    monkeypatch.setattr(camera, "WARM_UP_S", 100.0)
    defaults = camera.take_photo.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "limit_s", 100.0)


def shot(level: int) -> NDArray[np.uint8]:
    pixels = np.full((120, 160, 3), level, np.uint8)
    pixels[:, :80, 0] = min(255, level * 2)
    return pixels


def test_a_video_file_gives_a_settled_picture_in_the_right_colours(tmp_path: Path) -> None:
    path = tmp_path / "camera.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (160, 120))
    for level in LEVELS:
        video.write(shot(level)[:, :, ::-1])
    video.release()
    frame = take(f"camera:{path}")
    assert frame.kind is SourceKind.CAMERA
    assert np.abs(frame.pixels[60, 40].astype(int) - [240, 120, 120]).max() < 12


def test_numbered_pictures_give_a_settled_picture(tmp_path: Path) -> None:
    for number, level in enumerate(LEVELS):
        Image.fromarray(shot(level)).save(tmp_path / f"shot{number:03}.png")
    frame = take(f"camera:{tmp_path / 'shot%03d.png'}")
    assert frame.pixels[60, 120].tolist() == [120, 120, 120]


@contextlib.contextmanager
def network_camera(levels: list[int], *, is_silent: bool = False) -> Iterator[str]:
    """An MJPEG server that behaves like a live camera: one part after another, without end."""
    over = threading.Event()

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if is_silent:
                over.wait()
                return
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                for level in levels + levels[-1:] * 500:
                    if over.is_set():
                        return
                    part = encoded(Image.fromarray(shot(level)), "JPEG", quality=95)
                    head = f"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n"
                    self.wfile.write(head.encode() + b"\r\n" + part + b"\r\n")

        def log_message(self, format: str, *words: object) -> None:
            """Nothing: tests print what they mean to."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/live.mjpg"
    finally:
        over.set()
        server.shutdown()
        server.server_close()


def test_a_camera_on_the_network_is_waited_for_until_it_is_bright() -> None:
    with network_camera(LEVELS) as address:
        frame = take_photo(address)
    assert abs(int(frame.pixels[60, 120].max()) - 120) < 12


def test_a_camera_that_never_answers_is_given_up_in_time() -> None:
    """The camera is silent until the block ends, so only the limit can have ended it."""
    with (
        network_camera(LEVELS, is_silent=True) as address,
        pytest.raises(DeviceError, match="gives no picture") as caught,
    ):
        take_photo(address, limit_s=0.5)
    assert "within" in caught.value.cause


def test_an_address_where_nobody_listens_is_a_sentence_and_no_chatter() -> None:
    # In a process of its own: the decoders fix how much they say when they are first used.
    address = "camera:http://127.0.0.1:9/live.mjpg"
    command = [sys.executable, "-m", "tests.desk_programs", "take", address]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert "The camera gives no picture." in done.stdout
    assert done.stderr == ""


def test_a_file_that_is_no_video(tmp_path: Path) -> None:
    (tmp_path / "notes.avi").write_text("not a video")
    with pytest.raises(DeviceError, match="gives no picture"):
        take(f"camera:{tmp_path / 'notes.avi'}")
