"""What of the evidence can be relied on, given how the picture was taken.

In a smear the detectors see things that are not there, and are as sure of them as they are
elsewhere: of the photos by blind people, every thing named in one was wrong, also one that
both detectors agreed on.
"""

from __future__ import annotations

from dataclasses import replace

from whichone_core.ports import Prompt
from whichone_core.types.quality import Flaw, QualityReport

SMEARED = 10.0
"""Sharpness (`quality.py`) below which a blurred picture is a smear: photos by blind people
that five of five could not recognise have 1 to 8, those that all could have 12 and more."""

SEEN_IN_A_SMEAR = 0.75
"""Score from which a thing, or a name, counts even there."""


def is_smeared(quality: QualityReport) -> bool:
    """Whether a picture is so blurred that nothing but what is plain can be told from it."""
    return quality.has(Flaw.BLURRED) and quality.measures.get("sharpness", SMEARED) < SMEARED


def relied_on(prompt: Prompt) -> Prompt:
    """The prompt with only the evidence that the picture's quality bears out."""
    if not is_smeared(prompt.quality):
        return prompt
    found = prompt.evidence
    objects, names = found.objects, found.names
    if objects is not None:
        objects = tuple(thing for thing in objects if thing.score >= SEEN_IN_A_SMEAR)
    if names is not None:
        names = tuple(name for name in names if name.score >= SEEN_IN_A_SMEAR)
    odds = found.level_odds if objects else None
    return replace(prompt, evidence=replace(found, objects=objects, names=names, level_odds=odds))
