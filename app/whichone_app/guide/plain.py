"""The guide to be printed, saved or embossed: plain text, and braille by liblouis.

    guide_text -> as_plain(text)                 headings stand alone between empty lines
    guide_text -> as_braille(text, language)     ASCII braille, 40 cells by 25 lines a page

liblouis is a program of its own (`lou_translate`, Debian's liblouis-bin), as it is LGPL and
most computers of braille readers have it already.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator

from whichone_core.errors import SetupError

from ..catalogue import _
from . import TEXTS

CELLS, ROWS = 40, 25
TRANSLATOR = "lou_translate"
TABLES = {
    "en": "en-ueb-g2.ctb",
    "es": f"es-g1.ctb,{TEXTS / 'signs.uti'}",
    "de": "de-g1.ctb",
}
"""Contracted English (UEB grade 2), Spanish grade 1, German full spelling (Vollschrift): what
readers of each language all learn.  The Spanish one lacks the underscore."""
ASCII = "en-us-brf.dis"
"""The table that writes cells as BRF files do."""
PATIENCE_S = 120
_INDENT = "  "


def as_plain(text: str) -> str:
    """The guide as a text file: one sentence a line."""
    written = [
        f"\n{line.lstrip('# ')}\n" if line.startswith("#") else line for line in _lines(text)
    ]
    return "\n".join(written).strip() + "\n"


def as_braille(text: str, language: str) -> str:
    """The guide as a BRF file: pages end with a form feed, and a chapter begins a page.

    Raises SetupError where liblouis is not installed or has no table for the language.
    """
    lines = list(_lines(text))
    cells = _translated([line.lstrip("# ") for line in lines], language)
    rows: list[list[str]] = [[]]
    for line, braille in zip(lines, cells, strict=True):
        if line.startswith("# "):
            rows.append([])
        rows[-1] += _heading_rows(braille) if line.startswith("#") else _rows(braille)
    return "".join(_pages(chapter) for chapter in rows if chapter)


def _lines(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.splitlines()))


def _translated(lines: list[str], language: str) -> list[str]:
    program = shutil.which(TRANSLATOR)
    if program is None:
        raise SetupError(
            _("What writes braille is not installed."),
            remedy=_("Install liblouis: sudo apt install liblouis-bin."),
        )
    ran = subprocess.run(
        [program, "--forward", f"{ASCII},{TABLES[language]}"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )
    cells = ran.stdout.upper().splitlines()
    if ran.returncode or len(cells) != len(lines) or not ran.stdout.isascii():
        raise SetupError(
            _("The braille translator does not work for this language."),
            remedy=_("Update liblouis, or read the guide as plain text."),
            cause=ran.stderr[:500] or f"{len(cells)} lines of {len(lines)}",
        )
    return cells


def _rows(braille: str) -> list[str]:
    """A paragraph: its first row begins at cell 3, words are not divided."""
    return list(_wrapped(braille.split(), _INDENT))


def _heading_rows(braille: str) -> list[str]:
    """A heading: from cell 5, after an empty row."""
    return ["", *_wrapped(braille.split(), 2 * _INDENT, 2 * _INDENT)]


def _wrapped(words: Iterable[str], first: str, others: str = "") -> Iterator[str]:
    row, is_empty = first, True
    for word in _cut(words):
        if not is_empty and len(row) + 1 + len(word) > CELLS:
            yield row
            row, is_empty = others, True
        row, is_empty = (row + word if is_empty else f"{row} {word}"), False
    yield row


def _cut(words: Iterable[str]) -> Iterator[str]:
    """Words in pieces that fit a row: addresses and paths can be longer."""
    most = CELLS - 2 * len(_INDENT)
    for word in words:
        yield from (word[at : at + most] for at in range(0, len(word), most))


def _pages(rows: list[str]) -> str:
    while rows and not rows[0]:
        rows = rows[1:]
    pages = (rows[at : at + ROWS] for at in range(0, len(rows), ROWS))
    return "".join("\r\n".join(page) + "\r\n\f" for page in pages)
