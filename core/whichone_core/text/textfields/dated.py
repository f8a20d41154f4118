"""Expiry dates, other dates, and times of day.

Which date is the expiry date is decided by the nearest label before it in its line, else at
the end of the lines above; a table of labels ("MFG  EXP") over a row of dates is paired by
position.  A date made, packed or printed is never given as an expiry date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, time

from whichone_core.text.dates import FoundDate, Order, find_dates, say_as_read
from whichone_core.text.textfields.values import FieldValue, Parsed, Written, numbered
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.questions import TextField

_EXPIRY = re.compile(
    r"""(?ix) (?<![a-z])(?:
        best[\s-]*(?:if[\s-]*used[\s-]*)?(?:before|by)(?:\s*end)?(?:\s*date)?
      | use[\s-]*(?:by|before)(?:\s*date)? | sell[\s-]*by | display[\s-]*until
      | (?:enjoy|consume|eat|drink)[\s-]*(?:by|before)
      | exp(?:iry|ires?|iration|\.)?(?:\s*(?:date|on))? | e[xX]p[a-z]?date
      | bb[ed]?(?=[\s:.\d]) | b\.b\.?(?:e\.)? | (?:valid|good)[\s-]*(?:until|thru|through|till)
      | bes[t7][\s-]*bef[o0]re
      | (?:à|a)\s*consommer\s*(?:de\s*préférence\s*)?avant | tht | da\s*consumarsi
      | (?:mindestens[\s-]*)?haltbar[\s-]*bis(?:\s*ende)? | mindesthaltbarkeits?(?:datum)?
      | m\.?h\.?d\.? | (?:zu\s*)?verbrauchen?\s*bis(?:\s*sp[äa]testens)? | verbrauchsdatum
      | verw(?:endbar|endung|\.)?\s*bis | (?:ablauf|verfalls?)datum | verf(?:all|\.)
      | g(?:ü|u|ue)ltig\s*bis | aufbrauchen\s*bis
      | (?:consumir|consumo|cons\.?|utilizar|usar)\s*(?:prefer\w+|pref\.?)?
        \s*antes(?:\s*del?(?:\s*fin(?:ales)?\s*de)?)?
      | (?:consumir|cons\.)\s*pref(?:er\w+|\.)? | consumo\s*pref(?:erente|\.)
      | (?:fecha|f(?:ec)?\.)?\s*(?:de\s*)?(?:caduc(?:idad|\.)?|caduca|cad\.?|vencimiento|vence
        |venc\.?|vto\.?|expiraci[oó]n)
      | v[aá]lid[oa]\s*hasta
    )(?![a-zß-ÿ])"""
)
_OTHER = re.compile(
    r"""(?ix) (?<![a-z])(?:
        m(?:f[gd]?|anufactur(?:ed|ing|e))(?:\s*(?:date|on))?
      | prod(?:uced|uction)?(?:\s*(?:date|on))? | pack(?:ed|ing|aging)?(?:\s*(?:date|on))?
      | pkd | pkg | born\s*on | made\s*on | date\s*of\s*birth
      | dob | printed | issued | lot | batch | opened | harvest(?:ed)?
      | (?:fecha|f(?:ec)?\.)\s*(?:de\s*)?(?:elab|fab|env|prod|emisi|nacim|compra)\w*\.?
      | elab(?:oraci[oó]n|orado|\.)? | fab(?:ricaci[oó]n|ricado|\.)?
      | env(?:asado|ase|\.) | empa(?:cado|que|quetado) | producci[oó]n | lote
      | hergestellt(?:\s*am)? | herst(?:ell\w*|\.)?
      | produziert(?:\s*am)? | verpack(?:t|ung)(?:\s*am)? | produktion\w* | abpackung | abf[üu]llung
      | abgepackt(?:\s*am)? | abgef(?:ü|u|ue)llt(?:\s*am)?
      | eingefroren(?:\s*am)? | geboren(?:\s*am)?
      | geb\. | geburtsdatum | ausgestellt(?:\s*am)? | charge(?:n\w*)? | ch\.-?b\.? | gedruckt
    )(?![a-zß-ÿ])"""
)
_DAY_FIRST = re.compile(
    r"""(?ix) (?<![a-zß-ÿ])(?:
        haltbar | m\.?h\.?d | verbrauchen | verwendbar | zutaten | hergestellt | hersteller | inhalt
      | f[üu]llmenge | n[äa]hrwert\w* | kann\s+spuren | g[üu]ltig | ablaufdatum | verfall\w*
      | verw | cons\.?\s*pref | cad | consumir | consumo | caduc\w* | vencimiento | vence | venc
      | vto | elaboraci[oó]n | lote
      | fecha | factura | rechnung | quittung | datum
    )(?![a-zß-ÿ])"""
)
"""Words of German and Spanish packages and papers, where the day stands before the month.

