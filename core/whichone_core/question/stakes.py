"""Words that tell that a wrong answer could hurt: the start of the high-stakes guard.

The guard would rather fire once too often: it only means that nothing but text that was
read is quoted, and that a second picture is proposed.  So "tablet" counts as medicine even
where a computer may be meant, and asking for ingredients counts as asking for allergens.
"""

from __future__ import annotations

import re
from functools import cache

from whichone_core.types.questions import Stakes

_SIGNS: tuple[tuple[Stakes, str], ...] = (
    (
        Stakes.MEDICINE,
        r"pills?|(?<!android )tablets?|capsules?|medicines?|medications?|meds|drugs?|doses?|dosage|"
        r"milligrams?|mg|prescriptions?|inhalers?|insulin|syringes?|ointment|antibiotics?|"
        r"aspirin|ibuprofen|paracetamol|acetaminophen|tylenol|advil|dayquil|nyquil|benadryl|"
        r"painkillers?|(?:eye|ear|cough) (?:drops?|syrup)|(?:nose|nasal) spray|side effects?|"
        r"(?:multi)?vitamins?|supplements?|poison(?:ous)?",
    ),
    (
        Stakes.ALLERGENS,
        r"allerg\w+|(?:pea|wal|hazel|coco)?nuts?|almonds?|cashews?|gluten|lactose|sesame|shellfish|"
        r"contains?|ingredi[ea]nts?|ingredents|(?:dairy|egg|wheat|soy|milk|sugar)[ -]free|"
        r"(?:any|have|has|with) (?:dairy|wheat|soya?|eggs?)|vegan|vegetarian|halal|kosher",
    ),
    (
        Stakes.ELECTRICITY,
        r"wires?|wiring|plugs?|plugged|outlets?|(?:wall |power )?sockets?|fuses?|fuse ?box|"
        r"(?:circuit )?breakers?|voltage|volts?|electric\w*|power (?:cord|strip|supply)",
    ),
    (
        Stakes.DATES,
        r"expir\w+|exp[ea]ration|(?:best|use|sell)[ -](?:before|by|if)|out of date|"
        r"good (?:until|till|through)|gone off|past its date|go(?:es)? bad|shelf life",
    ),
    (
        Stakes.MONEY,
        r"money|bank ?notes?|cash|coins?|currency|dollars?|euros?|rupees?|denomination|prices?|"
        r"costs?|(?:to|i|do i) (?:pay|owe)|balance|cheque|invoice|(?:sub ?)?total|amount due|"
        r"(?:credit|debit|bank|gift) card|"
        r"is (?:this|that|it) an? (?:one|two|five|ten|twenty|fifty|hundred|1|2|5|10|20|50|100)|"
        r"how much (?:is|are|was) (?:this|that|it|these|those|the)|"
        r"(?:account|card) number|(?:pound|bank) notes?|bill",
    ),
)


@cache
def _patterns() -> tuple[tuple[Stakes, re.Pattern[str]], ...]:
    return tuple((stakes, re.compile(rf"\b(?:{words})\b")) for stakes, words in _SIGNS)


def stakes_of(line: str) -> Stakes | None:
    """What is at stake in a plain line of text; the graver first; None where nothing is."""
    return next((stakes for stakes, pattern in _patterns() if pattern.search(line)), None)
