"""Words that tell that a wrong answer could hurt: the start of the high-stakes guard.

The guard would rather fire once too often: it only means that nothing but text that was
read is quoted, and that a second picture is proposed.  So "tablet" counts as medicine even
where a computer may be meant, and asking for ingredients counts as asking for allergens.
"""

from __future__ import annotations

import re
from functools import cache

from whichone_core.types.questions import Stakes

_FOODS = (
    r"(?:milk|dairy|lactose|eggs?|soya?|wheat|fish|prawns?|shrimps?|crabs?|lobsters?|mussels?|"
    r"mustard|celery|lupins?|sul(?:ph|f)ites?|pork|alcohol|meat|gelatine?|honey)"
)
_HOLDERS = (
    r"fridge|refrigerator|freezer|cup|mug|glass|bottle|carton|jug|bowl|bag|box|basket|cupboard|"
    r"pan|pot|tank|bin|picture|photo|image|room|shop|store|kitchen"
)
"""What has a thing in it, rather than as a part of it: "is there milk in this fridge"."""

_SPOILS = r"(?<!light )(?<!lights )(?<!lamp )(?<!alarm )go(?:es|ne|ing)? off"
"""Milk goes off and so does a light, but another way."""

_SIGNS: tuple[tuple[Stakes, str], ...] = (
    (
        Stakes.MEDICINE,
        r"pills?|(?<!android )tablets?|capsules?|medicines?|medications?|meds|drugs?|doses?|dosage|"
        r"milligrams?|mg|prescriptions?|inhalers?|insulin|syringes?|ointment|antibiotics?|"
        r"aspirin|ibuprofen|paracetamol|acetaminophen|tylenol|advil|dayquil|nyquil|benadryl|"
        r"painkillers?|(?:eye|ear|cough) (?:drops?|syrup)|(?:nose|nasal) spray|side effects?|"
        r"(?:multi)?vitamins?|supplements?|poison(?:ous)?|nurofen|calpol|panadol|warfarin|"
        r"morphine|codeine|methotrexate|levothyroxine|digoxin|prednisolone|ventolin|statins?|"
        r"(?!april\b)\w+pril|\w+(?:sartan|statin|olol|prazole|cillin|mycin|formin|azepam|"
        r"oxetine|dipine|parin|xaban|gliptin|triptan|profen|cycline)|"
        r"(?:how|when|can|may|must|should) .*\b(?:i|we|you|he|she|they|to) (?:have to |need to )?"
        r"(?:take|swallow|inhale)\b(?!.*\b(?:pictures?|photos?|out|off|away|home|bus|train|exit)"
        r"\b)",
    ),
    (
        Stakes.ALLERGENS,
        r"allerg\w+|(?:pea|wal|hazel|coco)?nuts?|almonds?|cashews?|gluten|lactose|sesame|shellfish|"
        r"contains?|ingredi[ea]nts?|ingredents|co?eliacs?|intoleran\w+|vegans?|vegetarians?|halal|"
        r"kosher|(?:diary|dairy|gluten|lactose|nut|egg|wheat|soy|milk|sugar)[ -]?free|"
        r"(?:any|have|has|with) (?:dairy|wheat|soya?|eggs?)|"
        rf"(?:this|that|it|these|those|they) (?:have|has|got|having) (?:got )?(?:any )?{_FOODS}|"
        rf"free (?:from|of) (?:any )?{_FOODS}|without (?:any )?{_FOODS}|"
        rf"{_FOODS} in (?:this|that|it|these|those|them|here)\b(?! (?:{_HOLDERS})\b)",
    ),
    (
        Stakes.ELECTRICITY,
        r"wires?|wiring|plugs?|plugged|outlets?|(?:wall |power )?sockets?|fuses?|fuse ?box|"
        r"(?:circuit )?breakers?|voltage|volts?|electric\w*|power (?:cord|strip|supply)",
    ),
    (
        Stakes.DATES,
        r"expir\w+|exp[ea]ration|(?:best|use|sell)[ -](?:before|by|if)|out of date|"
        rf"good (?:until|till|through)|{_SPOILS}|past its date|go(?:es)? bad|shelf life|"
        r"in date|exp|bbe|still (?:good|ok|okay|fine|safe|fresh|edible)|"
        r"(?:milk|cream|yogh?urt|meat|chicken|fish|food|juice|cheese) (?:is )?off|"
        r"(?:safe|ok|okay|fine|good) to (?:eat|drink)|"
        r"(?<!where )(?<!what )can (?:i|we|you|he|she|they) (?:still )?(?:eat|drink)",
    ),
    (
        Stakes.MONEY,
        r"money|bank ?notes?|cash|coins?|currency|dollars?|euros?|rupees?|denomination|prices?|"
        r"costs?|(?:to|i|do i) (?:pay|owe)|balance|cheque|invoice|(?:sub ?)?total|amount due|"
        r"(?:credit|debit|bank|gift) card|"
        r"is (?:this|that|it) an? (?:one|two|five|ten|twenty|fifty|hundred|1|2|5|10|20|50|100)|"
        r"how much (?:is|are|was) (?:this|that|it|these|those|the)|"
        r"(?:account|card) number|(?:pound|bank) notes?|bill|tenners?|fivers?|quid|"
        r"(?:what|which) note|note (?:is (?:this|that|it)|an?)|amount on|"
        r"how much (?:change|is due)|change did i|(?:ten|twenty|fifty|five|hundred) pounds",
    ),
)


@cache
def _patterns() -> tuple[tuple[Stakes, re.Pattern[str]], ...]:
    return tuple((stakes, re.compile(rf"\b(?:{words})\b")) for stakes, words in _SIGNS)


def stakes_of(line: str) -> Stakes | None:
    """What is at stake in a plain line of text; the graver first; None where nothing is."""
    return next((stakes for stakes, pattern in _patterns() if pattern.search(line)), None)
