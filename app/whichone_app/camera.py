"""One photo from a camera, a recorded stream or a camera on the network.

Cameras have names (Qt knows them), and each is opened by its own number or device file:
trying numbers one after another freezes some devices (field report 27).  The first pictures
of a camera are dark while it finds its exposure, so they are dropped.  Opening and reading
happen in a thread of their own with a limit, because drivers hang.

`take_photo` is told who lists and who opens, so that tests and demonstrations run with a
recorded stream instead of a device; `list_cameras` and `open_stream` are the real ones.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

from whichone_core.errors import DeviceError
from whichone_core.paths import is_file
from whichone_core.picture.pictures import frame_from_rgb
from whichone_core.types.pictures import Frame, SourceKind

from .catalogue import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shot = NDArray[np.uint8]

ANSWER_S = 15.0
"""How long a camera may take to open and deliver; MSMF on Windows needs up to 20 s without
the setting below, and about 1 s with it."""
NETWORK_MS = 10_000
"""How long a camera on the network may take to answer, or to give its next picture."""
MISSED = 10
"""Readings in a row that fail before a stream is over: a torn picture fails just once."""
WARM_UP_S = 2.0
WARM_UP_SHOTS = 5
"""Pictures that are dropped at least: exposure and focus settle in them."""
DARK_MEAN = 12.0
"""A mean grey level below this is taken for a camera that has not woken up yet."""
STEADY = 0.04
"""Change of brightness between two pictures (of their mean) that counts as settled."""

_SYSFS = Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera: what it is called, and what opens it (a number, or a device file)."""

    name: str
    address: str


Opener = Callable[[str], Generator["Shot", None, None]]
"""Opens an address and gives RGB pictures until it is closed.  Raises DeviceError."""


def list_cameras(sysfs: Path = _SYSFS) -> tuple[CameraInfo, ...]:
    """The cameras of this machine, none of which is opened.

    On Linux straight from the kernel: nodes that only carry metadata are left out.
    """
    if sys.platform.startswith("linux"):
        return _kernel_cameras(sysfs)
    return _qt_cameras()


def take_photo(
    name: str = "",
    *,
    cameras: Callable[[], tuple[CameraInfo, ...]] = list_cameras,
    stream: Opener | None = None,
    limit_s: float = ANSWER_S,
) -> Frame:
    """One settled photo from the camera with this name (or the beginning of it).

    name: empty for the first camera; also the path of a video or of numbered pictures
    (img_%03d.png), or the address of a network camera.  Raises DeviceError.
    """
    address = name if is_recording(name) else chosen(name, cameras()).address

    def work() -> Shot:
        with contextlib.closing((stream or open_stream)(address)) as shots:
            return settled(shots)

    return frame_from_rgb(_within(limit_s, work), SourceKind.CAMERA)


def settled(shots: Iterator[Shot], clock: Callable[[], float] = time.monotonic) -> Shot:
    """The first picture that is neither dark nor still changing in brightness.

    A stream that ends, or never settles, gives the last picture that it had: a covered lens
    stays dark, and quality will say so.  Raises DeviceError where there is none at all.
    """
    last: Shot | None = None
    before, start = -1.0, clock()
    for count, shot in enumerate(shots, start=1):
        mean, last = float(shot.mean()), shot
        is_steady = abs(mean - before) <= STEADY * max(mean, 1.0)
        if count > WARM_UP_SHOTS and mean >= DARK_MEAN and is_steady:
            break
        if clock() - start > WARM_UP_S:
            break
        before = mean
    if last is None:
        raise silent("the stream opened and gave no picture")
    return last


def open_stream(address: str) -> Generator[Shot, None, None]:
    """Pictures of a device, file or network stream as RGB, through OpenCV."""
    cv2 = quiet_opencv()
    if address.startswith("/dev/") and not os.access(address, os.R_OK | os.W_OK):
        raise DeviceError(
            _("I am not allowed to use the camera."),
            remedy=_("Add your user to the video group, then log in again."),
            cause=address,
        )
    try:
        capture = _capture(cv2, address)
        try:
            if not capture.isOpened():
                raise silent(f"OpenCV could not open {address}")
            missed = 0
            while missed < MISSED:
                got, shot = capture.read()
                missed = 0 if got and shot is not None else missed + 1
                if not missed:
                    yield cv2.cvtColor(shot, cv2.COLOR_BGR2RGB)
        finally:
            capture.release()
    except cv2.error as error:
        raise silent(str(error)) from error


