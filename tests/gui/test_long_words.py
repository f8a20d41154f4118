"""Names of files that are one long word push nothing out of sight, and are read as they are."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.chooser import Chooser
from whichone_app.wrapped_label import WrappedLabel
from whichone_core.errors import InputError
from whichone_core.types.answers import Option

from tests.gui.conftest import Room
from tests.gui.test_low_vision import usual_size

__all__ = ["usual_size"]

NAME = "IMG_20260602_143055_medicine_box_on_the_kitchen_table_" * 3 + ".jpg"


def name_of(widget: QWidget) -> str:
    """What readers call it."""
    return str(QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name))


@pytest.mark.parametrize("factor", [1.0, 3.0])
def test_the_window_is_no_wider_for_a_long_name(room: Room, factor: float) -> None:
    window = room.window
    window.scale_text(factor)
    points = QApplication.font().pointSizeF()
    room.bot.waitUntil(lambda: abs(window.answer.font().pointSizeF() - points) < 0.01)
    window.resize(1280, 800)
    window.conversation.report(InputError(f"{NAME} can't be opened."))
    window.show_options([Option(1, f"the words {NAME}", "words")])
    status = window._panels.status
    room.bot.waitUntil(lambda: NAME in status.text())
    panels = window._panels
    room.bot.waitUntil(lambda: panels._content.width() <= panels.viewport().width())
    room.bot.waitUntil(lambda: window.options.horizontalScrollBar().maximum() == 0)
    assert status.heightForWidth(status.width()) > 2 * status.fontMetrics().lineSpacing()


def test_readers_get_the_name_as_it_is(room: Room) -> None:
    status = room.window._panels.status
    room.window.show_status(f"{NAME} can't be opened.")
    assert name_of(status) == status.text() == f"{NAME} can't be opened."
    room.window.show_status("Answer ready.")
    assert name_of(status) == "Answer ready."


def test_a_label_that_has_a_name_keeps_it(qtbot: QtBot) -> None:
    label = WrappedLabel()
    qtbot.addWidget(label)
    label.setAccessibleName("Advice")
    label.setText(NAME)
    assert name_of(label) == "Advice"


def test_a_row_of_a_list_goes_on_in_the_next_line(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    chooser = Chooser(window, "Recent pictures", "&Pictures", "Open")
    chooser.choose([NAME, "table.jpg"], lambda _row: None)
    rows = chooser.list

    def high(row: int) -> int:
        return int(rows.visualItemRect(rows.item(row)).height())

    qtbot.waitUntil(lambda: high(0) > 1.5 * high(1) and rows.horizontalScrollBar().maximum() == 0)
    assert rows.item(0).text() == f"1: {NAME}"
    assert QAccessible.queryAccessibleInterface(rows).child(0).text(QAccessible.Text.Name) == (
        f"1: {NAME}"
    )
    chooser.reject()
