"""What others' users reported about windows, and no other test here protects.

docs/field-reports.md lists every report.
"""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget
from whichone_app.screen_picture import capture_screen
from whichone_core.errors import DeviceError

from tests.gui.conftest import Room
from tests.gui.test_every_control import full, keys

__all__ = ["full", "keys"]


def test_where_the_desktop_gives_no_picture_of_the_screen_that_is_said(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field report 18: Wayland gives programs an empty picture."""
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    taken: list[QImage] = []
    failed: list[DeviceError] = []
    capture_screen(room.window, taken.append, failed.append)
    assert not taken and room.window.isVisible()
    (error,) = failed
    assert "cannot be pictured" in error.sentence
    assert "Print Screen" in error.remedy and "paste" in error.remedy


def test_an_error_is_copied_with_what_to_do(room: Room) -> None:
    """Field report 94: whoever asks for help has to pass on what was said."""
    room.ask("fail")
    room.window.conversation.copy()
    assert QGuiApplication.clipboard().text() == "\n".join(room.answer)
    assert room.answer == ["The engine has stopped.", "Please ask once more."]


def test_every_name_for_a_reader_is_words(full: Room) -> None:
    """Field report 53: after an update, every name had become "[object Object]"."""
    names = {widget.accessibleName() for widget in full.window.findChildren(QWidget)} - {""}
    assert len(names) > 5
    shape = re.compile(r"[A-Z][\w ,.:'()-]*")
    assert [name for name in names if not shape.fullmatch(name)] == []
    assert [name for name in names if re.search(r"object|Widget|\bQ[A-Z]", name)] == []


def test_a_key_that_is_pressed_again_and_again_answers_once(room: Room) -> None:
    """Field report 71: repeats are told that it still works, and nothing is begun twice."""
    room.window.question.setText("slow")
    for _press in range(5):
        room.window.ask()
    room.window.conversation.stop()
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    room.ask("what is this?")
    assert room.answer == ["It is a tin of tomato soup.", "The label says ripe tomatoes."]
