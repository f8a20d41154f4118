"""Which strategy a finished text follows, by its style alone, and what each sentence does.

AQuA's judge tells the level from the style of the answer; so does this, by cues
(`cues.py`).  It serves models that name no strategy, and notices where a text does not do
what its strategy says: a direct answer that asks back, or that says it can't tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.prompting.cues import (
    asks_back,
    is_advice,
    is_courtesy,
    is_failure,
    is_hedged,
    is_reason,
    is_suggestion,
)
from whichone_core.types.answers import Reason
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy

_SUBJECT = re.compile(
    r"\b(?:the|one|another|a|an|this|that|my|your) ((?:\w+ ){0,3}?\w+) "
    r"(?:is|are|has|says|shows|reads|looks|seems|costs|contains|holds)\b"
)
_IF_YOU_MEAN = re.compile(r"\b(?:if (?:you mean|it is|it's|you are asking about)|as for)\b")
_EITHER = re.compile(
    r"\beither\b.+\bor\b|\b(?:could|might|may) (?:be|mean|refer to)\b.+\bor\b|"
    r"\bone (?:is|has|says)\b.+\b(?:other|another)\b|"
    r"\b(?:there are|i (?:can )?see) (?:two|three|2|3)\b.+"
    r"(?::|\bfrom (?:left|top) to (?:right|bottom)\b|\bthey are\b.+\band\b)"
)
_MARKED = re.compile(r"^\s*(?:\d{1,2}|[a-h])[.):]\s|^\s*[-*•]\s", re.IGNORECASE)
_BAD_PICTURE = re.compile(
    r"\b(?:blurr\w*|dark|dim|bright|overexposed|cut off|out of (?:frame|focus)|covered|blank|"
    r"grainy|low (?:quality|resolution)|too (?:small|far)|glare|unclear|not clear)\b"
)
_UNREADABLE = re.compile(r"\b(?:read|legible|illegible|readable|print|text|writing|label says)\b")
_READING = frozenset({Intent.READ, Intent.FIELD, Intent.CODE})
_SHORT_WORDS = 3
_DESCRIBED = 2
"""Sentences of a description that are said at once."""


def strategy_of(sentences: Sequence[str]) -> Strategy:
    """The strategy that the sentences of an answer show; DIRECT where nothing else shows.

    An answer abstains where its first statement fails: of the released answers of VizWiz-LF
    that are so told 80 to 96 in 100 have a sentence labelled as failing, and half to seven in
    ten of those are found (experts, Qwen, LLaVA, Gemini; all sentences failing finds a
    quarter to a half).
    """
    telling = [sentence for sentence in sentences if not is_courtesy(sentence)]
    if not telling:
        return Strategy.ABSTAIN
    statements = [sentence for sentence in telling if not asks_back(sentence)]
    informing = [s for s in statements if not is_suggestion(s)]
    if len(statements) < len(telling) and not any(map(_answers, informing)):
        return Strategy.CLARIFY
    if not informing:
        return Strategy.ABSTAIN if statements else Strategy.CLARIFY
    if is_failure(informing[0]):
        return Strategy.ABSTAIN
    if is_several(statements):
        return Strategy.LIST
    is_guess = any(is_hedged(sentence) for sentence in statements[:2])
    return Strategy.INFER if is_guess else Strategy.DIRECT


def fails_altogether(sentences: Sequence[str]) -> bool:
    """Whether an answer tells nothing at all but that it can't: no other sentence informs."""
    informing = [s for s in sentences if not (is_suggestion(s) or is_courtesy(s) or asks_back(s))]
    return all(map(is_failure, informing))


def _answers(sentence: str) -> bool:
    """Whether a statement before a question back already answers: "It is a mug"."""
    is_preface = re.search(
        r"\b(?:several|many|multiple|a few|some|more than one|different|two|three|four|five|six|"
        r"various|a lot|not sure|unsure|unclear|depends)\b",
        sentence.lower(),
    )
    return not is_preface and not is_failure(sentence)


def is_several(sentences: Sequence[str]) -> bool:
    """Whether an answer goes through two or more things that may be meant."""
    if sum(bool(_MARKED.match(sentence)) for sentence in sentences) >= 2:
        return True
    text = " ".join(sentences).lower()
    if len(_IF_YOU_MEAN.findall(text)) >= 2 or _EITHER.search(text):
        return True
    subjects = dict.fromkeys(found.group(1) for found in _SUBJECT.finditer(text))
    joined = [s for s in sentences if len(_SUBJECT.findall(s.lower())) >= 2]
    return len(subjects) >= 2 and bool(joined)


def reason_of(text: str, intent: Intent, fallback: Reason = Reason.NOT_FOUND) -> Reason:
    """Why an abstaining text says that it can't tell."""
    line = text.lower()
    if _BAD_PICTURE.search(line):
        return Reason.BAD_PICTURE
    if intent in _READING and _UNREADABLE.search(line):
        return Reason.NO_TEXT
    return fallback


def role_of(sentence: str, strategy: Strategy, place: int, intent: Intent) -> Role:
    """What a sentence does (VizWiz-LF's roles); place counts from 0 among those spoken.

    Of the released sentences' labels it hits one in two thirds (docs/vizwiz-lf.md).

    place: how many sentences with the role ANSWER stand before it.
    """
    if is_failure(sentence):
        return Role.AUXILIARY_FAILURE if place else Role.ANSWER_FAILURE
    if is_suggestion(sentence) or (place and is_advice(sentence)):
        return Role.SUGGESTION
    if is_courtesy(sentence):
        return Role.MISCELLANEOUS
    if place == 0:
        return Role.ANSWER
    if is_reason(sentence):
        return Role.EXPLANATION
    return Role.ANSWER if place < _answers_at_once(strategy, intent) else Role.AUXILIARY


def _answers_at_once(strategy: Strategy, intent: Intent) -> int:
    """How many sentences make up the answer itself; the rest waits for "more"."""
    if strategy is Strategy.LIST or intent in _READING:
        return 99
    if strategy is Strategy.INFER or intent is Intent.DESCRIBE:
        return _DESCRIBED
    return 1


def is_brief(sentence: str) -> bool:
    """ "Yes." or "Red.": so short that the next sentence belongs to the answer."""
    return len(sentence.split()) < _SHORT_WORDS
