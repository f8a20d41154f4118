"""Whether a question is in English, told by its small words.

Only English is understood so far; a question in another language must not half fit a rule
("de qué color es esto" holds the word "color").
"""

from __future__ import annotations


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
"""Small words of Spanish, German, French, Italian, Dutch, Portuguese, Polish, the Nordic
languages, Hindi, Indonesian and Turkish that no English question holds."""


def is_english(words: list[str]) -> bool:
    """Whether lower-case words read as English; no words at all do.

    Another script is not, where it has as many words as the Latin one; nor are words among
    which other languages' small words are as many as English ones.
    """
    said = set(words)
    latin = sum(word.isascii() for word in said)
    if said and latin <= len(said) / 2:
        return False
    foreign = len(said & _OTHERS)
    return foreign == 0 or len(said & _ENGLISH) > foreign
