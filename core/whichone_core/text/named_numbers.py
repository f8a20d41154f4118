"""Numbers of a kind that is asked for by name: the batch, the serial, a customer's.

    kind_of("what is the batch number?") -> its words on labels -> called(kind, values, lines)

Any number near at hand is no answer to these: "oats 11%" is no batch.  A room, a bus or a door
often bears its number alone; those are not looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.question.tongues.folding import fold
from whichone_core.text.textfields.values import FieldValue
from whichone_core.types.evidence import TextLine

_KINDS = (
    "lot|lote|batch|chargen?",
    "serial|serie|serien|sn",
    "customer|client|cliente|kunden",
    "model|modelo|modell",
    "order|pedido|bestell|auftrags",
    "invoice|factura|rechnungs?",
    "account|cuenta|konto",
    "reference|ref|referencia|referenz",
    "article|item|product|articulo|producto|artikel|produkt",
    "booking|reservation|reserva|buchungs?",
    "policy|poliza|versicherungs|insurance|seguro",
    "contract|contrato|vertrags",
    "tracking|seguimiento|sendungs",
)
_NUMBER = r"(?:numbers?|no|nr|code)"
_WORDS = tuple(
    (
        re.compile(
            rf"\b(?:{kind}) {_NUMBER}\b|\b(?:{kind})(?:nummer|nr)\b"
            rf"|\b(?:numero|codigo)s? del? (?:la |el |su |mi )?(?:{kind})\b"
        ),
        re.compile(rf"\b(?:{kind})(?:nummer|nr)?\b"),
    )
    for kind in _KINDS
)
"""How each is asked for, and what stands before it on labels; folded."""

_LONGEST = 500
"""Characters of a question that are looked at."""


def kind_of(question: str) -> re.Pattern[str] | None:
    """What the number that is asked for is called on labels; None where any number will do."""
    line = fold(question[:_LONGEST])
    return next((label for asked, label in _WORDS if asked.search(line)), None)


def called(
    kind: re.Pattern[str], values: Sequence[FieldValue], lines: Sequence[TextLine]
) -> tuple[FieldValue, ...]:
    """The values that are called so: before them in their line, or by the line above."""
    return tuple(value for value in values if kind.search(_before(value, lines)))


def _before(value: FieldValue, lines: Sequence[TextLine]) -> str:
    """What stands before a value since the number before it; alone in its line, the line above."""
    line = value.line
    before = line.text[: max(0, line.text.find(value.written))]
    position = lines.index(line) if line in lines else 0
    if not before.strip(" :.#") and position:
        before = lines[position - 1].text
    return fold(re.split(r"\d\S*\s", before)[-1])
