"""What is said of a model that can be pulled: what it costs, what it speaks, its licence."""

from __future__ import annotations

from whichone_core.answering.grammar import join
from whichone_core.prompting.systems import language_name
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import CatalogModel

_MOST_NAMED = 4
"""Languages that are named; the rest are counted, as a list of twelve is not listened to."""


def offer(known: CatalogModel) -> str:
    """A model in short sentences on one line, its name first."""
    return (
        f"To pull: {known.name}. {gigabytes(known.download_bytes)} to fetch, "
        f"{gigabytes(known.memory_bytes)} of memory. Languages: {languages(known.languages)}. "
        f"{licence(known)}"
    )


def licence(known: CatalogModel) -> str:
    """ "Licence: MIT. Not for commercial use." """
    return f"Licence: {known.licence}. {known.licence_note}".strip()


def languages(codes: tuple[str, ...]) -> str:
    """ "English, Chinese, German, French and 8 more" """
    names = [language_name(code) for code in codes]
    more = len(names) - _MOST_NAMED
    return join(names if more < 2 else [*names[:_MOST_NAMED], f"{more} more"])
