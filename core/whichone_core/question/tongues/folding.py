"""Words of a language as they are compared: small, without accents, ß as ss.

People type "cuando caduca" and "groesse", recognisers write "cuándo" and "Größe"; all of them
fold to the same word.  Rules, word lists and nouns are folded the same way, so a word needs to
stand in them once.  What the user said is kept beside it, to be said and looked up as it was.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_DIGRAPHS = re.compile(r"(?<![aeiouqy])([aou])e(?=[a-z])")
""" "fuer" for "für", not the "ue" of "neue" and "Quelle"; the vowel before decides."""


@lru_cache(maxsize=4096)
def fold(word: str, *, has_digraphs: bool = False) -> str:
    """A word or text as it is compared.  has_digraphs: "ae" may stand for "ä" (German)."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return _DIGRAPHS.sub(r"\1", bare) if has_digraphs else bare


def words_in(text: str) -> list[str]:
    """The words of a text as they were written."""
    return _WORD.findall(unicodedata.normalize("NFKC", text))
