"""What a new picture made better, and what is still or newly wrong, as somebody would say it.

    compare(before, after) -> "Sharper now, but the text is still cut off on the left."

What became better comes first, the most important two things of it; then, joined by "but", what
is wrong.  "Now" is said once, and a second thing that is wrong with the picture, or with its
text, is wrong with "it".  tests/unit/test_retakes.py goes through all combinations.
"""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.catalogue import _, _p
from whichone_core.languages import N_
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

_ORDER = tuple(Flaw(flaw) for flaw in (
    Flaw.UNIFORM, Flaw.DARK, Flaw.BRIGHT, Flaw.BLURRED, Flaw.SMALL, Flaw.CUT_OFF, Flaw.TILTED,
))  # fmt: skip
_PICTURE, _TEXT = "picture", "text"
_OF_TEXT = frozenset({Flaw.CUT_OFF, Flaw.TILTED})
_MOST_BETTER, _MOST_LEFT, _MOST_NEW = 2, 2, 1
_CLEARLY = 1.5
"""How many times its measure before makes a fault that is left a little better."""

_BETTER = {
    Flaw.UNIFORM: N_("there is something to see now"),
    Flaw.DARK: N_("lighter now"),
    Flaw.BRIGHT: N_("less glare now"),
    Flaw.BLURRED: N_("sharper now"),
    Flaw.SMALL: N_("large enough now"),
    Flaw.CUT_OFF: N_("all of the text is in view now"),
    Flaw.TILTED: N_("the text is level now"),
}
_BETTER_TOO = {
    Flaw.BRIGHT: N_("with less glare"),
    Flaw.BLURRED: N_("sharper"),
    Flaw.SMALL: N_("large enough"),
    Flaw.CUT_OFF: N_("all of the text is in view"),
    Flaw.TILTED: N_("the text is level"),
}
"""The second thing that became better."""
_STILL = {
    Flaw.UNIFORM: N_("the picture is still covered or blank"),
    Flaw.DARK: N_("the picture is still too dark"),
    Flaw.BRIGHT: N_("the picture is still too bright"),
    Flaw.BLURRED: N_("the picture is still blurred"),
    Flaw.SMALL: N_("the picture is still too small"),
    Flaw.CUT_OFF: N_("the text is still cut off {where}"),
    Flaw.TILTED: N_("the text is still tilted"),
}
_NOW = {
    Flaw.UNIFORM: N_("the picture is now covered or blank"),
    Flaw.DARK: N_("the picture is now too dark"),
    Flaw.BRIGHT: N_("the picture is now too bright"),
    Flaw.BLURRED: N_("the picture is now blurred"),
    Flaw.SMALL: N_("the picture is now too small"),
    Flaw.CUT_OFF: N_("the text is now cut off {where}"),
    Flaw.TILTED: N_("the text is now tilted"),
}
_BUT = {
    Flaw.DARK: N_("the picture is too dark"),
    Flaw.BRIGHT: N_("the picture is too bright"),
    Flaw.BLURRED: N_("the picture is blurred"),
    Flaw.SMALL: N_("the picture is too small"),
    Flaw.CUT_OFF: N_("the text is cut off {where}"),
    Flaw.TILTED: N_("the text is tilted"),
}
"""What is newly wrong, in a sentence that begins with what is better now."""
_IT_STILL = {
    Flaw.DARK: N_("it is still too dark"),
    Flaw.BRIGHT: N_("it is still too bright"),
    Flaw.BLURRED: N_("it is still blurred"),
    Flaw.SMALL: N_("it is still too small"),
    Flaw.CUT_OFF: N_("it is still cut off {where}"),
    Flaw.TILTED: N_("it is still tilted"),
}
_IT_NOW = {
    Flaw.DARK: N_("it is now too dark"),
    Flaw.BRIGHT: N_("it is now too bright"),
    Flaw.BLURRED: N_("it is now blurred"),
    Flaw.SMALL: N_("it is now too small"),
    Flaw.CUT_OFF: N_("it is now cut off {where}"),
    Flaw.TILTED: N_("it is now tilted"),
}
_IT_IS = {
    Flaw.DARK: N_("it is too dark"),
    Flaw.BRIGHT: N_("it is too bright"),
    Flaw.BLURRED: N_("it is blurred"),
    Flaw.SMALL: N_("it is too small"),
    Flaw.CUT_OFF: N_("it is cut off {where}"),
    Flaw.TILTED: N_("it is tilted"),
}
_A_LITTLE = {
    Flaw.BLURRED: N_("a little sharper, but {wrong}"),
    Flaw.DARK: N_("a little lighter, but {wrong}"),
}
_SIDES = {
    Side.LEFT: N_("on the left"),
    Side.RIGHT: N_("on the right"),
    Side.TOP: N_("at the top"),
    Side.BOTTOM: N_("at the bottom"),
}


