"""Every view on small screens, beside text of any size: nothing cut off, covered or out of reach.

Each screen has a process of its own, as Qt learns of its screens when it starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot
from whichone_app.file_dialog import word_file_dialog
from whichone_app.qt_language import use_qt_language
from whichone_core.languages import use_language

ROOT = Path(__file__).resolve().parents[2]
HANGS_S = 1800
CASES = (
    ("1024x768", "de", "100", "200", "300", "400"),
    ("1280x720", "es", "100", "300"),
    ("1366x768", "en", "200", "400"),
    ("1366x768", "es", "200", "400"),
    ("1366x768", "de", "200", "400"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case[:2]))
def test_nothing_is_cut_off_covered_or_out_of_reach(case: tuple[str, ...]) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.layout_faults", *case],
        cwd=ROOT, env=environ, capture_output=True, text=True, timeout=HANGS_S, check=False,
    )  # fmt: skip
    assert done.stdout == ""
    assert done.returncode == 0, done.stderr


@pytest.fixture
def english_again(qtbot: QtBot) -> Iterator[None]:
    """Qt's own words are the application's, which other tests share."""
    yield
    use_language("en")
    use_qt_language()


@pytest.mark.parametrize("language", ["es", "de"])
@pytest.mark.usefixtures("english_again")
def test_the_dialog_for_files_has_no_english_labels(qtbot: QtBot, language: str) -> None:
    """Qt's Spanish lacks some of its words."""
    use_language(language)
    use_qt_language()
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    word_file_dialog(dialog)
    dialog.show()
    words = {"es": ("Car&peta:", "&Nombre del archivo:", "&Tipo de archivos:"),
             "de": ("Or&dner:", "Datei&name:", "Datei&typ:")}[language]  # fmt: skip
    shown = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert sorted(shown) == sorted(words)
