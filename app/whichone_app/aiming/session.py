"""A camera that is switched on and off from the window, and whose news arrive in its thread.

    start -> a thread: LiveCamera -> watch -> a queued signal -> hear, fail, off

Each start is a session of its own: news of one that was stopped are dropped.  Whoever stops it
does not wait: the thread lets the camera go and tells when that is done.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from whichone_core.errors import DeviceError
from whichone_core.picture.directions import advice_words, speaking_s
from whichone_core.picture.guidance import Guide, Trouble
from whichone_core.settings import CameraGuidance, Settings

from ..camera import CameraInfo, Opener, list_cameras, open_stream
from .eyes import Eyes
from .live import LiveCamera, opened_camera
from .watching import News, watch

if TYPE_CHECKING:
    from .watching import Shot

HEAD_START_S = 1.0
"""How long a reader has to ask what the dialog is, before a library is loaded for the camera.

Loading holds the window up (0.3 s, on a busy machine 1.6 s); a reader that waits longer than
0.8 s for an answer is silent about what has the focus."""


def open_unhurried(address: str) -> Generator[Shot, None, None]:
    """The pictures of a camera, the first time after a head start.  Raises DeviceError."""
    if "cv2" not in sys.modules:
        time.sleep(HEAD_START_S)
    yield from open_stream(address)


@dataclass(frozen=True)
class Devices:
    """Where cameras come from: who lists them, who opens one, and who looks at its pictures."""

    make_eyes: Callable[[], Eyes]
    listed: Callable[[], tuple[CameraInfo, ...]] = list_cameras
    opener: Opener = open_unhurried


class _Session:
    """One time that a camera is on."""

    def __init__(self) -> None:
        self.camera: LiveCamera | None = None
        self.is_over = threading.Event()
        self.ended = threading.Event()


@dataclass(frozen=True, eq=False)
class _Parcel:
    """What travels from a session's thread: news, an error, or whether the camera is off."""

    session: _Session
    content: News | DeviceError | bool


class CameraSession(QObject):
    """Implements `presenters.aiming.Camera`; create it on the user interface's thread."""

    _arrived = Signal(object)

    def __init__(
        self,
        devices: Devices,
        settings: Callable[[], Settings],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._devices = devices
        self._settings = settings
        self._current: _Session | None = None
        self._hear: Callable[[News], None] = lambda _news: None
        self._fail: Callable[[DeviceError], None] = lambda _error: None
        self._off: Callable[[bool], None] = lambda _is_certain: None
        self._arrived.connect(self._unpack, Qt.ConnectionType.QueuedConnection)

    def connect_to(
        self,
        hear: Callable[[News], None],
        fail: Callable[[DeviceError], None],
        off: Callable[[bool], None],
    ) -> None:
        """Where news, a failure, and the end of a session go; on this object's thread."""
        self._hear, self._fail, self._off = hear, fail, off

    def start(self, intro: str) -> None:
        """Switch the camera of the settings on; one that is on is let go first."""
        before = self._current
        self.stop()
        session = self._current = _Session()
        settings = self._settings()
        threading.Thread(
            target=self._run,
            args=(session, settings, intro, before),
            daemon=True,
            name="aiming",
        ).start()

    def stop(self) -> None:
        """Ask the session to end; returns at once."""
        if self._current is not None:
            self._current.is_over.set()
            if self._current.camera is not None:
                self._current.camera.stop()

    def close(self) -> None:
        """End it and wait, as long as a camera may take to be let go."""
        self._hear, self._fail, self._off = (_ignore, _ignore, _ignore)
        self.stop()
        if self._current is not None:
            self._current.ended.wait(10)

    # ------------------------------------------------------------------ the session's thread

    def _run(
        self, session: _Session, settings: Settings, intro: str, before: _Session | None
    ) -> None:
        if before is not None:
            before.ended.wait(10)  # the same device cannot be opened twice
        try:
            self._watch(session, settings, intro)
        except DeviceError as error:
            self._send(session, error)
        is_off = session.camera is None or session.camera.close()
        session.ended.set()
        self._send(session, is_off)

    def _watch(self, session: _Session, settings: Settings, intro: str) -> None:
        if session.is_over.is_set():
            return
        devices = self._devices
        camera = opened_camera(settings.camera, devices.listed, devices.opener)
        session.camera = camera
        if session.is_over.is_set():
            return
        eyes = devices.make_eyes()
        try:
            guide = Guide(_pace(settings), time.monotonic() + speaking_s(intro))
            may_take = settings.guidance is not CameraGuidance.OFF
            for news in watch(camera, eyes, guide, may_take=may_take):
                self._send(session, news)
        finally:
            eyes.close()

    def _send(self, session: _Session, content: News | DeviceError | bool) -> None:
        self._arrived.emit(_Parcel(session, content))

    @Slot(object)
    def _unpack(self, parcel: _Parcel) -> None:
        """On the window's thread."""
        if parcel.session is not self._current:
            return
        if isinstance(parcel.content, bool):
            self._off(parcel.content)
        elif isinstance(parcel.content, DeviceError):
            self._fail(parcel.content)
        elif not parcel.session.is_over.is_set():
            self._hear(parcel.content)


def _ignore(_news: object) -> None:
    """Nobody listens any more."""


def _pace(settings: Settings) -> Callable[[Trouble], float]:
    """How long a piece of advice takes to be heard."""
    if settings.guidance is CameraGuidance.SPEECH:
        return lambda trouble: speaking_s(advice_words(trouble, settings.moved))
    return lambda _trouble: 0.0
