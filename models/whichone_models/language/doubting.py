""" "Are you sure?" for any engine: what is asked again, and what is said of the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from whichone_core.ports import Chooser, Prompt, Proposal, ReplyPart
from whichone_core.prompting.agreement import TEMPERATURE, agree, spoken_agreement, wordings
from whichone_core.prompting.asking import user_text
from whichone_core.prompting.protocol import read_opening
from whichone_core.prompting.systems import Layout
from whichone_core.question import questions
from whichone_core.types.answers import Decision, Reason
from whichone_core.types.questions import Question
from whichone_core.types.strategies import Strategy

from whichone_models.builtin.abstentions import draft_for

from .sentences import spoken_words


@dataclass(frozen=True, slots=True)
class Again:
    """The last question once more.

    prompt: as it was asked first, with the turns before it; first: how it was answered.
    """

    prompt: Prompt
    first: str
    strategy: Strategy
    temperature: float = TEMPERATURE

    @classmethod
    def of(cls, prompt: Prompt) -> Again:
        """What a doubt is about: the last question that was no doubt itself, and its answer."""
        *before, last = prompt.earlier
        question = questions.understand(last.said)
        if before and before[-1].strategy is Strategy.CLARIFY:
            question = _with_what_was_at_stake(question, before[-1].said)
        asked = replace(prompt, question=question, reply=None, earlier=tuple(before))
        return cls(asked, _said(last.answer), last.strategy)

    @property
    def is_at_stake(self) -> bool:
        """Whether only print may be quoted: then it is answered anew, and nothing else said."""
        return self.prompt.question.stakes is not None

    def askings(self, layout: Layout) -> Iterator[tuple[str, int]]:
        """The user's turn and the seed of each time that it is asked again.

        A model that knows only bare questions gets the same words, and other samples.
        """
        question = self.prompt.question
        for seed, words in enumerate(wordings(question.text), start=1):
            text = question.text if layout is Layout.PLAIN else words
            varied = replace(self.prompt, question=replace(question, text=text))
            yield user_text(varied, layout), seed


def _with_what_was_at_stake(reply: Question, asked: str) -> Question:
    """A reply to a clarifying question ("the blue one") has the stakes of that question."""
    return replace(reply, stakes=reply.stakes or questions.understand(asked).stakes)


def said_again(again: Again, others: Sequence[str], choose: Chooser) -> Iterator[ReplyPart]:
    """The decision and the verdict on the first answer."""
    texts = [_said(text) for text in others]
    agreement = agree(again.first, texts)
    sentences = spoken_agreement(agreement)
    is_lost = agreement.is_lost or not (agreement.sure or agreement.varying)
    is_lost = is_lost and not (agreement.alternatives and not agreement.is_lost)
    strategy = Strategy.ABSTAIN if is_lost else _kept(again.strategy)
    reason = Reason.NOT_FOUND if is_lost else None
    proposed = Decision(strategy, None, reason)
    decision = choose(Proposal(proposed, frozenset({Strategy.ABSTAIN}) - {strategy}))
    yield decision
    if decision.strategy is not Strategy.ABSTAIN:
        yield from sentences
        return
    fixed = draft_for(again.prompt, decision.reason or Reason.NOT_FOUND)
    yield from (*sentences, fixed[-1]) if is_lost else fixed


def _kept(strategy: Strategy) -> Strategy:
    """An answer stays what it was; what failed or asked first, and tells now, is a guess."""
    is_answer = strategy in (Strategy.DIRECT, Strategy.INFER, Strategy.LIST)
    return strategy if is_answer else Strategy.INFER


def _said(text: str) -> str:
    return " ".join(
        filter(None, (spoken_words(line) for line in read_opening(text).text.split("\n")))
    )
