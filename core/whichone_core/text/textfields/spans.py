"""Longer stretches of text: ingredients, instructions, addresses, the name.

A stretch starts at its heading and ends before the next heading of another kind.  A warning
about allergens belongs to the ingredients and stays in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from whichone_core.text.textfields.values import SURE_SCORE, FieldValue, Written, numbered
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.questions import TextField

_INGREDIENTS = re.compile(
    r"(?i)\b[il1]ngr[eé]d[a-z1]{3,8}(?:\s+list)?|\bzutaten(?:liste)?\b|\binhaltsstoffe\b|"
    r"\bcomposition\s*:|\bzusammensetzung\b|\bcomposici[oó]n\b"
)
_COOKING = re.compile(
    r"(?ix)\b(?:(?:cooking|heating|preparation|serving|microwave|oven|storage|washing|dosage)\s+)?"
    r"(?:instructions?|directions?(?:\s+for\s+use)?)\b | \bhow\s+to\s+(?:use|cook|prepare)\b"
    r"|\bto\s+(?:cook|prepare|use|microwave|heat|open|bake|serve)\s*:"
    r"|^\s*(?:microwave|oven(?:\s+cook)?|hob|grill|air\s*fryer|stove\s*top|preparation|usage|"
    r"method)"
    r"\b\s*[:\-(]?(?!\s*safe)"
    r"|\b(?:zubereitung\w*|gebrauchs(?:anweisung|anleitung)|anwendung|kochanleitung)\b"
    r"|\b(?:backofen|ofen|mikrowelle|pfanne|herd)\s*:"
    r"|\binstrucciones(?:\s+de\s+(?:uso|preparaci[oó]n|lavado))?\b"
    r"|\bmodo\s+de\s+(?:empleo|uso|preparaci[oó]n)\b|\bpreparaci[oó]n\b"
    r"|\b(?:microondas|horno|sart[eé]n|olla)\s*:"
)
_STOPS = re.compile(
    r"(?ix)\b(?:nutrition(?:al)?|typical\s+values|best\s*(?:before|by)|use\s*by|exp(?:iry|\.)"
    r"|storage|store\s+in|keep\s+(?:in|refrigerated|cool|out)|net\s*(?:wt|weight|contents?)"
    r"|manufactured|produced\s+(?:by|for|in)|distributed|packed\s+(?:by|for|in)|made\s+in"
    r"|product\s+of|imported|customer|www\.|barcode|warnings?|caution|recycl\w*|lot\b|batch\b"
    r"|n[äa]hrwert\w*|durchschnittliche|(?:mindestens\s*)?haltbar\s*bis|zu\s*verbrauchen|lagern\b"
    r"|lagerung|k[üu]hl\s+(?:und|lagern)|f[üu]llmenge|inhalt\s*:|netto\w*\s*:|hergestellt|"
    r"hersteller"
    r"|abgef[üu]llt|vertrieb|ursprung|charge|(?:warn)?hinweise?\b|informaci[oó]n\s+nutricional"
    r"|valor(?:es)?\s+(?:medios|nutricional|energ[eé]tico)\w*|consumir|conservar|conservaci[oó]n"
    r"|consérvese|contenido|peso\s+neto|fabricado|elaborado\s+(?:por|en)|distribuido|importado"
    r"|lote\b|advertencias?|fecha\s+de)"
)
_ANY_HEADING = (_INGREDIENTS, _COOKING, _STOPS)


def ingredients(text: TextEvidence) -> tuple[FieldValue, ...]:
    """From the word itself to the end of the list, allergen notes included."""
    return _spans(TextField.INGREDIENTS, text, _INGREDIENTS, (_COOKING, _STOPS))


def instructions(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Every stretch under a heading such as "Cooking instructions" or "Microwave:"."""
    return _spans(TextField.INSTRUCTIONS, text, _COOKING, (_INGREDIENTS, _STOPS))


def _spans(
    field: TextField,
    text: TextEvidence,
    heading: re.Pattern[str],
    stops: Sequence[re.Pattern[str]],
) -> tuple[FieldValue, ...]:
    lines = [line for _, line in numbered(text)]
    spans: list[list[Written]] = []
    is_inside = False
    for line in lines:
        start = heading.search(line.text)
        if start is not None and _is_heading(start, line.text):
            is_inside = True
            spans.append([])
        elif is_inside:
            start = None
        if not is_inside:
            continue
        begin = start.start() if start is not None else 0
        stop = _first_stop(line.text, start.end() if start is not None else 0, stops)
        end = len(line.text) if stop is None else stop
        if end > begin:
            spans[-1].append(Written(line, begin, end))
        is_inside = stop is None
    return tuple(joined(field, parts) for parts in spans if parts)


