"""What is looked for in a picture before a model that sees for itself is asked about it.

Every look takes time before the first word (reading print more than a second), so only what
the model must be told is waited for: print and codes where they are asked for or where only
they may be quoted.  Elsewhere the model reads for itself, and what it then claims of print is
read after it (`print_guard.py`).  Things and their colours take a tenth of a second; they are
what a question back offers.  Names of things are never told to a model.
"""

from __future__ import annotations

from whichone_core.types.evidence import Look
from whichone_core.types.questions import Intent, Question

_READS = frozenset({Intent.READ, Intent.FIELD, Intent.CODE})
_SLOW = frozenset({Look.TEXT, Look.CODES})


def looks_before(question: Question) -> frozenset[Look]:
    """The looks of a question that its answer has to wait for."""
    must_read = question.intent in _READS or question.stakes is not None
    wanted = question.looks if must_read else question.looks - _SLOW
    return wanted - {Look.NAMES}
