"""The frame around the control that has the focus outlives the controls and windows it was at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QSpinBox, QVBoxLayout, QWidget
from shiboken6 import delete, isValid

from tests.gui.conftest import Room


def beside(room: Room, *parts: QWidget) -> QDialog:
    """A dialog with these controls that has the keyboard, and the frame at the first."""
    dialog = QDialog(room.window)
    column = QVBoxLayout(dialog)
    for part in parts:
        column.addWidget(part)
    dialog.show()
    come_to(room, parts[0])
    return dialog


def come_to(room: Room, control: QWidget) -> None:
    control.setFocus()
    room.bot.waitUntil(lambda: is_framed(control))


def is_framed(control: QWidget) -> bool:
    frame = control.window().findChild(QWidget, "focus frame")
    return frame is not None and frame.isVisible() and frame.geometry().contains(control.geometry())


def deleted_later(room: Room, part: QWidget) -> None:
    part.deleteLater()
    room.bot.waitUntil(lambda: not isValid(part))


def deleted_now(_room: Room, part: QWidget) -> None:
    delete(part)


WAYS = [deleted_later, deleted_now]


@pytest.mark.parametrize("destroy", WAYS)
def test_a_control_is_destroyed_while_it_has_the_focus(
    room: Room, destroy: Callable[[Room, QWidget], None]
) -> None:
    gone, left = QLineEdit(), QPushButton("Left")
    beside(room, gone, left)
    destroy(room, gone)
    come_to(room, left)


@pytest.mark.parametrize("destroy", WAYS)
def test_a_control_that_qt_made_itself_is_destroyed_with_the_focus(
    room: Room, destroy: Callable[[Room, QWidget], None]
) -> None:
    number, left = QSpinBox(), QPushButton("Left")
    beside(room, number, left)
    number.lineEdit().setFocus()
    room.bot.waitUntil(number.hasFocus)
    destroy(room, number)
    come_to(room, left)


@pytest.mark.parametrize("destroy", WAYS)
def test_what_a_control_stands_in_is_destroyed_while_it_has_the_focus(
    room: Room, destroy: Callable[[Room, QWidget], None]
) -> None:
    box, left = QWidget(), QPushButton("Left")
    inside = QLineEdit(box)
    beside(room, left, box)
    inside.setFocus()
    room.bot.waitUntil(inside.hasFocus)
    destroy(room, box)
    come_to(room, left)


@pytest.mark.parametrize("destroy", WAYS)
def test_a_window_is_destroyed_with_its_frame(
    room: Room, destroy: Callable[[Room, QWidget], None]
) -> None:
    dialog = beside(room, QLineEdit())
    destroy(room, dialog)
    room.window.activateWindow()
    room.window.answer.setFocus()
    room.bot.waitUntil(room.window.answer.hasFocus)
    again = QLineEdit()
    beside(room, again)
