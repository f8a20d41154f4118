"""The language of a question, decided by its words; the language of the process settles a tie.

A question in another language must not half fit a rule ("quelle est la couleur" holds "la"),
so small words of languages that are not understood count as well.
"""

from __future__ import annotations

from functools import cache

from whichone_core.languages import language_used
from whichone_core.question.lexicon import DETECTOR_LABELS, GROUPS
from whichone_core.question.tongues import TONGUES
from whichone_core.question.word_classes import (
    ATTRIBUTES,
    FUNCTION_WORDS,
    QUALITIES,
    VAGUE_NOUNS,
    VERBS,
)
from whichone_core.question.wording import plain, words_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = _words(
    """
    what is this the a an it of in on to you can how many does do say are there where which read
    describe me my that these colour color tell label please see for i and or who when was has
    have be with from here much kind
    """
)
_OTHERS = _words(
    """
    que qué es esto este esta el los las una por para cual cuál donde dónde cuanto cuánto como
    dice del hay estoy puedes ist das der ein eine wie viel welche farbe hat und ich bitte mir
    steht wo quelle quel couleur le les est ce cette qui dans avec combien quoi pouvez vous je
    il cosa che questo questa colore di dove quanto kleur dit deze het een qual cor é isto isso
    um uma onde quantos jaki kolor jest co vad är det vilken färg hva hvad er hvilken farge kya
    hai yeh apa ini warna bu renk
    """
)
"""Small words of other languages that no English question holds."""

_NOT_UNDERSTOOD = {
    "fr": _words(
        """
        quel quelle quels quelles est ce c'est qu'est-ce qu'il cette cet ces le les la des du une un
        dans avec sur qui quoi combien où pouvez vous je il elle couleur y a-t-il écrit lire peux tu
        pour et ou mon ma mes de
        """
    ),
    "it": _words(
        """
        che cosa cos'è questo questa è di colore il lo gli le della del dove quanto quanti quante
        puoi dirmi c'è sono nella sul sulla leggi scritto chi come mio mia e la una un quale per
        """
    ),
    "pt": _words(
        """
        qual quais cor é isto isso um uma onde quantos quantas está o os as do da dos das no na em
        você pode meu minha que não são tem escrito ler diz quanto custa quando de e esse essa
        """
    ),
    "nl": _words(
        """
        wat is dit deze het een welke kleur hoeveel waar van op kun je kan u de staat er mij lezen
        wie heeft mijn zijn dat hoe
        """
    ),
    "ca": _words("què és això aquest aquesta quin quina els amb hi ha on la el de un una"),
    "": _words(
        """
        jaki jaka jest to co gdzie ile kolor czy vad är det här vilken färg hur många var den hva
        hvad er hvilken farge dette hvor mange kya hai yeh kaun sa rang kitne apa ini warna berapa
        di mana yang bu ne renk kaç nerede bir mi mikä tämä on mitä väri
        """
    ),
}
"""Small words of languages in which nothing is understood; the last of several languages."""


def is_english(words: list[str]) -> bool:
    """Whether lower-case words read as English; no words at all do.

    Another script is not, where it has as many words as the Latin one; nor are words among
    which other languages' small words are as many as English ones.
    """
    said = set(words)
    if is_another_script(said):
        return False
    foreign = len(said & _OTHERS)
    return foreign == 0 or len(said & _ENGLISH) > foreign


def is_another_script(said: set[str]) -> bool:
    """Whether half of the words or more have no letter from a to z."""
    latin = sum(any(sign.isascii() and sign.isalnum() for sign in word) for word in said)
    return bool(said) and latin <= len(said) / 2


def language_of(text: str) -> str | None:
    """The code of the language that a question is in; None where nothing of it is understood.

    Where languages have equally many of its words the one that is used now decides.
    """
    own = language_used()
    said = frozenset(words_of(plain(text)))
    if is_another_script(set(said)):
        return None
    scores = {"en": float(len(said & _english()))}
    for code, tongue in TONGUES.items():
        scores[code] = tongue.weight(tongue.words_of(text))
    others = max(len(said & words) for words in _NOT_UNDERSTOOD.values())
    best = max(scores.values())
    if others > best or (others == best and 0 < best != scores[own]):
        return None
    likeliest = [code for code, score in scores.items() if score == best]
    chosen = own if own in likeliest else likeliest[0]
    return None if chosen == "en" and not is_english(list(said)) else chosen


@cache
def _english() -> frozenset[str]:
    nouns = (name for name in (*DETECTOR_LABELS, *GROUPS) if " " not in name)
    small = _ENGLISH | FUNCTION_WORDS | VERBS | ATTRIBUTES | VAGUE_NOUNS | QUALITIES
    return (small | frozenset(nouns)) - _words("die")
