"""Every control of the window and of every dialog that a feature has, found by looking.

A dialog is opened by each command whose text ends in "…", as menus have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters import reserved_keys
from whichone_app.presenters.commands import ITS_OWN
from whichone_app.presenters.first_run import DONE
from whichone_app.remembered import Remembered
from whichone_app.window import MainWindow
from whichone_app.window_features import FEATURES
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take
from tests.layout_faults import is_in_sight
from tests.screenshots import dark

LEAST_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: what shows a control or its focus, against what is beside it."""

LEAST_OF_TEXT = 4.5
"""WCAG 2.2, 1.4.3."""

OWN_KEYS = {"speak": "Ctrl+F9", "camera": "Ctrl+F10", "study begin": "", "study pause": "Ctrl+F11"}
"""What somebody chose in place of the usual keys."""


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """The file of the user's own keys; there is none yet."""
    return tmp_path / "keys.toml"


@pytest.fixture
def full(
    qtbot: QtBot, tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Room]:
    """The window with every feature that there is, a study's too, 1280 by 800."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    usual, palette = QApplication.font(), QApplication.palette()
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    log = SessionLog(
        folders().log_file, keep_pictures=False, redaction=PersonalRedaction(NoFaces())
    )
    assistant.log = StudyLog(log)  # type: ignore[attr-defined]
    remembered = Remembered(tmp_path / "window.json")
    remembered.keep_first_run(DONE)
    window = MainWindow(
        assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, remembered,
        settings=Settings(study=True), features=FEATURES, keys_file=keys,
    )  # fmt: skip
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()
    QApplication.setPalette(palette)
    QApplication.setFont(QFont(usual))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    QApplication.processEvents()
    application.setStyleSheet("")


def controls(top: QWidget) -> list[QWidget]:
    """What the Tab key can reach and is to be seen."""
    return [
        widget
        for widget in top.findChildren(QWidget)
        if widget.window() is top
        and widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
    ]


def name_of(widget: QWidget) -> str:
    if widget.accessibleName():
        return widget.accessibleName()
    return widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""


def dialogs(room: Room) -> Iterator[QDialog]:
    """Each dialog, shown; those of Qt's own (files) are Qt's."""
    for menu in room.window.menuBar().findChildren(QMenu):
        for action in menu.actions():
            if not action.text().endswith("…") or action.objectName() == "open":
                continue
            action.trigger()
            room.bot.wait(1)
            shown = [
                found
                for found in room.window.findChildren(QDialog)
                if found.isVisible() and not isinstance(found, QFileDialog)
            ]
            yield from shown
            for found in shown:
                found.reject()


def complaints(top: QWidget) -> list[str]:
    found = controls(top)
    title = top.windowTitle()
    names = Counter(name_of(widget) for widget in found)
    wrong = [f"{title}: twice {name!r}" for name, count in names.items() if count > 1 and name]
    wrong += [f"{title}: no name: {type(w).__name__}" for w in found if not name_of(w)]
    wrong += [f"{title}: a combo box" for w in found if isinstance(w, QComboBox)]
    texts = [w.text() for w in top.findChildren(QAbstractButton) if w.isVisible()]
    texts += [w.text() for w in top.findChildren(QLabel) if w.isVisible() and w.buddy()]
    letters = Counter(QKeySequence.mnemonic(text).toString() for text in texts)
    return wrong + [f"{title}: {key} twice" for key, n in letters.items() if key and n > 1]


# ---------------------------------------------------------------------- names and keys


def test_every_control_of_every_dialog_has_a_name_and_a_letter_of_its_own(full: Room) -> None:
    wrong, seen = complaints(full.window), 0
    for dialog in dialogs(full):
        seen += 1
        wrong += complaints(dialog)
    assert wrong == []
    assert seen >= 10


def test_every_mnemonic_of_every_menu_is_unique(full: Room) -> None:
    menus = full.window.menuBar().findChildren(QMenu)
    wrong = []
    for texts in ([m.title() for m in menus], *([a.text() for a in m.actions()] for m in menus)):
        letters = Counter(QKeySequence.mnemonic(text).toString() for text in texts if text)
        wrong += [f"{key} twice in {texts}" for key, count in letters.items() if count > 1]
    assert wrong == []


def test_no_key_of_any_feature_does_two_things_or_is_somebody_elses(full: Room) -> None:
    table = full.window.key_help.table
    keys = Counter(one.command.keys for one in table if one.command.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    wrong = [
        (one.command.name, reserved_keys.owner_of(one.command.keys))
        for one in table
        if one.command.keys and (one.command.name, one.command.keys) not in ITS_OWN
        if one.command.anywhere is None
    ]
    assert [found for found in wrong if found[1]] == []


def test_every_command_of_every_feature_has_a_line_of_help(full: Room) -> None:
    commands = [one.command for one in full.window.key_help.table]
    assert [command.name for command in commands if not command.help] == []
    assert {"study end", "camera", "speak", "models"} <= {command.name for command in commands}


def test_every_command_has_a_key_but_where_the_desktop_gives_none(full: Room) -> None:
    without = [one.command for one in full.window.key_help.table if not one.command.keys]
    assert [command.name for command in without if command.anywhere is None] == []


def test_what_is_said_names_the_keys_as_the_user_chose_them(
    keys: Path, request: pytest.FixtureRequest
) -> None:
    keys.write_text("\n".join(f'"{name}" = "{key}"' for name, key in OWN_KEYS.items()))
    full: Room = request.getfixturevalue("full")
    said = full.mouth.ever
    full.bot.waitUntil(lambda: any("To begin a session, use the Study menu." in s for s in said))
    full.ask("dark")
    full.bot.waitUntil(
        lambda: any("To take it with the camera, press Control F10." in s for s in said)
    )


def test_tab_goes_through_all_controls_once_from_top_to_bottom(full: Room) -> None:
    full.window.question.setFocus()
    seen: list[QWidget] = []
    widget: QWidget | None = full.window.question
    while widget is not None and widget not in seen:
        seen.append(widget)
        full.window.focusNextChild()
        widget = QApplication.focusWidget()
    assert set(controls(full.window)) == set(seen)


def tab_order(top: QWidget) -> list[QWidget]:
    """What Tab comes to, once round, from the first control on."""
    found: list[QWidget] = []
    widget: QWidget | None = controls(top)[0]
    assert widget is not None
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    while widget is not None and widget not in found:
        found.append(widget)
        top.focusNextPrevChild(True)
        widget = top.focusWidget()
    return found


def out_of_order(top: QWidget) -> list[str]:
    """Where Tab goes up, or back to the left, other than from the last control to the first."""
    order, title = tab_order(top), top.windowTitle()
    top_most = min(range(len(order)), key=lambda n: _corner(order[n]))
    order = order[top_most:] + order[:top_most]
    wrong = []
    for before, after in pairwise(order):
        here, there = _in_window(before), _in_window(after)
        is_above = there.bottom() < here.top()
        is_back = there.right() < here.left() and there.top() <= here.bottom()
        if is_above or is_back:
            wrong.append(f"{title}: {name_of(after)} after {name_of(before)}")
    chosen = [w for w in controls(top) if not (isinstance(w, QRadioButton) and not w.isChecked())]
    missed = [name_of(widget) for widget in chosen if widget not in order]
    return wrong + [f"{title}: Tab passes over {name}" for name in missed]


def _corner(widget: QWidget) -> tuple[int, int]:
    place = _in_window(widget)
    return place.top(), place.left()


def test_tab_goes_through_every_dialog_in_the_order_in_which_it_is_read(full: Room) -> None:
    wrong, titles = [], set()
    for dialog in dialogs(full):
        full.bot.waitUntil(dialog.isActiveWindow)
        titles.add(dialog.windowTitle())
        wrong += out_of_order(dialog)
    assert wrong == []
    assert {"Settings", "Language models", "Privacy", "Begin a study session"} <= titles


# ---------------------------------------------------------------------- low vision


def luminance(colour: QColor) -> float:
    """WCAG's relative luminance, 0 to 1."""
    parts = [colour.redF(), colour.greenF(), colour.blueF()]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: QColor, second: QColor) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_focus_is_a_thick_frame_that_stands_out(full: Room, is_dark: bool) -> None:
    if is_dark:
        QApplication.setPalette(dark())
    window = full.window
    for widget in controls(window):
        widget.setFocus()
        full.bot.waitUntil(lambda: _surrounds(window, QApplication.focusWidget()))
        frame = window.findChild(QWidget, "focus frame")
        assert isinstance(frame, QWidget)
        image = window.grab().toImage()
        place = frame.geometry()
        middle = QPoint(place.left() + place.width() // 2, place.top())
        frame_colour = image.pixelColor(middle + QPoint(0, 1))
        outside = image.pixelColor(middle - QPoint(0, 1))
        assert contrast(frame_colour, outside) >= LEAST_CONTRAST, name_of(widget)
        assert _thickness(image, middle) >= 2


def high_contrast(ground: str, text: str) -> QPalette:
    """A palette of a desktop in high contrast."""
    palette = QPalette(QColor(ground))
    for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Button, QPalette.ColorRole.Window):
        palette.setColor(role, QColor(ground))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText,
                 QPalette.ColorRole.ButtonText):  # fmt: skip
        palette.setColor(role, QColor(text))
    return palette


