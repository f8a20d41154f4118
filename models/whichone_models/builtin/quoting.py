"""Quoted text as it is written and as it is said: at high stakes digit by digit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.answers import quote
from whichone_core.ports import Prompt
from whichone_core.types import Role, Sentence, TextLine

from .drafts import say

_NUMBER = re.compile(r"\d[\d ]*(?:[.,]\d+)*")


def said(frame: str, text: str, prompt: Prompt, role: Role = Role.ANSWER) -> Sentence:
    """A frame with {text} filled by what was read."""
    return say(frame.format(text=text), role, frame.format(text=spoken_words(text, prompt)))


def said_lines(
    frame: str, lines: Sequence[TextLine], prompt: Prompt, role: Role = Role.ANSWER
) -> Sentence:
    return said(frame, quote(lines), prompt, role)


def spoken_words(text: str, prompt: Prompt) -> str:
    """How quoted text is said: its digits one by one where a wrong one could hurt."""
    return digit_by_digit(text) if prompt.question.stakes else text


def digit_by_digit(text: str) -> str:
    """ "250 mg" -> "2 5 0 mg", "1.50" -> "1 point 5 0"; separators in dates stay."""
    return _NUMBER.sub(_digits, text)


def _digits(found: re.Match[str]) -> str:
    number = found[0]
    tail = " " if number.endswith(" ") else ""
    signs = {".": "point", ",": "comma"}
    return " ".join(signs.get(sign, sign) for sign in number if sign != " ") + tail