"Ingredientes" is not among them: it also stands on bilingual packages of the United States."""
_DURATION = re.compile(
    r"(?i)\W*(?:within\s+)?\d+\s*(?:(?:day|week|month|year)s?|tagen?|tage|wochen?|monaten?|monate|"
    r"jahren?|jahre|d[ií]as?|semanas?|mes(?:es)?|años?)\b"
)
"""What makes of "best before" no label: "12 months from packing" counts from another date."""

_MONEY = re.compile(r"(?i)total|\b(?:amount|price|balance|due|paid|cash|change|[hgp]st|tax)\b|\$")
"""What makes of CAD the Canadian dollar."""

_NAMED = re.compile(r"(?i)\bdate|\bdated\b|\bon\b|datum\b|\bfecha\b|\bam\b")
LOOK_BACK = 2
"""Lines above a date that may hold its label."""


@dataclass(frozen=True, slots=True)
class _Label:
    start: int
    text: str
    is_expiry: bool


@dataclass(frozen=True, slots=True)
class _Dated:
    """A date with the label that governs it, None where there is none."""

    found: FoundDate
    line: TextLine
    label: _Label | None


def expiries(text: TextEvidence, today: date) -> tuple[FieldValue, ...]:
    """Dates with an expiry label; else one lone date ahead, uncertain."""
    dated = list(_dated(text, today))
    labelled = [d for d in dated if d.label is not None and d.label.is_expiry]
    if labelled:
        values = [_value(TextField.EXPIRY, d) for d in labelled]
        return tuple(sorted(values, key=lambda value: not value.is_certain))
    ahead = [
        d
        for d in dated
        if d.label is None and all(_is_ahead(r.year, r.month, today) for r in d.found.readings)
    ]
    return tuple(replace(_value(TextField.EXPIRY, d), is_certain=False) for d in ahead[:1])


def _is_ahead(year: int | None, month: int, today: date) -> bool:
    return year is not None and (year, month) >= (today.year, today.month)


def dates(text: TextEvidence, today: date) -> tuple[FieldValue, ...]:
    """All dates: expiry dates first, then those named "date", each in reading order."""
    kept: dict[str, FieldValue] = {}
    for dated in sorted(_dated(text, today), key=_place):
        value = _value(TextField.DATE, dated)
        kept.setdefault(value.written, value)
    return tuple(kept.values())


def _place(dated: _Dated) -> tuple[bool, bool]:
    is_expiry = dated.label is not None and dated.label.is_expiry
    return not is_expiry, not _NAMED.search(dated.line.text[: dated.found.start])


def _value(field: TextField, dated: _Dated) -> FieldValue:
    found, line = dated.found, dated.line
    part = Written(line, found.start, found.end)
    label = dated.label.text if dated.label is not None else ""
    is_clear = len(found.readings) == 1
    value: Parsed = None
    if is_clear:
        value = found.readings[0].calendar or found.readings[0]
    spoken = found.readings[0].said if is_clear else say_as_read(part.text)
    certain = is_clear and not found.is_repaired
    return part.value(field, value, spoken, label=label, is_certain=certain)


# ------------------------------------------------------------------------------- labels


def _labels(line: str) -> list[_Label]:
    """Labels of both kinds in one line; an expiry label wins where two overlap."""
    is_money = _MONEY.search(line)
    ours = [
        _Label(m.start(), m.group(), True)
        for m in _EXPIRY.finditer(line)
        if not (is_money and m.group().lower().strip(".") == "cad")
        and not _DURATION.match(line[m.end() :])
    ]
    others = [
        _Label(m.start(), m.group(), False)
        for m in _OTHER.finditer(line)
        if all(not (o.start <= m.start() < o.start + len(o.text)) for o in ours)
    ]
    return sorted(ours + others, key=lambda label: label.start)


def _dated(text: TextEvidence, today: date) -> Iterator[_Dated]:
    lines = [line for _, line in numbered(text)]
    prefers = _shown_order(lines, today) or _usual_order(lines)
    for index, line in enumerate(lines):
        own = _labels(line.text)
        above = _labels_above(lines, index, today)
        found = find_dates(line.text, today, bool(own or above), prefers, len(own or above) or 1)
        if not own and len(above) == len(found) > 1:
            yield from (_Dated(f, line, a) for f, a in zip(found, above, strict=True))
            continue
        for one in found:
            before = [label for label in own if label.start < one.start]
            alone = _shared(above) if one is found[0] else None
            yield _Dated(one, line, before[-1] if before else alone)


def _shared(labels: list[_Label]) -> _Label | None:
    """The label of one date below several; none where they differ, as in "MFG  EXP"."""
    return labels[-1] if len({label.is_expiry for label in labels}) == 1 else None


def _labels_above(lines: list[TextLine], index: int, today: date) -> list[_Label]:
    """Labels of the lines above that have no date of their own after them."""
    for line in reversed(lines[max(0, index - LOOK_BACK) : index]):
        labels = _labels(line.text)
        found = find_dates(line.text, today, bool(labels))
        if found:
            return []
        if labels:
            return _open(labels, line.text) or labels
    return []


def _open(labels: list[_Label], line: str) -> list[_Label]:
    """Those without a value of their own, such as the number behind LOT."""
    ends = [*(label.start for label in labels[1:]), len(line)]
    return [
        label
        for label, end in zip(labels, ends, strict=True)
        if not re.search(r"\d", line[label.start + len(label.text) : end])
    ]


def _shown_order(lines: list[TextLine], today: date) -> Order | None:
    """The order of day and month where all the clear dates of the text agree on one."""
    orders = {
        found.order
        for line in lines
        for found in find_dates(line.text, today)
        if found.order in (Order.DAY_FIRST, Order.MONTH_FIRST)
    }
    return orders.pop() if len(orders) == 1 else None


def _usual_order(lines: list[TextLine]) -> Order | None:
    """Day first where the print is German or Spanish; unknown elsewhere."""
    is_day_first = any(_DAY_FIRST.search(line.text) for line in lines)
    return Order.DAY_FIRST if is_day_first else None


# -------------------------------------------------------------------------------- times

_TIME = re.compile(
    r"(?ix) (?<![\d.:/-]) (?P<h>[01]?\d|2[0-3]) (?:(?P<sep>[:.h])(?P<m>[0-5]\d)(?::[0-5]\d)?)?"
    r"\s?(?P<half>[ap]\.?\s?m\b\.?|uhr\b|h(?:oras?|rs?)?\b)? (?![\d:/])"
)


def times(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Times of day; a bare number or "12.50" counts only with am or pm."""
    found = []
    for _, line in numbered(text):
        for match in _TIME.finditer(line.text):
            half = (match["half"] or "").lower().replace(".", "").replace(" ", "")
            if (match["sep"] in (None, ".") or match["m"] is None) and not half:
                continue
            clock = _clock(int(match["h"]), int(match["m"] or 0), half)
            if clock is not None:
                part = Written(line, *match.span())
                found.append(part.value(TextField.TIME, clock, part.text))
    return tuple(found)


def _clock(hour: int, minute: int, half: str) -> time | None:
    if half in ("am", "pm") and not 1 <= hour <= 12:
        return None if hour == 0 else time(hour, minute)
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute)
