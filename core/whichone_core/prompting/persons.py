"""Who someone is: said only by a name that is written in the picture, never by a face.

A model that is asked who is in a picture names people from their looks, and is often wrong
about those who are not famous.  What can be seen of them is told; a name only if it was read.
"""

from __future__ import annotations

import re

from whichone_core.prompting.claims import Claim, ClaimKind

_WHO = re.compile(
    r"\b(?:who|whom|whose|who's|name of (?:the|this|that) (?:man|woman|person)|"
    r"qui[eé]n(?:es)?|nombre de (?:la persona|est[ea] (?:hombre|mujer|persona))|"
    r"wer|wem|wen|wessen|name (?:der|dieser) (?:person|frau)|name (?:des|dieses) mannes)\b"
)
_NAME = re.compile(
    r"\b(?!(?:The|This|That|It|I|He|She|They|A|An|In|On|There|Yes|No|You|We|His|Her)\b)"
    r"[A-ZÀ-Þ][\w'’.-]+(?: (?:(?:de|van|von|bin|al|la|le|of) )?[A-ZÀ-Þ][\w'’.-]+)+"
    r"|(?<=\bis )[A-ZÀ-Þ][a-zß-ÿ'’-]+|(?<=\bnamed )[A-ZÀ-Þ]\w+|(?<=\bcalled )[A-ZÀ-Þ]\w+"
    r"|(?<=\bist )[A-ZÀ-Þ][a-zß-ÿ'’-]+(?=[.!]|$)|(?<=\bheißt )[A-ZÀ-Þ]\w+|(?<=\bllama )[A-ZÀ-Þ]\w+"
    r"|(?<=\bes )[A-ZÀ-Þ][a-zß-ÿ'’-]+"
)


def asks_who(question: str) -> bool:
    """Whether a question wants to know who someone is."""
    return bool(_WHO.search(question.lower().replace("’", "'")))


def names_in(sentence: str) -> tuple[Claim, ...]:
    """The names of people that a sentence may hold, as claims to be looked up in print."""
    return tuple(Claim(found[0].rstrip("."), ClaimKind.QUOTE) for found in _NAME.finditer(sentence))
