"""What a bar code or QR code holds; the details come on "more"."""

from __future__ import annotations

from whichone_core.answering.tongue import phrases
from whichone_core.ports import Prompt
from whichone_core.text.code_meaning import describe_code
from whichone_core.types.answers import Reason, Sentence
from whichone_core.types.strategies import Role

from .abstentions import abstain
from .drafts import Plan, direct, say

MOST_CODES = 3
"""As many as are told at all; a sheet of bar codes is not read out."""


def plan_code(prompt: Prompt) -> Plan:
    """What the codes hold, or that there is none."""
    codes = code_sentences(prompt, Role.ANSWER)
    if codes:
        return direct(*codes)
    return abstain(prompt, Reason.NOT_FOUND, phrases().no_code, phrases().do_code)


def code_sentences(prompt: Prompt, role: Role) -> list[Sentence]:
    """A sentence for each code in this role, then the details of all as auxiliary."""
    meanings = [describe_code(code) for code in (prompt.evidence.codes or ())[:MOST_CODES]]
    parts = [say(meaning.sentence, role, meaning.spoken) for meaning in meanings]
    details = [detail for meaning in meanings for detail in meaning.details]
    return parts + [say(detail, Role.AUXILIARY) for detail in details]
