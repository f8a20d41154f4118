"""A picture of the screen from anywhere: a key that works while another program has the focus.

Under X11 the key is asked for at the X server, in a thread that waits for it.  Elsewhere a
program has no such key without the desktop's own way, and the user is told that way once asked.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from whichone_core.errors import DeviceError
from whichone_core.languages import N_

from . import x11
from .catalogue import _
from .features import Desk, Offer
from .menus import PICTURE_MENU, Command
from .presenters.commands import said_keys

KEY, MODIFIERS, SAID = "g", x11.SUPER | x11.SHIFT, "Meta+Shift+G"
"""No desktop's and no screen reader's; Super is the Windows key."""

_LOG = logging.getLogger(__name__)


class KeyWatch(QObject):
    """Waits for one key from anywhere; belongs to the window's thread."""

    pressed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_ready = False
        self._wake, self._woken = -1, -1
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Ask for the key; is_ready says whether it was given.  Raises DeviceError."""
        begun = threading.Event()
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(
            target=self._run, args=(begun,), name="whichone-key", daemon=True
        )
        self._thread.start()
        begun.wait(5.0)

    def close(self) -> None:
        if self._thread is None:
            return
        os.write(self._wake, b"x")
        self._thread.join(5.0)
        os.close(self._wake)
        os.close(self._woken)
        self._thread = None

    def _run(self, begun: threading.Event) -> None:
        try:
            with x11.connected() as server:
                self.is_ready = x11.grab_key(server, KEY, MODIFIERS)
                begun.set()
                while self.is_ready and x11.wait_for_key(server, self._woken):
                    self.pressed.emit()
        except DeviceError as error:
            _LOG.info("no key from anywhere: %s", error.cause)
        finally:
            begun.set()


class FromAnywhere:
    """The key, and the command that says how it is used here."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._watch: KeyWatch | None = None
        if QGuiApplication.platformName() == "xcb" and x11.is_here():
            self._watch = KeyWatch(desk.window)
            self._watch.pressed.connect(self._capture, Qt.ConnectionType.QueuedConnection)
            self._watch.start()

    def commands(self) -> Sequence[Offer]:
        how = Command("from anywhere", N_("Capture from &anywhere"), "",
                      N_("hear how to take a picture of the screen from any program"))  # fmt: skip
        return (Offer(PICTURE_MENU, how, self.tell_how),)

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()

    def tell_how(self) -> None:
        if self._watch is not None and self._watch.is_ready:
            self._desk.conversation.tell(
                _(
                    "Press {key} in any program: it takes a picture of the screen and comes here.",
                    key=said_keys(SAID),
                )
            )
        else:
            self._desk.conversation.tell(
                _(
                    "This desktop gives me no key of my own. In its keyboard settings, give a key "
                    "to the command: whichone run screen:"
                )
            )

    def _capture(self) -> None:
        self._desk.capture()
        self._desk.panels.question.setFocus()
