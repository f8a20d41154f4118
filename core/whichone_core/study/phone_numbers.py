"""Phone numbers in a text: by the word or the plus before them, and by the forms of countries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whichone_core.study.personal_numbers import RUN, is_article

_DATE = re.compile(
    r"(?<!\d)(?<!\d[./-])(?:"
    r"\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d"
    r"|\d{1,2}([./-])\d{1,2}\2\d\d(?!\2?\d)"
    r"|\d{1,2} \d{1,2} (?:19|20)\d\d"
    r"|(?:19|20)\d\d([./ -])\d{1,2}\3\d{1,2}"
    r")(?!\d)"
)
_LABEL = (
    r"(?:tel(?:ephone|efon|éfono|efono)?|tlf|phone|mobile|mobil|móvil|movil|cell|handy|fax|hotline"
    r"|call(?: us)?(?: at| on)?|whatsapp)\b"
)
_NUMBER = r"\+?\(?\d(?:[ ./()-]{0,3}\d){4,13}"
_LABELLED = re.compile(rf"\b{_LABEL}[ .:#]*(?:no|number|nr)?[ .:]*({_NUMBER})", re.IGNORECASE)
_ABROAD = re.compile(r"(?<![\w+])\+ ?\d{1,3}(?:[ ./()-]{0,3}\d){6,12}(?!\d)")
_START = r"(?<![\w.,+/-])(?<!\d )"
_END = r"(?![\w]|[.,/:-]\d| \d)"
_PHONES = (
    re.compile(rf"{_START}00[1-9]\d?(?:[ /.()-]{{0,2}}\d){{7,12}}{_END}"),
    re.compile(rf"{_START}(?:1[ .-]?)?\(\d{{3}}\) ?\d{{3}}[ .-]?\d{{4}}{_END}"),
    re.compile(rf"{_START}(?:1[ .-])?\d{{3}}([ .-])\d{{3}}\1\d{{4}}{_END}"),
    re.compile(rf"{_START}\(?0[1-9]\d{{0,4}}\)?(?: ?[/-] ?| |\.)\d(?:[ ./-]?\d){{4,9}}{_END}"),
    re.compile(rf"{_START}0[1-9]\d{{8,10}}{_END}"),
    re.compile(rf"{_START}[6-9]\d{{2}} \d{{3}} \d{{3}}{_END}"),
    re.compile(rf"{_START}[6-9]\d{{2}} \d{{2}} \d{{2}} \d{{2}}{_END}"),
    re.compile(rf"{_START}[6-9]\d{{4}} \d{{5}}{_END}"),
    re.compile(rf"{_START}[89]\d \d{{3}} \d{{2}} \d{{2}}{_END}"),
)
_NO_PHONE = re.compile(
    r"(?:lot|batch|charge|isbn|issn|ean|upc|gtin|ref|serial|s/n|sn|lote)[ .:#]*(?:no|nr)?[ .:]*$",
    re.IGNORECASE,
)
_BEFORE = 24
"""Characters before a number in which a word says that it is none of a phone."""


def certain_phones(text: str) -> Iterator[tuple[int, int]]:
    """Those that a word or a plus announces."""
    for match in _LABELLED.finditer(text):
        if not _DATE.match(match[1]):
            yield match.span(1)
    yield from _unless_kept(text, (_ABROAD,))


def phones(text: str) -> Iterator[tuple[int, int]]:
    """Those that only their form tells."""
    yield from _unless_kept(text, _PHONES)


def _unless_kept(text: str, patterns: tuple[re.Pattern[str], ...]) -> Iterator[tuple[int, int]]:
    kept = [match.span() for match in _DATE.finditer(text)]
    kept += [run.span() for run in RUN.finditer(text) if is_article(run[0])]
    for pattern in patterns:
        for match in pattern.finditer(text):
            start, end = match.span()
            is_kept = any(start < last and first < end for first, last in kept)
            if not is_kept and not _NO_PHONE.search(text[max(0, start - _BEFORE) : start]):
                yield start, end
