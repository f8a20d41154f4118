"""VizWiz-LF's ways of prompting (COLM 2024, section 6), for any engine that says one text.

    answer_by(prompting, question, say) -> StudyAnswer

`say` takes one `Ask` (a conversation and how to sample) and gives the model's text; the
picture is its business.  Nothing here is used while a person waits: vanilla, instruction and
chain of thought are one call, self-correction three, self-consistency five.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.prompting.likeness import most_consistent
from whichone_core.prompting.protocol import read_strategy
from whichone_core.prompting.systems import Layout, system_prompt
from whichone_core.prompting.userwords import as_words
from whichone_core.types.strategies import Strategy

SAMPLES = 5
TEMPERATURE = 0.7


class Prompting(StrEnum):
    """The strategies of the paper's abstention study, and the project's own."""

    VANILLA = "vanilla"
    STRATEGY = "strategy"
    ABSTENTION = "abstention instruction"
    CHAIN_OF_THOUGHT = "chain of thought"
    SELF_CORRECTION = "self-correction"
    SELF_CONSISTENCY = "self-consistency"
    ABSTENTION_CONSISTENCY = "instruction and consistency"


@dataclass(frozen=True, slots=True)
class Ask:
    """One call: earlier are finished (user, assistant) turns about the same picture."""

    system: str
    user: str
    earlier: tuple[tuple[str, str], ...] = ()
    temperature: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class StudyAnswer:
    """The answer that counts, its strategy, and every text that led to it."""

    text: str
    strategy: Strategy
    drafts: tuple[str, ...]


Say = Callable[[Ask], str]

_ABSTAIN = (
    "If the question cannot be answered from the picture, because the picture is poor or does "
    "not show what is asked for, say so and why, and do not guess."
)
_THINK = (
    "Think step by step: first say what the picture shows, then whether that is enough to "
    'answer. Then write "Answer:" and the answer.'
)
FIND = (
    "Look at the picture again and check your answer. Name every statement in it that the "
    "picture does not show, and say whether the question can be answered at all."
)
REVISE = (
    "Now give the answer again without those faults. If the question cannot be answered, say so."
)


def answer_by(prompting: Prompting, question: str, say: Say) -> StudyAnswer:
    """Ask in one of the ways and keep what counts."""
    asked = as_words(question)
    if prompting is Prompting.STRATEGY:
        return _finished([say(Ask(system_prompt(Layout.INSTRUCTED), asked))], 0)
    if prompting is Prompting.CHAIN_OF_THOUGHT:
        return _thought(say(Ask("", f"{asked}\n\n{_THINK}")))
    if prompting is Prompting.SELF_CORRECTION:
        return _corrected(asked, say)
    if prompting in (Prompting.SELF_CONSISTENCY, Prompting.ABSTENTION_CONSISTENCY):
        is_instructed = prompting is Prompting.ABSTENTION_CONSISTENCY
        return _consistent(f"{asked}\n\n{_ABSTAIN}" if is_instructed else asked, say)
    is_instructed = prompting is Prompting.ABSTENTION
    return _finished([say(Ask("", f"{asked}\n\n{_ABSTAIN}" if is_instructed else asked))], 0)


def _finished(drafts: list[str], which: int) -> StudyAnswer:
    strategy, text = read_strategy(drafts[which])
    return StudyAnswer(text, strategy, tuple(drafts))


def _thought(draft: str) -> StudyAnswer:
    """What stands after the last "Answer:"; all of it where that is missing."""
    strategy, text = read_strategy(draft.rsplit("Answer:", 1)[-1].strip() or draft)
    return StudyAnswer(text, strategy, (draft,))


def _corrected(asked: str, say: Say) -> StudyAnswer:
    """Answer, find the problems, revise."""
    first = say(Ask("", asked))
    found = say(Ask("", FIND, ((asked, first),)))
    revised = say(Ask("", REVISE, ((asked, first), (FIND, found))))
    return _finished([first, found, revised], 2)


def _consistent(asked: str, say: Say) -> StudyAnswer:
    """The majority decides whether to abstain; of its answers the most consistent one counts."""
    drafts = [say(Ask("", asked, temperature=TEMPERATURE, seed=seed)) for seed in range(SAMPLES)]
    read = [read_strategy(draft) for draft in drafts]
    abstains = [strategy is Strategy.ABSTAIN for strategy, _ in read]
    is_abstaining = sum(abstains) * 2 > len(drafts)
    kept = [i for i, abstaining in enumerate(abstains) if abstaining == is_abstaining]
    return _finished(drafts, kept[most_consistent([read[i][1] for i in kept])])
