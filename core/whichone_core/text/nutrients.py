"""How much of one nutrient stands on a package: only an amount that is printed beside its name.

    asked("how many grams of fat?") -> Wanted({"fat"}, "g")
    amounts_of(wanted, text)        -> "Fat 3.5 g", never "Saturated fat 1 g" or "Net 500 g"
    rows_of(wanted, lines)          -> the lines that name it, each with what stands in its row

Trade-off: the first number of a row counts as its amount only in the unit that was asked for.
Everything else (percent of a daily need, "fat in dry matter") is quoted as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from whichone_core.question.tongues.folding import fold
from whichone_core.text.textfields import FieldValue, Quantity
from whichone_core.text.textfields.measures import nutrition
from whichone_core.types.evidence import TextEvidence, TextLine

_NAMES = {
    "unsaturated": r"\w*unsaturat\w*|\w*ungesattigt\w*|\w*insaturad\w*",
    "saturated": r"saturat\w*|gesattigt\w*|saturad\w*",
    "trans": r"trans(?:fett\w*)?",
    "fat": r"fats?|fett|fettgehalt|grasas?",
    "carbohydrate": r"carb\w*|kohlenhydrat\w*|hidratos|carbohidratos?",
    "sugar": r"sugars?|zucker|azucar(?:es)?",
    "fibre": r"fib(?:re|er)s?|ballaststoff\w*|fibra",
    "protein": r"proteins?|eiweiss|proteinas?",
    "salt": r"salt|salz|sal",
    "sodium": r"sodium|natrium|sodio",
    "cholesterol": r"cholesterol|cholesterin|colesterol",
    "caffeine": r"caffeine|koffein|cafeina",
}
_KINDS_OF_FAT = frozenset({"unsaturated", "saturated", "trans"})
_NAMED = {name: re.compile(rf"\b(?:{words})\b") for name, words in _NAMES.items()}
_HOW_MUCH = re.compile(
    r"\bhow (?:much|many)\b|\bpercent\w*|%|\bamount\b|\bgrams?\b|\bcontent\b|"
    r"\bcuant[oa]s?\b|\bporcentaje\b|\bpor ciento\b|\bcantidad\b|\bgramos?\b|\bcontenido\b|"
    r"\bwie ?viele?\b|\bprozent\w*|\bmenge\b|\bgramm\b|\w*gehalt\b"
)
_UNITS = {
    "mg": re.compile(r"\b(?:milligramm?s?|miligramos?|mg)\b"),
    "g": re.compile(r"\b(?:gramm?s?|gramos?|g)\b"),
    "%": re.compile(r"%|\bpercent\w*|\bporcentaje\b|\bpor ciento\b|\bprozent\w*"),
}
_OF_ITS_OWN = re.compile(r"(?:^|[^\w\s]|\d\s?(?:g|kg|mg|mcg|kcal|kj)?)\s*$", re.IGNORECASE)
"""What may stand before a row's name; in "low fat 500 g" another word does."""
_MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """The nutrients of a question, and the unit that it names; "" for none."""

    names: frozenset[str]
    unit: str = ""


def asked(question: str) -> Wanted | None:
    """What a question wants to know the amount of; None where it asks for no nutrient's."""
    line = fold(" ".join(question.split()[:_MOST_WORDS]))
    names = _names_in(line)
    if not names or not _HOW_MUCH.search(line):
        return None
    return Wanted(names, next((unit for unit, rule in _UNITS.items() if rule.search(line)), ""))


def amounts_of(wanted: Wanted, text: TextEvidence) -> tuple[FieldValue, ...]:
    """The amounts that are printed right behind these names, in reading order."""
    return tuple(value for value in nutrition(text) if _belongs(value, wanted))


def rows_of(wanted: Wanted, lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The lines that name one of these, each with the lines beside it, in reading order."""
    named = [line for line in lines if wanted.names & _names_in(fold(line.text))]
    return tuple(line for line in lines if any(_in_row(line, name) for name in named))


def _names_in(line: str) -> frozenset[str]:
    """Which nutrients are named; of "saturated fat" only that kind."""
    found = frozenset(name for name, rule in _NAMED.items() if rule.search(line))
    return found - {"fat"} if found & _KINDS_OF_FAT else found


def _belongs(value: FieldValue, wanted: Wanted) -> bool:
    if not isinstance(value.value, Quantity) or not wanted.names & _names_in(fold(value.label)):
        return False
    before = value.line.text.partition(value.written)[0]
    is_unit = not wanted.unit or value.value.unit == wanted.unit
    return is_unit and _OF_ITS_OWN.search(before) is not None


def _in_row(line: TextLine, name: TextLine) -> bool:
    """Whether a line is that name's, or stands beside it at the same height."""
    middle, box = (line.box.top + line.box.bottom) / 2, name.box
    is_beside = line.box.left >= box.right or line.box.right <= box.left
    return line == name or (is_beside and box.top <= middle <= box.bottom)
