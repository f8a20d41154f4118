"""What grows with the text: also what is ticked and chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QListWidget,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app.remembered import Remembered
from whichone_app.text_size import TextSize

Metric = QStyle.PixelMetric
SIZES = {
    QCheckBox: (Metric.PM_IndicatorWidth, Metric.PM_IndicatorHeight),
    QRadioButton: (Metric.PM_ExclusiveIndicatorWidth, Metric.PM_ExclusiveIndicatorHeight),
    QListWidget: (Metric.PM_IndicatorWidth, Metric.PM_IndicatorHeight),
}


@pytest.fixture
def size(qtbot: QtBot) -> Iterator[TextSize]:
    """The usual size and style, whatever other windows left or left to be done later."""
    text_size = TextSize(Remembered(None))
    QApplication.processEvents()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.setStyleSheet("")
    yield text_size
    text_size.back()
    QApplication.processEvents()


def sizes(control: QCheckBox | QRadioButton | QListWidget) -> list[int]:
    style = control.style()
    return [style.pixelMetric(metric, None, control) for metric in SIZES[type(control)]]


@pytest.mark.parametrize("factor", [2.0, 3.0, 4.0])
@pytest.mark.parametrize("make", [QCheckBox, QRadioButton, QListWidget])
def test_indicators_grow_as_much_as_the_text(
    qtbot: QtBot,
    size: TextSize,
    make: Callable[[], QCheckBox | QRadioButton | QListWidget],
    factor: float,
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    control = make()
    control.setParent(window)
    window.show()
    usual = sizes(control)
    size.scale(factor)
    grown = [round(each * factor) for each in usual]
    qtbot.waitUntil(lambda: sizes(control) == pytest.approx(grown, abs=1))
    points = QApplication.font().pointSizeF()
    qtbot.waitUntil(lambda: abs(control.font().pointSizeF() - points) < 0.01)
    size.back()
    qtbot.waitUntil(lambda: sizes(control) == usual)


@pytest.mark.parametrize("make", [QCheckBox, QRadioButton])
def test_a_larger_indicator_is_drawn_and_pushes_its_words_aside(
    qtbot: QtBot, size: TextSize, make: type[QCheckBox] | type[QRadioButton]
) -> None:
    control = make("Keep pictures")
    qtbot.addWidget(control)
    control.setChecked(True)
    usual = sizes(control)[0]
    size.scale(3.0)
    qtbot.waitUntil(lambda: sizes(control)[0] > 2 * usual)
    control.resize(control.sizeHint())
    control.show()
    option = QStyleOptionButton()
    control.initStyleOption(option)
    is_box = isinstance(control, QCheckBox)
    elements = QStyle.SubElement
    drawn = elements.SE_CheckBoxIndicator if is_box else elements.SE_RadioButtonIndicator
    words = elements.SE_CheckBoxContents if is_box else elements.SE_RadioButtonContents
    indicator = control.style().subElementRect(drawn, option, control)
    beside = control.style().subElementRect(words, option, control)
    assert beside.left() > indicator.right()
    image = control.grab(indicator).toImage()
    colours = {
        image.pixel(x, y)
        for x in range(image.width() // 4, image.width() * 3 // 4)
        for y in range(image.height() // 4, image.height() * 3 // 4)
    }
    assert len(colours) > 1, "the mark fills the middle of what is drawn"


def test_only_large_text_changes_the_style(qtbot: QtBot, size: TextSize) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    size.scale(0.8)
    assert not application.styleSheet()
    size.scale(4.0)
    qtbot.waitUntil(lambda: bool(application.styleSheet()))
    size.back()
    assert not application.styleSheet()
