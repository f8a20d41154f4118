"""What is held out: compositions of scenes, and wordings of questions, each by a hash.

A test item shares neither the set of prominent looks nor the wording of its question with any
training item.  The hash has no seed: what is held out stays so for every seed and data set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import StrEnum

from .scenes import Look


class Split(StrEnum):
    """Training, validation and test."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


TENTHS = (Split.TRAIN,) * 7 + (Split.VALIDATION,) + (Split.TEST,) * 2


def split_of(text: str) -> Split:
    """The split of a composition or a wording, by its text."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return TENTHS[int.from_bytes(digest, "big") % len(TENTHS)]


def composition(looks: Iterable[Look]) -> str:
    """What a scene is known by: its prominent looks, in no order."""
    return ", ".join(sorted(f"{look.colour} {look.kind}" for look in looks))
