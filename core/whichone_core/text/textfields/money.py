"""Prices; on a receipt the total comes first.

A receipt's total is told by its words ("grand total" before "total", never "subtotal" or
"total qty"), and stands in the same row or in the next one.  A number with two decimals
counts as a price without a currency, but is then never certain on its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from whichone_core.languages import language_used
from whichone_core.speech.tongues import words_used
from whichone_core.text.textfields.values import SURE_SCORE, FieldValue, Written, numbered
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.questions import TextField

_CURRENCIES = {
    "€": ("euro", "euros"),
    "EUR": ("euro", "euros"),
    "$": ("dollar", "dollars"),
    "USD": ("dollar", "dollars"),
    "£": ("pound", "pounds"),
    "GBP": ("pound", "pounds"),
    "RM": ("ringgit", "ringgit"),
    "MYR": ("ringgit", "ringgit"),
    "CHF": ("franc", "francs"),
    "¥": ("yen", "yen"),
    "₹": ("rupee", "rupees"),
    "RS": ("rupee", "rupees"),
    "KR": ("krone", "kroner"),
    "ZŁ": ("zloty", "zloty"),
}
_SIGN = r"(?:€|\$|£|¥|₹|EUR|USD|GBP|MYR|CHF|RM|Rs\.?|kr\.?|zł)"
_NUMBER = (
    r"\d{1,3}(?:[,.'\s]\d{3})+[.,]\d{2}|\d+[.,]\s?\d{2}(?!\d)|[1-9]\d{0,2}(?:[,.'\s]\d{3})+|\d+"
)
_PRICE = re.compile(
    rf"(?ix)(?<![\d.,/])(?<![a-z]) (?:(?P<minus>-)\s?)?"
    rf"(?:(?P<before>{_SIGN})\s?(?P<one>{_NUMBER})"
    rf"|(?P<two>{_NUMBER})\s?(?P<after>{_SIGN})(?![a-z])"
    rf"|(?P<cents>\d{{1,2}})\s?(?P<cent>p|¢|c|ct)(?![a-z])"
    rf"|(?P<plain>[1-9]\d{{0,2}}(?:\s\d{{3}})+[.,]\d{{2}}"
    rf"|[1-9]\d{{0,2}}(?:\.\d{{3}})+,\d{{2}}"
    rf"|\d{{1,3}}(?:,\d{{3}})*[.,]\s?\d{{2}}))"
    rf"(?!\d|:|/\d{{1,2}}(?!\d)|[.,]\d|\s?(?:%|kg|g\b|ml|mg|cl|l\b|cm|mm|oz|lb|am\b|pm\b|kcal|kj))"
)
_ONE_GROUP = re.compile(r"(?<![\d.,])([1-9]\d{0,2})([., ])\d{3}(?!\d)")
_COMMA_THOUSANDS = frozenset({"$", "USD", "£", "GBP", "RM", "MYR", "¥", "₹", "RS"})
"""Currencies that are written with a comma between thousands, never before decimals."""

_PER = re.compile(r"(?i)^\s?(?:/|per\b|a\b|each\b|pro\b)\s?(?:\d*\s?(?:k?g|m?l|lb|oz|unit|item))")
_SUBTOTAL = re.compile(r"(?i)\bsub\s*-?\s*total")
_AMOUNT = re.compile(r"(?i)\bamount\b")  # heads a column more often than it names a total
_TOTALS = (
    re.compile(
        r"(?i)grand\s*total|total\s*due|amount\s*due|balance\s*due|to\s*pay\b|"
        r"total\s*\(?\s*(?:after\s*round|rounded)|rounded\s*total|"
        r"zu\s*(?:be)?zahlen|gesamtbetrag|endbetrag|(?:total|importe)\s*a\s*pagar|"
        r"nett?\s*(?:total|amt|amount)|nett\b"
    ),
    re.compile(
        r"(?i)total\s*(?:sales?\s*)?(?:\(?\s*(?:incl|inc\b|with)|amount|amt|payable)|"
        r"\bsumme\b|\bgesamt|\bmontant|importe\s*total"
    ),
    re.compile(r"(?i)(?<!sub)(?<!sub[\s-])(?<!sub\s-)\btotal\b|\bto tal\b|\bcash\s*sale"),
    _AMOUNT,
    _SUBTOTAL,
)
_CLEAR_TOTALS = 3
"""As many of these wordings leave no doubt."""

_NOT_TOTAL = re.compile(
    r"(?i)total\s*(?:qty|quantity|items?|disc|saving|tax|gst|vat|excl|no\b|pcs)|"
    r"excl|before|change|saving|discount|r[üu]ckgeld|gegeben|mwst|zwischensumme|rabatt|"
    r"cambio|entregado|descuento|base\s+imponible|\biva\b|^\W*gst\b|gst\s*(?:summary|amt)|"
    r"tax\s*summary|"
    r"tendered|accepted|paid\b|cash\b(?!\s*sale)|rounding|points?\b"
)
_ROUNDING = re.compile(r"(?i)round(?:ing|ed)?|\brndg?\b")


@dataclass(frozen=True, slots=True)
class _Price:
    """A price in a row of the text; rank orders what kind of price it is."""

    value: FieldValue
    row: int
    rank: int


def prices(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Prices, the total first where there is one, then those with a currency."""
    found = [
        _Price(value, row, _rank(value, line.text))
        for row, line in numbered(text)
        for value in _in_line(line)
    ]
    total = _total(text, found)
    found.sort(key=lambda price: price.rank)
    ordered = [price.value for price in found]
    if total is None:
        likeliest = {p.value.value for p in found if p.rank == found[0].rank}
        is_choice = len(likeliest) > 1
        return tuple(replace(v, is_certain=v.is_certain and not is_choice) for v in ordered)
    return (total, *(value for value in ordered if value.written != total.written))


