"""What is said of a model that can be pulled: what it costs, what it speaks, its licence."""

from __future__ import annotations

from whichone_core.languages import N_
from whichone_core.prompting.systems import language_name
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import CatalogModel

from ..catalogue import _, _n
from .phrases import joined

_MOST_NAMED = 4
"""Languages that are named; the rest are counted, as a list of twelve is not listened to."""

_NAMES = {
    "ar": N_("Arabic"),
    "de": N_("German"),
    "en": N_("English"),
    "es": N_("Spanish"),
    "fr": N_("French"),
    "it": N_("Italian"),
    "ja": N_("Japanese"),
    "ko": N_("Korean"),
    "pt": N_("Portuguese"),
    "ru": N_("Russian"),
    "vi": N_("Vietnamese"),
    "zh": N_("Chinese"),
}
"""The languages of the catalogue's models; others are called by their English names."""
_NOTES = (N_("Not for commercial use."),)
"""The notes on licences in the catalogue."""


def spoken_name(known: CatalogModel) -> str:
    """ "Qwen 2.5 V L, 3 billion": how many numbers it holds is said in the user's language."""
    name, _comma, size = known.spoken.rpartition(", ")
    number, _space, unit = size.partition(" ")
    if not name or not number.isdigit():
        return known.spoken
    if unit == "billion":
        return f"{name}, {_billions(int(number))}"
    return f"{name}, {_millions(int(number))}" if unit == "million" else known.spoken


def _billions(count: int) -> str:
    return _n("{count} billion", "{count} billion", count)


def _millions(count: int) -> str:
    return _n("{count} million", "{count} million", count)


def offer(known: CatalogModel) -> str:
    """A model in short sentences on one line, its name first."""
    costs = _(
        "To pull: {name}. {size} to fetch, {memory} of memory. Languages: {languages}.",
        name=known.name,
        size=gigabytes(known.download_bytes),
        memory=gigabytes(known.memory_bytes),
        languages=languages(known.languages),
    )
    return f"{costs} {licence(known)}"


def licence(known: CatalogModel) -> str:
    """ "Licence: MIT. Not for commercial use." """
    note = _(known.licence_note) if known.licence_note else ""
    return " ".join((_("Licence: {licence}.", licence=known.licence), note)).strip()


def languages(codes: tuple[str, ...]) -> str:
    """ "English, Chinese, German, French and 8 more" """
    names = [_(_NAMES[code]) if code in _NAMES else language_name(code) for code in codes]
    more = len(names) - _MOST_NAMED
    return joined(names if more < 2 else [*names[:_MOST_NAMED], _("{count} more", count=more)])