def _capture(cv2: Any, address: str) -> Any:
    """A network camera that falls silent is given up sooner than after OpenCV's 30 s."""
    if "://" not in address:
        return cv2.VideoCapture(int(address) if address.isdigit() else address)
    patience = [
        *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, NETWORK_MS),
        *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, NETWORK_MS),
    ]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)


def quiet_opencv() -> Any:
    """OpenCV, which otherwise writes about every device on standard error."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # Without this, opening takes 12 to 20 seconds on Windows (opencv issue 17687).
    os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
    import cv2
    import cv2.utils.logging

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2


# --------------------------------------------------------------------------- which one


def is_recording(name: str) -> bool:
    """Whether a name is a file, numbered pictures or an address, and no device."""
    return "://" in name or "%" in name or is_file(name)


def chosen(name: str, cameras: tuple[CameraInfo, ...]) -> CameraInfo:
    """The camera with this name, or part of it; the first for none.  Raises DeviceError."""
    if not cameras:
        raise DeviceError(
            _("No camera was found."),
            remedy=_("Connect one and allow its use, or give me a picture file."),
        )
    wanted = name.casefold().strip()
    for camera in cameras:
        if wanted in {camera.name.casefold(), camera.address}:
            return camera
    for camera in cameras:
        if wanted in camera.name.casefold():
            return camera
    names = [camera.name for camera in cameras]
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    there = (
        _("Did you mean {near}?", near=near[0])
        if near
        else _("There is {names}.", names=", ".join(names))
    )
    raise DeviceError(_("There is no camera called {name}.", name=name), remedy=there)


def _kernel_cameras(sysfs: Path) -> tuple[CameraInfo, ...]:
    found = []
    for node in sorted(sysfs.glob("video*"), key=lambda node: int(node.name[5:] or 0)):
        try:
            # Each camera has one more node, for metadata, that gives no pictures.
            if (node / "index").read_text().strip() != "0":
                continue
            name = (node / "name").read_text(errors="replace").strip()
        except OSError:
            continue
        found.append(CameraInfo(name, f"/dev/{node.name}"))
    return tuple(found)


def _qt_cameras() -> tuple[CameraInfo, ...]:
    """Cameras in the order of the system, which is also that of OpenCV's numbers."""
    try:
        from PySide6.QtCore import QCoreApplication
        from PySide6.QtMultimedia import QMediaDevices
    except ImportError as error:
        raise DeviceError(
            _("Cameras cannot be listed here."),
            remedy=_("Please give me a picture file."),
            cause=str(error),
        ) from error
    application = QCoreApplication.instance() or QCoreApplication([])
    devices = QMediaDevices.videoInputs()
    del application
    return tuple(
        CameraInfo(device.description(), _number(bytes(device.id().data()).decode(), index))
        for index, device in enumerate(devices)
    )


def _number(device_id: str, index: int) -> str:
    """A device file where the system has them, else the place in the list."""
    return device_id if re.fullmatch(r"/dev/video\d+", device_id) else str(index)


# --------------------------------------------------------------------------- never hanging


def _within(limit_s: float, work: Callable[[], Shot]) -> Shot:
    """The work's result; a driver that hangs is left behind in its thread."""
    results: Queue[Shot | DeviceError] = Queue()

    def run() -> None:
        try:
            results.put(work())
        except DeviceError as error:
            results.put(error)
        except ImportError as error:
            results.put(not_installed(error))
        except (OSError, RuntimeError, ValueError, SystemError, MemoryError) as error:
            results.put(silent(f"{type(error).__name__}: {error}"))

    threading.Thread(target=run, daemon=True, name="camera").start()
    try:
        result = results.get(timeout=limit_s)
    except Empty:
        raise silent(f"no picture within {limit_s:.0f} s") from None
    if isinstance(result, DeviceError):
        raise result
    return result


def not_installed(error: ImportError) -> DeviceError:
    """What to install where OpenCV is missing."""
    return DeviceError(
        _("What takes pictures with the camera is not installed."),
        remedy=_("Install the package opencv-python-headless, or give me a picture file."),
        cause=str(error),
    )


def silent(cause: str) -> DeviceError:
    """A camera that never gave a picture."""
    return DeviceError(
        _("The camera gives no picture."),
        remedy=_("Close other programs that may use it, and check that its use is allowed."),
        cause=cause,
    )
