"""How one answer is told as it comes: the one rule for the window and the command line.

    SentenceReady -> sentence() -> said now, or nothing where it waits for "more"
    Answered      -> end()      -> what is still to be said: the options, the retake

Together they give what `spoken.utterances` gives of the whole answer, in its order.
"""

from __future__ import annotations

from whichone_core.settings import Punctuation, Verbosity
from whichone_core.speech.spoken import is_said_at_once, said, utterances
from whichone_core.types.answers import Answer, Sentence


class Telling:
    """Tells one answer, each sentence once; it belongs to one turn."""

    def __init__(self, verbosity: Verbosity, punctuation: Punctuation = Punctuation.SOME) -> None:
        self._verbosity = verbosity
        self._punctuation = punctuation
        self._told = 0

    def sentence(self, sentence: Sentence) -> str:
        """What is said of a sentence that has just arrived; empty where it waits."""
        if not is_said_at_once(sentence, self._verbosity):
            return ""
        words = said(sentence, self._punctuation)
        self._told += bool(words)
        return words

    def end(self, answer: Answer) -> tuple[str, ...]:
        """What is still to be said now that the answer is whole."""
        return utterances(answer, self._verbosity, self._punctuation)[self._told :]
