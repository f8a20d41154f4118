"""What somebody sees who reads with three and four times the usual size of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QListWidget,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app import panels
from whichone_app.catalogue import _
from whichone_app.indicators import CheckBox, RadioButton
from whichone_app.presenters import phrases
from whichone_app.remembered import Remembered
from whichone_app.settings_window.sheet import FEWEST_ROWS, Sheet
from whichone_app.text_size import TextSize
from whichone_app.window import MainWindow

from tests.gui.conftest import Room
from tests.gui.test_every_control import LEAST_CONTRAST, contrast
from tests.gui.test_languages import make_room
from tests.screenshots import dark

__all__ = ["make_room"]
MakeRoom = Callable[[str], Room]


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off the screen Qt has one of 800 by 800."""
    monkeypatch.setattr(panels, "widest", lambda _widget: 1280)


LANGUAGES = pytest.mark.parametrize("language", ["en", "de", "es"])


def enlarged(make_room: MakeRoom, language: str, factor: float) -> Room:
    """A window on a screen of 1280 by 800, once all of it has the large text."""
    room = make_room(language)
    window = room.window
    window.scale_text(factor)
    points = QApplication.font().pointSizeF()
    room.bot.waitUntil(
        lambda: all(
            abs(each.font().pointSizeF() - points) < 0.01
            for each in (window.answer, window._panels.status)
        )
    )
    room.bot.waitUntil(lambda: bool(QApplication.instance().styleSheet()))  # type: ignore[union-attr]
    window.resize(1280, 800)
    return room


@pytest.fixture(autouse=True)
def usual_size() -> Iterator[None]:
    """What is enlarged for one test is not for the next."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    font, palette = QApplication.font(), QApplication.palette()
    yield
    QApplication.setPalette(palette)
    QApplication.setFont(font)
    QApplication.processEvents()
    application.setStyleSheet("")


def is_whole(widget: QWidget) -> bool:
    """Whether nothing of it is cut off or scrolled out of sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def hidden_parts(window: MainWindow) -> list[str]:
    below = window._panels
    shown = {"question": window.question, "answer": window.answer, "status": below.status}
    shown |= {"picture": window.picture, **below.buttons}
    return [name for name, widget in shown.items() if not is_whole(widget)]


# ---------------------------------------------------------------------- the window


@LANGUAGES
def test_all_of_the_window_is_seen_at_once(make_room: MakeRoom, language: str) -> None:
    room = enlarged(make_room, language, 3.0)
    window = room.window
    status, start = window._panels.status, _(phrases.START)

    def are_all_seen() -> bool:
        if status.text() != start:  # a longer notice, of the study, comes when it comes
            window.show_status(start)
        return hidden_parts(window) == []

    room.bot.waitUntil(are_all_seen)
    assert (window.width(), window.height()) == (1280, 800)
    assert status.height() >= status.heightForWidth(status.width())
    assert window.picture.height() < window.height() / 3


@LANGUAGES
@pytest.mark.parametrize("factor", [3.0, 4.0])
def test_three_options_are_seen_together(make_room: MakeRoom, language: str, factor: float) -> None:
    room = enlarged(make_room, language, factor)
    room.ask("which one")
    options = room.window.options
    room.bot.waitUntil(options.isVisible)
    assert options.count() >= FEWEST_ROWS
    room.bot.waitUntil(lambda: rows_in_sight(options) >= FEWEST_ROWS)


def rows_in_sight(rows: QListWidget) -> int:
    """How many rows are seen whole, from the first one on."""
    seen = rows.viewport().visibleRegion().boundingRect()
    places = (rows.visualItemRect(rows.item(row)) for row in range(rows.count()))
    return sum(seen.top() <= place.top() and place.bottom() <= seen.bottom() for place in places)


@LANGUAGES
def test_what_is_scrolled_away_comes_with_the_focus(make_room: MakeRoom, language: str) -> None:
    room = enlarged(make_room, language, 4.0)
    room.ask("which one")
    room.bot.waitUntil(room.window.options.isVisible)
    for button in room.window._panels.buttons.values():
        button.setFocus()
        room.bot.waitUntil(lambda button=button: is_whole(button))  # type: ignore[misc]


# ---------------------------------------------------------------------- dialogs


@LANGUAGES
@pytest.mark.parametrize("name", ["guide", "settings", "models"])
def test_three_rows_of_a_list_are_seen_together(
    make_room: MakeRoom, name: str, language: str
) -> None:
    room = enlarged(make_room, language, 3.0)
    action = room.window.findChild(QAction, name)
    assert action is not None
    action.trigger()
    room.bot.waitUntil(lambda: any(s.isVisible() for s in room.window.findChildren(Sheet)))
    (sheet,) = (each for each in room.window.findChildren(Sheet) if each.isVisible())
    (rows,) = (each for each in sheet.findChildren(QListWidget) if each.isVisible())
    half = sheet.screen().availableSize().height() // 2
    room.bot.waitUntil(lambda: rows_in_sight(rows) >= FEWEST_ROWS or rows.height() >= half)
    sheet.close()


# ---------------------------------------------------------------------- check boxes


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("is_on", [False, True], ids=["off", "on"])
@pytest.mark.parametrize("factor", [1.0, 3.0])
@pytest.mark.parametrize("make", [CheckBox, RadioButton])
def test_the_outline_of_what_is_chosen_stands_out(
    qtbot: QtBot,
    make: type[CheckBox] | type[RadioButton],
    factor: float,
    is_on: bool,
    is_dark: bool,
) -> None:
    if is_dark:
        QApplication.setPalette(dark())
    window = QWidget()
    qtbot.addWidget(window)
    control = make("Keep pictures")
    control.setChecked(is_on)
    QVBoxLayout(window).addWidget(control)
    window.show()
    usual = indicator(control).width()
    text_size = TextSize(Remembered(None))
    text_size.scale(factor)
    qtbot.waitUntil(lambda: indicator(control).width() >= round(usual * factor))
    window.resize(window.sizeHint())
    place = indicator(control)
    image = window.grab(place.translated(control.pos())).toImage()
    around = window.grab(QRect(0, 0, 1, 1)).toImage().pixelColor(0, 0)
    for edge in edges(image):
        assert max(contrast(colour, around) for colour in edge) >= LEAST_CONTRAST


def indicator(control: QCheckBox | QRadioButton) -> QRect:
    option = QStyleOptionButton()
    control.initStyleOption(option)
    elements = QStyle.SubElement
    is_box = isinstance(control, QCheckBox)
    part = elements.SE_CheckBoxIndicator if is_box else elements.SE_RadioButtonIndicator
    return control.style().subElementRect(part, option, control)


def edges(image: QImage) -> list[list[QColor]]:
    """The outermost pixels in the middle of each of the four sides, from the edge inwards."""
    middle, last = image.width() // 2, image.width() - 1
    depth = range(max(2, image.width() // 10))
    places = [
        [QPoint(middle, step) for step in depth],
        [QPoint(middle, last - step) for step in depth],
        [QPoint(step, middle) for step in depth],
        [QPoint(last - step, middle) for step in depth],
    ]
    return [[image.pixelColor(place) for place in side] for side in places]


def test_every_radio_button_and_check_box_has_that_outline(make_room: MakeRoom) -> None:
    window = make_room("en").window
    for name in ("settings", "first steps", "camera", "study begin"):
        action = window.findChild(QAction, name)
        assert action is not None, name
        action.trigger()
    found = [*window.findChildren(QRadioButton), *window.findChildren(QCheckBox)]
    assert found
    assert [one.text() for one in found if not isinstance(one, RadioButton | CheckBox)] == []
