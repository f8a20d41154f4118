"""The sentences of this package in the user's language: `_("It is {name}.", name=name)`."""

from __future__ import annotations

from pathlib import Path

from whichone_core.languages import Catalogue

_CATALOGUE = Catalogue("whichone_models", Path(__file__).parent / "locale")

_ = _CATALOGUE.text
_n = _CATALOGUE.count
_p = _CATALOGUE.context
_everywhere = _CATALOGUE.everywhere
