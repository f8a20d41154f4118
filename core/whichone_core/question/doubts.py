"""Whether a question only asks how sure the last answer was: "are you sure?", in any language
that is understood."""

from __future__ import annotations

import re

from whichone_core.question.tongues import TONGUES
from whichone_core.question.wording import plain, words_of

_LEADS = (
    r"(?:(?:hey|ok|okay|well|so|and|but|hm+|um+|wait|please|no|oh|really|now|then|just) )*"
    r"(?:(?:can|could|would) you (?:please )?)?"
)
_DOUBTS = (
    r"are you (?:really |absolutely |quite |completely |very |100 |a hundred |percent )*"
    r"(?:sure|certain|positive|confident)(?: percent)?(?: (?:about|of) (?:that|this|it))?"
    r"(?: that(?: it)? is (?:right|true|correct))?",
    r"how (?:sure|certain|confident) are you(?: (?:about|of) (?:that|this|it))?",
    r"(?:is|was) (?:that|this|it) (?:really )?(?:right|true|correct|certain|accurate|for sure)",
    r"(?:double ?-?check|re-?check|check)(?: (?:that|this|it|your answer|again|please))*",
    r"(?:look|try)(?: it| that)? again",
    r"really",
    r"(?:do you|you) (?:really )?(?:mean that|think so)",
    r"sure",
)
_ASKED = re.compile(rf"{_LEADS}(?:{'|'.join(_DOUBTS)})(?: (?:please|now|again|then))*")


def is_doubt(text: str) -> bool:
    """Whether all of a question is doubt about what was just said; for any text at all."""
    line = " ".join(words_of(plain(text)))
    if not line:
        return False
    return bool(_ASKED.fullmatch(line)) or any(t.is_doubt(text) for t in TONGUES.values())
