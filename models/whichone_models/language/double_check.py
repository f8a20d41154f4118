"""An engine that checks its own answers, in one of VizWiz-LF's two ways, by the user's choice.

ask again        the answer at once; then the question four more times in other words, and what
                 of the answer stayed the same (self-consistency, as "Are you sure?" does it)
correct itself   the answer, the faults that the model finds in it, the answer without them;
                 only the last is said (self-correction, `prompting/study.py`)

Questions back, abstentions, what is at stake and pictures with a severe flaw are left as they
are: there nothing was claimed, or only what was measured was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from whichone_core.errors import ModelError
from whichone_core.picture.quality import is_severe
from whichone_core.ports import Chooser, Exchange, Prompt, Proposal, ReplyPart, VisionModel
from whichone_core.prompting.study import FIND, REVISE
from whichone_core.question import questions
from whichone_core.question.doubts import is_doubt
from whichone_core.settings import DoubleCheck
from whichone_core.types.answers import Decision, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Question
from whichone_core.types.strategies import Strategy

DOUBT = "Are you sure?"
_CLAIMS = frozenset({Strategy.DIRECT, Strategy.INFER, Strategy.LIST})


class DoubleChecked:
    """A VisionModel around another one.  way: ASK_AGAIN or CORRECT_ITSELF."""

    def __init__(self, inner: VisionModel, way: DoubleCheck) -> None:
        self._inner = inner
        self._way = way

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def template(self) -> str:
        """The wording version tells that answers were checked, as they then differ."""
        return f"{self._inner.template}-{self._way.replace(' ', '-')}"

    @property
    def is_starting(self) -> bool:
        return self._inner.is_starting

    @property
    def held_bytes(self) -> int:
        return self._inner.held_bytes

    @property
    def notice(self) -> str:
        """What the user hears before the first answer, where there is something."""
        return str(getattr(self._inner, "notice", ""))

    def looks_for(self, question: Question) -> frozenset[Look] | None:
        return self._inner.looks_for(question)

    def see(self, frame: Frame) -> None:
        self._inner.see(frame)

    def release(self) -> int:
        return self._inner.release()

    def close(self) -> None:
        self._inner.close()

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream an answer and what became of it when it was checked.  Raises ModelError."""
        if _is_left(prompt):
            return self._inner.reply(prompt, choose, cancel)
        if self._way is DoubleCheck.ASK_AGAIN:
            return self._asked_again(prompt, choose, cancel)
        return self._corrected(prompt, choose, cancel)

    def _asked_again(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        given: list[ReplyPart] = []
        for part in self._inner.reply(prompt, choose, cancel):
            given.append(part)
            yield part
        exchange = _exchange(prompt, given)
        if exchange is None or cancel.is_requested:
            return
        doubt = replace(
            prompt,
            question=questions.understand(DOUBT),
            reply=None,
            earlier=(*prompt.earlier, exchange),
        )
        try:
            for part in self._inner.reply(doubt, _as_proposed, cancel):
                if isinstance(part, Sentence):
                    yield part
        except ModelError:  # the answer stands, and stands unchecked
            return

    def _corrected(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        first = list(self._inner.reply(prompt, choose, cancel))
        exchange = _exchange(prompt, first)
        revised = None
        if exchange is not None and not cancel.is_requested:
            revised = self._revised(prompt, exchange, choose, cancel)
        if not cancel.is_requested:
            yield from revised or first

    def _revised(
        self, prompt: Prompt, exchange: Exchange, choose: Chooser, cancel: Cancel
    ) -> list[ReplyPart] | None:
        """The answer without the faults that were found; None where there came none."""
        try:
            finding = _following(prompt, FIND, exchange)
            found = list(self._inner.reply(finding, _as_proposed, cancel))
            if cancel.is_requested:
                return None
            faults = Exchange(FIND, Strategy.DIRECT, _text(found))
            revising = _following(prompt, REVISE, exchange, faults)
            parts = list(self._inner.reply(revising, choose, cancel))
        except ModelError:
            return None
        return parts if _text(parts) else None


def double_checked(inner: VisionModel, way: DoubleCheck) -> VisionModel:
    """The engine with its answers checked in this way; itself where they are not to be."""
    return inner if way is DoubleCheck.OFF else DoubleChecked(inner, way)


def _is_left(prompt: Prompt) -> bool:
    question = prompt.question
    return question.stakes is not None or is_doubt(question.text) or is_severe(prompt.quality)


def _following(prompt: Prompt, text: str, *exchanges: Exchange) -> Prompt:
    """The same question with other words, after what was said of it."""
    return replace(
        prompt,
        question=replace(prompt.question, text=text),
        reply=None,
        earlier=(*prompt.earlier, *exchanges),
    )


def _exchange(prompt: Prompt, parts: Sequence[ReplyPart]) -> Exchange | None:
    """The turn that was answered; None where nothing was claimed in it."""
    decision = next((part for part in parts if isinstance(part, Decision)), None)
    text = _text(parts)
    if decision is None or decision.strategy not in _CLAIMS or not text:
        return None
    said = prompt.reply.text if prompt.reply is not None else prompt.question.text
    return Exchange(said or prompt.question.text, decision.strategy, text)


def _text(parts: Sequence[ReplyPart]) -> str:
    return " ".join(part.text for part in parts if isinstance(part, Sentence))


def _as_proposed(proposal: Proposal) -> Decision:
    return proposal.decision
