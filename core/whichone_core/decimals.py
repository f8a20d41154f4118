"""Numbers with decimals as they are written in the user's language: "0.5", "0,5"."""

from __future__ import annotations

from whichone_core.languages import language_used

_COMMA = frozenset({"es", "de"})
"""Languages that write a comma; voices of these read a point as the end of something."""


def decimal(value: float, places: int | None = None) -> str:
    """A number with this many decimals, or with as many as it has (at most 6 digits in all)."""
    written = f"{value:g}" if places is None else f"{value:.{places}f}"
    return written.replace(".", ",") if language_used() in _COMMA else written