def _in_line(line: TextLine) -> list[FieldValue]:
    values = []
    for match in _PRICE.finditer(line.text):
        amount = _amount(match)
        if amount is None:
            continue
        sign = (match["before"] or match["after"] or "").upper().rstrip(".")
        part = Written(line, *match.span())
        is_unit_price = bool(_PER.match(line.text[match.end() :]))
        values.append(
            part.value(
                TextField.PRICE,
                amount,
                _as_it_stands(part.text, sign) or _said(amount, sign, match["cent"]),
                label="per unit" if is_unit_price else "",
                is_certain=bool(sign or match["cent"])
                and not is_unit_price
                and _has_one_reading(part.text, sign),
            )
        )
    return values


def _amount(match: re.Match[str]) -> Decimal | None:
    """The number, its last separator a decimal one where two digits follow."""
    if match["cents"]:
        return Decimal(match["cents"]) / 100
    digits = re.sub(r"\s", "", match["one"] or match["two"] or match["plain"] or "")
    whole, mark, rest = re.match(r"(.*?)(?:([.,])(\d{2}))?$", digits).groups()  # type: ignore[union-attr]
    number = Decimal(re.sub(r"[.,']", "", whole) or "0")
    if mark:
        number += Decimal(rest) / 100
    return -number if match["minus"] else number


def _has_one_reading(written: str, sign: str = "") -> bool:
    """Not 1.000 €, a thousand or one, nor 1 234 €, which may be one thing for 234 euros."""
    group = _ONE_GROUP.search(written)
    if group is None:
        return True
    has_decimals = re.match(r"[.,]\d{2}", written[group.end() :]) is not None
    is_thousands = group[2] == "," and sign in _COMMA_THOUSANDS
    return is_thousands or (has_decimals and group[2] != " ")


def _as_it_stands(written: str, sign: str) -> str:
    """ "1.000 euros", where it can't be told whether that is one euro or a thousand."""
    group = _ONE_GROUP.search(written)
    if group is None or group[2] == " " or _has_one_reading(written, sign):
        return ""
    minus = f"{words_used().minus} " if written.startswith("-") else ""
    return f"{minus}{group.group()} {_currency(sign, 2)}".strip()


