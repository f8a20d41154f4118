"""Pictures from the clipboard and the screen, with or without a window of ours.

Qt ends the whole process where it cannot reach a display or load its platform plug-in, so
both are tried first.  Where no application exists yet, one without windows is made and kept
until the process ends.  Qt's clipboard and screens belong to its own thread; asked from
another, the work is handed over.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from whichone_core.errors import DeviceError, InputError, WhichOneError
from whichone_core.languages import N_
from whichone_core.picture.pictures import read_file
from whichone_core.types.pictures import Frame, SourceKind

from .catalogue import _, _n
from .display import has_display

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

T = TypeVar("T")

TRIES, TRY_AGAIN_MS = 5, 200
"""A large picture may arrive late on an X11 clipboard (field report 16)."""

HAND_OVER_S = 15.0
_USE_A_FILE = N_("Please give me a picture file instead.")
_kept: list[QGuiApplication] = []


def clipboard_picture() -> Frame:
    """The picture on the clipboard: pixels, a copied file, its path, or a data address.

    Raises InputError where there is none, DeviceError where there is no clipboard.
    """
    load = _in_qt(_clipboard_loader)
    # Copied files and data are decoded here, outside Qt's thread.
    return load()


def screen_picture(number: int | None = None) -> Frame:
    """The whole screen with this number, from 1; the main one where it is None.

    Raises DeviceError where screens cannot be pictured or the number does not exist.
    """
    return _in_qt(lambda: _grabbed(number))


def _clipboard_loader() -> Callable[[], Frame]:
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtGui import QGuiApplication

    # Not at the top: it needs Qt, which a machine without a screen need not have.
    from .pasting import picture_in

    for _try in range(TRIES):
        data = QGuiApplication.clipboard().mimeData()
        if data is None:  # Qt draws off the screen
            raise _no_desktop(f"no clipboard on {QGuiApplication.platformName()}")
        load = picture_in(data, read_file)
        if load is not None:
            return load
        if data.hasText():
            raise InputError(
                _("There is text on the clipboard, not a picture."),
                remedy=_("Copy a picture first."),
            )
        pause = QEventLoop()
        QTimer.singleShot(TRY_AGAIN_MS, pause.quit)
        pause.exec()
    raise InputError(_("There is no picture on the clipboard."), remedy=_("Copy a picture first."))


def _grabbed(number: int | None) -> Frame:
    from PySide6.QtGui import QGuiApplication

    from .pasting import frame_of_image  # needs Qt, see above

    if QGuiApplication.platformName().startswith("wayland"):
        raise _not_pictured("Wayland gives programs no picture of the screen")
    screens = QGuiApplication.screens()
    if number is not None and not 1 <= number <= len(screens):
        raise DeviceError(
            _("There is no screen {number}.", number=number),
            remedy=_n(
                "This machine has one screen.", "This machine has {count} screens.", len(screens)
            ),
        )
    screen = screens[number - 1] if number else QGuiApplication.primaryScreen()
    # In Qt 6 the origin is the screen's own: 0, 0 is its corner on every screen.
    image = screen.grabWindow(0).toImage()
    if image.isNull():
        raise _not_pictured(f"grabWindow gave nothing on {QGuiApplication.platformName()}")
    frame = frame_of_image(image, SourceKind.SCREEN)
    if len(screens) == 1:
        return frame
    which = _(
        "This is screen {number} of {count}.",
        number=screens.index(screen) + 1,
        count=len(screens),
    )
    return replace(frame, remarks=(*frame.remarks, which))


def _not_pictured(cause: str) -> DeviceError:
    return DeviceError(
        _("This desktop does not let programs picture the screen."),
        remedy=_("Press the Print Screen key, then use the clipboard."),
        cause=cause,
    )


# --------------------------------------------------------------------------- Qt


def _in_qt(work: Callable[[], T]) -> T:
    """The work's result, done in the thread that Qt's application lives in."""
    application = _application()
    from PySide6.QtCore import QThread, QTimer

    if QThread.currentThread() == application.thread():
        return work()
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except WhichOneError as error:
            future.set_exception(error)

    QTimer.singleShot(0, application, run)
    try:
        return future.result(HAND_OVER_S)
    except TimeoutError as error:
        raise DeviceError(_("The desktop did not answer."), remedy=_(_USE_A_FILE)) from error


def _application() -> QGuiApplication:
    try:
        from PySide6.QtCore import QCoreApplication
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        raise _no_desktop(f"Qt: {error}") from error
    running = QCoreApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if running is not None:
        raise _no_desktop("a Qt application without a desktop runs already")
    with _nothing_to_abort_for():
        _kept.append(QGuiApplication(["whichone"]))
    return _kept[-1]


def _no_desktop(cause: str) -> DeviceError:
    return DeviceError(
        _("There is no desktop here, so there is no clipboard and no screen."),
        remedy=_(_USE_A_FILE),
        cause=cause,
    )


@contextlib.contextmanager
def _nothing_to_abort_for() -> Iterator[None]:
    """Raises DeviceError where Qt would end the process on starting.

    Our own connection to the X server stays open meanwhile: a bare server starts anew when
    its last client leaves, and refuses the next one while it does.
    """
    if not has_display():
        raise _no_desktop("no X11 or Wayland display answers")
    is_x11 = os.environ.get("QT_QPA_PLATFORM", "xcb").startswith("xcb")
    if not sys.platform.startswith("linux") or not is_x11 or not os.environ.get("DISPLAY"):
        yield
        return
    try:
        ctypes.CDLL(_x11_plugin())
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise _no_desktop(str(error)) from error
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    try:
        fault = int(xcb.xcb_connection_has_error(connection))
        if fault:
            raise _no_desktop(f"the X server refused: xcb error {fault}")
        yield
    finally:
        xcb.xcb_disconnect(connection)


def _x11_plugin() -> str:
    from PySide6.QtCore import QLibraryInfo

    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    return str(Path(folder) / "platforms" / "libqxcb.so")
