"""What a bar code or QR code holds; at most three, the others counted."""

from __future__ import annotations

from whichone_core.codes import describe_code
from whichone_core.phrases import PHRASES
from whichone_core.ports import Prompt
from whichone_core.types import Reason, Role, Sentence

from .abstentions import abstain
from .drafts import Plan, direct, say

MOST_CODES = 3


def plan_code(prompt: Prompt) -> Plan:
    codes = code_sentences(prompt, Role.ANSWER)
    if codes:
        return direct(*codes)
    return abstain(prompt, Reason.NOT_FOUND, PHRASES.no_code, PHRASES.do_code)


def code_sentences(prompt: Prompt, role: Role) -> list[Sentence]:
    """One sentence for each code that was read."""
    return [say(describe_code(code), role) for code in (prompt.evidence.codes or ())[:MOST_CODES]]
