"""The window in Spanish and German: everything in it, changed while it is open, and a whole way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app import local_model
from whichone_app.chosen import Chosen
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters.first_run import DONE
from whichone_app.qt_language import use_qt_language
from whichone_app.remembered import Remembered
from whichone_app.settings_window.sheet import Sheet
from whichone_app.window import MainWindow
from whichone_app.window_features import FEATURES
from whichone_core.languages import LANGUAGES, use_language
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog

from installers import words
from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take
from tests.gui.test_every_control import complaints, dialogs
from tests.pictures import scene

OTHERS = tuple(code for code in LANGUAGES if code != "en")
OWN_NAMES = {"Python"}
"""Words that are the same in each language although a catalogue has them."""

MakeRoom = Callable[[str], Room]


@pytest.fixture
def make_room(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeRoom]:
    """The window with every feature there is, in a language."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    open_rooms: list[Room] = []

    def make(language: str) -> Room:
        use_language(language)
        use_qt_language()
        jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
        log = SessionLog(
            folders().log_file, keep_pictures=False, redaction=PersonalRedaction(NoFaces())
        )
        assistant.log = StudyLog(log)  # type: ignore[attr-defined]
        remembered = Remembered(tmp_path / "window.json")
        remembered.keep_first_run(DONE)
        settings = Settings(study=True, language="auto" if language == "en" else language)
        window = MainWindow(
            assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, remembered,
            settings=settings, features=FEATURES, chosen=Chosen(settings),
        )  # fmt: skip
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(window.question.hasFocus)
        open_rooms.append(Room(window, jobs, assistant, mouth, qtbot))
        return open_rooms[-1]

    yield make
    for room in open_rooms:
        room.window.close()
        room.jobs.close()
    use_language("en")
    use_qt_language()


def english_left(language: str) -> frozenset[str]:
    """English texts whose translation differs: none of them may be seen."""
    app = words.translations(words.PACKAGES[-1], language)
    core = words.translations(words.PACKAGES[0], language)
    pairs = [(one.id, one.string) for catalogue in (app, core) for one in catalogue if one.id]
    single = ((text, there) for text, there in pairs if isinstance(text, str))
    translated = {str(there) for _text, there in pairs}
    return frozenset(
        text for text, there in single if text != there and text not in translated
    ).difference(OWN_NAMES)


def texts(top: QWidget) -> Iterator[str]:
    """What is seen in a window or dialog, and what readers say of it."""
    yield top.windowTitle()
    for widget in (top, *top.findChildren(QWidget)):
        if widget.window() is not top:
            continue
        yield widget.accessibleName()
        yield widget.accessibleDescription()
        yield widget.toolTip()
        if isinstance(widget, QAbstractButton | QLabel):
            yield widget.text()
        elif isinstance(widget, QGroupBox | QMenu):
            yield widget.title()
        elif isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        elif isinstance(widget, QListWidget):
            yield from (widget.item(row).text() for row in range(widget.count()))
    for action in top.findChildren(QAction):
        yield action.text()


def trigger(room: Room, command: str) -> None:
    action = room.window.findChild(QAction, command)
    assert action is not None
    action.trigger()


def saved(path: Path) -> Path:
    Image.fromarray(scene()).save(path)
    return path


def menus_of(room: Room) -> list[QMenu]:
    return [m for m in room.window.menuBar().findChildren(QMenu) if m.objectName()]


