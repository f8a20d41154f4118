"""What is asked of a thing beside whether it is there: "a red cup", "three cups".

That there are cups is no "yes" to either; what colour they have and how many they are is told
instead.  Other qualities ("a broken cup") can't be seen and are not looked for here.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from whichone_core.question.requests_for_looks import COLOUR_WORD
from whichone_core.question.tongues.de_requests import COLOURS as GERMAN
from whichone_core.question.tongues.es_requests import COLOURS as SPANISH
from whichone_core.types.questions import Intent

_COLOURS = {
    "en": re.compile(rf"\b{COLOUR_WORD}\b"),
    # "una taza de café" holds coffee; "de color café" is brown.
    "es": re.compile(rf"(?:\bde color |(?<!\bde )\b){SPANISH}\b"),
    "de": re.compile(rf"\b{GERMAN}\b"),
}
_FRUIT = re.compile(r"oranges?|orangen|naranjas?")
_NUMBERS = {
    "en": r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
    "es": r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce",
    "de": r"zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf",
}
_COUNTS = {
    code: re.compile(rf"\b(?:{words}|[2-9]|[1-9]\d)\b(?! or | o | oder )")
    for code, words in _NUMBERS.items()
}
"""From two on: "is there one cup" asks for no number."""


def qualified(clause: str, language: str, targets: Collection[str]) -> Intent:
    """What a question for the presence of things asks for; clause: as rules read it."""
    if _names_colour(clause, language, "orange" in targets):
        return Intent.COLOUR
    return Intent.COUNT if _COUNTS[language].search(clause) else Intent.PRESENCE


def _names_colour(clause: str, language: str, is_fruit: bool) -> bool:
    named = (found.group() for found in _COLOURS[language].finditer(clause))
    return any(not (is_fruit and _FRUIT.fullmatch(word)) for word in named)
