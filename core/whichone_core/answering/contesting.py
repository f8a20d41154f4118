""" "That is wrong": what a correction is worth against what was measured in the picture.

A correction is what the user said, never evidence: what is answered after it still has to be
seen or read, and the verdict says whether it was (field report, gap 9; Alharbi et al. 2024:
blind users check an answer by other means and want to contest it).
"""

from __future__ import annotations

import re

from whichone_core.answering.answers import readable
from whichone_core.answering.printed_words import is_negated, is_printed
from whichone_core.catalogue import _
from whichone_core.question.language import language_of
from whichone_core.question.mentions import Mentions, find_mentions
from whichone_core.question.tongues import TONGUES
from whichone_core.question.tongues.folding import fold
from whichone_core.question.wording import plain, words_of
from whichone_core.types.answers import Sentence
from whichone_core.types.evidence import Evidence, Look, TextLine
from whichone_core.types.strategies import Role

LOOKS = frozenset({Look.TEXT, Look.OBJECTS})
"""What a correction is looked up in."""

LONGEST_QUOTED = 120
"""Characters of a correction that the verdict repeats."""

_SMALL_WORDS = frozenset(
    {"a", "an", "the", "it", "is", "it's", "its", "this", "that", "these", "those", "are", "was",
     "were", "be", "yes", "actually", "really", "i", "think", "i'm", "sure", "of", "in", "on",
     "at", "to", "with", "and", "or", "but", "one", "says", "say", "said", "my", "your"}
)  # fmt: skip
_CONTRADICTION = re.compile(
    r"^\s*(?:no|nein|nope|doch|falsch|mal|eso no|das stimmt nicht|das ist falsch|está mal|"
    r"that is wrong|that's wrong|wrong)\s*[,.:;!]\s*",
    re.IGNORECASE,
)
""" "No, es una taza": what is said before what it is."""

_NO_MORE_THAN_WRONG = re.compile(
    r"(?:(?:no|but|sorry) )*(?:(?:that|this|it)(?: is|'s) (?:wrong|not right|not true|incorrect)|"
    r"(?:you are|you're) (?:wrong|mistaken)|(?:that|your) (?:answer|answer is|is) wrong|wrong)|"
    r"(?:nein )?(?:(?:das|es) ist (?:falsch|nicht richtig)|(?:das|es) stimmt nicht|"
    r"du irrst dich|sie irren sich|du liegst falsch|falsch)|"
    r"(?:no )?(?:(?:eso |esto )?(?:esta|es) (?:mal|incorrecto|equivocado|falso)|"
    r"(?:eso |esto )?no (?:es correcto|es cierto|esta bien)|te equivocas|se equivoca|"
    r"estas equivocad[oa])"
)
""" "That is wrong" in so many words, without what would be right."""


def says_wrong(text: str) -> bool:
    """Whether a line only says that the answer is wrong: the command, typed or spoken."""
    line = re.sub(r"[^\w' ]+", " ", fold(text.replace("’", "'")))
    return _NO_MORE_THAN_WRONG.fullmatch(" ".join(line.split())) is not None


def verdict(correction: str, evidence: Evidence) -> Sentence:
    """Whether the picture bears a correction out, in one sentence."""
    shown = " ".join(correction.split())[:LONGEST_QUOTED].rstrip(".!?")
    claimed = _CONTRADICTION.sub("", correction)
    if _is_read(claimed, evidence):
        said = _("You said: {shown}. I can read that in the picture.", shown=shown)
    elif _is_seen(claimed, evidence):
        said = _("You said: {shown}. I can see that in the picture.", shown=shown)
    else:
        said = _(
            "You said: {shown}. I can't find that in the picture, so I only know it from you.",
            shown=shown,
        )
    return Sentence(said, Role.ANSWER)


def _is_read(correction: str, evidence: Evidence) -> bool:
    """Whether it stands in the print or a code, word by word."""
    texts = [readable(evidence.text)]
    texts += [(TextLine(code.text, 1.0, code.box),) for code in evidence.codes or ()]
    small = _SMALL_WORDS | _small_words(correction)
    return any(is_printed(correction, lines, small) for lines in texts)


def _is_seen(correction: str, evidence: Evidence) -> bool:
    """Whether all that it names are things that were surely found."""
    named = _named(correction)
    if named is None:
        return False
    found = {thing.label for thing in evidence.objects or () if thing.is_sure}
    return bool(named.targets) and not named.unknown and set(named.targets) <= found


def _named(correction: str) -> Mentions | None:
    """What a correction says that it is; None where it only says what it is not."""
    line = plain(correction)
    if is_negated(words_of(line)):
        return None
    language = language_of(correction) or "en"
    if language == "en":
        return find_mentions(line if line.startswith("it is") else f"it is {line}")
    wording = TONGUES[language].wording(correction)
    return wording.mentions(wording.line)


def _small_words(correction: str) -> frozenset[str]:
    """The words of a correction that say nothing in its language."""
    tongue = TONGUES.get(language_of(correction) or "en")
    if tongue is None:
        return frozenset()
    words = words_of(plain(correction))
    return frozenset(word for word in words if tongue.vocabulary.is_stop(tongue.folded(word)))
