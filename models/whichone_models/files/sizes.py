"""Sizes of files and of memory, as a person says them."""

from __future__ import annotations


def gigabytes(count: int) -> str:
    """Bytes as a person says them: "3.3 gigabytes", "640 megabytes"."""
    if count >= 999_500_000:
        number, unit = f"{count / 1e9:.1f}".removesuffix(".0"), "gigabyte"
    elif count >= 999_500:
        number, unit = f"{count / 1e6:.0f}", "megabyte"
    elif count >= 1000:
        number, unit = f"{count / 1e3:.0f}", "kilobyte"
    else:
        number, unit = f"{count}", "byte"
    return f"{number} {unit}" if number == "1" else f"{number} {unit}s"
