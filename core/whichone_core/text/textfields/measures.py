"""Things with a number: amounts, nutrition facts, phone numbers, numbers."""

from __future__ import annotations

import re
from decimal import Decimal

from whichone_core.languages import language_used
from whichone_core.speech.spoken_numbers import say_unit
from whichone_core.speech.tongues import words_used
from whichone_core.text.textfields.numerals import NUMBER, decimal, is_as_it_stands, is_certain
from whichone_core.text.textfields.values import FieldValue, Quantity, Written, numbered, spell
from whichone_core.types.evidence import TextEvidence
from whichone_core.types.questions import TextField

_UNITS = {
    "g": "grams", "kg": "kilograms", "mg": "milligrams", "mcg": "micrograms",
    "ml": "millilitres", "cl": "centilitres", "l": "litres", "oz": "ounces",
    "fl oz": "fluid ounces", "lb": "pounds", "lbs": "pounds", "pint": "pints",
    "pints": "pints", "litre": "litres", "litres": "litres", "liter": "litres",
    "liters": "litres", "kcal": "kilocalories", "kj": "kilojoules", "%": "percent",
    "cal": "calories",
}  # fmt: skip


def _say(written: str, unit: str) -> str:
    number = decimal(written)
    shown = written if is_as_it_stands(written) else _shown(number)
    if language_used() != "en":
        return say_unit(shown, unit)
    name = _UNITS.get(unit, unit)
    if number == 1 and not is_as_it_stands(written):
        name = name.removesuffix("s")
    return f"{shown} {name}"


def _quantity(written: str, unit: str) -> Quantity | None:
    """None where the number may be a thousand times as large."""
    return None if is_as_it_stands(written) else Quantity(decimal(written), unit)


def _shown(number: Decimal) -> str:
    """With the decimal comma of the languages that have one."""
    return str(number).replace(".", ",") if words_used().thousands == "." else str(number)


# ------------------------------------------------------------------------------- amount

_AMOUNT = re.compile(
    rf"(?ix)(?<![\d.,])(?:(?P<count>\d{{1,3}})\s?[x×]\s?)?(?P<n>{NUMBER})\s?"
    r"(?P<unit>kg|g|ml|cl|l|lit(?:re|er)s?|fl\.?\s?oz|0z|oz|lbs?|pints?)(?![a-z])\.?"
)
_NET = re.compile(
    r"(?i)\bnet\b|\bcontents?\b|weight|\bwt\b|volume|℮|\be\b\s*$|\bnetto|\bf[üu]llmenge|\binhalt\b|"
    r"\bcontenido\b|\bneto\b"
)
_PER = re.compile(
    r"(?i)\b(?:per|pro|par|je|por|cada|serving|portion|porci[oó]n|of\s+which|davon)\b\s*$|/\s*$"
)
_FACT = re.compile(
    r"(?i)\b(?:fat|saturates|carb|sugars?|fib(?:re|er)|protein|salt|sodium|energy|cholesterol|"
    r"serving|"
    r"\w*fett|kohlenhydrat|zucker|ballaststoff|eiwei(?:ß|ss)|salz|brennwert|energie|grasas?|"
    r"hidratos|"
    r"az[uú]car|fibra|prote[ií]na|sal\b|sodio|energ[ií]a|porci[oó]n)"
)


