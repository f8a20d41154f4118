"""Every view of the program, one after the other: the window in its states, then each dialog.

    for name, view in views(window, log): ...    # view is shown, and laid out, while its turn lasts

Pictures are taken of them (`tests.screenshots`), and their geometry is measured
(`tests.layout_faults`).  The window needs all features,
a study's too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from PIL import Image
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from whichone_app.aiming.dialog import AimDialog
from whichone_app.catalogue import _
from whichone_app.help_dialog import HelpDialog
from whichone_app.presenters.aiming import FIRST_TIME
from whichone_app.settings_window.first_run_dialog import FirstRunDialog
from whichone_app.settings_window.settings_dialog import SettingsDialog
from whichone_app.study.begin_dialog import BeginDialog
from whichone_app.study.end_dialog import EndDialog
from whichone_app.study.rating_dialog import RatingDialog
from whichone_app.study.sessions_dialog import SessionsDialog
from whichone_app.window import MainWindow
from whichone_core.settings import Settings
from whichone_core.study.studylog import StudyLog

from tests.hard_views import hard_views
from tests.turns import a_turn, an_answer
from tests.view_steps import EXAMPLE, PATIENCE_S, View, opened, settle, wait

CAMERAS = ("Integrated Camera: Integrated C", "Logitech HD Pro Webcam C920")


def enlarge(window: MainWindow, factor: float) -> None:
    """Text of so many times the usual size, in all of the window."""
    window.scale_text_back()
    QApplication.processEvents()
    window.scale_text(factor)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    points = application.font().pointSizeF()
    wait(lambda: factor < 1.25 or bool(application.styleSheet()))
    wait(lambda: abs(window.answer.font().pointSizeF() - points) < 0.01)
    settle(window)


def views(window: MainWindow, log: StudyLog, *, with_checks: bool = True) -> Iterator[View]:
    """All of them; the name says what it is, in words that can name a file.

    with_checks: wait until the doctor has looked at this computer.
    """
    for name, view in _all(window, log):
        if name == "doctor" and with_checks:
            wait(lambda view=view: not view._jobs.is_busy)  # type: ignore[misc]
        settle(view)
        yield name, view


def _all(window: MainWindow, log: StudyLog) -> Iterator[View]:
    yield from window_views(window)
    yield from _menus(window)
    yield from _first_steps(window)
    yield from _settings(window)
    yield from _camera(window)
    yield from _plain_dialogs(window)
    yield from _study(window, log)
    yield from hard_views(window)


def window_views(window: MainWindow) -> Iterator[View]:
    """The window from its start to an answer, and the list of all keys over it."""
    yield "window", window
    window.conversation.open(lambda: window.taken(str(EXAMPLE)), "which one")
    wait(lambda: window.options.isVisible() and not window.conversation.situation.is_busy)
    yield "asked-back", window
    window.answer.setFocus()
    yield "answer-focused", window
    window.conversation.submit("what is this")
    wait(lambda: not window.conversation.situation.is_busy)
    yield "answered", window
    keys = opened(window, "keys", HelpDialog)
    yield "keys", keys
    keys.reject()
    window.question.setFocus()


def _menus(window: MainWindow) -> Iterator[View]:
    for menu in window.menuBar().findChildren(QMenu):
        if menu.objectName():
            menu.popup(window.pos())
            wait(menu.isVisible)
            yield f"menu-{menu.objectName().replace('&', '').lower()}", menu
            menu.hide()


def _first_steps(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "first steps", FirstRunDialog)
    step = 0
    while dialog.isVisible():
        step += 1
        yield f"first-steps-{step}", dialog
        dialog.next_button.click()


def _settings(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "settings", SettingsDialog)
    rows = sorted(enumerate(dialog.editors.values()), key=lambda at: len(at[1].row.choices))
    for number, editor in {str(each.row.kind): (at, each) for at, each in rows}.values():
        dialog.list.setCurrentRow(number)
        yield f"settings-{editor.row.key.replace('_', '-')}", dialog
    dialog.reject()


def _camera(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "camera", AimDialog)
    yield "camera-none", dialog
    dialog.open_camera(CAMERAS, Settings())
    dialog.show_advice(_(FIRST_TIME))
    with Image.open(EXAMPLE) as image:
        dialog.show_shot(np.asarray(image.convert("RGB")))
    yield "camera", dialog
    dialog.reject()


def _plain_dialogs(window: MainWindow) -> Iterator[View]:
    """What each other command with "…" opens."""
    special = ("first steps", "settings", "camera")
    for menu in window.menuBar().findChildren(QMenu):
        for action in menu.actions():
            name = action.objectName()
            if action.text().endswith("…") and name not in special and "study" not in name:
                action.trigger()
                QApplication.processEvents()
                for dialog in window.findChildren(QDialog):
                    if dialog.isVisible():
                        yield name.replace(" ", "-"), dialog
                        dialog.reject()


def _study(window: MainWindow, log: StudyLog) -> Iterator[View]:
    begin = opened(window, "study begin", BeginDialog)
    yield "study-begin", begin
    begin.read_aloud()
    begin.agree(pictures=False)
    yield "study-not-heard-whole", begin
    begin.agree(pictures=False)
    wait(lambda: not begin.isVisible())
    yield "study-runs", window
    log.record(a_turn("What does the label say?", answer=replace(an_answer(), timings_ms={})))
    rating = opened(window, "study rate", RatingDialog)
    for number in range(1, 6):
        yield f"study-rate-{number}", rating
        rating.view.pressed.emit(3)
    wait(lambda: not rating.isVisible())
    assert log.flush(PATIENCE_S)
    stored = opened(window, "study stored", SessionsDialog)
    yield "study-stored", stored
    stored.open_session()
    yield "study-session", stored
    stored.reject()
    end = opened(window, "study end", EndDialog)
    yield "study-end", end
    end.keep_button.click()
    wait(lambda: not end.isVisible())
    yield "study-ended", window
