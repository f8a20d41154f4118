"""The user guide: its text in each language, a dialog to read it in, and braille."""

from __future__ import annotations

from pathlib import Path

from whichone_core.languages import language_used

TEXTS = Path(__file__).parent / "text"
"""Made of docs/guide by `python -m installers.guide update`."""


def guide_text(language: str = "") -> str:
    """The guide in a language, that of the user where none is given.

    Headings begin with number signs; every other line is a sentence.
    """
    return (TEXTS / f"{language or language_used()}.txt").read_text(encoding="utf-8")
