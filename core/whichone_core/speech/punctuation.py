"""How many of a text's signs are said: none, those with a meaning, or all.

"Some" is what `speakable()` gives.  "None" takes away what is left of signs that voices and
readers may name: slashes, brackets, quotation marks.  "All" is for proof-reading a label: every
sign of the written text by its name, in its place.
"""

from __future__ import annotations

import re

from whichone_core.settings import Punctuation
from whichone_core.speech.spelling import in_groups
from whichone_core.speech.spoken_markup import without_controls
from whichone_core.speech.tongues import words_used

_LETTER_MARKS = re.compile(r"(?<=\w)['’](?=\w)")
"""An apostrophe inside a word ("can't") is no sign of its own."""
_SILENT = re.compile(r"[\"“”„«»()\[\]{}/\\|_*#~^`<>=•]+|(?<!\w)['’]|['’](?!\w)")


def with_all_signs(text: str, *, has_codes: bool = False) -> str:
    """Every sign by its name: "5.99!" is "5 full stop 99 exclamation mark".

    has_codes: numbers are said in groups of digits.
    """
    plain = " ".join(without_controls(text).split())
    apart = _LETTER_MARKS.sub("\0", plain)
    names = words_used().punctuation
    named = "".join(f" {names[sign]} " if sign in names else sign for sign in apart)
    words = " ".join(named.replace("\0", "'").split())
    return in_groups(words) if has_codes else words


def without_signs(text: str) -> str:
    """Spoken text without the signs that are neither a pause nor part of a number."""
    words = " ".join(_SILENT.sub(" ", text).split())
    return re.sub(r" (?=[.,;:!?])", "", words)


def said_so(written: str, spoken: str, level: Punctuation, *, has_codes: bool = False) -> str:
    """One sentence at a level.  written: as it stands; spoken: as it is said usually."""
    if level is Punctuation.ALL and spoken:
        return with_all_signs(written, has_codes=has_codes)
    return without_signs(spoken) if level is Punctuation.NONE else spoken
