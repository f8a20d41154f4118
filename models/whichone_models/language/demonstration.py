"""A model that only demonstrates: what is said of it where it is chosen and behind its answers.

It answers photos as surely as the drawn scenes that it learned from, so its chances are no
warning; only its source is.
"""

from __future__ import annotations

from dataclasses import replace

from whichone_core.languages import N_
from whichone_core.picture.quality import is_severe
from whichone_core.ports import Prompt
from whichone_core.question.doubts import is_doubt
from whichone_core.types.answers import Sentence
from whichone_core.types.strategies import Role, Strategy

from whichone_models.catalogue import _, _everywhere
from whichone_models.files.sidecar import Sidecar

_ONLY_A_DEMONSTRATION = N_(
    "{name} is only a demonstration: it learned from drawn scenes, so what it says of a "
    "photo is a guess."
)


def warning(sidecar: Sidecar) -> str:
    """What a user has to know of a model before they believe it; empty for most."""
    if not sidecar.is_demonstration:
        return ""
    return _(_ONLY_A_DEMONSTRATION, name=sidecar.name)


def caution(sidecar: Sidecar, prompt: Prompt, strategy: Strategy | None) -> Sentence | None:
    """The warning behind an answer that the model gave; heard when more is asked for.

    None where nothing of the model was said: where it abstained or was not asked, at high
    stakes, and behind "are you sure?", which is about an answer that has it already.
    """
    is_measured = prompt.question.stakes is not None or is_severe(prompt.quality)
    if strategy in (None, Strategy.ABSTAIN) or is_measured or is_doubt(prompt.question.text):
        return None
    text = warning(sidecar)
    return Sentence(text, Role.AUXILIARY) if text else None


def without_caution(sidecar: Sidecar, prompt: Prompt) -> Prompt:
    """The prompt with what the model said before alone: the warning was no claim of its own.

    It goes in whatever language it was said: that may have been changed since.
    """
    if not sidecar.is_demonstration:
        return prompt
    texts = _everywhere(_ONLY_A_DEMONSTRATION, name=sidecar.name)
    earlier = (replace(one, answer=_without(one.answer, texts)) for one in prompt.earlier)
    return replace(prompt, earlier=tuple(earlier))


def _without(answer: str, endings: frozenset[str]) -> str:
    found = next((ending for ending in endings if answer.endswith(ending)), "")
    return answer.removesuffix(found).strip()
