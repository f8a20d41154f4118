"""Sheets as Excel workbooks that a screen reader can walk through (openpyxl).

One table from A1 on, no merged, hidden or empty cells in between, a header row that stays in
view and is named for screen readers, and lists to choose ratings from.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .scales import COLUMNS, POINTS, RANK, Scale, SheetLine
from .sheets import inert

_WIDTHS = {"question": 40, "answer": 80, "remark": 40}
_TITLE = "Answers"


def as_workbook(lines: Sequence[SheetLine]) -> bytes:
    """A sheet as the bytes of an .xlsx file."""
    from openpyxl import Workbook  # type: ignore[import-untyped]
    from openpyxl.styles import Alignment, Font  # type: ignore[import-untyped]

    book: Any = Workbook()
    sheet: Any = book.active
    sheet.title = _TITLE
    sheet.append(list(COLUMNS))
    for line in lines:
        row = line.as_row()
        sheet.append([_value(name, row.get(name)) for name in COLUMNS])
    sheet.freeze_panes = "A2"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    _columns(book, sheet, len(lines), len({line.label for line in lines}))
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def _value(name: str, text: str | None) -> str | int | None:
    if text is None:
        return None
    return int(text) if name == "number" else inert(text)


def _columns(book: Any, sheet: Any, count: int, labels: int) -> None:
    """Widths, lists to choose from, and the name by which JAWS and NVDA read headers."""
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]
    from openpyxl.workbook.defined_name import DefinedName  # type: ignore[import-untyped]
    from openpyxl.worksheet.datavalidation import DataValidation  # type: ignore[import-untyped]

    choices = {scale.value: [*POINTS] for scale in Scale} | {RANK: [*range(1, labels + 1)]}
    for place, name in enumerate(COLUMNS, 1):
        letter = get_column_letter(place)
        sheet.column_dimensions[letter].width = _WIDTHS.get(name, 14)
        if name in choices:
            listed = ",".join(map(str, choices[name]))
            rule = DataValidation("list", formula1=f'"{listed}"', allow_blank=True)
            rule.error = f"Please enter one of {listed}."
            rule.add(f"{letter}2:{letter}{count + 1}")
            sheet.add_data_validation(rule)
    book.defined_names["ColumnTitle"] = DefinedName("ColumnTitle", attr_text=f"'{_TITLE}'!$A$1")


def read_workbook(path: Path) -> list[Mapping[str, str]]:
    """The rows of a filled-in workbook as text by column.  Raises InputError."""
    import zipfile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException  # type: ignore[import-untyped]

    try:
        book: Any = load_workbook(path, read_only=True, data_only=True)
        rows = [[_text(cell) for cell in row] for row in book.worksheets[0].values]
        book.close()
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, InvalidFileException) as error:
        raise InputError(f"{path} can't be read as a workbook.", cause=str(error)) from error
    head, *lines = rows or [[]]
    return [dict(zip(head, line, strict=False)) for line in lines if any(line)]


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)
