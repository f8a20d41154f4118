"""A picture of the screen from anywhere: a key that works while another program has the focus.

Under X11 the key is asked for at the X server, in a thread that waits for it.  Elsewhere a
program has no such key without the desktop's own way, and the user is told that way once asked.
Which key it is stands in the table of all commands, so it is chosen and listed like the others.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from whichone_core.errors import DeviceError
from whichone_core.languages import N_

from . import x11
from .catalogue import _
from .features import Desk, Offer
from .menus import PICTURE_MENU, Command
from .presenters.commands import Anywhere
from .presenters.reserved_keys import parts

NAME = "from anywhere"
USUAL = "Meta+Shift+G"
"""No desktop's and no screen reader's; Super is the Windows key."""
DOES = N_("take a picture of the screen while any program is used")
NO_KEY = N_(
    "This desktop gives me no key of my own. In its keyboard settings, give a key to the "
    "command: whichone run screen:"
)
_BITS = {"Meta": x11.SUPER, "Shift": x11.SHIFT, "Ctrl": x11.CONTROL, "Alt": x11.ALT}

_LOG = logging.getLogger(__name__)


class KeyWatch(QObject):
    """Waits for one key from anywhere; belongs to the window's thread.

    keys: as Qt writes it ("Meta+Shift+G"), with a letter, a digit or a function key.
    """

    pressed = Signal()

    def __init__(self, parent: QObject, keys: str) -> None:
        super().__init__(parent)
        self.is_ready = False
        held, key = parts(keys)
        self._key = key.lower() if len(key) == 1 else key
        self._modifiers = sum(_BITS[word] for word in held)
        self._wake, self._woken = -1, -1
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Ask for the key; is_ready says whether it was given."""
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
                self.is_ready = x11.grab_key(server, self._key, self._modifiers)
                begun.set()
                while self.is_ready and x11.wait_for_key(server, self._woken):
                    self.pressed.emit()
        except DeviceError as error:
            _LOG.info("no key from anywhere: %s", error.cause)
        finally:
            begun.set()


def has_keys() -> bool:
    """Whether this desktop gives programs keys that work in every program."""
    return QGuiApplication.platformName() == "xcb" and x11.is_here()


class FromAnywhere:
    """The key, and the command that says how it is used here."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._watch: KeyWatch | None = None
        self._keys = ""
        self._has_keys = has_keys()
        desk.key_listeners.append(self._take_up_key)
        if self._has_keys:  # which key was chosen is known once the window stands
            QTimer.singleShot(0, desk.window, self._start)

    def commands(self) -> Sequence[Offer]:
        how = Command(
            NAME, N_("Capture from &anywhere"), USUAL if self._has_keys else "",
            N_("hear how to take a picture of the screen from any program"),
            Anywhere(DOES, "" if self._has_keys else NO_KEY),
        )  # fmt: skip
        return (Offer(PICTURE_MENU, how, self.tell_how),)

    def close(self) -> None:
        self._has_keys = False
        self._end()

    def tell_how(self) -> None:
        """Say which key it is, or why there is none and what to do."""
        self._desk.conversation.tell(self._how())

    def _how(self) -> str:
        key = self._desk.key_of(NAME)
        if not self._has_keys:
            return _(NO_KEY)
        if not key:
            return _("You took this key away. To give it one, choose Help, Change keys.")
        if self._watch is None or not self._watch.is_ready:
            return _(
                "{key} belongs to another program here. Choose another key: Help, Change keys.",
                key=key,
            )
        return _(
            "Press {key} in any program: it takes a picture of the screen and comes here.",
            key=key,
        )

    def _take_up_key(self) -> None:
        """Another key holds at once; where another program has it, that is said."""
        if self._desk.keys_of(NAME) == self._keys:
            return
        self._start()
        if self._watch is not None and not self._watch.is_ready:
            self.tell_how()

    def _end(self) -> None:
        if self._watch is not None:
            self._watch.close()
            self._watch.deleteLater()
            self._watch = None

    def _start(self) -> None:
        self._end()
        self._keys = keys = self._desk.keys_of(NAME)
        if keys and self._has_keys:
            self._watch = KeyWatch(self._desk.window, keys)
            self._watch.pressed.connect(self._capture, Qt.ConnectionType.QueuedConnection)
            self._watch.start()

    def _capture(self) -> None:
        self._desk.capture()
        self._desk.panels.question.setFocus()
