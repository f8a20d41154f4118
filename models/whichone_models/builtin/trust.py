"""What of the evidence can be relied on, given how the picture was taken.

In a smear the detectors see things that are not there, and are as sure of them as they are
elsewhere: of the photos by blind people, every thing named in one was wrong, also one that
both detectors agreed on.
"""

from __future__ import annotations

from dataclasses import replace

from whichone_core.picture.quality import is_severe
from whichone_core.ports import Prompt

SEEN_ANYWAY = 0.75
"""Score from which a thing, or a name, counts even at a severe flaw."""


def relied_on(prompt: Prompt) -> Prompt:
    """The prompt with only the evidence that the picture's quality bears out."""
    if not is_severe(prompt.quality):
        return prompt
    found = prompt.evidence
    objects, names = found.objects, found.names
    if objects is not None:
        objects = tuple(thing for thing in objects if thing.score >= SEEN_ANYWAY)
    if names is not None:
        names = tuple(name for name in names if name.score >= SEEN_ANYWAY)
    odds = found.level_odds if objects else None
    return replace(prompt, evidence=replace(found, objects=objects, names=names, level_odds=odds))
