"""The chapters of the guide, and what of them is made from the program itself.

What the program itself says cannot go out of date, as `update` writes it: the chapter of commands
comes from the table that the menus and F1 are made of, the chapter of all other errors from the
code (`errors.py`), and the headings of sentences that
WhichOne says come from the catalogues.  Such a heading stands below a comment that names the
sentence as the code has it:

    <!-- said: There is no camera called {name}. -->
    ### There is no camera called ….

What a menu or a button is called stands between two comments in the same way:

    <!-- term: &Tools -->Tools<!-- end -->
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from whichone_app import catalogue as app_words
from whichone_core import catalogue as core_words
from whichone_core.languages import LANGUAGES, language_used, use_language
from whichone_models import catalogue as model_words

from .errors import GROUPS, INTRODUCTIONS, KINDS, said_errors
from .markdown import as_text

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs" / "guide"
TEXTS = ROOT / "app" / "whichone_app" / "guide" / "text"
COMMANDS, ERRORS = "commands", "errors"
MADE = frozenset({COMMANDS, ERRORS})
"""Chapters that nobody writes."""
CHAPTERS = (
    "index", "first-hour", "pictures", "answers", "speaking", COMMANDS, "models", "study",
    "privacy", "troubleshooting", ERRORS, "places",
)  # fmt: skip
_SAID = re.compile(r"<!-- said: (.+?) -->\n(?:### .*\n)?\n*")
_TERM = re.compile(r"<!-- term: (.+?) -->.*?<!-- end -->")
_HOLE = re.compile(r"\{\w+(?:![ars])?\}")
_INTRODUCTIONS = {
    "en": "# Every command\n\nEach command stands in a menu. Alt opens the menus. "
    "Most commands have a key, too. You can change the keys.\n",
    "es": "# Todas las órdenes\n\nCada orden está en un menú. Alt abre los menús. "
    "La mayoría tiene también una tecla. Puedes cambiar las teclas.\n",
    "de": "# Alle Befehle\n\nJeder Befehl steht in einem Menü. Alt öffnet die Menüs. "
    "Die meisten haben auch eine Taste. Die Tasten lassen sich ändern.\n",
}
_MENUS = {"en": "Menu {name}", "es": "Menú {name}", "de": "Menü {name}"}


def page(language: str, chapter: str) -> Path:
    """Where a chapter is written."""
    return SOURCE / language / f"{chapter}.md"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language for a while."""
    before = language_used()
    use_language(language)
    try:
        yield
    finally:
        use_language(before)


def translated(sentence: str) -> str:
    """A sentence in the language that is used, whichever package says it."""
    words = (app_words, core_words, model_words)
    return next((found for each in words if (found := each._(sentence)) != sentence), sentence)


def shown(sentence: str) -> str:
    """A sentence as a heading: what is filled in when it is said is left open."""
    return _HOLE.sub("…", sentence)


def with_said(markdown: str, language: str) -> str:
    """A page with said sentences, menus and buttons as they are called now."""
    with speaking(language):
        return _TERM.sub(_named, _SAID.sub(_headed, markdown))


def _headed(found: re.Match[str]) -> str:
    return f"<!-- said: {found[1]} -->\n### {shown(translated(found[1]))}\n\n"


def _named(found: re.Match[str]) -> str:
    return f"<!-- term: {found[1]} -->{_plain(translated(found[1]))}<!-- end -->"


def quoted(markdown: str) -> list[str]:
    """The sentences and names of the code that a page repeats."""
    return [found[1] for pattern in (_SAID, _TERM) for found in pattern.finditer(markdown)]


def commands_page(language: str) -> str:
    """The chapter of all commands, made of the window's own table."""
    from whichone_app.presenters.guide import command_line

    menus: dict[str, list[str]] = {}
    with speaking(language):
        for menu, title, keys, line in command_lines():
            menus.setdefault(_plain(menu), []).append(f"- {command_line(title, keys, line)}")
    parts = [
        f"\n## {_MENUS[language].format(name=name)}\n\n" + "\n".join(lines) + "\n"
        for name, lines in menus.items()
    ]
    return _INTRODUCTIONS[language] + "".join(parts)


def errors_page(language: str) -> str:
    """The chapter of errors that the chapter on troubleshooting does not explain."""
    known = set(quoted(page(language, "troubleshooting").read_text(encoding="utf-8")))
    parts = [INTRODUCTIONS[language]]
    errors = [error for error in said_errors(ROOT) if error.sentence not in known]
    with speaking(language):
        for kind, group in zip(KINDS, GROUPS[language], strict=True):
            told = {
                shown(translated(error.sentence)): shown(translated(error.remedy))
                for error in errors
                if error.kind == kind
            }
            parts.append(f"\n## {group}\n")
            parts += [f"\n### {sentence}\n\n{remedy}\n" for sentence, remedy in told.items()]
    return "".join(parts)


def command_lines() -> list[tuple[str, str, str, str]]:
    """Menu, title, keys and help of every command there is, in the language that is used.

    The window is made to ask it, and never shown; its features need one to offer anything.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication
    from whichone_app.bootstrap import build_assistant, take_picture
    from whichone_app.jobs import QtJobRunner
    from whichone_app.remembered import Remembered
    from whichone_app.window import MainWindow
    from whichone_app.window_features import FEATURES
    from whichone_core.settings import Settings, SpeakThrough, Verbosity

    application = QApplication.instance() or QApplication([])
    settings = Settings(study=True, engine="builtin", language=language_used())
    with tempfile.TemporaryDirectory() as folder, _home(folder):
        remembered = Remembered(Path(folder) / "window.json")
        remembered.keep_first_run("done")
        jobs = QtJobRunner()
        window = MainWindow(
            build_assistant(settings), jobs, None, take_picture, SpeakThrough.OWN_VOICE,
            Verbosity.EXPLAINED, remembered, settings, FEATURES,
        )  # fmt: skip
        lines = [
            (
                translated(one.menu),
                translated(one.command.text),
                one.command.keys,
                translated(one.command.help),
            )
            for one in window.key_help.table
        ]
        window.close()
        jobs.close()
        window.deleteLater()
        application.processEvents()
    return lines


@contextmanager
def _home(folder: str) -> Iterator[None]:
    """The user's folders elsewhere: nothing of whoever makes the guide gets into it."""
    before = os.environ.get("WHICHONE_HOME")
    os.environ["WHICHONE_HOME"] = folder
    try:
        yield
    finally:
        os.environ.pop("WHICHONE_HOME")
        if before is not None:
            os.environ["WHICHONE_HOME"] = before


def _plain(title: str) -> str:
    return title.replace("&", "").rstrip("…")


def written(language: str) -> dict[Path, str]:
    """Every file of a language that `update` writes, with what belongs into it."""
    files = {
        page(language, COMMANDS): commands_page(language),
        page(language, ERRORS): errors_page(language),
    }
    for chapter in CHAPTERS:
        path = page(language, chapter)
        if chapter not in MADE:
            files[path] = with_said(path.read_text(encoding="utf-8"), language)
    text = as_text(files[page(language, chapter)] for chapter in CHAPTERS)
    return files | {TEXTS / f"{language}.txt": text}


def stale() -> list[Path]:
    """The files that are not what `update` would write."""
    return [
        path
        for language in LANGUAGES
        for path, text in written(language).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def update() -> list[Path]:
    """Write what is not in step.  Returns what was written."""
    changed = []
    for language in LANGUAGES:
        for path, text in written(language).items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed.append(path)
    return changed
