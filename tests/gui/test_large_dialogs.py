"""Beside text of three and four times the usual size, dialogs stay on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication
from whichone_app.settings_window.sheet import Sheet

from tests.gui.conftest import Room
from tests.gui.test_languages import make_room

__all__ = ["make_room"]
NAMES = ("settings", "models", "first steps", "privacy", "guide")


@pytest.mark.parametrize("factor", [3.0, 4.0])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_button_can_be_brought_into_sight(
    make_room: Callable[[str], Room], language: str, factor: float
) -> None:
    room = make_room(language)
    room.window.scale_text(factor)
    QApplication.processEvents()
    wrong = []
    for name in NAMES:
        action = room.window.findChild(QAction, name)
        assert action is not None
        action.trigger()
        room.bot.waitUntil(lambda: any(s.isVisible() for s in room.window.findChildren(Sheet)))
        (sheet,) = (s for s in room.window.findChildren(Sheet) if s.isVisible())
        QApplication.processEvents()
        screen = sheet.screen().availableSize()
        if sheet.height() > screen.height():
            wrong.append(f"{name}: {sheet.height()} of {screen.height()} high")
        for button in sheet.findChildren(QAbstractButton):
            if button.isVisible() and button.accessibleName():
                button.setFocus()
                QApplication.processEvents()
                if button.visibleRegion().boundingRect().height() < button.height() - 2:
                    wrong.append(f"{name}: {button.text()} is cut off")
        sheet.close()
    room.window.scale_text_back()
    QApplication.processEvents()
    assert wrong == []
