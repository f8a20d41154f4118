"""Very long words (names of files, links) that may go on in the next line.

Qt breaks a line only between words.  A label is then as wide as its longest word, and so is the
window around it: a photo named IMG_20260602_143055_medicine_box... pushed every control out of
reach beside large text.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 24
"""Letters of a word that goes into one line; longer ones are broken wherever a line ends."""
BREAK = "\N{ZERO WIDTH SPACE}"
_LONG = re.compile(rf"\S{{{LONGEST + 1},}}")


def breakable(text: str) -> str:
    """The text as it is shown; what is read aloud, copied or searched stays as it was."""
    return _LONG.sub(lambda found: _with_breaks(found[0]), text)


def _with_breaks(word: str) -> str:
    """A break before each letter but the first; accents stay with their letter."""
    parts = (BREAK + each if not unicodedata.combining(each) else each for each in word[1:])
    return word[0] + "".join(parts)
