"""SROIE receipts (research data): their own text as pieces, and what they are about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from whichone_core.text.textfields import FieldValue, find_field
from whichone_core.types.evidence import TextEvidence
from whichone_core.types.questions import TextField
from whichone_models.builtin.reading_order import Piece, in_reading_order

from tests.research import research_folder

TODAY = date(2026, 11, 29)


@dataclass(frozen=True, eq=False)
class Receipt:
    """A receipt: its picture, its pieces of text as people typed them, its date and total."""

    picture: Path
    pieces: tuple[Piece, ...]
    date: str
    total: Decimal | None

    @property
    def text(self) -> TextEvidence:
        width = max(x for piece in self.pieces for x, _ in piece.corners) + 1
        height = max(y for piece in self.pieces for _, y in piece.corners) + 1
        return TextEvidence(in_reading_order(self.pieces, int(width), int(height)))

    @property
    def words(self) -> list[str]:
        return [piece.text for piece in self.pieces]


@dataclass(frozen=True, slots=True)
class Found:
    """Whether date and total were found in a text of the receipt; None where it has none."""

    date: FieldValue | None
    is_date_right: bool
    total: FieldValue | None
    is_total_right: bool | None


def receipts() -> Iterator[Receipt]:
    folder = research_folder("sroie")
    for key in sorted((folder / "key").glob("*.json")):
        facts = json.loads(key.read_text(encoding="utf-8"))
        total = re.sub(r"[^\d.]", "", facts["total"])
        yield Receipt(
            folder / "img" / f"{key.stem}.jpg",
            tuple(_pieces(folder / "box" / f"{key.stem}.csv")),
            facts["date"],
            Decimal(total) if total else None,
        )


def _pieces(path: Path) -> Iterator[Piece]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        parts = line.split(",", 8)
        if len(parts) == 9:
            a, b, c, d, e, f, g, h = (float(part) for part in parts[:8])
            yield Piece(parts[8], 1.0, ((a, b), (c, d), (e, f), (g, h)))


def found_in(text: TextEvidence, receipt: Receipt) -> Found:
    """What the field finder says first, against what the receipt is about."""
    dates = find_field(TextField.DATE, text, TODAY)
    prices = find_field(TextField.PRICE, text, TODAY)
    day, price = next(iter(dates), None), next(iter(prices), None)
    is_date = day is not None and _plain(day.written) == _plain(receipt.date)
    is_total = price is not None and price.value == receipt.total
    return Found(day, is_date, price, None if receipt.total is None else is_total)


def _plain(text: str) -> str:
    return re.sub(r"\W", "", text).upper()
