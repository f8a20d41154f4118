"""Views that are hard on a layout: very long answers, options, names, errors and notices.

    for name, view in hard_views(window): ...    # each as `tests.views` gives the others

The words are those of no real answer; they are as long as real ones get.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog
from whichone_app.aiming.dialog import AimDialog
from whichone_app.chooser import Chooser
from whichone_app.dialog_help import what_here
from whichone_app.keys_dialog import KeysDialog
from whichone_app.settings_window.models_dialog import ModelsDialog
from whichone_app.settings_window.settings_dialog import SettingsDialog
from whichone_app.window import MainWindow
from whichone_core.errors import InputError
from whichone_core.paths import folders
from whichone_core.settings import Settings
from whichone_core.types.answers import Option

from tests.view_steps import EXAMPLE, View, opened, wait

LONG_WORD = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
SENTENCE = (
    "The label on the front of the large glass jar at the back says strawberry jam with at "
    "least sixty percent fruit, and below that in small letters best before the third of May."
)
LONG_NAME = "photo of the medicine box on the kitchen table, taken on the second of June " * 2
NAME_IN_ONE = "IMG_20260602_143055_medicine_box_on_the_kitchen_table_" * 3
LINK = "https://example.org/" + "a-very-long-path-without-a-blank/" * 4
CAMERAS = ("Logitech HD Pro Webcam C920 with a microphone, second of two (046d:082d) /dev/video12",)


def hard_views(window: MainWindow) -> Iterator[View]:
    """All of them; the window is left as it was, but for its picture and its answer."""
    yield from _answers(window)
    yield from _long_name(window)
    yield from _context_menus(window)
    yield from _keys(window)
    yield from _settings(window)
    yield from _models(window)
    yield from _camera(window)


def _answers(window: MainWindow) -> Iterator[View]:
    talk = window.conversation
    for word in ("dark", "fail"):
        talk.submit(f"{word} {SENTENCE}")
        wait(lambda: not talk.situation.is_busy)
        yield f"said-{word}", window
    window.question.setText(SENTENCE)
    talk.submit("slow")
    wait(lambda: talk.situation.is_busy)
    yield "busy", window
    talk.stop()
    wait(lambda: not talk.situation.is_busy)
    window.show_lines([SENTENCE, LONG_WORD, LINK] * 6)
    window.show_options([Option(number, SENTENCE, "jar") for number in range(1, 8)])
    talk.report(InputError(f"{LONG_NAME} can't be opened.", remedy=f"See {LINK}."))
    yield "long-answer", window
    window.options.setFocus()
    yield "long-options", window
    talk.report(InputError(f"{NAME_IN_ONE}.jpg can't be opened."))
    yield "long-name-in-one-failed", window
    window.show_options([])
    window.question.clear()
    window.question.setFocus()


def _long_name(window: MainWindow) -> Iterator[View]:
    talk = window.conversation
    for name in (NAME_IN_ONE, LONG_NAME.strip()):
        path = folders().cache / f"{name}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(EXAMPLE, path)
        talk.open(lambda path=path: window.taken(str(path)), None)  # type: ignore[misc]
        wait(lambda path=path: not talk.situation.is_busy and str(path) in window.opened.recent)  # type: ignore[misc]
    yield "long-name", window
    recent = opened(window, "recent", Chooser)
    yield "long-name-recent", recent
    recent.reject()


def _context_menus(window: MainWindow) -> Iterator[View]:
    for name, menu in (
        ("question", window.question.context_menu()),
        ("answer", window.answer.createStandardContextMenu()),
    ):
        menu.popup(window.pos())
        wait(menu.isVisible)
        yield f"context-menu-{name}", menu
        menu.hide()
        menu.deleteLater()


def _keys(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "change keys", KeysDialog)
    dialog.list.setFocus()
    dialog.change_button.click()
    yield "change-keys-waiting", dialog
    QTest.keyClick(dialog.list, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    dialog.file_button.click()
    yield "change-keys-refused", dialog
    yield from _searched(dialog, dialog.search, "change-keys-none-found")
    dialog.reject()


def _settings(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "settings", SettingsDialog)
    dialog.tell(what_here(dialog))
    yield "settings-help", dialog
    yield from _searched(dialog, dialog.search, "settings-none-found")
    dialog.messages.setFocus()
    yield "settings-messages", dialog
    dialog.reject()


def _searched(dialog: QDialog, search: QObject, name: str) -> Iterator[View]:
    search.setText("qqqq")  # type: ignore[attr-defined]
    search.textEdited.emit("qqqq")  # type: ignore[attr-defined]
    QTest.qWait(500)  # the number of hits is told a while after the last letter
    yield name, dialog


def _models(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "models", ModelsDialog)
    dialog.list.setCurrentRow(dialog.list.count() - 1)
    for button in dialog.buttons.values():
        if button is not next(iter(dialog.buttons.values())):
            button.click()
    dialog.details.setFocus()
    yield "models-details", dialog
    dialog.files_button.click()
    for found in dialog.findChildren(QFileDialog):
        yield "models-import", found
        found.reject()
    dialog.stop()
    wait(lambda: not dialog._jobs.is_busy)
    dialog.reject()


def _camera(window: MainWindow) -> Iterator[View]:
    dialog = opened(window, "camera", AimDialog)
    dialog.open_camera(CAMERAS, Settings())
    dialog.show_advice(SENTENCE)
    yield "camera-long", dialog
    dialog.reject()
