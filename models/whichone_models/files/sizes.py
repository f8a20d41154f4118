"""Sizes of files and of memory, as a person says them."""

from __future__ import annotations

from ..catalogue import _n, _p


def gigabytes(count: int) -> str:
    """Bytes as a person says them, in the user's language: "3.3 gigabytes", "640 megabytes"."""
    if count >= 999_500_000:
        number = f"{count / 1e9:.1f}".removesuffix(".0")
        number = number.replace(".", _p("before decimals", "."))
        return _n("{number} gigabyte", "{number} gigabytes", _whole(number), number=number)
    if count >= 999_500:
        number = f"{count / 1e6:.0f}"
        return _n("{number} megabyte", "{number} megabytes", _whole(number), number=number)
    if count >= 1000:
        number = f"{count / 1e3:.0f}"
        return _n("{number} kilobyte", "{number} kilobytes", _whole(number), number=number)
    return _n("{count} byte", "{count} bytes", count)


def _whole(number: str) -> int:
    """The number that a noun agrees with: many, unless it is exactly one."""
    return 1 if number == "1" else 2
