"""Words letter by letter, also with the spelling alphabet of a language; codes in groups.

    spell("AB-7")               "A, B, dash, 7"
    phonetic("AB-7", "de")      "A Anton, B Berta, dash, 7"
    in_groups("4006381333931")  "4 0 0 6, 3 8 1, 3 3 3, 9 3 1"

The alphabets: NATO's (ICAO Annex 10, volume II, 5.2.1.3), the German one by first names that
people still use (DIN 5009 of 1996; its successor of 2022 uses towns), the Spanish one that
Spanish speakers use on the telephone.
"""

from __future__ import annotations

import re

from whichone_core.speech.tongues import words_used

_NATO = (
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November "
    "Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu"
)
_GERMAN = (
    "Anton Berta Cäsar Dora Emil Friedrich Gustav Heinrich Ida Julius Kaufmann Ludwig Martha "
    "Nordpol Otto Paula Quelle Richard Samuel Theodor Ulrich Viktor Wilhelm Xanthippe Ypsilon "
    "Zacharias Ärger Ökonom Übermut"
)
_SPANISH = (
    "Antonio Barcelona Carmen Dolores Enrique Francia Gerona Historia Inés José Kilo Lorenzo "
    "Madrid Navarra Ñoño Oviedo París Queso Ramón Sábado Toledo Ulises Valencia Washington "
    "Xiquena Yegua Zaragoza"
)


def _by_letter(words: str) -> dict[str, str]:
    return {word[0].lower(): word for word in words.split()}


_ALPHABETS = {
    "en": _by_letter(_NATO),
    "de": _by_letter(_GERMAN) | {"ß": "Eszett"},
    "es": _by_letter(_SPANISH),
}


def spell(text: str, *, is_phonetic: bool = False) -> str:
    """Character by character: "A, dash, 7", or with the NATO alphabet "Alfa, dash, 7".

    Capitals are named where the text has small letters too.
    """
    is_mixed = text != text.upper() and text != text.lower()
    return ", ".join(
        _spelled(character, is_phonetic, is_mixed) for character in " ".join(text.split())
    )


def phonetic(text: str, language: str = "en") -> str:
    """Each letter with the word that stands for it: "A Alfa"; for any text at all.

    language: a BCP 47 tag; without an alphabet of its own it gets NATO's.
    """
    family = language.replace("_", "-").split("-", 1)[0].casefold()
    words = _ALPHABETS.get(family, _ALPHABETS["en"])
    named = (_with_word(character, words) for character in " ".join(text.split()))
    return ", ".join(named)


def in_groups(text: str, size: int = 3) -> str:
    """Numbers and codes digit by digit, a pause after each group; other words stay.

    The groups are those that are printed ("0800 123"); a longer row is parted into groups of
    `size` or one more, as even as can be, so that no digit is left alone.
    """
    words = (_grouped(word, size) if _is_code(word) else word for word in text.split())
    return " ".join(words).rstrip(",")


_CODE = re.compile(r"[^\W_]+(?:[-./:][^\W_]+)*")
_END = re.compile(r"[.,;:!?)\]]*$")


def _is_code(word: str) -> bool:
    core = word.strip("(\"'").rstrip(".,;:!?)\"'")
    return any(character.isdigit() for character in core) and bool(_CODE.fullmatch(core))


def _grouped(word: str, size: int) -> str:
    end = _END.search(word)
    tail = end[0] if end else ""
    core = word[: len(word) - len(tail)].strip("(\"'")
    parts = re.split(r"([-./:])", core)
    signs = words_used().spelled
    said = []
    for part in parts:
        if part in signs:
            said.append(signs[part])
        else:
            said += [" ".join(group) for group in _groups(part, size)]
    return f"{', '.join(said)}{tail or ','}"


def _groups(row: str, size: int) -> list[str]:
    """A row in groups of about `size`: "4006381" is "4006", "381"."""
    if len(row) <= size + 1:
        return [row]
    count = -(-len(row) // (size + 1))
    shortest, longer = divmod(len(row), count)
    groups, begin = [], 0
    for place in range(count):
        end = begin + shortest + (place < longer)
        groups.append(row[begin:end])
        begin = end
    return groups


def _spelled(character: str, is_phonetic: bool, is_mixed: bool) -> str:
    words = words_used()
    if character in words.spelled:
        return words.spelled[character]
    name = character
    if is_phonetic:
        name = _ALPHABETS["en"].get(character.lower(), character)
    return f"{words.capital} {name}" if is_mixed and character.isupper() else name


def _with_word(character: str, words: dict[str, str]) -> str:
    signs = words_used().spelled
    if character in signs:
        return signs[character]
    word = words.get(character.lower())
    letter = character if character == "ß" else character.upper()
    return f"{letter} {word}" if word else character
