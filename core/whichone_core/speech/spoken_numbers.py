"""Numbers as they are said: units, money, fractions, dates, digits one by one.

Only what a voice gets wrong is rewritten; "5.99" and "1,200" are left to it.  A unit is
rewritten only right behind a number, and where a single letter could be a word ("5 A mug")
only where no word follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

_NUMBER = r"\d+(?:[.,]\d+)*"
_UNITS = {
    "km/h": ("kilometre per hour", "kilometres per hour"),
    "m/s": ("metre per second", "metres per second"),
    "mg/ml": ("milligram per millilitre", "milligrams per millilitre"),
    "g/l": ("gram per litre", "grams per litre"),
    "mph": ("mile per hour", "miles per hour"),
    "fl oz": ("fluid ounce", "fluid ounces"),
    "fl. oz.": ("fluid ounce", "fluid ounces"),
    "km²": ("square kilometre", "square kilometres"),
    "cm²": ("square centimetre", "square centimetres"),
    "m²": ("square metre", "square metres"),
    "cm³": ("cubic centimetre", "cubic centimetres"),
    "m³": ("cubic metre", "cubic metres"),
    "°C": ("degree Celsius", "degrees Celsius"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "kWh": ("kilowatt hour", "kilowatt hours"),
    "mAh": ("milliamp hour", "milliamp hours"),
    "kcal": ("kilocalorie", "kilocalories"),
    "kJ": ("kilojoule", "kilojoules"),
    "kg": ("kilogram", "kilograms"),
    "mg": ("milligram", "milligrams"),
    "mcg": ("microgram", "micrograms"),
    "µg": ("microgram", "micrograms"),
    "μg": ("microgram", "micrograms"),
    "ml": ("millilitre", "millilitres"),
    "mL": ("millilitre", "millilitres"),
    "cl": ("centilitre", "centilitres"),
    "dl": ("decilitre", "decilitres"),
    "mm": ("millimetre", "millimetres"),
    "cm": ("centimetre", "centimetres"),
    "km": ("kilometre", "kilometres"),
    "ft": ("foot", "feet"),
    "oz": ("ounce", "ounces"),
    "lbs": ("pound", "pounds"),
    "lb": ("pound", "pounds"),
    "kHz": ("kilohertz", "kilohertz"),
    "MHz": ("megahertz", "megahertz"),
    "GHz": ("gigahertz", "gigahertz"),
    "Hz": ("hertz", "hertz"),
    "kW": ("kilowatt", "kilowatts"),
    "mA": ("milliamp", "milliamps"),
    "kB": ("kilobyte", "kilobytes"),
    "KB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"),
    "GB": ("gigabyte", "gigabytes"),
    "TB": ("terabyte", "terabytes"),
    "dB": ("decibel", "decibels"),
    "min": ("minute", "minutes"),
    "hrs": ("hour", "hours"),
    "hr": ("hour", "hours"),
    "°": ("degree", "degrees"),
    "%": ("percent", "percent"),
    "‰": ("per thousand", "per thousand"),
}
_LETTERS = {
    "g": ("gram", "grams"),
    "m": ("metre", "metres"),
    "l": ("litre", "litres"),
    "L": ("litre", "litres"),
    "h": ("hour", "hours"),
    "V": ("volt", "volts"),
    "W": ("watt", "watts"),
    "A": ("amp", "amps"),
}
"""Units of one letter."""


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_UNIT = re.compile(rf"(?<![\w.,])({_NUMBER})[ \t]?({_any_of(_UNITS)})(?![\w²³]|:\w)")
_LETTER = re.compile(
    rf"(?<![\w.,])({_NUMBER})[ \t]?({_any_of(_LETTERS)})(?![\w'’/.-]*\w)(?![ \t]+[a-z])"
)
_RANGE = re.compile(
    rf"(?<![\w.,-])({_NUMBER})\s?-\s?({_NUMBER})(?=[ \t]?(?:{_any_of(_UNITS)})(?!\w))"
)

_MONEY = {
    "€": ("euro", "euros", "cents"),
    "$": ("dollar", "dollars", "cents"),
    "£": ("pound", "pounds", "pence"),
    "¥": ("yen", "yen", ""),
    "₹": ("rupee", "rupees", "paise"),
    "₩": ("won", "won", ""),
}
_SIGN = "[" + "".join(map(re.escape, _MONEY)) + "]"
_SCALE = r"(?:\s(thousand|million|billion|trillion))?"
_MONEY_BEFORE = re.compile(rf"({_SIGN})\s?({_NUMBER}){_SCALE}(?!\w)")
_MONEY_AFTER = re.compile(rf"(?<![\w.,])({_NUMBER})\s?({_SIGN})")
_CENTS = re.compile(r"(?<![\w.,])(\d+)\s?¢")

_FRACTIONS = {
    "½": "one half",
    "⅓": "one third",
    "⅔": "two thirds",
    "¼": "one quarter",
    "¾": "three quarters",
    "⅕": "one fifth",
    "⅖": "two fifths",
    "⅗": "three fifths",
    "⅘": "four fifths",
    "⅙": "one sixth",
    "⅛": "one eighth",
    "⅜": "three eighths",
    "⅝": "five eighths",
    "⅞": "seven eighths",
}
_WRITTEN = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/8": "⅛"}
_MIXED_WRITTEN = re.compile(rf"(?<![\w/.,])(?:(\d+) )?({_any_of(_WRITTEN)})(?![\w/]|[.,]\d)")
_MIXED = re.compile(rf"(?:(\d+)\s?)?([{''.join(_FRACTIONS)}])")

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_ISO_DATE = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])")


def with_numbers_said(text: str) -> str:
    """Fractions, money, ISO dates and units as they are said."""
    text = _MIXED_WRITTEN.sub(_written_fraction, text)
    text = _MIXED.sub(_fraction, text)
    text = _MONEY_BEFORE.sub(lambda found: _money(found[1], found[2], found[3]), text)
    text = _MONEY_AFTER.sub(lambda found: _money(found[2], found[1], None), text)
    text = _CENTS.sub(lambda found: f"{found[1]} cent{'' if found[1] == '1' else 's'}", text)
    text = _ISO_DATE.sub(_iso_date, text)
    text = _RANGE.sub(r"\1 to \2", text)
    text = _UNIT.sub(lambda found: _amount(found[1], _UNITS[found[2]]), text)
    return _LETTER.sub(lambda found: _amount(found[1], _LETTERS[found[2]]), text)


def _amount(number: str, names: tuple[str, str]) -> str:
    return f"{number} {names[0] if number == '1' else names[1]}"


def _written_fraction(found: re.Match[str]) -> str:
    return f"{found[1] or ''}{_WRITTEN[found[2]]}"


def _fraction(found: re.Match[str]) -> str:
    words = _FRACTIONS[found[2]]
    before = "" if found.start() == 0 or found.string[found.start() - 1].isspace() else " "
    after = " " if found.string[found.end() : found.end() + 1].isalnum() else ""
    article = words.replace("one ", "a ", 1).replace("a eighth", "an eighth")
    whole = f"{found[1]} and {article}" if found[1] else words
    return f"{before}{whole}{after}"


def _money(sign: str, number: str, scale: str | None) -> str:
    one, many, small = _MONEY[sign]
    if scale:
        return f"{number} {scale} {many}"
    parts = re.fullmatch(r"(\d+(?:[.,]\d{3})*)[.,](\d\d)", number)
    if parts is None or not small:
        return f"{number} {one if number == '1' else many}"
    whole, hundredths = parts.groups()
    if hundredths == "00":
        return f"{whole} {one if whole == '1' else many}"
    if not whole.strip("0.,"):
        return f"{int(hundredths)} {small}"
    return f"{whole} {one if whole == '1' else many} {hundredths.removeprefix('0')}"


def _iso_date(found: re.Match[str]) -> str:
    try:
        return spoken_date(date(int(found[1]), int(found[2]), int(found[3])))
    except ValueError:  # thirteen months: not a date
        return found[0]


def spoken_date(value: date, *, has_day: bool = True) -> str:
    """A date as it is said: "14 March 2026", or "March 2026" where no day was printed."""
    month = f"{_MONTHS[value.month - 1]} {value.year}"
    return f"{value.day} {month}" if has_day else month


_DIGITS = re.compile(r"[0-9]")
_DIGIT_NAMES = {"+": "plus", ".": "point", "/": "slash", "*": "star", "#": "hash", ":": "colon"}


def digits_one_by_one(text: str) -> str:
    """Each digit alone, groups apart by a comma: "555-0199" is "5 5 5, 0 1 9 9".

    For codes and phone numbers, where "five hundred" helps nobody.  Words stay.
    """
    text = re.sub(r"(?<=\d)[ \t]*[-‐‑–()][ \t()-]*(?=\d)", ", ", text)
    text = re.sub(r"(?<=\d\d) +(?=\d)|(?<=\d) +(?=\d\d)", ", ", text)
    text = re.sub(r"\((?=\d)", "", text)
    text = re.sub(r"\+(?=[\s(]*\d)", "plus ", text)
    text = re.sub(r"(?<=\d)([./:*#])(?=\d)", lambda found: f" {_DIGIT_NAMES[found[1]]} ", text)
    text = re.sub(r"(?<=\d)(?=\d)", " ", text)
    text = re.sub(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])", " ", text)
    return re.sub(r"  +", " ", text)
