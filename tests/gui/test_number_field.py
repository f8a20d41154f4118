"""A number is shown with the places that count."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from whichone_app.outline import NumberField


@pytest.mark.parametrize(("value", "shown"), [(3, "3"), (0, "0"), (10, "10"), (0.5, "0.5")])
def test_a_number_has_no_needless_zeros(qtbot: QtBot, value: float, shown: str) -> None:
    field = NumberField()
    qtbot.addWidget(field)
    field.setLocale(QLocale(QLocale.Language.English))
    field.setValue(value)
    assert field.text() == shown


def test_what_is_typed_is_left_alone_until_it_is_done(qtbot: QtBot) -> None:
    field = NumberField()
    qtbot.addWidget(field)
    field.setLocale(QLocale(QLocale.Language.English))
    field.show()
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "3.05")
    assert field.text() == "3.05"
    assert field.value() == 3.05
