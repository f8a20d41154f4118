"""Very long words (names of files, links) that may go on in the next line.

Qt breaks a line only between words.  A label is then as wide as its longest word, and so is the
window around it: a photo named IMG_20260602_143055_medicine_box... pushed every control out of
reach beside large text.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

LONGEST = 24
"""Letters of a word that goes into one line; longer ones are broken wherever a line ends."""
BREAK = "\N{ZERO WIDTH SPACE}"
JOINER = "\N{ZERO WIDTH JOINER}"
_LATER = (
    ("\N{EMOJI MODIFIER FITZPATRICK TYPE-1-2}", "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}"),
    ("\N{HANGUL JUNGSEONG FILLER}", "\N{HANGUL JONGSEONG SSANGNIEUN}"),
)
_FLAG = ("\N{REGIONAL INDICATOR SYMBOL LETTER A}", "\N{REGIONAL INDICATOR SYMBOL LETTER Z}")
_LONG = re.compile(rf"\S{{{LONGEST + 1},}}")


def breakable(text: str) -> str:
    """The text as it is shown; what is read aloud, copied or searched stays as it was."""
    return _LONG.sub(lambda found: _with_breaks(found[0]), text)


def _with_breaks(word: str) -> str:
    """A break before each letter but the first; what is one sign on the screen stays whole."""
    return word[0] + "".join(
        each if _is_one(last, each) else BREAK + each for last, each in pairwise(word)
    )


def _is_one(last: str, each: str) -> bool:
    """Whether a letter is drawn with the one before: accents, vowel signs of Hindi or Thai, skin
    colours, families of emoji, flags, syllables of Korean given in parts."""
    kind = unicodedata.category(each)
    if kind[0] == "M" or kind == "Cf" or last == JOINER:
        return True
    return any(low <= each <= high for low, high in _LATER) or all(
        _FLAG[0] <= sign <= _FLAG[1] for sign in (last, each)
    )