def compare(before: QualityReport, after: QualityReport) -> str | None:
    """The comparison in one sentence, or two where one would be too long to follow.

    None where neither picture had a fault.
    """
    if after.has(Flaw.UNIFORM):  # of such a picture nothing else can be told
        return _sentence(_((_STILL if before.has(Flaw.UNIFORM) else _NOW)[Flaw.UNIFORM]))
    gone = [flaw for flaw in _ORDER if before.has(flaw) and not after.has(flaw)]
    if Flaw.UNIFORM in gone:
        gone = [Flaw.UNIFORM]
    better = _joined_better(gone[:_MOST_BETTER])
    left, new = _left(before, after), _new(before, after)
    a_little = _A_LITTLE.get(left[0].flaw) if left and _rose(left[0], before) else None
    told = () if a_little is not None else gone[:_MOST_BETTER]
    wrong = _joined_wrong(left, new, told)
    if a_little is not None:
        return " ".join(filter(None, (_sentence(better), _sentence(_(a_little, wrong=wrong)))))
    if not better or not wrong:
        return _sentence(better or wrong) or None
    if len(gone) > 1:
        return " ".join((_sentence(better), _sentence(_("but {wrong}", wrong=wrong))))
    return _sentence(_("{better}, but {wrong}", better=better, wrong=wrong))


def _left(before: QualityReport, after: QualityReport) -> list[Finding]:
    """What is wrong in both; what became a little better comes first."""
    both = [f for flaw in _ORDER if before.has(flaw) and (f := after.finding(flaw))]
    both.sort(key=lambda found: not _rose(found, before))
    return both[:_MOST_LEFT]


def _new(before: QualityReport, after: QualityReport) -> list[Finding]:
    new = [f for flaw in _ORDER if not before.has(flaw) and (f := after.finding(flaw))]
    return new[:_MOST_NEW]


def _rose(found: Finding, before: QualityReport) -> bool:
    """Whether a fault that is left is less than it was."""
    earlier = before.finding(found.flaw)
    return (
        found.flaw in _A_LITTLE
        and earlier is not None
        and found.measure >= _CLEARLY * earlier.measure
    )


def _joined_better(gone: Sequence[Flaw]) -> str:
    if not gone:
        return ""
    first = _(_BETTER[gone[0]])
    if len(gone) == 1:
        return first
    second = _("it is level") if set(gone) == _OF_TEXT else _(_BETTER_TOO[gone[1]])
    return _p("what is better", "{first}, and {second}", first=first, second=second)


def _joined_wrong(left: Sequence[Finding], new: Sequence[Finding], better: Sequence[Flaw]) -> str:
    """What is wrong, as clauses; a subject that was named is "it" the next time.

    better: what is said before it in the same breath.
    """
    named = _TEXT if better and better[-1] in _OF_TEXT else ""
    found = sorted((*left, *new), key=lambda one: _subject(one) != (named or _PICTURE))
    clauses: list[str] = []
    for one in found:
        is_it = _subject(one) == named
        if one in left:
            words = _IT_STILL if is_it else _STILL
        elif better:
            words = _IT_IS if is_it else _BUT
        else:
            words = _IT_NOW if is_it else _NOW
        named = _subject(one)
        clauses.append(_clause(words[one.flaw], one))
    return _all(clauses)


def _subject(found: Finding) -> str:
    return _TEXT if found.flaw in _OF_TEXT else _PICTURE


def _clause(words: str, found: Finding) -> str:
    return _(words, where=_where(found.sides)) if found.flaw is Flaw.CUT_OFF else _(words)


def _all(clauses: Sequence[str]) -> str:
    """Clauses in a row: "a", "a, and b", "a, b, and c"."""
    *first, last = clauses or [""]
    if not first:
        return last
    return _p("what is wrong", "{first}, and {last}", first=", ".join(first), last=last)


def _where(sides: Sequence[Side]) -> str:
    words = [_(_SIDES[side]) for side in sides]
    if len(words) == 1:
        return words[0]
    return _("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