def _currency(sign: str, count: int) -> str:
    if sign not in _CURRENCIES:
        return ""
    names = words_used().money.get(sign, _CURRENCIES[sign]) if language_used() != "en" else None
    return (names or _CURRENCIES[sign])[0 if count == 1 else 1]


def _said(amount: Decimal, sign: str, cent: str | None) -> str:
    """ "4 euros 99", "1 pound", "99 pence"; without a currency the bare number."""
    minus, amount = (f"{words_used().minus} " if amount < 0 else ""), abs(amount)
    whole, part = int(amount), int(amount * 100) % 100
    if cent:
        hundredths = words_used().money[
            "£" if cent.lower() == "p" else "€" if cent == "ct" else "$"
        ]
        return f"{part} {hundredths[2]}"
    if sign not in _CURRENCIES:
        mark = "," if words_used().thousands == "." else "."
        return f"{minus}{whole}{mark}{part:02d}" if part or amount != whole else f"{minus}{whole}"
    words = words_used()
    name = _currency(sign, whole)
    return (
        f"{minus}{whole} {name}{words.money_joint}{part:02d}" if part else f"{minus}{whole} {name}"
    )


def _rank(value: FieldValue, line: str) -> int:
    """Lower is likelier meant by "the price": with a currency, not a change or unit price."""
    return (not value.is_certain) + 2 * bool(value.label) + bool(_NOT_TOTAL.search(line))


# -------------------------------------------------------------------------------- total


def _total(text: TextEvidence, found: list[_Price]) -> FieldValue | None:
    """The amount of the best-worded total; the last one of that wording."""
    rows = dict(numbered(text))
    best: tuple[int, FieldValue] | None = None
    for row, line in rows.items():
        for rank, pattern in enumerate(_TOTALS):
            match = pattern.search(line.text)
            if match is None or _NOT_TOTAL.search(line.text):
                continue
            amount = _beside(found, row, match.end(), line, pattern is not _AMOUNT)
            if amount is not None and (best is None or rank <= best[0]):
                label = match.group()
                sure = rank < _CLEAR_TOTALS and _is_sure(amount)
                best = rank, replace(amount, label=label, is_certain=sure)
            break
    if best is None:
        return None
    return _rounded(rows, found, best[1]) or best[1]


def _is_sure(amount: FieldValue) -> bool:
    """A total needs no currency to be sure, but a number with one reading."""
    sign = next((s for s in _COMMA_THOUSANDS if s in amount.written.upper()), "")
    return amount.score >= SURE_SCORE and _has_one_reading(amount.written, sign)


def _beside(
    found: list[_Price], row: int, after: int, line: TextLine, may_follow: bool
) -> FieldValue | None:
    """The last amount of the row behind the words, else the first of the next row."""
    same = [p.value for p in found if p.row == row and line.text.rfind(p.value.written) >= after]
    if same:
        return same[-1]
    return next((p.value for p in found if may_follow and p.row == row + 1), None)


def _rounded(
    rows: dict[int, TextLine], found: list[_Price], total: FieldValue
) -> FieldValue | None:
    """The total after cash rounding: total plus the adjustment, where it is printed."""
    adjustments = {
        price.value.value
        for price in found
        if _ROUNDING.search(rows[price.row].text) and isinstance(price.value.value, Decimal)
    }
    start = next(row for row, line in rows.items() if line == total.line)
    for price in found:
        amount = price.value.value
        is_paid = _NOT_TOTAL.search(rows[price.row].text)
        if price.row <= start or is_paid or not isinstance(amount, Decimal):
            continue
        if any(a and total.value + a == amount for a in adjustments):  # type: ignore[operator]
            return replace(price.value, label="rounded total", is_certain=_is_sure(price.value))
    return None