LOOKS = {
    "light": None,
    "dark": dark(),
    "white on black": high_contrast("black", "white"),
    "black on white": high_contrast("white", "black"),
    "yellow on black": high_contrast("black", "yellow"),
}
FIELDS = QLineEdit | QAbstractItemView | QPlainTextEdit | QAbstractSpinBox


def pale_edges(top: QWidget) -> tuple[int, list[str]]:
    """How many fields there are, and those whose edge does not stand out from the ground."""
    fields = [
        each
        for each in top.findChildren(QWidget)
        if isinstance(each, FIELDS) and each.isVisible() and each.window() is top
        if not isinstance(each.parentWidget(), QAbstractSpinBox)
    ]
    ground = top.palette().color(QPalette.ColorRole.Window)
    wrong = []
    for each in fields:
        image = each.grab().toImage()
        sides = (QPoint(0, image.height() // 2), QPoint(image.width() // 2, 0),
                 QPoint(image.width() - 1, image.height() // 2),
                 QPoint(image.width() // 2, image.height() - 1))  # fmt: skip
        least = min(contrast(image.pixelColor(side), ground) for side in sides)
        if least < LEAST_CONTRAST:
            wrong.append(f"{top.windowTitle()}: {each.accessibleName()}: {least:.1f} to 1")
        colours = each.palette()
        selected = contrast(colours.highlightedText().color(), colours.highlight().color())
        if selected < LEAST_OF_TEXT:
            wrong.append(f"{each.accessibleName()}: what is selected {selected:.1f} to 1")
    return len(fields), wrong


@pytest.mark.parametrize("look", LOOKS)
def test_the_edge_of_every_field_and_what_is_selected_in_it_stand_out(
    full: Room, look: str
) -> None:
    palette = LOOKS[look]
    if palette is not None:
        QApplication.setPalette(palette)
    full.ask("which one")
    full.bot.waitUntil(full.window.options.isVisible)
    seen, wrong = pale_edges(full.window)
    for dialog in dialogs(full):
        count, pale = pale_edges(dialog)
        seen, wrong = seen + count, wrong + pale
    assert wrong == []
    assert seen >= 20


def _surrounds(window: QWidget, widget: QWidget | None) -> bool:
    frame = window.findChild(QWidget, "focus frame")
    if widget is None or frame is None or not frame.isVisible():
        return False
    return bool(abs(frame.geometry().center().x() - _in_window(widget).center().x()) <= 4)


def _in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def _thickness(image: QImage, top: QPoint) -> int:
    colour, count = image.pixelColor(top), 0
    while image.pixelColor(top + QPoint(0, count)) == colour:
        count += 1
    return count


def test_at_four_times_the_text_nothing_is_cut_off(full: Room) -> None:
    window = full.window
    window.scale_text(4.0)
    full.ask("which one")
    full.bot.waitUntil(lambda: window.answer.font().pointSizeF() > 30)
    window.resize(1280, 800)
    full.bot.waitUntil(lambda: window.options.isVisible())
    assert window.width() <= 1280 and window.height() <= 800
    for widget in controls(window):
        widget.setFocus()
        full.bot.waitUntil(lambda widget=widget: is_in_sight(widget))  # type: ignore[misc]
        if isinstance(widget, QAbstractButton):
            text = widget.text().replace("&", "")
            assert QFontMetrics(widget.font()).horizontalAdvance(text) <= widget.width(), text
