"""A picture of the screen that a window stands on, taken while the window is out of the way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget
from whichone_core.errors import DeviceError

from .catalogue import _

SETTLE_MS = 400
"""How long the desktop takes to draw what the window covered."""


def capture_screen(
    window: QWidget,
    take: Callable[[QImage], None],
    fail: Callable[[DeviceError], None],
) -> None:
    """Hide the window, picture its screen, and show the window again before take is called."""
    if QGuiApplication.platformName().startswith("wayland"):
        # Wayland gives programs an empty picture of the screen (field report 18).
        fail(no_capture())
        return
    screen = window.screen()
    window.hide()

    def grab() -> None:
        # In Qt 6 the origin is the screen's own: 0, 0 is its corner on every screen.
        image = screen.grabWindow(0).toImage()
        window.show()
        window.activateWindow()
        if image.isNull():
            fail(no_capture())
        else:
            take(image)

    QTimer.singleShot(SETTLE_MS, window, grab)  # never for a window that is gone by then


def no_capture() -> DeviceError:
    """What is said where programs get no picture of the screen (field report 18)."""
    return DeviceError(
        _("The screen cannot be pictured here."),
        remedy=_("Press the Print Screen key, then paste the picture here."),
    )
