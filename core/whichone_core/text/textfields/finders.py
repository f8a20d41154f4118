"""Which finder serves which field."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from whichone_core.text.textfields.dated import dates, expiries, times
from whichone_core.text.textfields.degrees import temperatures
from whichone_core.text.textfields.directions import dosages
from whichone_core.text.textfields.measures import amounts, numbers, nutrition, phones
from whichone_core.text.textfields.money import prices
from whichone_core.text.textfields.spans import addresses, ingredients, instructions, names
from whichone_core.text.textfields.values import FieldValue
from whichone_core.types.evidence import TextEvidence
from whichone_core.types.questions import TextField

_FINDERS: dict[TextField, Callable[[TextEvidence], tuple[FieldValue, ...]]] = {
    TextField.PRICE: prices,
    TextField.PHONE: phones,
    TextField.INGREDIENTS: ingredients,
    TextField.DOSAGE: dosages,
    TextField.INSTRUCTIONS: instructions,
    TextField.NUTRITION: nutrition,
    TextField.NAME: names,
    TextField.NUMBER: numbers,
    TextField.ADDRESS: addresses,
    TextField.TIME: times,
    TextField.TEMPERATURE: temperatures,
    TextField.AMOUNT: amounts,
}


def find_field(field: TextField, text: TextEvidence, today: date) -> tuple[FieldValue, ...]:
    """Everything in the text that is of this field, the likeliest first; empty for none.

    today settles what a two-digit year or a lone date can mean.
    """
    if field is TextField.EXPIRY:
        return expiries(text, today)
    if field is TextField.DATE:
        return dates(text, today)
    return _FINDERS[field](text)
