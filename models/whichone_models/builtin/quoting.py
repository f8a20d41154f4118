"""Quoted text as it is written and as it is said: at high stakes digit by digit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.answering.answers import quote, title
from whichone_core.languages import N_
from whichone_core.ports import Prompt
from whichone_core.types.answers import Sentence
from whichone_core.types.evidence import TextLine
from whichone_core.types.strategies import Role

from whichone_models.catalogue import _

from .drafts import say

_NUMBER = re.compile(r"(?:([$€£]) ?)?(\d(?:[\d., /:-]*\d)?)")
_SIGNS = {
    ".": N_("point"),
    ",": N_("comma"),
    "/": N_("slash"),
    ":": N_("colon"),
    "-": N_("dash"),
}
_MONEY = {"$": N_("dollars"), "€": N_("euros"), "£": N_("pounds")}


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
    """ "250 mg" -> "2 5 0 mg", "$1.50" -> "1 point 5 0 dollars", "1/2" -> "1 slash 2".

    Signs between digits are said, as a voice makes fractions and dates of them that are not
    what is written.
    """
    return " ".join(_NUMBER.sub(_digits, text).split())


def _digits(found: re.Match[str]) -> str:
    number = re.sub(r"[.,/:-]* [., /:-]*", " ", found[2])
    said = " ".join(_said(sign) for sign in number).replace(" , ", ", ")
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    money = f" {_(_MONEY[found[1]])}" if found[1] else ""
    return f"{' ' if before.isalnum() else ''}{said}{money}{' ' if after.isalnum() else ''}"


def _said(sign: str) -> str:
    """A digit as it is, a sign by its name, a space as a pause."""
    return "," if sign == " " else _(_SIGNS[sign]) if sign in _SIGNS else sign


def title_of(lines: Sequence[TextLine], prompt: Prompt) -> tuple[TextLine, ...]:
    """The lines that say what a text in the picture is of."""
    aspect = prompt.frame.width / prompt.frame.height
    text = prompt.evidence.text
    is_on_its_side = text is not None and text.turned % 180 != 0
    return title(lines, 1 / aspect if is_on_its_side else aspect)
