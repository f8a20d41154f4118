"""What tests of several files use: what training left, a hub to pull models from, two photos."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pulling import puller as puller
from tests.tiny_training import trained as trained

LABEL = Path(__file__).resolve().parents[2] / "app" / "whichone_app" / "examples" / "label.jpg"


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder with two photos of a label, a.jpg and b.jpg."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(LABEL, folder / name)
    return folder