@pytest.mark.parametrize("language", OTHERS)
class TestEachLanguage:
    def test_nothing_in_any_window_is_english(self, make_room: MakeRoom, language: str) -> None:
        room, english = make_room(language), english_left(language)
        seen = list(texts(room.window))
        for dialog in dialogs(room):
            seen += texts(dialog)
        assert len(seen) > 200
        assert sorted({text for text in seen if text in english}) == []

    def test_controls_are_named_and_no_letter_does_two_things(
        self, make_room: MakeRoom, language: str
    ) -> None:
        room = make_room(language)
        wrong = complaints(room.window)
        for dialog in dialogs(room):
            wrong += complaints(dialog)
        assert wrong == []

    def test_letters_of_menus_are_unique(self, make_room: MakeRoom, language: str) -> None:
        room = make_room(language)
        menus = menus_of(room)
        labels = [w.text() for w in room.window.findChildren(QLabel) if w.buddy()]
        assert len(labels) == 3
        levels = [[m.title() for m in menus] + labels]
        levels += [[a.text() for a in m.actions()] for m in menus]
        wrong = []
        for level in levels:
            letters = Counter(QKeySequence.mnemonic(text).toString() for text in level)
            wrong += [f"{key} in {level}" for key, n in letters.items() if n > 1 or not key]
        assert wrong == []

    def test_an_open_window_changes_its_language_at_once(
        self, make_room: MakeRoom, language: str
    ) -> None:
        room = make_room("en")
        for _dialog in dialogs(room):
            pass  # made in English
        made = room.window.findChildren(Sheet)
        assert len(made) > 5
        named = [w for one in made for w in one.findChildren(QWidget) if w.accessibleName()]
        room.window._chosen.change(language=language)
        assert [widget for widget in named if not widget.accessibleName()] == []
        seen = [*texts(room.window), *(widget.accessibleName() for widget in named)]
        seen += [one.windowTitle() for one in made]
        for dialog in dialogs(room):
            seen += texts(dialog)
        english = english_left(language)
        assert {text for text in seen if text in english} == set()
        assert complaints(room.window) == []

    def test_qt_says_its_own_words_in_it(self, make_room: MakeRoom, language: str) -> None:
        make_room(language)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        expected = {"es": "Cancelar", "de": "Abbrechen"}[language]
        button = box.button(QDialogButtonBox.StandardButton.Cancel)
        assert button.text().replace("&", "") == expected
        file_dialog = QFileDialog()
        file_dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        label = file_dialog.labelText(QFileDialog.DialogLabel.LookIn)
        assert label and label != "Look in:"
        file_dialog.deleteLater()
        box.deleteLater()


def test_a_whole_way_is_spanish(make_room: MakeRoom, tmp_path: Path) -> None:
    """Open a picture, ask, get asked back, choose, hear it again, ask for help: all of it heard."""
    room = make_room("es")
    said = room.mouth.ever
    room.window.open_path(str(saved(tmp_path / "foto.jpg")))
    room.bot.waitUntil(lambda: "Imagen, buena calidad." in said)
    assert room.window.picture.accessibleName().startswith("Imagen, ")
    assert room.window.question.accessibleName() == "Pregunta"
    room.ask("which cup?")
    room.bot.waitUntil(lambda: room.window.conversation.is_asked_back)
    assert room.window._panels.status.text() == "Escribe un número o un nombre y pulsa Intro."
    room.window.conversation.choose(9)
    assert said[-1] == "No hay ningún 9. El último es 3."
    room.window.key_help.tell_what_now()
    assert said[-1].startswith("Te he hecho una pregunta y ofrezco 3 cosas.")
    room.window.conversation.choose(1)
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    room.window.conversation.copy()
    assert said[-1] == "Respuesta copiada."
    room.window.conversation.more()
    room.window.conversation.more()
    room.window.conversation.turn_back(-1)
    assert any(one.startswith("Respuesta ") for one in said)


def test_the_next_language_is_told_in_itself_and_kept_for_what_follows(
    make_room: MakeRoom,
) -> None:
    room = make_room("en")
    trigger(room, "next language")
    room.bot.waitUntil(lambda: "Idioma: español." in room.mouth.ever)
    trigger(room, "next language")
    room.bot.waitUntil(lambda: "Sprache: Deutsch." in room.mouth.ever)
    assert [m.title() for m in menus_of(room)][:2] == ["&Bild", "&Antwort"]
    room.window.conversation.repeat()
    assert room.mouth.ever[-1] == "Noch gibt es nichts zu wiederholen."
    trigger(room, "next language")
    room.bot.waitUntil(lambda: "Language: English." in room.mouth.ever)
    assert [m.title() for m in menus_of(room)][:2] == ["&Picture", "&Answer"]
    assert QApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_a_ready_question_is_asked_in_the_language(make_room: MakeRoom, tmp_path: Path) -> None:
    room = make_room("de")
    room.window.open_path(str(saved(tmp_path / "foto.jpg")))
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    trigger(room, "what colour")
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    assert room.window.conversation.page.question == "Welche Farbe hat es?"


def test_a_language_model_that_keeps_its_language_until_a_restart_is_told_of(
    make_room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = make_room("en")
    monkeypatch.setattr(local_model, "is_wanted", lambda _settings: True)
    trigger(room, "next language")
    later = "El modelo de lenguaje responde en este idioma después de reiniciar."
    room.bot.waitUntil(lambda: room.mouth.ever[-2:] == ["Idioma: español.", later])
