"""A text's sentences, as a voice should pause between them."""

from __future__ import annotations

import re

_GOES_ON = re.compile(
    r"e\.g|i\.e|dr|mr|mrs|ms|prof|st|no|nr|fig|vol|pp?|ca|vs|approx|tel|[b-hj-tv-z]|"
    r"\w*str|bzw|sr|sra|srta|dra|d|uds?|p[aá]g|n[uú]m|avda|art|abs|z\.\s?b|d\.\s?h|u\.\s?a|p\.\s?ej|zzgl|ggf|evtl|vgl|m[aá]x|m[ií]n|mind",
    re.I,
)
"""After these and a full stop something follows: a name, a number, an example."""
_MAY_GO_ON = re.compile(
    r"etc|incl|excl|max|min|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|"
    r"sun|a\.m|p\.m|u\.s|u\.k|inc|ltd|co|corp|exp|bb|mfg|oz|lb",
    re.I,
)
"""After these a full stop ends a sentence unless a number or a bracket follows."""

_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
""" "3. Mai" is no end of a sentence."""
_END = re.compile(r"(?:[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[」』”]*)")
_BLANK = re.compile(r"\n[ \t]*\n\s*")


def sentences_of(text: str) -> list[str]:
    """Split at sentence ends and blank lines; "e.g.", "5.99", "Dr." and initials don't end one.

    The words of the parts, in order, are the words of the text.
    """
    return [sentence for paragraph in _BLANK.split(text) for sentence in _in_paragraph(paragraph)]


def _in_paragraph(text: str) -> list[str]:
    found: list[str] = []
    begin = 0
    for end in _END.finditer(text):
        if _is_end(text, begin, end):
            found.append(text[begin : end.end()])
            begin = end.end()
    found.append(text[begin:])
    return [" ".join(sentence.split()) for sentence in found if sentence.strip()]


def _is_end(text: str, begin: int, end: re.Match[str]) -> bool:
    if end[0][0] not in ".…":
        return True
    following = text[end.end() :].lstrip()[:1]
    if following.islower():
        return False
    if not following or end[0] != ".":
        return True
    word = text[begin : end.start()].rsplit(maxsplit=1)[-1:]
    last = word[0].lstrip("(\"'“‘[") if word else ""
    if _GOES_ON.fullmatch(last) or (last.isdigit() and _MONTH.match(text[end.end() :].lstrip())):
        return False
    return not (_MAY_GO_ON.fullmatch(last) and (following.isdigit() or following == "("))