def amounts(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Weights and volumes, the net contents first; nutrition facts are left out."""
    found = []
    for _, line in numbered(text):
        if _FACT.search(line.text):
            continue
        for match in _AMOUNT.finditer(line.text):
            if _PER.search(line.text[: match.start()]):
                continue
            unit = re.sub(r"[.\s]+", " ", match["unit"].lower()).replace("floz", "fl oz")
            is_repaired = unit == "0z"
            unit = "oz" if is_repaired else unit
            spoken = _say(match["n"], unit)
            if match["count"]:
                spoken = f"{match['count']} {words_used().times} {spoken}"
            label = _NET.search(line.text)
            found.append(
                Written(line, *match.span()).value(
                    TextField.AMOUNT,
                    _quantity(match["n"], unit),
                    spoken,
                    label=label.group() if label else "",
                    is_certain=not is_repaired
                    and is_certain(match["n"], line.text[: match.start("n")]),
                )
            )
    return tuple(sorted(found, key=lambda value: not value.label))


# ---------------------------------------------------------------------------- nutrition

_NUTRIENT = re.compile(
    r"(?ix)\b(?P<name>energy|calories|kcal|(?:total\s+|saturated\s+|trans\s+)?fat|"
    r"(?:of\s+which\s+)?saturates|"
    r"(?:total\s+)?carbohydrates?|(?:of\s+which\s+)?sugars?|(?:dietary\s+)?fib(?:re|er)|protein|"
    r"salt|"
    r"sodium|cholesterol|caffeine|energie|brennwert|fett|"
    r"(?:davon\s+)?ges[äa]ttigte\s+fetts[äa]uren|"
    r"kohlenhydrate|(?:davon\s+)?zucker|ballaststoffe|eiwei(?:ß|ss)|salz|natrium|koffein|"
    r"energ[ií]a|"
    r"valor\s+energ[eé]tico|calor[ií]as|grasas(?:\s+saturadas)?|hidratos(?:\s+de\s+carbono)?|"
    r"carbohidratos|(?:de\s+los\s+cuales\s+)?az[uú]cares|fibra(?:\s+alimentaria)?|prote[ií]nas?|"
    r"sal|"
    r"sodio|cafe[ií]na)\b[\s:.]{0,6}(?P<amount>(?:<\s?)?(?P<n>"
    + NUMBER
    + r"|[oO])\s?(?P<unit>kcal|kj|mg|mcg|g|%|cal)?(?:\s?/\s?\d+\s?(?:kcal|kj))?)(?!\w)"
)


def nutrition(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Rows such as "Fat 3.5g", in reading order; the first number of a row counts."""
    found = []
    for _, line in numbered(text):
        for match in _NUTRIENT.finditer(line.text):
            is_repaired = match["n"] in ("o", "O")
            number = "0" if is_repaired else match["n"]
            unit = (match["unit"] or "").lower()
            spoken = f"{match['name'].lower()} {_say(number, unit).strip()}"
            found.append(
                Written(line, *match.span()).value(
                    TextField.NUTRITION,
                    _quantity(number, unit),
                    spoken,
                    label=match["name"],
                    is_certain=not is_repaired and is_certain(number, match["name"]),
                )
            )
    return tuple(found)


# -------------------------------------------------------------------------------- phone

_PHONE = re.compile(r"(?<![\w.,/-])\+?\(?\d(?:[\s().\-–/]{0,2}\d){5,15}(?!\w)(?![.,:/-]\d)")
_CALL = re.compile(
    r"(?i)\b(?:tel|t|telephone|phone|ph|call|mob(?:ile)?|hp|hotline|free\s?phone|helpline|"
    r"care\s?line|"
    r"customer\s+(?:care|service)s?|contact|whats\s?app|telefon|fon|kunden(?:service|dienst)|"
    r"rufnummer|rufen\s+sie|mobil|handy|tel[eé]fono|tlfn?o?|tfno|m[oó]vil|celular|ll[aá]me\w*|"
    r"atenci[oó]n\s+al\s+cliente)\b[^\d+(]{0,25}$"
)
_NOT_GROUPS = re.compile(r"(?<![.\d])\d+\.\d{2}(?![\d.])|^\d{11}")
"""An amount with two decimals, or more digits in a run than a phone number's groups have."""

_NO_PHONE = re.compile(
    r"(?i)\b(?:fax|gst|vat|reg|invoice|inv|receipt|order|account|acc|ref|barcode|id|no|lot|card|"
    r"doc|"
    r"rechnung\w*|bestell\w*|konto\w*|iban|ust-?id\w*|steuer\w*|charge\w*|factura|pedido|cuenta|"
    r"cif|nif|rfc|lote)"
    r"\b[^\d+(]{0,12}$"
)


def phones(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Phone numbers, those with a word such as "Tel" first; never a fax or invoice number."""
    found = []
    for _, line in numbered(text):
        for match in _PHONE.finditer(line.text):
            before, written = line.text[: match.start()], match.group()
            label = _CALL.search(before)
            if label is None and (_NO_PHONE.search(before) or not _looks_like_phone(written)):
                continue
            value = re.sub(r"[^\d+]", "", written)
            part = Written(line, *match.span())
            word = label.group().strip(" :.-") if label else ""
            is_certain = label is not None or written.startswith("+")
            found.append(
                part.value(
                    TextField.PHONE, value, spell(written), label=word, is_certain=is_certain
                )
            )
    return tuple(sorted(found, key=lambda value: not value.label))


def _looks_like_phone(written: str) -> bool:
    """A plus, a leading zero or bracket, or groups; not a bar code, a date or a sum."""
    digits = re.sub(r"\D", "", written)
    if _NOT_GROUPS.search(written):
        return False
    if not 7 <= len(digits) <= 15 or re.match(
        r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b(?![./-]\d)", written
    ):
        return False
    has_groups = len(re.findall(r"\d+", written)) >= 2
    return written.startswith("+") or (has_groups and (written[0] in "0(1" or len(digits) >= 9))


# ------------------------------------------------------------------------------- number

_CODE = re.compile(r"(?<![\w.,/])[A-Z]{0,4}-?\d[\dA-Z]*(?:[-/.,:]\d[\dA-Z]*)*(?!\w)")
_NAMED = re.compile(
    r"(?i)\b(?:no|number|nr|num|room|flight|gate|platform|bus|line|route|order|account|"
    r"ref(?:erence)?|"
    r"code|pin|seat|table|queue|ticket|invoice|model|serial|lot|batch|"
    r"nummer|zimmer|gleis|linie|flug|sitz|tisch|rechnungs?|bestell|n[uú]mero|habitaci[oó]n|"
    r"and[eé]n|"
    r"puerta|l[ií]nea|vuelo|asiento|mesa|pedido|factura|c[oó]digo|lote|charge)\b\.?\s*[:#.]?\s*$|"
    r"#\s*$"
)


def numbers(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Every number or code with digits, those with a word such as "room" first."""
    found = []
    for _, line in numbered(text):
        for match in _CODE.finditer(line.text):
            written = match.group()
            label = _NAMED.search(line.text[: match.start()])
            is_long = len(re.sub(r"\W", "", written)) >= 5 or written.startswith("0")
            is_mixed = any(char.isalpha() for char in written)
            spoken = spell(written) if is_long or is_mixed else written
            part = Written(line, *match.span())
            word = label.group().strip(" :.#") if label else ""
            found.append(part.value(TextField.NUMBER, written, spoken, label=word))
    return tuple(sorted(found, key=lambda value: not value.label))
