"""Pictures of every view in a language, to be looked at: 100 and 300 percent, light, dark,
and in high contrast.

    python -m tests.screenshots FOLDER --language es --sizes 100 400 --screen 1024x768

FOLDER lies outside the repository: nobody wants last year's pictures in it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPalette
    from whichone_app.window import MainWindow
    from whichone_core.study.studylog import StudyLog

ROOT = Path(__file__).resolve().parents[1]
SIZES = (100, 300)
LOOKS = ("light", "dark", "contrast")
LANGUAGES = ("en", "es", "de")
WIDTH, HEIGHT = 1280, 800


def dark() -> QPalette:
    """A dark palette; off the screen Qt follows no desktop's."""
    from PySide6.QtGui import QColor, QPalette

    palette = QPalette(QColor(35, 35, 35))
    for role, colour in {
        QPalette.ColorRole.WindowText: "white", QPalette.ColorRole.Text: "white",
        QPalette.ColorRole.ButtonText: "white", QPalette.ColorRole.Base: "#1b1b1b",
        QPalette.ColorRole.Highlight: "#4c9be8",
    }.items():  # fmt: skip
        palette.setColor(role, QColor(colour))
    return palette


def high_contrast() -> QPalette:
    """White on black with a bright selection, as Windows' own "Night sky" and its kind are."""
    from PySide6.QtGui import QColor, QPalette

    palette = QPalette(QColor("black"), QColor("black"))
    for role, colour in {
        QPalette.ColorRole.WindowText: "white", QPalette.ColorRole.Text: "white",
        QPalette.ColorRole.ButtonText: "white", QPalette.ColorRole.Base: "black",
        QPalette.ColorRole.Highlight: "#1aebff", QPalette.ColorRole.HighlightedText: "black",
    }.items():  # fmt: skip
        palette.setColor(role, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(disabled, role, QColor("#3ff23f"))
    return palette


def main() -> int:
    options = _options()
    folder = options.folder.resolve()
    if folder.is_relative_to(ROOT):
        print("The folder lies in the repository; choose one outside.", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        use_screen(home, options.screen)
        return _take_all(folder, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="PERCENT")
    parser.add_argument("--looks", nargs="+", choices=LOOKS, default=LOOKS)
    parser.add_argument("--screen", default=f"{WIDTH}x{HEIGHT}", metavar="WIDTHxHEIGHT")
    return parser.parse_args()


def use_screen(home: str, size: str) -> None:
    """Let Qt, which isn't loaded yet, draw on a screen of this size ("1280x800"), shown nowhere."""
    os.environ["WHICHONE_HOME"] = home
    width, height = (int(part) for part in size.split("x"))
    one = {
        "name": "one", "x": 0, "y": 0, "width": width, "height": height,
        "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1,
    }  # fmt: skip
    screens = Path(home) / "screens.json"
    screens.write_text(json.dumps({"screens": [one]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"


def _take_all(folder: Path, options: argparse.Namespace) -> int:
    from PySide6.QtWidgets import QApplication

    from tests.views import enlarge, views

    application = QApplication([])
    palettes = {"light": application.palette(), "dark": dark(), "contrast": high_contrast()}
    for look in options.looks:
        application.setPalette(palettes[look])
        for size in options.sizes:
            with full_window(options.language) as (window, log):
                enlarge(window, size / 100)
                for name, view in views(window, log):
                    view.grab().save(str(folder / f"{name}-{look}-{size}.png"))
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return 0


@contextmanager
def full_window(language: str) -> Iterator[tuple[MainWindow, StudyLog]]:
    """The window with every feature, a study's too, as large as the screen lets it be."""
    from PySide6.QtWidgets import QApplication
    from whichone_app.jobs import QtJobRunner
    from whichone_app.presenters.first_run import DONE
    from whichone_app.qt_language import use_qt_language
    from whichone_app.remembered import Remembered
    from whichone_app.sources import take
    from whichone_app.window import MainWindow
    from whichone_app.window_features import FEATURES
    from whichone_core.languages import use_language
    from whichone_core.log.sessionlog import SessionLog
    from whichone_core.paths import folders
    from whichone_core.settings import Settings, SpeakThrough
    from whichone_core.study.redaction import NoFaces, PersonalRedaction
    from whichone_core.study.studylog import StudyLog

    from tests.desk.scripted import ScriptedAssistant

    use_language(language)
    use_qt_language()
    redaction = PersonalRedaction(NoFaces())
    log = StudyLog(SessionLog(folders().log_file, keep_pictures=False, redaction=redaction))
    jobs, remembered, assistant = QtJobRunner(), Remembered(None), ScriptedAssistant()
    assistant.log = log  # type: ignore[attr-defined]
    remembered.keep_first_run(DONE)
    settings = Settings(language=language, study=True)
    window = MainWindow(
        assistant, jobs, None, take, SpeakThrough.OWN_VOICE,
        remembered=remembered, settings=settings, features=FEATURES,
    )  # fmt: skip
    room = window.screen().availableSize()
    window.resize(min(WIDTH, room.width()), min(HEIGHT, room.height()))
    window.show()
    yield window, log
    window.scale_text_back()  # the size is the application's, and the next window's
    QApplication.processEvents()
    window.close()
    jobs.close()


if __name__ == "__main__":
    raise SystemExit(main())
