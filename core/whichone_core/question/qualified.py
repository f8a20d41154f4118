"""What is asked of a thing beside whether it is there: "a red cup", "three cups", "a broken cup".

That there are cups is no "yes" to any of them; what colour they have and how many they are is
told instead.  Whether a thing is broken, full or wooden is not looked for, so it is said how
many such things there are, whatever they are like.
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

_QUALITIES = {
    "en": re.compile(
        r"\b(?:broken|cracked|chipped|damaged|torn|big|bigger|large|small|little|tiny|huge|tall|short"
        r"|full|empty|clean|dirty|old|new|hot(?! dog)|cold|open|closed|shut|locked|ripe|rotten"
        r"|mou?ldy|expired|fresh|raw|cooked|sharp|wet|dry|wooden|plastic|metal|real|fake)\b"
    ),
    "es": re.compile(
        r"\b(?:(?:rot|agrietad|da[nñ]ad|peque[nñ]|llen|vaci|limpi|suci|viej|nuev|fri|abiert|cerrad"
        r"|madur|podrid|caducad|fresc|crud|afilad|mojad|sec)[ao]s?|grande?s?|gran|calientes?"
        r"|de (?:madera|plastico|metal))\b"
    ),
    "de": re.compile(
        r"\b(?:(?:kaputt|zerbrochen|gesprungen|beschadigt|gro(?:ss|ß)|klein|voll|leer|sauber|schmutzig"
        r"|dreckig|alt|neu|hei(?:ss|ß)|kalt|offen|geschlossen|reif|faul|verschimmelt|abgelaufen|frisch"
        r"|roh|scharf|nass|trocken|holzern)(?:e[rsmn]?)?|aus (?:holz|plastik|metall))\b"
    ),
}


def qualified(clause: str, language: str, targets: Collection[str]) -> Intent:
    """What a question for the presence of things asks for; clause: as rules read it."""
    if _names_colour(clause, language, "orange" in targets):
        return Intent.COLOUR
    is_more = _COUNTS[language].search(clause) or _QUALITIES[language].search(clause)
    return Intent.COUNT if is_more else Intent.PRESENCE


def _names_colour(clause: str, language: str, is_fruit: bool) -> bool:
    named = (found.group() for found in _COLOURS[language].finditer(clause))
    return any(not (is_fruit and _FRUIT.fullmatch(word)) for word in named)
