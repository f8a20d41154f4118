"""E-mail addresses in a text: written, misread by a reader of print, and spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST_NAME = 100
"""Characters before the @ that are looked at; the standard allows 64 (RFC 5321)."""
_NAME = re.compile(r"(?:\"[^\"]+\"|[\w.+%'-]+) ?$")
_END = r"(?:xn--[\w-]+|[^\W\d_]{2,})(?![\w-])"
_DOMAINS = (
    re.compile(r" ?[\w-]+(?:\.[\w-]+)*\." + _END),
    re.compile(r" ?\[?\d{1,3}(?:\.\d{1,3}){3}\]?(?![\w.]\d)"),
    re.compile(r" ?[\w-]+(?:(?: ?\. ?|,)[\w-]+){0,4}?(?: ?\. ?|,)(?:[a-z]{2,}|[A-Z]{2,})(?![\w-])"),
)
"""Written well; by numbers; with a gap or a comma that was read for the dot."""
_HOST = re.compile(r"[^\W\d_]{2}[\w-]+")
"""What stands without a gap behind the @ and is no number: "anna@gmail"."""
_SAID_AT = r"(?<![\w.+%'-])[\w.+%'-]{1,64}(?: dot [\w-]{1,64}){0,4}"
_DOT_BRACKETS = r"(?: ?[\[({<] ?dot ?[\])}>] ?| dot |\.)"
_SAID = re.compile(
    rf"{_SAID_AT}(?: ?[\[({{<] ?at ?[\])}}>] ?[\w-]{{1,64}}(?:{_DOT_BRACKETS}[\w-]{{2,64}}){{1,5}}"
    r"| at [\w-]{1,64}(?:(?: dot |\.)[\w-]{1,64}){0,4} dot [^\W\d_]{2,24}\b)",
    re.IGNORECASE,
)
"""As it is said, or written so that programs do not find it."""


def emails(text: str) -> Iterator[tuple[int, int]]:
    """The start and the end of each address."""
    for match in re.finditer("@", text):
        name = _NAME.search(text, max(0, match.start() - LONGEST_NAME), match.start())
        end = _end(text, match.end(), is_close=name is not None and not name[0].endswith(" "))
        if name is not None and end is not None:
            yield name.start(), end
    for match in _SAID.finditer(text):
        yield match.span()


def _end(text: str, at: int, *, is_close: bool) -> int | None:
    """Where the address ends whose @ ends here; None where none does."""
    for domain in _DOMAINS:
        if match := domain.match(text, at):
            return match.end()
    host = _HOST.match(text, at) if is_close else None
    return None if host is None else host.end()
