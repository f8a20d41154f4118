"""Numbers as people write them into files."""

from __future__ import annotations

import math


def finite(text: str) -> float:
    """The number, with a point or a comma.  Raises ValueError, also for "nan" and "inf".

    One of these in a file would make every mean of its column one too.
    """
    number = float(text.strip().replace(",", "."))
    if not math.isfinite(number):
        raise ValueError(f"'{text}' is no number")
    return number
