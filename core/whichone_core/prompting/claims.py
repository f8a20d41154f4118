"""What an answer claims stands in the picture, and whether it was read there.

    sentence -> claims_in() -> numbers, dates, codes, quoted words
             -> is_read()   -> found in the print and codes that the text reader saw

A model that completes half a date from habit sounds as sure as one that reads it, so every
claim is looked up.  Differences of writing don't count: "14 March 2027" is read where
"14 MAR 2027" stands, "0171 555 0123" where it is grouped another way, "C0CA" where the reader
took an O for a zero.  Counts of things ("3 cups") are no claims about print, nor is what the
question said itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import pairwise

from whichone_core.answering.answers import readable
from whichone_core.types.evidence import Evidence


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


class ClaimKind(StrEnum):
    """What a claim is compared as."""

    NUMBER = "number"
    DATE = "date"
    CODE = "code"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Claim:
    """Words of a sentence that must stand in the picture for it to be true."""

    text: str
    kind: ClaimKind


_MONTHS = (
    "jan|january|januar|ene|enero", "feb|february|februar|febrero", "mar|march|märz|mrz|marzo",
    "apr|april|abr|abril", "may|mai|mayo", "jun|june|juni|junio", "jul|july|juli|julio",
    "aug|august|ago|agosto", "sep|sept|september|septiembre|setiembre",
    "oct|october|okt|oktober|octubre", "nov|november|noviembre",
    "dec|december|dez|dezember|dic|diciembre",
)  # fmt: skip
_MONTH = rf"(?:{'|'.join(_MONTHS)})"
_UNIT = (
    r"(?:mg|g|kg|ml|cl|l|oz|lbs?|mcg|cm|mm|m|km|volts?|v|watts?|w|amps?|percent|%|°[cf]?|degrees|"
    r"dollars?|euros?|pounds?|cents?|am|pm|a\.m|p\.m|calories|kcal|litres?|liters?|grams?|ounces?)"
)
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of| de)? {_MONTH}\.?,?(?:(?: del?)? \d{{2,4}})?\b"
    rf"|\b{_MONTH}\.? \d{{1,4}}(?:st|nd|rd|th)?(?:,? \d{{4}})?\b"
    r"|\b\d{1,4}([./-])\d{1,2}\1\d{1,4}\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Z0-9][A-Z0-9-]{3,}\b")
_NUMBER = re.compile(
    rf"(?<![\w.])(?<!\d[,:/])[$€£#]? ?\d(?:[\d,.:/]*\d| (?=\d{{2,}}))*(?: ?{_UNIT}\b)?%?",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{2,200})[\"”“»]|(?<!\w)['‘]([^'‘’]{2,200})['’](?!\w)")
_SAYING = re.compile(
    r"\b(?:says?|reads?|reading|saying|labell?ed(?: as)?|titled|spells?|states?|printed as)\b:?,? "
    r"(?!that\b|nothing\b|so\b|it\b|you\b|how\b|what\b|here\b)(.{2,200})",
    re.IGNORECASE,
)
_LIST_NUMBER = re.compile(r"^\s*\d{1,2}[:.)]\s+(?=\D)")
_COUNTED = re.compile(r"^ (?:or \d+ )?(?:\w+ ){0,3}?(\w+s|people|men|women|children)\b")
_MOST_COUNTED = 20
_LIKE, _MOST_WORDS_READ = 0.8, 0.8
_LONG_NUMBER = 4
_SMALL_WORDS = _word_set(
    """
    a an the is are was it this that and or of on in at to for with by from as its there has
    have i think label sign text print box bottle can packet
    el la los las un una de del en que es son y o se con por para al dice pone
    der die das den dem des ein eine einen und oder ist sind im am zu mit auf von steht
    """
)


def claims_in(sentence: str, question: str = "") -> tuple[Claim, ...]:
    """The claims of a sentence, each once; what the question says itself is left out."""
    claims: list[Claim] = []
    sentence = rest = _LIST_NUMBER.sub("", sentence)
    for kind, texts in (
        (ClaimKind.QUOTE, _quotes(sentence)),
        (ClaimKind.DATE, [found[0] for found in _DATE.finditer(sentence)]),
        (ClaimKind.CODE, _CODE.findall(sentence)),
    ):
        for text in texts:
            if text in rest:
                rest = rest.replace(text, " ")
                claims.append(Claim(text.strip(), kind))
    claims += [Claim(text, ClaimKind.NUMBER) for text in _numbers(rest)]
    asked = _letters(question)
    return tuple(c for c in dict.fromkeys(claims) if _letters(c.text) not in asked or not asked)


def _quotes(sentence: str) -> list[str]:
    quoted = [found[1] or found[2] for found in _QUOTED.finditer(sentence)]
    if quoted:
        return quoted
    said = _SAYING.search(sentence)
    return [said[1].rstrip(" .!")] if said else []


def _numbers(text: str) -> list[str]:
    """Numbers that are no counts of things, no decades and no places in an order."""
    found = []
    for match in _NUMBER.finditer(text):
        written = match[0].strip().rstrip(",.:/")
        after = text[match.end() :]
        is_ordinal = re.match(r"(?:st|nd|rd|th|s)\b", after)
        is_count = written.isdecimal() and int(written) <= _MOST_COUNTED and _COUNTED.match(after)
        if written and not is_ordinal and not is_count:
            found.append(written)
    return found


# ----------------------------------------------------------------------------- looking up


def unread(sentence: str, evidence: Evidence, question: str = "") -> tuple[Claim, ...]:
    """The claims of a sentence that are not in what was read; none where nobody looked."""
    if evidence.text is None:
        return ()
    return tuple(claim for claim in claims_in(sentence, question) if not is_read(claim, evidence))


def is_read(claim: Claim, evidence: Evidence) -> bool:
    """Whether a claim stands in the print or in a code of the picture."""
    lines = [line.text for line in readable(evidence.text)]
    lines += [code.text for code in evidence.codes or ()]
    return is_in(claim, lines)


def is_in(claim: Claim, lines: Sequence[str]) -> bool:
    """Whether a claim stands in any of some lines of text."""
    if claim.kind is ClaimKind.QUOTE:
        return _is_quoted(claim.text, lines)
    if claim.kind is ClaimKind.CODE:
        return any(_alike(claim.text) in _alike(line) for line in lines)
    if claim.kind is ClaimKind.DATE:
        return any(_is_dated(claim.text, f"{a} {b}") for a, b in pairwise(["", *lines, ""]))
    return _has_number(claim.text, lines)


def _is_quoted(quote: str, lines: Sequence[str]) -> bool:
    whole = _alike(" ".join(lines))
    if _alike(quote) and _alike(quote) in whole:
        return True
    numbers = [Claim(text, ClaimKind.NUMBER) for text in re.findall(r"\d[\d.,:/]*", quote)]
    if not all(is_in(number, lines) for number in numbers):
        return False
    words = [word for word in _words(quote) if word not in _SMALL_WORDS and word.isalpha()]
    there = _words(" ".join(lines))
    read = sum(_has_word(word, there) for word in words)
    return bool(words or numbers) and read >= _MOST_WORDS_READ * len(words)


def _has_word(word: str, there: Sequence[str]) -> bool:
    if word in there:
        return True
    if len(word) < _LONG_NUMBER:
        return False
    return any(
        abs(len(word) - len(other)) <= 2 and SequenceMatcher(None, word, other).ratio() >= _LIKE
        for other in there
    )


def _is_dated(written: str, text: str) -> bool:
    """Whether each part of a date stands in a piece of print, the month by name or number."""
    numbers = re.findall(r"\d+", text)
    values = {int(number) for number in numbers} | {int(n) % 100 for n in numbers if len(n) == 4}
    months = _named_months(text)
    wanted = _named_months(written)
    is_month_there = set(wanted) <= (set(months) if months else values)
    parts = [int(number) for number in re.findall(r"\d+", written)]
    return is_month_there and all(
        part in values or part in months or (part > 999 and part % 100 in values) for part in parts
    )


def _named_months(text: str) -> list[int]:
    lower = text.lower()
    return [i for i, names in enumerate(_MONTHS, 1) if re.search(rf"\b(?:{names})\b", lower)]


def _has_number(written: str, lines: Sequence[str]) -> bool:
    """Whether the digits stand in one line: as the same groups, or long ones grouped anyhow."""
    wanted = _groups(written)
    digits = "".join(re.findall(r"\d", written))
    for line in lines:
        groups = _groups(line)
        if any(groups[i : i + len(wanted)] == wanted for i in range(len(groups))):
            return True
        joined = "".join(re.findall(r"\d", line))
        if len(digits) >= _LONG_NUMBER and digits in joined:
            return True
    return False


def _groups(text: str) -> list[str]:
    """Runs of digits; "1,000" is one, "12.50" two, zeros in front don't count."""
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return [group.lstrip("0") or "0" for group in re.findall(r"\d+", plain)]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _letters(text: str) -> str:
    return "".join(_words(text))


def _alike(text: str) -> str:
    """Letters and digits alone, those that readers mix up as one."""
    return _letters(text).translate(str.maketrans("oil|sbz", "0111582"))
