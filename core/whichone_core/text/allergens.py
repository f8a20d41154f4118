"""Words of labels that answer a question about an allergen; only ever used to find quotes.

Families follow the fourteen allergens that EU law has labels emphasise (Regulation
1169/2011, Annex II), with sugar, meat and gluten's cereals, as people ask for these too.
A family that is not found proves nothing: labels are read in part, and names vary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.types import TextLine

FAMILIES: dict[str, str] = {
    "nuts": r"nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?",
    "peanuts": r"peanuts?|groundnuts?",
    "milk": r"milk|dairy|lactose|whey|casein|butter|cream|cheese|yogh?urt",
    "gluten": r"gluten|wheat|barley|rye|oats?|spelt|malt",
    "eggs": r"eggs?|albumen",
    "soy": r"soya?|soybeans?|tofu",
    "fish": r"fish|cod|salmon|tuna|anchov(?:y|ies)",
    "shellfish": r"shellfish|shrimps?|prawns?|crabs?|lobsters?|crustaceans?|mussels?|molluscs?",
    "sesame": r"sesame|tahini",
    "celery": r"celery|celeriac",
    "mustard": r"mustard",
    "lupin": r"lupins?",
    "sulphites": r"sul(?:ph|f)ites?|sulphur dioxide",
    "sugar": r"sugars?|glucose|fructose|syrup|honey",
    "meat": r"meat|beef|pork|chicken|turkey|gelatine?|lard|bacon",
}
_NOTICES = r"allerg\w*|may contain|contains?|ingredients?|traces?|free from|\w+[ -]free"
_ASKED_AS = {"dairy": "milk", "lactose": "milk", "wheat": "gluten", "vegan": "meat"}


def asked(question: str) -> tuple[str, ...]:
    """The families that a question names ("is it dairy free" -> milk)."""
    line = question.lower()
    named = [name for name, words in FAMILIES.items() if re.search(rf"\b(?:{words})\b", line)]
    named += [name for word, name in _ASKED_AS.items() if word in line and name not in named]
    return tuple(named)


def mentions(lines: Sequence[TextLine], families: Sequence[str]) -> tuple[TextLine, ...]:
    """The lines that mention any of the families; for no family, allergen notices."""
    words = "|".join(FAMILIES[name] for name in families) or _NOTICES
    pattern = re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    return tuple(line for line in lines if pattern.search(line.text))
