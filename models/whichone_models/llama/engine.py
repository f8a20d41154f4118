"""The local engine: a vision-language model on this computer, asked for its strategy first.

    see():    picture fitted -> encoded and prefilled while the question is still being asked
    reply():  question -> odds of the five words from one pass -> calibrated -> policy
              -> the chosen word forced -> text -> sentences, checked (`language/writing.py`)

A model that was trained from nothing and has no control words says its text first, and its
style tells the strategy.  An answer that goes in circles or stays empty is asked for once
more (a smaller picture, or other samples), then it abstains.  "Are you sure?" asks the last
question again in other words and says what agrees.  A picture with a severe flaw is answered
from what was measured, or not at all, and never by the model (`answering.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from whichone_core.ports import Chooser, EvidenceFinder, Prompt, ReplyPart
from whichone_core.prompting.systems import TEMPLATE, Layout, system_prompt
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.answers import Decision
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Look
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Question
from whichone_core.types.strategies import Strategy

from whichone_models.files.sidecar import Sidecar
from whichone_models.language.demonstration import caution, warning, without_caution
from whichone_models.language.looking import looks_before
from whichone_models.language.memory import Memory

from .answering import Answering, Bench, Options
from .eyes import Eyes
from .runtime import ModelClient

__all__ = ["LocalEngine", "Options", "layout_of", "words_of"]


class LocalEngine:
    """A VisionModel over one local model.

    finder: looks at print again where an answer claims what nobody read; None where nothing
    is measured (evaluation): answers are then not checked, and nothing is said at high stakes.
    """

    def __init__(
        self,
        client: ModelClient,
        sidecar: Sidecar,
        finder: EvidenceFinder | None = None,
        name: str = "local",
        options: Options | None = None,
    ) -> None:
        how, layout, words = options or Options(), layout_of(sidecar), words_of(sidecar)
        self._name = name
        self._bench = Bench(
            client,
            sidecar,
            finder,
            how,
            layout,
            words,
            system_prompt(layout, how.language, words or CONTROL_WORDS, sidecar.system),
            Memory(words, replies_only=layout is Layout.PLAIN),
            Eyes(sidecar.processor, how.budget),
        )

    @property
    def name(self) -> str:
        return self._name

    @property
    def notice(self) -> str:
        """What is heard before its first answer; empty for nothing."""
        told = (self._bench.options.notice, warning(self._bench.sidecar))
        return " ".join(filter(None, told))

    @property
    def template(self) -> str:
        return f"{TEMPLATE}-{self._bench.layout}-{self._bench.options.language}"

    @property
    def is_starting(self) -> bool:
        """Whether the model is still to be loaded."""
        return not self._bench.client.is_loaded

    @property
    def held_bytes(self) -> int:
        """What the model's process takes now."""
        return self._bench.client.held_bytes

    def looks_for(self, question: Question) -> frozenset[Look] | None:
        """What the model cannot see for itself, where there is something to look with."""
        return looks_before(question) if self._bench.finder is not None else None

    @property
    def system(self) -> str:
        """The system prompt, the same for every question."""
        return self._bench.system

    def see(self, frame: Frame) -> None:
        """Begin to encode the picture and to prefill it behind the system prompt."""
        self._bench.client.see(self._bench.eyes.eager(frame), self._bench.system)

    def release(self) -> int:
        """End the model's process until a picture or a question needs it again."""
        return self._bench.client.release()

    def close(self) -> None:
        """End the model's process."""
        self._bench.client.close()

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        """Stream the decision, then what is said for it.  Raises ModelError."""
        if cancel.is_requested:
            return
        strategy, sidecar = None, self._bench.sidecar
        prompt = without_caution(sidecar, prompt)
        for part in Answering(self._bench, prompt, choose, cancel).parts():
            if cancel.is_requested:
                return
            if isinstance(part, Decision):
                strategy = part.strategy
            yield part
        if behind := caution(sidecar, prompt, strategy):
            yield behind


def layout_of(sidecar: Sidecar) -> Layout:
    """How a model is asked, by what its sidecar says of its training."""
    if sidecar.plain_prompt:
        return Layout.PLAIN
    return Layout.TUNED if sidecar.words else Layout.INSTRUCTED


def words_of(sidecar: Sidecar) -> dict[Strategy, str]:
    """The words to score, in Strategy's order; none for a model that only knows plain text."""
    if all(strategy in sidecar.words for strategy in Strategy):
        return {strategy: sidecar.words[strategy] for strategy in Strategy}
    return {} if sidecar.plain_prompt else dict(CONTROL_WORDS)
