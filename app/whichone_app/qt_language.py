"""The language in Qt: its own words (OK, Cancel, the file dialog), and telling every widget.

    use_language("de") -> use_qt_language() -> LanguageChange -> each window words itself anew

Some of Qt's own words are ours (`locale/*/qt_words.ts`, made into .qm by pyside6-lrelease): its
Spanish leaves "Folder" in English, both call folders and files by two names, name keys otherwise
than keyboards ("Retorno") and address their user otherwise than the rest of the window.

A window or dialog that is open takes the new words at once; nothing has to be made again.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication
from whichone_core.languages import language_used

_NAME = "the language of Qt's own words"
_LOCALE = Path(__file__).with_name("locale")


def use_qt_language() -> None:
    """Let Qt speak the language that is used now, and every window word itself in it.

    Where Qt has no words of a language, its own stay English.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    _drop(application)
    language = language_used()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    _add(application, f"qtbase_{language}", folder)
    _add(application, "qt_words", str(_LOCALE / language))  # the last one is asked first
    for window in QApplication.topLevelWidgets():
        QApplication.sendEvent(window, QEvent(QEvent.Type.LanguageChange))


def _add(application: QApplication, name: str, folder: str) -> None:
    words = QTranslator(application)
    words.setObjectName(_NAME)
    if words.load(name, folder):
        application.installTranslator(words)


def _drop(application: QApplication) -> None:
    """Take the words of another language away."""
    for words in application.findChildren(QTranslator, _NAME):
        application.removeTranslator(words)
        words.setObjectName("")
        words.deleteLater()


def is_new_language(event: QEvent) -> bool:
    """Whether a widget's changeEvent tells that all words are to be set anew."""
    return event.type() == QEvent.Type.LanguageChange
