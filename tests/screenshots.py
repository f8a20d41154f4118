"""Pictures of every view, at 100 and 300 percent, light and dark, to be looked at.

    python -m tests.screenshots FOLDER

FOLDER lies outside the repository: nobody wants last year's pictures in it.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPalette
    from PySide6.QtWidgets import QWidget
    from whichone_app.window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"100": 1.0, "300": 3.0}
SETTLE_MS = 400
WIDTH, HEIGHT = 1280, 800
SCREEN = {
    "name": "one", "x": 0, "y": 0, "width": 1280, "height": 800,
    "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1,
}  # fmt: skip


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en", choices=("en", "es", "de"))
    options = parser.parse_args()
    folder = options.folder.resolve()
    if folder.is_relative_to(ROOT):
        parser.error("the folder lies in the repository; choose one outside")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["WHICHONE_HOME"] = home
        screens = Path(home) / "screens.json"
        screens.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"
        return _take_all(folder, options.language)


def _take_all(folder: Path, language: str) -> int:
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication
    from whichone_app.jobs import QtJobRunner
    from whichone_app.presenters.first_run import DONE
    from whichone_app.qt_language import use_qt_language
    from whichone_app.remembered import Remembered
    from whichone_app.sources import take
    from whichone_app.window import MainWindow
    from whichone_app.window_features import FEATURES
    from whichone_core.languages import use_language
    from whichone_core.settings import Settings, SpeakThrough

    from tests.desk.scripted import ScriptedAssistant

    application = QApplication([])
    use_language(language)
    use_qt_language()
    usual = application.palette()
    for look in ("light", "dark"):
        application.setPalette(dark() if look == "dark" else usual)
        for size, factor in SIZES.items():
            jobs, remembered = QtJobRunner(), Remembered(None)
            remembered.keep_first_run(DONE)
            window = MainWindow(
                ScriptedAssistant(), jobs, None, take, SpeakThrough.OWN_VOICE,
                remembered=remembered, features=FEATURES,
                settings=Settings(language=language),
            )  # fmt: skip
            window.resize(WIDTH, HEIGHT)
            window.show()
            window.scale_text(factor)
            for name, view in _views(window):
                QTest.qWait(SETTLE_MS)
                view.grab().save(str(folder / f"{name}-{look}-{size}.png"))
            window.close()
            jobs.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return 0


def _views(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The window in its states, then each dialog that a command with "…" opens."""
    from PySide6.QtWidgets import QDialog, QMenu

    yield "window", window
    window.conversation.open(lambda: window.taken(_example()), "which one")
    yield "asked-back", window
    window.answer.setFocus()
    yield "answer-focused", window
    for menu in window.menuBar().findChildren(QMenu):
        for action in menu.actions():
            if action.text().endswith("…"):
                action.trigger()
                for dialog in window.findChildren(QDialog):
                    if dialog.isVisible():
                        yield action.objectName().replace(" ", "-"), dialog
                        dialog.reject()


def _example() -> str:
    return str(ROOT / "app/whichone_app/examples/table.jpg")


if __name__ == "__main__":
    raise SystemExit(main())
