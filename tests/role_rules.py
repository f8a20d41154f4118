"""How often the app's own rules (`style.role_of`) give a sentence one of its released roles.

Questions are halved by a hash of their words: the rules for advice and courtesies were written
while looking at the first half alone, the second is only counted.  Each sentence gets one role;
the release gives one to three, so no rule can reach a weighted F1 of 1.
"""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from whichone_core.prompting.style import role_of, strategy_of
from whichone_core.question.questions import understand
from whichone_core.types.strategies import Role
from whichone_data.vizwiz.release import Release
from whichone_data.vizwiz.training import Example, examples

SEED = "role-of"
SPOKEN_FIRST = frozenset({Role.ANSWER, Role.ANSWER_FAILURE, Role.SUGGESTION})
"""What a brief answer says at once (`speech/spoken.py`)."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence's role by the rules, and its released ones."""

    role: Role
    released: frozenset[Role]

    @property
    def is_hit(self) -> bool:
        return self.role in self.released

    @property
    def is_spoken_rightly(self) -> bool:
        """Spoken at once exactly where one of its released roles is."""
        return (self.role in SPOKEN_FIRST) == bool(self.released & SPOKEN_FIRST)


def halves(release: Release) -> tuple[list[Told], list[Told]]:
    """The looked-at half and the counted one; whole answers, so that places are right."""
    answers: defaultdict[tuple[str, int], list[Example]] = defaultdict(list)
    for example in examples(release):
        answers[example.writer, example.row].append(example)
    found: tuple[list[Told], list[Told]] = ([], [])
    for sentences in answers.values():
        sentences.sort(key=lambda example: example.sentence.place)
        found[_half(sentences[0].sentence.question)].extend(_told(sentences))
    return found


def _half(question: str) -> int:
    words = " ".join(question.lower().split()).strip(" ?.!")
    return int(hashlib.sha256(f"{SEED}:{words}".encode()).hexdigest(), 16) % 2


def _told(sentences: Sequence[Example]) -> list[Told]:
    intent = understand(sentences[0].sentence.question).intent
    strategy = strategy_of([example.sentence.text for example in sentences])
    found: list[Told] = []
    for example in sentences:
        place = sum(told.role is Role.ANSWER for told in found)
        role = role_of(example.sentence.text, strategy, place, intent)
        found.append(Told(role, example.labels.roles))
    return found


def f1_by_role(some: Sequence[Told]) -> dict[Role, float]:
    """F1 of each role."""
    said = Counter(told.role for told in some)
    there = Counter(role for told in some for role in told.released)
    right = Counter(told.role for told in some if told.is_hit)
    return {role: 2 * right[role] / ((said[role] + there[role]) or 1) for role in Role}


def share_hit(some: Sequence[Told]) -> float:
    return statistics.mean(told.is_hit for told in some)


def share_spoken_rightly(some: Sequence[Told]) -> float:
    return statistics.mean(told.is_spoken_rightly for told in some)
