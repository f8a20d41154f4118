"""Qt's own words, where they are ours: they are used, and each has one name for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import whichone_app
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QFileSystemModel, QTreeView
from pytestqt.qtbot import QtBot
from whichone_app.file_dialog import word_file_dialog
from whichone_app.presenters.commands import HELP, OWN, CommandTable
from whichone_app.presenters.key_names import shown_keys
from whichone_app.qt_dialog import fit_file_dialog
from whichone_app.qt_language import use_qt_language
from whichone_core.languages import use_language

LOCALE = Path(whichone_app.__file__).with_name("locale")
OTHER_NAMES = {"es": ("fichero", "directorio", "folder"), "de": ("verzeichnis", "folder")}
"""Of what the rest of the window calls archivo and carpeta, Datei and Ordner."""


@pytest.fixture(autouse=True)
def english_again(qtbot: QtBot) -> Iterator[None]:
    """Qt's own words are the application's, which other tests share."""
    yield
    use_language("en")
    use_qt_language()


def ours(language: str) -> Iterator[tuple[str, str, str, str]]:
    """Context, English words, what tells them apart, and the translation."""
    for context in ElementTree.parse(LOCALE / language / "qt_words.ts").iter("context"):
        for message in context.iter("message"):
            yield (
                context.findtext("name", ""),
                message.findtext("source", ""),
                message.findtext("comment", ""),
                message.findtext("translation", ""),
            )


@pytest.mark.parametrize("language", OTHER_NAMES)
def test_qt_uses_our_words(language: str) -> None:
    use_language(language)
    use_qt_language()
    words = list(ours(language))
    assert len(words) >= 13
    for context, english, comment, translated in words:
        assert QCoreApplication.translate(context, english, comment) == translated


@pytest.mark.parametrize("language", OTHER_NAMES)
def test_our_words_call_a_thing_by_one_name(language: str) -> None:
    translations = [translated.lower() for *_rest, translated in ours(language)]
    assert [t for t in translations for name in OTHER_NAMES[language] if name in t] == []


@pytest.mark.parametrize("language", OTHER_NAMES)
def test_the_dialog_for_files_calls_a_folder_what_the_window_calls_it(
    qtbot: QtBot, tmp_path: Path, language: str
) -> None:
    use_language(language)
    use_qt_language()
    (tmp_path / "photos").mkdir()
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setDirectory(str(tmp_path))
    word_file_dialog(dialog)
    fit_file_dialog(dialog)
    dialog.show()
    (tree,) = dialog.findChildren(QTreeView)

    def kind() -> str:
        place = tree.model().index(0, 2, tree.rootIndex())
        return str(place.data())

    assert dialog.findChild(QFileSystemModel) is not None
    qtbot.waitUntil(lambda: kind() == {"es": "Carpeta", "de": "Ordner"}[language])


def test_english_is_qts_own_again() -> None:
    use_language("es")
    use_qt_language()
    use_language("en")
    use_qt_language()
    assert QCoreApplication.translate("QFileDialog", "All Files (*)") == "All Files (*)"


@pytest.mark.parametrize("language", OTHER_NAMES)
def test_menus_write_keys_as_everything_else_does(language: str) -> None:
    use_language(language)
    use_qt_language()
    native = QKeySequence.SequenceFormat.NativeText
    usual = [one.command.keys for one in CommandTable((*OWN, *HELP)) if one.command.keys]
    assert len(usual) >= 15
    for keys in (*usual, "Alt+PgUp", "Alt+PgDown", "Ctrl+Del", "Ctrl+Shift+F2"):
        assert QKeySequence(keys).toString(native) == shown_keys(keys)
