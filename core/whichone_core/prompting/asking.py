"""What a model is asked: one user turn from a prompt, in the layout that it was trained on.

    evidence (after the picture, before the question) + question, or the reply to a
    clarifying question, or the question with what "it" is after one

Print and codes come from the picture and the question from the user; both are cleaned of
control tokens (`userwords.py`) and told apart from instructions by quotes.
"""

from __future__ import annotations

from whichone_core.ports import Prompt, Reply
from whichone_core.prompting.evidence_words import evidence_words
from whichone_core.prompting.systems import Layout
from whichone_core.prompting.userwords import as_words
from whichone_core.types.strategies import Strategy

DESCRIBE = "What is in this picture?"
"""Stands for an empty question."""

_FORCED = {
    Strategy.DIRECT: "Answer the question.",
    Strategy.INFER: "Say what you think is meant and by what you can tell, then answer.",
    Strategy.LIST: "Answer briefly for each of the two or three things that may be meant.",
    Strategy.CLARIFY: "Do not answer yet: ask which one is meant, naming the choices.",
    Strategy.ABSTAIN: "Say in one sentence why it cannot be told, and in another what to do with "
    "the camera.",
}


def user_text(prompt: Prompt, layout: Layout) -> str:
    """The user's turn for a prompt; never empty.

    Evidence that was told in an earlier turn about the picture is not told again in a reply.
    """
    asked = question_words(prompt)
    if layout is Layout.PLAIN or _is_reply(prompt.reply):
        return asked
    evidence = evidence_words(prompt.evidence, prompt.question)
    return f"{evidence}\n\n{asked}" if evidence else asked


def question_words(prompt: Prompt) -> str:
    """The bare question or reply as the model gets it."""
    question = as_words(prompt.question.text) or DESCRIBE
    reply = prompt.reply
    if reply is None:
        return f"{question}{_corrected(prompt)}"
    chosen = as_words(reply.chosen.text) if reply.chosen is not None else ""
    if not _is_reply(reply):
        return f"{question} I mean {chosen}." if chosen else question
    said = as_words(reply.text)
    return f"I mean {chosen}." if chosen else said or question


def _corrected(prompt: Prompt) -> str:
    """What the user thinks is right; the model is to look again, not to repeat it."""
    correction = as_words(prompt.correction).rstrip(".")
    if not correction:
        return ""
    return f' I think that your answer was wrong. I think: "{correction}". Look again.'


def with_way(text: str, strategy: Strategy) -> str:
    """A user's turn that asks for one strategy, for engines that cannot force a word."""
    return f"{text}\n\n{_FORCED[strategy]}"


def _is_reply(reply: Reply | None) -> bool:
    """Whether words were said in reply to a clarifying question; else "it" is resolved."""
    return reply is not None and bool(reply.text.strip())