def _is_heading(match: re.Match[str], line: str) -> bool:
    """A heading starts its line or a sentence, or has a colon behind it."""
    before, after = line[: match.start()].rstrip(), line[match.end() :].lstrip()
    return not before or before[-1] in ".:;!)" or after.startswith((":", "-", "."))


def _first_stop(line: str, begin: int, stops: Sequence[re.Pattern[str]]) -> int | None:
    found = (stop.search(line, begin) for stop in stops)
    return min((match.start() for match in found if match is not None), default=None)


def joined(field: TextField, parts: Sequence[Written], label: str = "") -> FieldValue:
    """Parts of lines that follow each other as one value; a word parted by a hyphen is mended
    for speaking only."""
    written = " ".join(part.text for part in parts)
    score = min(part.line.score for part in parts)
    spoken = re.sub(r"(?<=[a-z])- (?=[a-z])", "", written)
    is_certain = score >= SURE_SCORE
    return FieldValue(field, written, spoken, spoken, parts[0].line, score, is_certain, label)


# ------------------------------------------------------------------------------ address

_STREET = re.compile(
    r"""(?ix)(?:\b(?:no\.?\s*|lot\s*|unit\s*|suite\s*)?\d+[a-z]?(?:[-/&,]\s?\d*[a-z]?)*[,.]?\s+(?:[\w'.]+\s+){0,4}
        (?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|way|court|ct|close|square|sq|boulevard|blvd
        |highway|hwy|place|pl|terrace|row|crescent|parkway|quay)\b
      | \b\w+(?:stra(?:ß|ss)e|str\.|gasse|weg|platz|straat|laan|gatan)\s+\d+
      | \b(?:jalan|jln|jl|lorong|rue|via|calle|avenida|avda|plaza|paseo|carretera
        |p\.?\s?o\.?\s?box|menara|lot)\s+[\w.]+)"""
)
_POSTCODE = re.compile(
    r"(?<![\d.,/-])\d{5}(?:-\d{4})?(?![\d.,/-])|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|"
    r"\b[A-Z]{2}\s\d{5}\b"
)
ADDRESS_LINES = 4


def addresses(text: TextEvidence) -> tuple[FieldValue, ...]:
    """From the line with a street to that with a postcode, four lines at most."""
    lines = [line for _, line in numbered(text)]
    found: list[FieldValue] = []
    index = 0
    while index < len(lines):
        if not _STREET.search(lines[index].text):
            index += 1
            continue
        span = _address_lines(lines[index : index + ADDRESS_LINES])
        parts = [Written(line, 0, len(line.text)) for line in span]
        found.append(joined(TextField.ADDRESS, parts))
        index += len(span)
    return tuple(found)


def _address_lines(lines: list[TextLine]) -> list[TextLine]:
    for count, line in enumerate(lines, start=1):
        if _POSTCODE.search(line.text):
            after = lines[count : count + 1]
            is_place = after and line.text.rstrip().endswith(",") and after[0].text.isupper()
            return lines[: count + 1] if is_place else lines[:count]
    return lines[:1]


# --------------------------------------------------------------------------------- name

PROMINENT = 0.55
"""A line at least this tall, against the tallest, may belong to the name."""


def names(text: TextEvidence) -> tuple[FieldValue, ...]:
    """The most prominent lines, the tallest first; neighbours of a like size are one name."""
    lines = [line for _, line in numbered(text) if _is_wordy(line.text)]
    if not lines:
        return ()
    tallest = max(_height(line) for line in lines)
    runs: list[list[TextLine]] = []
    is_open = False
    for line in lines:
        is_big = _height(line) >= PROMINENT * tallest
        if is_big and is_open:
            runs[-1].append(line)
        elif is_big:
            runs.append([line])
        is_open = is_big
    runs.sort(key=lambda run: max(_height(line) for line in run), reverse=True)
    return tuple(
        joined(TextField.NAME, [Written(line, 0, len(line.text)) for line in run[:3]])
        for run in runs[:3]
    )


def _is_wordy(text: str) -> bool:
    letters = sum(char.isalpha() for char in text)
    return letters >= 2 and letters >= sum(char.isdigit() for char in text)


def _height(line: TextLine) -> float:
    """The height of the letters: a leaning line's box is taller than they are."""
    lean = math.radians(abs(line.angle))
    if not 0.02 < lean < 0.7:
        return line.box.height if lean <= 0.02 else min(line.box.height, line.box.width)
    cos, sin = math.cos(lean), math.sin(lean)
    upright = (line.box.height * cos - line.box.width * sin) / (cos * cos - sin * sin)
    return max(upright, 0.2 * line.box.height)
