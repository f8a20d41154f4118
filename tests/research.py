"""Where the research data is, and a plain reason to skip where it is not.

The data (photos, boxes, human labels) is for tests and reports only; nothing of it is
copied into the project.  WHICHONE_RESEARCH_DATA names another folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("WHICHONE_RESEARCH_DATA", ROOT.parent / "shared" / "data"))


def research_folder(name: str) -> Path:
    """The folder of one data set; skips the test with a reason where it is absent."""
    folder = DATA / name
    if not folder.is_dir():
        pytest.skip(f"research data '{name}' is not on this machine ({folder})")
    return folder


def measured_folder(name: str) -> Path:
    """The folder of one data set for a benchmark, which ends with a sentence without it."""
    folder = DATA / name
    if not folder.is_dir():
        raise SystemExit(f"The research data '{name}' is not on this machine ({folder}).")
    return folder
