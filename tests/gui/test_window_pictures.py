"""Pictures pasted, dropped and copied into the window."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton
from whichone_app.file_dialog import HELP, NO_NAME
from whichone_app.handing_in import CUT
from whichone_core.types.pictures import SourceKind

from tests.gui.actions import action
from tests.gui.conftest import Room


def png(colour: str = "red") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(stream, "PNG")
    return stream.getvalue()


def on_clipboard(data: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(data)


def pixels_data() -> QMimeData:
    data = QMimeData()
    data.setImageData(QImage.fromData(png()))
    return data


def text_data(text: str, html: str = "") -> QMimeData:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    return data


# ---------------------------------------------------------------------- pictures


def test_pixels_are_pasted_with_control_v_in_the_question(room: Room) -> None:
    on_clipboard(pixels_data())
    QTest.keyClick(room.window.question, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)
    frame = room.assistant.frames[0]
    assert frame.kind is SourceKind.CLIPBOARD
    assert (frame.width, frame.height) == (30, 20)
    assert tuple(frame.pixels[0, 0]) == (255, 0, 0)
    room.bot.waitUntil(
        lambda: (
            room.window.picture.accessibleName()
            == "Picture: Pasted picture, 30 by 20, good quality"
        )
    )


def test_pixels_are_pasted_from_the_menu(room: Room) -> None:
    on_clipboard(pixels_data())
    action(room, "paste").trigger()
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)


def test_what_is_transparent_becomes_white(room: Room) -> None:
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    data = QMimeData()
    data.setImageData(image)
    on_clipboard(data)
    room.window.paste()
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)
    assert np.all(room.assistant.frames[0].pixels == 255)


@pytest.mark.parametrize("form", ["url", "path", "quoted path", "data address", "html"])
def test_a_picture_comes_in_every_form_that_programs_copy(
    room: Room, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "mein Bild.png"
    path.write_bytes(png())
    address = "data:image/png;base64," + base64.b64encode(png()).decode()
    data = {
        "path": text_data(str(path)),
        "quoted path": text_data(f'"{path}"'),
        "data address": text_data(address),
        "html": text_data("", f'<img src="{address}">'),
    }.get(form, QMimeData())
    if form == "url":
        data.setUrls([QUrl.fromLocalFile(str(path))])
    on_clipboard(data)
    room.window.paste()
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)
    assert room.assistant.frames[0].width == 30


def test_words_are_pasted_into_the_question_as_one_line(room: Room) -> None:
    on_clipboard(text_data("what is\nthis?"))
    action(room, "paste").trigger()
    assert room.window.question.value == "what is this?"
    assert room.assistant.frames == []


def test_a_web_address_is_named_and_not_fetched(room: Room) -> None:
    on_clipboard(text_data("", '<img src="https://example.org/cat.jpg">'))
    room.window.paste()
    assert room.mouth.asked[-1].startswith("That is only the web address of a picture.")
    assert room.assistant.frames == []


def test_an_empty_clipboard_is_named_after_a_short_wait(room: Room) -> None:
    on_clipboard(QMimeData())
    room.window.paste()
    room.bot.waitUntil(lambda: bool(room.mouth.asked))
    assert room.mouth.asked[-1].startswith("There is no picture on the clipboard.")


def test_a_clipboard_that_no_program_owns_is_an_empty_one(room: Room) -> None:
    """Qt then hands over nothing at all, not even data without content."""
    QGuiApplication.clipboard().clear()
    room.window.paste()
    room.bot.waitUntil(lambda: bool(room.mouth.asked))
    assert room.mouth.asked == ["There is no picture on the clipboard. Copy one, then paste it."]


def test_words_that_are_too_long_for_the_question_are_said_to_be_cut(room: Room) -> None:
    QGuiApplication.clipboard().setText("abc " * 250_000)
    room.window.paste()
    assert room.window._panels.status.text() == CUT and CUT in room.mouth.asked
    QGuiApplication.clipboard().setText("red?")
    room.window.question.clear()
    room.window.paste()
    assert room.window.question.value == "red?"
    assert room.mouth.ever.count(CUT) == 1


def test_words_that_are_pasted_are_said_of_many_the_first(room: Room) -> None:
    for pasted, told in (
        ("what is\nthis?", "Pasted: what is this?"),
        ("why " * 30, f"Pasted 30 words: {' '.join(['why'] * 20)}…"),
    ):
        QGuiApplication.clipboard().setText(pasted)
        room.window.question.clear()
        room.window.paste()
        assert room.mouth.asked[-1] == told
    on_clipboard(text_data(" \n "))
    room.window.paste()
    room.bot.waitUntil(lambda: room.mouth.asked[-1].startswith("There is no picture"))


def test_a_picture_that_comes_late_to_the_clipboard_is_pasted_all_the_same(room: Room) -> None:
    """Field report 16: a large one looks empty for a moment."""
    on_clipboard(QMimeData())
    room.window.paste()
    on_clipboard(pixels_data())
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)
    assert [said for said in room.mouth.ever if "no picture" in said] == []


def test_a_damaged_data_address_is_an_error_in_words(room: Room) -> None:
    on_clipboard(text_data("data:image/png;base64,AAAA"))
    room.window.paste()
    room.bot.waitUntil(lambda: bool(room.answer))
    assert room.assistant.frames == []


def test_a_dropped_file_is_opened(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(png())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    room.window.dropEvent(
        QDropEvent(
            QPointF(10, 10),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)


def test_a_file_that_is_no_picture_leaves_the_window_usable(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("milk, bread")
    room.window.open_path(str(path))
    room.bot.waitUntil(lambda: bool(room.answer))
    assert not room.jobs.is_busy
    room.ask("what is this?")
    assert room.answer[0] == "It is a tin of tomato soup."


def test_a_picture_whose_name_was_mistyped_is_told_and_the_dialog_stays(
    room: Room, tmp_path: Path
) -> None:
    (tmp_path / "cat.png").write_bytes(png())
    room.window.choose_file()
    (files,) = room.window.findChildren(QFileDialog)
    (field,) = files.findChildren(QLineEdit, "fileNameEdit")
    room.bot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, str(tmp_path / "cta.png"))
    QTest.keyClick(field, Qt.Key.Key_Return)
    wrong = f"In {tmp_path} there is no cta.png. Correct it and press Enter."
    assert files.isVisible() and room.mouth.asked[-1] == wrong
    assert QApplication.activeModalWidget() is files, "no message box is before it"
    field.clear()
    QTest.keyClicks(field, str(tmp_path / "cat.png"))
    (choose,) = [each for each in files.findChildren(QPushButton) if each.text() == "&Open"]
    QTest.keyClick(choose, Qt.Key.Key_Space)
    room.bot.waitUntil(lambda: len(room.assistant.frames) == 1)
    assert not files.isVisible()


def test_no_key_is_silent_in_the_dialog_for_files(room: Room, tmp_path: Path) -> None:
    (tmp_path / "in here").mkdir()
    for name in ("a.png", "b.png", ".hidden"):
        (tmp_path / name).write_bytes(png())
    room.window.choose_file()
    (files,) = room.window.findChildren(QFileDialog)
    (field,) = files.findChildren(QLineEdit, "fileNameEdit")
    room.bot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert room.mouth.asked[-1] == NO_NAME
    QTest.keyClicks(field, str(tmp_path))
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert room.mouth.asked[-1] == f"In {tmp_path}: 2 files, 1 folder."
    assert files.isVisible() and field.text() == ""
    for key in ((Qt.Key.Key_F1,), (Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)):
        room.mouth.asked.clear()
        QTest.keyClick(field, *key)
        where = f"You are in Open a picture. In {tmp_path}: 2 files, 1 folder. {HELP}"
        assert room.mouth.asked == [where]
    QTest.keyClick(files, Qt.Key.Key_Escape)
