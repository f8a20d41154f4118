"""The steps of whoever goes through the views of the program: wait, settle, run a command."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QRect
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from whichone_app.window import MainWindow

View = tuple[str, QWidget]
Dialog = TypeVar("Dialog", bound=QDialog)

PATIENCE_S, STEP_MS = 60, 5
EXAMPLE = Path(__file__).resolve().parents[1] / "app/whichone_app/examples/table.jpg"


def wait(condition: Callable[[], bool]) -> None:
    """Let the window work until something is so.  Raises AssertionError after a minute."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "still not so"
        QTest.qWait(STEP_MS)


def settle(view: QWidget) -> None:
    """Until nothing moves any more: fonts arrive one after the other, then the layouts follow."""
    before: list[QRect] = []
    for _try in range(50):
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        now = [view.geometry(), *(each.geometry() for each in view.findChildren(QWidget))]
        if now == before:
            return
        before = now
    raise AssertionError(f"{view.windowTitle()} goes on moving")


def trigger(window: MainWindow, name: str) -> None:
    """Run a command of the menus."""
    action = window.findChild(QAction, name)
    assert action is not None, name
    action.trigger()


def opened(window: MainWindow, name: str, kind: type[Dialog]) -> Dialog:
    """The dialog that a command shows."""
    trigger(window, name)

    def shown() -> list[Dialog]:
        return [each for each in window.findChildren(kind) if each.isVisible()]

    wait(lambda: bool(shown()))
    return shown()[0]
