"""What a sentence of a model does, told by its wording: it fails, asks back, hedges, advises.

No judge model: cues that hold for nearly all answers of the models at hand, in English.  Where
Spanish or German is spoken `cues_in_languages` adds theirs; in another language only the question
mark is a cue, so nothing is taken for what it is not.
"""

from __future__ import annotations

import re
from functools import cache

from whichone_core.languages import language_used
from whichone_core.prompting import cues_in_languages as others

_CANNOT = (
    r"(?:can(?:no|')?t|can not|could(?:n't| not)|un?able to|not able to|impossible to|"
    r"difficult to|hard to|(?:do|does|did)(?:n't| not))"
)
_TELLING = (
    r"(?:tell|see|read|(?:precisely|clearly|fully) \w+|make (?:it |that |this )?out|determine|"
    r"identify|say|know|recogni[sz]e|"
    r"find|answer|confirm|verify|be (?:seen|read|determined|identified|told)|provide|judge|show|"
    r"contain|have (?:enough|access)|clearly|discern|assist|help)"
)
_FAILURES = (
    rf"\b{_CANNOT} (?:\w+ ){{0,2}}?{_TELLING}\b",
    r"\b(?:is|are|was|looks?|seems?) (?:\w+ )?(?:too|very|so|quite|extremely) (?:\w+ )?"
    r"(?:blurr(?:y|ed)|dark|bright|small|far|unclear|dim|grainy|low)\b",
    r"\b(?:not|isn't|aren't|no longer) (?:\w+ )?(?:visible|legible|readable|clear enough|shown|"
    r"in (?:the )?(?:picture|image|photo|frame|view))\b",
    r"\bthere (?:is|are) no \w+(?: \w+){0,3} (?:in|on|visible|to be seen)\b",
    r"\b(?:is|it's|isn't) (?:not |n't )?(?:really |currently )?(?:im)?possible to "
    r"(?:\w+ )?(?:tell|say|see|read|determine|identify|know|confirm|make out|answer)\b",
    r"\b(?:do|does|did)(?:n't| not) (?:clearly |actually )?(?:include|show|provide|specify|contain|"
    r"have an? \w+(?: \w+)? in view)\b",
    r"\bno existence of\b|\bnot specified\b|\b(?:not|un)(?: (?:entirely|really|quite))?[ -]?"
    r"(?:sure|clear|certain) (?:what|which|whether|if|who|how|to)\b",
    r"^(?:the |this |your )?(?:picture|photo|image|camera|it|label|text) (?:is|looks|seems) "
    r"(?:(?:a bit|a little|quite|rather|somewhat|pretty) )?(?:blurry|blurred|dark|out of focus|"
    r"unclear|cut off)\b",
    r"\b(?:out of focus|obscur(?:ed|ing)|too close|out of (?:the )?(?:frame|view))\b",
    r"\b(?:unanswerable|unsuitable|illegible|unreadable|indiscernible)\b",
    r"\b(?:not enough|insufficient) (?:\w+ )?(?:light|detail|information|context)\b",
    r"^(?:i am |i'm )?sorry\b",
    r"^no answer\b",
)
_BUT = re.compile(rf"\b(?:but|however|although|though|{others.BUT})\b\s*,?\s*(?P<rest>.+)$")
_NO_THERE_IS = re.compile(
    rf"(?:yes|no), (?!.*\b(?:can't|cannot|can not|unable|puedo)\b)|{others.NO_THERE_IS}"
)
""" "No, there is no dog": an answer."""
_SUGGESTIONS = (
    r"^(?:please |you (?:can|could|may|might|should) (?:try to |try )?|try to |try |to be sure,? )*"
    r"(?:take|retake|re-take|move|hold|turn|tilt|rotate|bring|step|point|aim|hover|clean|wipe|"
    r"switch|use|provide|send|upload|share|get|increase|add|show|try|adjust|flip|uncover|position|"
    r"place|centre|center|check|zoom|ask|make sure)\b",
    r"\b(?:could|can|would) you (?:please )?(?:take|provide|send|upload|share|retake|move)\b",
    r"\b(?:take|try|send|provide|upload) (?:\w+ )?(?:another|a (?:new|clearer|better|closer|"
    r"sharper|different)) (?:\w+ )?(?:picture|photo|image|one|shot)\b",
)
_ADVICE = (
    r"\byou (?:can|could|may|might|should|would|will)(?: also| always| still)? (?:want to|need to|"
    r"have to|try|use|check|look|search|find|ask|contact|consult|consider|visit|call|scan)\b",
    r"^(?:(?:please|just|also|always|then|next|but|however|otherwise|\d{1,2}\.)[, ]+)*"
    r"(?:(?:be|make) sure|ensure|check|consult|contact|consider|verify|search|refer|follow|"
    r"look (?:for|at|on|up)|try|call|see if|keep in mind|be careful|take care|use|remember)\b",
    r"\b(?:i|we) (?:would |can )?(?:recommend|suggest|advise) (?!that (?:it|this|the))",
    r"\b(?:it(?:'s| is| would be)|may be|might be) (?:best|better|advisable|recommended|helpful|"
    r"a good idea) (?:to|if)\b",
    r"^if you (?:have|can|could|need|want|would like|provide|share|are (?:able|looking|unsure))\b.*"
    r"\b(?:you|i|let|please|check|try|contact|consult)\b",
    r"^(?:could|can|would) you (?:please )?(?:provide|show|describe|share|tell|specify)\b",
)
"""Cues of advice that is not about the camera: mostly in what is said after an answer."""
_CAMERA = re.compile(
    r"\b(?:pictures?|photos?|image|camera|phone|shot|light|lens|closer|flash|focus|frame|angle|"
    rf"nearer|further|back|steady|still|side|{others.CAMERA})\b"
)
_PICTURE = re.compile(r"\b(?:picture|photo|image|foto|imagen|bild)\b")
_HEDGES = (
    r"\bi (?:think|believe|assume|guess|suppose|presume|take it|would say)\b|\bi'd say\b",
    r"\b(?:probably|likely|perhaps|maybe|presumably|apparently|possibly|assuming)\b",
    r"\b(?:seems?|appears?|looks? (?:to be|like|as))\b",
    r"\b(?:might|may|could) (?:be|mean|have|say|read)\b",
    r"\bif you mean\b|\byou (?:probably |may |must )?mean\b",
)
_REASONS = (
    r"\bbecause\b|\bsince it\b|\bdue to\b|\bbased on\b|\bjudging (?:by|from)\b|"
    r"\bi can tell (?:by|from)\b|\bas it is the\b|\bas the \w+ is\b|\bwhich (?:suggests|indicates)"
    r"\b|\bthis (?:suggests|indicates)\b|\bso i (?:think|assume)\b",
)
_COURTESIES = (
    r"^(?:let me know|feel free|i hope|hope (?:this|that)|happy to|glad to|i am happy|i'm happy|"
    r"thank you|thanks|you're welcome|have a|enjoy|sure|certainly|of course|great question|"
    r"good question|here (?:is|are) (?:the|your|my) (?:answer|description|response))\b(?!.*\d)",
    r"\b(?:anything else|any(?:thing| other| more| further) (?:questions?|help|assistance|"
    r"details?|information))\b",
    r"\bwould you like (?:me to|to know|more|any|further)\b",
    r"\bdo you (?:want|need) (?:me to|to know|more|any|further|help)\b",
    r"\b(?:does|did) (?:this|that) help\b",
    r"\bhow (?:can|may) i (?:help|assist)\b",
    r"\bshall i\b",
)
_ASKING_BACK = (
    r"\bwhich\b",
    r"\b(?:do|did) you (?:mean|want|refer|have)\b",
    r"\bare you (?:asking|referring|talking|interested|looking|pointing)\b",
    r"\bwhat (?:exactly |specifically |part |object |item |thing )*(?:do|are|would) you\b",
    r"\bcould you (?:specify|clarify|tell me|say|be more)\b|\bcan you (?:specify|clarify|tell me|"
    r"be more)\b|\bplease (?:specify|clarify)\b",
    r"\bis it (?:the|about)\b.*\bor\b",
    r"^(?:the|a|your)\b.*\bor\b.*\?$",
)


