"""How many tokens a picture is worth for a question, on this machine.

Encoding and prefilling a picture cost more than all else (10 s for 256 tokens on two cores
with the 3B model, facts, llama.cpp), so the eager look spends what the machine does in the
time that it takes to ask; print is looked at with more, colour and light with less.
"""

from __future__ import annotations

from dataclasses import dataclass

from whichone_core.types.questions import Intent, Question

FEWEST = 64
"""224 x 224 pixels: enough for colours, light and one large thing."""
USUAL, MOST = 256, 1024
"""448 x 448 pixels, and about as many as print on a page needs."""
_USUAL_S, _READING_S = 8.0, 20.0
"""Seconds that a picture may take before it is asked about, and where it has to be read."""

_LOOKS = frozenset({Intent.COLOUR, Intent.LIGHT})
_READS = frozenset({Intent.READ, Intent.FIELD, Intent.CODE})


@dataclass(frozen=True, slots=True)
class Budget:
    """tokens_per_s: measured, picture tokens encoded and prefilled in a second; 0 for unknown.

    fewest, usual, most: bounds in tokens, within which the speed chooses.
    """

    tokens_per_s: float = 0.0
    fewest: int = FEWEST
    usual: int = USUAL
    most: int = MOST

    @property
    def eager(self) -> int:
        """Tokens for a picture about which nothing is asked yet."""
        return self._within(self.usual, _USUAL_S)

    def for_question(self, question: Question, seen: int = 0) -> int:
        """Tokens for a question; seen: what the picture was already looked at with.

        What was seen serves every question that needs no more: a smaller picture would
        have to be encoded anew.
        """
        if question.intent in _READS or question.stakes is not None:
            return max(seen, self._within(self.most, _READING_S))
        wanted = self.fewest if question.intent in _LOOKS else self.eager
        return seen if seen >= wanted else wanted

    def smaller(self, tokens: int) -> int:
        """Another size for a second try, as a repeating answer often depends on the size."""
        return max(self.fewest // 2, tokens * 2 // 3)

    def _within(self, tokens: int, seconds: float) -> int:
        if self.tokens_per_s <= 0:
            return tokens
        return max(self.fewest, min(tokens, int(self.tokens_per_s * seconds)))
