"""Hands at the window: keys and text go where the focus is, and each step waits for its end.

    script (a generator) --yields--> Until (a condition)    Hands.tick, every 20 ms, goes on

A script never sleeps: it yields what it waits for.  What does not come true ends the program
with a message, so that a window that hangs is not taken for one that rests.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from whichone_app.window import MainWindow

POLL_MS = 20
PATIENCE_S = 300.0
"""Reached only where something hangs."""


@dataclass(frozen=True, slots=True)
class Until:
    """What a script waits for; what: in words, for the message where it never comes."""

    what: str
    is_there: Callable[[], bool]


Script = Generator[Until, None, None]


class Hands(QObject):
    """Plays one script at the window; belongs to the window's thread."""

    def __init__(self, window: MainWindow, script: Script) -> None:
        super().__init__(window)
        self._window = window
        self._script = script
        self._waits = Until("the window", window.isVisible)
        self._since = time.monotonic()
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.tick)
        self._timer.start()

    def tick(self) -> None:
        """Go on where what is waited for has come; close the window after the last step."""
        if not self._waits.is_there():
            if time.monotonic() - self._since > PATIENCE_S:
                _fail(f"waited {PATIENCE_S:.0f} s for {self._waits.what}")
            return
        try:
            self._waits = next(self._script)
        except StopIteration:
            self._timer.stop()
            self._window.close()
            return
        self._since = time.monotonic()


def press(
    key: Qt.Key,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    on: QWidget | None = None,
) -> None:
    """Press one key where the keyboard is, or on a control."""
    QTest.keyClick(on or _focused(), key, held)


def write(text: str) -> None:
    """Type a text where the keyboard is."""
    QTest.keyClicks(_focused(), text)


def _focused() -> QWidget:
    widget = QApplication.focusWidget() or QApplication.activeWindow()
    if widget is None:
        _fail("no window has the keyboard")
        raise AssertionError
    return widget


def _fail(why: str) -> None:
    """End at once: nobody is there to close the window."""
    print(f"soak failed: {why}", file=sys.stderr, flush=True)
    sys.stderr.flush()
    import os

    os._exit(3)
