"""How the built-in engine says that it can't tell: why, what it does have, one thing to do.

The first sentence is the failure; what was seen or read instead follows as auxiliary.  The
retake mends the picture where the picture is at fault, else it goes after the thing that
was asked for.  At high stakes only what was read is told.
"""

from __future__ import annotations

from whichone_core.answering.answers import quote, readable
from whichone_core.answering.things import distinct, summary
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.picture.quality import flaw_words, is_smeared, retake_action
from whichone_core.ports import Prompt, Retake
from whichone_core.types.answers import Reason, Sentence
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy

from .drafts import Draft, Plan, say
from .quoting import said, title_of

_TEXT_INTENTS = (Intent.READ, Intent.FIELD)
_PICTURE_AT_FAULT = (Reason.NOT_FOUND, Reason.NO_TEXT, Reason.BAD_PICTURE)


def abstain(prompt: Prompt, reason: Reason, failure: str = "", action: str = "") -> Plan:
    """A plan that abstains; failure and action replace the reason's own sentences."""
    if reason in (Reason.NOT_FOUND, Reason.NO_TEXT) and is_smeared(prompt.quality):
        reason, failure = Reason.BAD_PICTURE, ""
    draft = draft_for(prompt, reason, failure, action)
    return Plan(Strategy.ABSTAIN, {Strategy.ABSTAIN: draft}, None, reason)


def draft_for(prompt: Prompt, reason: Reason, failure: str = "", action: str = "") -> Draft:
    """The sentences and the one retake for a reason to abstain."""
    parts = [say(failure or _failure(prompt, reason), Role.ANSWER_FAILURE)]
    parts += _instead(prompt)
    if reason in (Reason.NOT_FOUND, Reason.NO_TEXT) and not prompt.quality.is_good:
        parts.append(say(phrases().because.format(flaws=_flaws(prompt.quality)), Role.EXPLANATION))
    return (*parts, Retake(_action(prompt, reason, action)))


def no_target(prompt: Prompt) -> str:
    """ "I don't see a cup, but I may have missed it." for the question's targets."""
    words = grammar()
    names = [words.noun(target) for target in prompt.question.targets]
    if prompt.question.intent is Intent.COUNT:
        return phrases().no_target_many.format(missing=words.missing(names, is_many=True))
    return phrases().no_target.format(missing=words.missing(names))


def _failure(prompt: Prompt, reason: Reason) -> str:
    if reason is not Reason.BAD_PICTURE:
        return _reason_words(reason)
    if prompt.quality.is_good:
        return phrases().bad_picture_plain
    return phrases().bad_picture.format(flaws=_flaws(prompt.quality))


def _flaws(quality: QualityReport) -> str:
    """The worst two flaws, as what the picture is."""
    names = list(dict.fromkeys(flaw_words(finding.flaw) for finding in quality.findings))
    return grammar().join(names[:2])


def _reason_words(reason: Reason) -> str:
    said = phrases()
    return {
        Reason.NOT_FOUND: said.not_found,
        Reason.NO_TEXT: said.no_text,
        Reason.BEYOND_ENGINE: said.beyond,
        Reason.NOT_UNDERSTOOD: said.not_understood,
    }[reason]


def _usual_action(reason: Reason) -> str:
    said = phrases()
    return {
        Reason.NOT_FOUND: said.do_closer,
        Reason.NO_TEXT: said.do_text,
        Reason.BEYOND_ENGINE: said.do_label,
        Reason.NOT_UNDERSTOOD: said.do_single,
        Reason.BAD_PICTURE: said.do_closer,
    }[reason]


def _instead(prompt: Prompt) -> list[Sentence]:
    """What there is to tell although the question can't be answered."""
    parts = []
    things = distinct(prompt.evidence.objects or ())
    if things and not prompt.question.stakes:
        parts.append(say(phrases().offered.format(things=summary(things)), Role.AUXILIARY))
    lines = title_of(readable(prompt.evidence.text), prompt)
    if lines:
        parts.append(said(phrases().read_too, quote(lines), prompt, Role.AUXILIARY))
    return parts


def _action(prompt: Prompt, reason: Reason, action: str) -> str:
    """One thing to do: the worst flaw first, where the picture is at fault."""
    if reason in _PICTURE_AT_FAULT and prompt.quality.findings:
        return retake_action(prompt.quality.findings[0])
    chosen = action or _usual_action(reason)
    return chosen if chosen.endswith(".") else f"{chosen}."
