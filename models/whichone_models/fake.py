"""A VisionModel that says what it is told to: for tests, demonstrations and studies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whichone_core.errors import ModelError
from whichone_core.ports import Chooser, Offer, Prompt, Proposal, ReplyPart, Retake
from whichone_core.types.answers import Decision, Option, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Question
from whichone_core.types.strategies import Role, Strategy

Scripted = Sequence[Sentence | Offer | Retake]


class ScriptedModel:
    """Gives its scripted turns in order, the last one again and again.

    A turn is a proposed decision and what follows it.  Where the policy decides otherwise
    than proposed, the draft for that strategy is taken from `others`, and for abstaining a
    fixed failure with one retake.  `prompts` keeps what it was asked.
    is_measured: whether its script stands for what was measured, or for a model's own look.
    """

    def __init__(
        self,
        turns: Sequence[tuple[Decision, Scripted]],
        *,
        others: dict[Strategy, Scripted] | None = None,
        looks: frozenset[Look] | None = frozenset(),
        error: ModelError | None = None,
        is_measured: bool = True,
    ) -> None:
        self._turns = list(turns)
        self._others = dict(others or {})
        self._looks = looks
        self._error = error
        self._is_measured = is_measured
        self.prompts: list[Prompt] = []
        self.seen: list[Frame] = []
        self.is_closed = False
        self.held_bytes = 0

    @property
    def name(self) -> str:
        return "scripted"

    @property
    def template(self) -> str:
        return "scripted-1"

    @property
    def is_starting(self) -> bool:
        return False

    def looks_for(self, question: Question) -> frozenset[Look] | None:
        return None if self._looks is None else question.looks | self._looks

    def see(self, frame: Frame) -> None:
        self.seen.append(frame)

    def release(self) -> int:
        freed, self.held_bytes = self.held_bytes, 0
        return freed

    def close(self) -> None:
        self.is_closed = True

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream the next turn.  Raises the ModelError that it was given."""
        self.prompts.append(prompt)
        if self._error is not None:
            raise self._error
        proposed, script = self._turns.pop(0) if len(self._turns) > 1 else self._turns[0]
        others = frozenset(self._others)
        decision = choose(Proposal(proposed, others, is_measured=self._is_measured))
        if decision.strategy is not proposed.strategy:
            script = self._others.get(decision.strategy) or FAILURE
        for part in (decision, *script):
            if cancel.is_requested:
                return
            yield part


FAILURE: Scripted = (
    Sentence("I can't tell.", Role.ANSWER_FAILURE),
    Retake("Take another picture."),
)


def answer(text: str, strategy: Strategy = Strategy.DIRECT) -> tuple[Decision, Scripted]:
    """A scripted turn of one sentence."""
    return Decision(strategy), (Sentence(text, Role.ANSWER),)


def question(text: str, *options: Option) -> tuple[Decision, Scripted]:
    """A scripted turn that asks back."""
    return Decision(Strategy.CLARIFY), (Sentence(text, Role.ANSWER), Offer(options))