def _any(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Any of English cues, or of those that the other languages have for the same."""
    return _compiled(patterns if language_used() == "en" else patterns + _ALSO[patterns])


@cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


_ALSO: dict[tuple[str, ...], tuple[str, ...]] = {
    _FAILURES: others.FAILURES,
    _SUGGESTIONS: others.SUGGESTIONS,
    _ADVICE: others.ADVICE,
    _HEDGES: others.HEDGES,
    _REASONS: others.REASONS,
    _COURTESIES: others.COURTESIES,
    _ASKING_BACK: others.ASKING_BACK,
}


def _plain(sentence: str) -> str:
    return " ".join(sentence.lower().replace("’", "'").split())


def is_failure(sentence: str) -> bool:
    """ "I can't tell what it says."; not where an answer follows a "but"."""
    line = _plain(sentence)
    if line.endswith("?") or not _any(_FAILURES).search(line) or _NO_THERE_IS.match(line):
        return False
    found = _BUT.search(line)
    if found is None:
        return True
    before, rest = line[: found.start()], found["rest"]
    if not before.strip():
        return bool(_any(_FAILURES).search(rest))
    has_failed_first = bool(_any(_FAILURES).search(before))
    return bool(_any(_FAILURES).search(rest)) or (
        has_failed_first and bool(_any(_SUGGESTIONS).search(rest))
    )


def is_suggestion(sentence: str) -> bool:
    """ "Take another picture from closer."; one thing to do with the camera or the thing."""
    line = _plain(sentence)
    return bool(_any(_SUGGESTIONS).search(line) and _CAMERA.search(line))


def is_advice(sentence: str) -> bool:
    """ "You can ask at the counter."; something to do, be it with the camera or not."""
    return is_suggestion(sentence) or bool(_any(_ADVICE).search(_plain(sentence)))


def is_hedged(sentence: str) -> bool:
    """ "I think", "it looks like", "probably"."""
    return bool(_any(_HEDGES).search(_plain(sentence)))


def is_reason(sentence: str) -> bool:
    """ "I can tell by the handle": how something is known."""
    return bool(_any(_REASONS).search(_plain(sentence)))


def is_courtesy(sentence: str) -> bool:
    """ "Let me know if you need more help!": nothing that answers anything."""
    return bool(_any(_COURTESIES).search(_plain(sentence)))


def asks_back(sentence: str) -> bool:
    """ "Which one do you mean?": a question that has to be replied to.

    An offer of more help is none, and without English cues a question mark is enough.
    """
    line = _plain(sentence).rstrip("\"'”’)*_ ")
    if is_courtesy(line) or _asks_for_a_picture(line):
        return False
    if line.endswith(("?", "？", "؟")):
        return True
    return bool(re.search(r"\bplease (?:specify|clarify)\b|\btell me which\b", line))


def is_which_question(sentence: str) -> bool:
    """A question back that has an English cue of asking for a choice."""
    return asks_back(sentence) and bool(_any(_ASKING_BACK).search(_plain(sentence)))


def _asks_for_a_picture(line: str) -> bool:
    return bool(_any(_SUGGESTIONS).search(line) and _PICTURE.search(line))
