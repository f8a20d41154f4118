"""Numbers as they are printed: points, commas or spaces between thousands or before decimals.

"1.250" is 1250 in German and 1.25 in English, and "2 500" may be two numbers; such a number
is never certain, and with a point or comma it is said as it stands.
"""

from __future__ import annotations

import re
from decimal import Decimal

SPACES = " \u00a0\u202f"
_GROUPED = rf"[1-9]\d?(?:[{SPACES}]\d{{3}})+(?:[.,]\d+)?(?=\s?[a-zA-Z%])"
_COMMAS = r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?"
_POINTS = r"[1-9]\d{0,2}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)"
NUMBER = rf"{_GROUPED}|{_COMMAS}|{_POINTS}|\d+(?:[.,]\d+)?".replace(" ", r"\x20")
"""Also for patterns that are written out with spaces."""

_ONE_GROUP = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")


def decimal(written: str) -> Decimal:
    """The likeliest number; a lone 0 before a comma leaves only decimals."""
    digits = re.sub(rf"[{SPACES}]", "", written)
    if re.fullmatch(_COMMAS, digits):
        return Decimal(digits.replace(",", ""))
    if re.fullmatch(_POINTS, digits):
        digits = digits.replace(".", "")
    return Decimal(digits.replace(",", "."))


def is_as_it_stands(written: str) -> bool:
    """Whether the one mark may stand between thousands or before decimals."""
    return _ONE_GROUP.fullmatch(written) is not None


def is_certain(written: str, before: str) -> bool:
    """Whether there is one reading; before: what stands in front of the number."""
    is_split = " " in written.strip() or re.search(rf"\d[{SPACES}]$", before) is not None
    return not is_split and not is_as_it_stands(written)
