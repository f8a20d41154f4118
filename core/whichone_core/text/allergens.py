"""Words of labels that answer a question about an allergen; only ever used to find quotes.

In English, German and Spanish, whatever language is used: what is eaten comes from anywhere.
Families follow the fourteen allergens that EU law has labels emphasise (Regulation
1169/2011, Annex II), with sugar, meat and gluten's cereals, as people ask for these too.
A family that is not found proves nothing: labels are read in part, and names vary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.types.evidence import TextLine

FAMILIES: dict[str, str] = {
    "nuts": r"nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|"
    r"\w*n[uü]ss\w*|mandeln?|pistazien?|nuez|nueces|frutos? (?:secos?|de c[aá]scara)|almendras?|"
    r"avellanas?|anacardos?|pistachos?|pacanas?",
    "peanuts": r"peanuts?|groundnuts?|erdn[uü]ss\w*|cacahue?tes?|cacahuates?|man[ií]",
    "milk": r"milk|dairy|lactose|whey|casein|butter|cream|cheese|yogh?urt|"
    r"\w*milch\w*|la[ck]tos\w*|molke\w*|k[äa]se\w*|sahne\w*|rahm\w*|butter\w*|joghurt\w*|quark|"
    r"leche|l[aá]cteos?|suero|case[ií]na\w*|mantequilla|nata|queso|yogur",
    "gluten": r"gluten|wheat|barley|rye|oats?|spelt|malt|\w*weizen\w*|gersten?\w*|roggen\w*|"
    r"hafer\w*|"
    r"dinkel\w*|malz\w*|gluten\w*|trigo|cebada|centeno|avena|espelta|malta",
    "eggs": r"eggs?|albumen|ei|eier|eigelb|eiklar|hühnerei\w*|vollei\w*|huevos?|alb[uú]mina",
    "soy": r"soya?|soybeans?|tofu|soja\w*",
    "fish": r"fish|cod|salmon|tuna|anchov(?:y|ies)|fisch\w*|lachs\w*|thunfisch\w*|sardellen?|"
    r"pescado|salm[oó]n|at[uú]n|"
    r"anchoas?|bacalao",
    "shellfish": r"shellfish|shrimps?|prawns?|crabs?|lobsters?|crustaceans?|mussels?|molluscs?|"
    r"krebstiere?\w*|garnelen?|krabben?|weichtiere?\w*|muscheln?|meeresfr[uü]chte|mariscos?|"
    r"crust[aá]ceos?|gambas?|langostinos?|camar[oó]n(?:es)?|moluscos?|mejillones",
    "sesame": r"sesame|tahini|sesam\w*|s[eé]samo|ajonjol[ií]",
    "celery": r"celery|celeriac|sellerie\w*|apio",
    "mustard": r"mustard|senf\w*|mostaza",
    "lupin": r"lupins?|lupinen?\w*|altramu(?:z|ces)",
    "sulphites": r"sul(?:ph|f)ites?|sulphur dioxide|sulfite?n?|schwefeldioxid|sulfitos?|"
    r"di[oó]xido de azufre",
    "sugar": r"sugars?|glucose|fructose|syrup|honey|\w*zucker\w*|glukose\w*|fruktose\w*|"
    r"\w*sirup|honig\w*|az[uú]car(?:es)?|glucosa|fructosa|jarabe|miel",
    "meat": r"meat|beef|pork|chicken|turkey|gelatine?|lard|bacon|\w*fleisch\w*|rindfleisch\w*|"
    r"schwein\w*|huhn|hähnchen\w*|pute\w*|gelatine|schmalz|speck|carne|res|ternera|cerdo|pollo|"
    r"pavo|"
    r"gelatina|manteca|tocino",
}
_NOTICES = (
    r"allerg\w*|may contain|contains?|ingredients?|traces?|free from|\w+[ -]free|"
    r"zutaten|enth[äa]lt|spuren|\w+frei|ingredientes|contiene|puede contener|trazas|sin \w+"
)
_ASKED_AS = {
    "dairy": "milk",
    "lactose": "milk",
    "wheat": "gluten",
    "vegan": "meat",
    "vegetari": "meat",
}


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
