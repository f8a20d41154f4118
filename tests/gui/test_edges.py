"""Buttons, boxes, the picture and scroll bars are seen as what they are, whatever the palette."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QGroupBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QSplitter,
    QStyle,
    QStyleOptionGroupBox,
    QStyleOptionSlider,
    QToolButton,
    QTreeView,
    QWidget,
)
from whichone_app.aiming.dialog import AimDialog
from whichone_app.aiming.preview import PREVIEW
from whichone_app.outline import LETTER
from whichone_app.picture_view import PictureView

from tests.gui.conftest import Room
from tests.gui.test_every_control import LEAST_CONTRAST, LOOKS, contrast, dialogs, full, keys
from tests.gui.test_low_vision import usual_size
from tests.view_steps import opened

__all__ = ["full", "keys", "usual_size"]

_STYLE, _PARTS = QStyle.ComplexControl, QStyle.SubControl


def edge_of(control: QWidget) -> QRect:
    """Where a control draws its edge."""
    if isinstance(control, QGroupBox):
        box = QStyleOptionGroupBox()
        control.initStyleOption(box)
        return control.style().subControlRect(
            _STYLE.CC_GroupBox, box, _PARTS.SC_GroupBoxFrame, control
        )
    if isinstance(control, QScrollBar):
        bar = QStyleOptionSlider()
        control.initStyleOption(bar)
        return control.style().subControlRect(
            _STYLE.CC_ScrollBar, bar, _PARTS.SC_ScrollBarSlider, control
        )
    return control.rect()


def middles(edge: QRect) -> list[QPoint]:
    """The middle of each of its four sides."""
    middle = edge.center()
    return [
        QPoint(edge.left(), middle.y()), QPoint(edge.right(), middle.y()),
        QPoint(middle.x(), edge.top()), QPoint(middle.x(), edge.bottom()),
    ]  # fmt: skip


def pale(top: QWidget, kinds: tuple[type[QWidget], ...]) -> tuple[int, list[str]]:
    """How many such controls are seen, and those whose edge does not stand out."""
    shown = [each for kind in kinds for each in top.findChildren(kind) if is_seen(each, top)]
    wrong = []
    for each in shown:
        image: QImage = each.grab().toImage()
        ground = top.palette().window().color()
        least = min(contrast(image.pixelColor(at), ground) for at in middles(edge_of(each)))
        if least < LEAST_CONTRAST:
            name = f"{type(each).__name__} {each.accessibleName()}"
            wrong.append(f"{top.windowTitle()}: {name}: {least:.1f} to 1")
    return len(shown), wrong


def is_seen(control: QWidget, top: QWidget) -> bool:
    if isinstance(control, QScrollBar) and control.maximum() == 0:
        return False
    return control.isVisible() and control.isEnabled() and control.window() is top


@pytest.mark.parametrize("look", LOOKS)
def test_the_edge_of_whatever_is_pressed_moved_or_looked_at_stands_out(
    full: Room, look: str
) -> None:
    palette = LOOKS[look]
    if palette is not None:
        QApplication.setPalette(palette)
    kinds = (QPushButton, QGroupBox, QScrollBar, PictureView)
    full.window.show_lines([f"line {number}" for number in range(200)])
    seen, wrong = pale(full.window, kinds)
    for dialog in dialogs(full):
        count, found = pale(dialog, kinds)
        seen, wrong = seen + count, wrong + found
    assert wrong == []
    assert seen >= 60


# ---------------------------------------------------------------------- large text


def enlarge(room: Room, factor: float) -> None:
    room.window.scale_text(factor)
    points = QApplication.font().pointSizeF()
    room.bot.waitUntil(lambda: abs(room.window.answer.font().pointSizeF() - points) < 0.01)
    room.bot.waitUntil(lambda: bool(QApplication.instance().styleSheet()))  # type: ignore[union-attr]


def test_scroll_bars_and_the_caret_grow_with_the_text(full: Room) -> None:
    answer = full.window.answer
    answer.show_lines([f"line {number}" for number in range(200)])
    usual = answer.verticalScrollBar().sizeHint().width()
    assert answer.cursorWidth() == 1
    enlarge(full, 3.0)
    full.bot.waitUntil(lambda: answer.verticalScrollBar().width() >= 2 * usual)
    assert answer.cursorWidth() >= 3


def test_the_caret_of_a_line_is_found_beside_large_text(full: Room) -> None:
    enlarge(full, 3.0)
    question = full.window.question
    question.setText("    ")
    question.setCursorPosition(2)
    question.setFocus()
    edge = round(question.fontMetrics().lineSpacing() / LETTER)

    def dark_pixels() -> int:
        image, middle = question.grab().toImage(), question.height() // 2
        inside = range(2 * edge, question.width() - 2 * edge)
        return sum(image.pixelColor(x, middle).lightness() < 100 for x in inside)

    full.bot.waitUntil(lambda: dark_pixels() >= edge > 1)


def test_the_frame_of_the_focus_is_thicker_than_the_edges_beside_large_text(full: Room) -> None:
    enlarge(full, 3.0)
    button = full.window.ask_button
    button.setFocus()
    edge = round(button.fontMetrics().lineSpacing() / LETTER)
    full.bot.waitUntil(lambda: width_of_frame(button) > edge)


def width_of_frame(control: QWidget) -> int:
    """Pixels of the frame to the left of a control; 0 where it has none."""
    window = control.window()
    frame = window.findChild(QWidget, "focus frame")
    if not isinstance(frame, QWidget) or not frame.isVisible():
        return 0
    return int(control.mapTo(window, QPoint(0, 0)).x() - frame.geometry().left())


@pytest.mark.parametrize("factor", [1.0, 3.0])
def test_what_the_camera_sees_has_a_third_of_the_screen(full: Room, factor: float) -> None:
    if factor > 1:
        enlarge(full, factor)
    dialog = opened(full.window, "camera", AimDialog)
    dialog.show_shot(np.zeros((480, 640, 3), np.uint8))
    high = dialog.screen().availableSize().height()
    full.bot.waitUntil(lambda: dialog.preview.height() >= int(high * PREVIEW))
    assert dialog.height() <= high
    dialog.reject()


# ---------------------------------------------------------------------- Qt's dialog for files


def file_dialog(room: Room) -> QFileDialog:
    action = room.window.findChild(QAction, "open")
    assert action is not None
    action.trigger()
    room.bot.waitUntil(lambda: any(d.isVisible() for d in room.window.findChildren(QFileDialog)))
    return room.window.findChildren(QFileDialog)[0]


@pytest.mark.parametrize("look", LOOKS)
def test_edges_in_the_dialog_for_files_stand_out(full: Room, look: str) -> None:
    palette = LOOKS[look]
    if palette is not None:
        QApplication.setPalette(palette)
    dialog = file_dialog(full)
    kinds = (QLineEdit, QComboBox, QPushButton, QToolButton, QTreeView)
    count, wrong = pale(dialog, kinds)
    dialog.reject()
    assert wrong == []
    assert count >= 8


@pytest.mark.parametrize("factor", [1.0, 3.0])
def test_names_and_dates_in_the_dialog_for_files_are_whole(full: Room, factor: float) -> None:
    if factor > 1:
        enlarge(full, factor)
    dialog = file_dialog(full)
    (tree,) = dialog.findChildren(QTreeView)
    header = tree.header()
    full.bot.waitUntil(lambda: tree.model().rowCount(tree.rootIndex()) > 0)
    columns = [each for each in range(header.count()) if not header.isSectionHidden(each)]
    assert columns
    for column in columns:
        assert header.sectionResizeMode(column) is QHeaderView.ResizeMode.ResizeToContents
        full.bot.waitUntil(
            lambda column=column: header.sectionSize(column) >= tree.sizeHintForColumn(column)  # type: ignore[misc]
        )
    (side, files) = dialog.findChildren(QSplitter)[0].sizes()
    places = next(
        each for each in dialog.findChildren(QAbstractItemView) if each.objectName() == "sidebar"
    )
    assert side >= places.sizeHintForColumn(0)
    assert files > side
    dialog.reject()


def test_icons_in_the_dialog_for_files_grow_with_the_text(full: Room) -> None:
    dialog = file_dialog(full)
    usual = sizes_of_icons(dialog)
    dialog.reject()
    enlarge(full, 3.0)
    dialog = file_dialog(full)
    larger = sizes_of_icons(dialog)
    dialog.reject()
    assert all(now > before for before, now in zip(usual, larger, strict=True))


def sizes_of_icons(dialog: QFileDialog) -> list[int]:
    return [each.iconSize().width() for each in dialog.findChildren(QToolButton)]
