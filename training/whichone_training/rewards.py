"""Rewards of GRPO by name; each is a plain function of completions and what is known of them.

A reward gives one number per completion, or None where it does not apply (a judge that
failed, facts that nobody knows); trl leaves those out, they are never 0.

    control_word        1 where the answer begins with the right control word
    style               1 where the style of the sentences shows the right strategy
    facts               1 where the style is right and what is said is true
    strategy_and_facts  the paper's 1 / 0.7 / 0 without a judge, for scenes whose facts are
                        known: right strategy and facts, right strategy only, neither; where
                        words are trained, word and style must both be right
    strategy_and_share  the same, where a list or a question back that is true in part earns
                        that part of the last .3: else a list of two, easy to get right, is
                        worth as much as a list of three with one mistake (LOG.md)
    judge               the paper's 1 / 0.7 / 0 from a language model (`judge.py`)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from whichone_core.errors import InputError
from whichone_core.registry import suggestion
from whichone_core.types.strategies import Strategy

from .drawnworld.answers import control_word, is_true, share_true, style_of
from .examples import gold_of
from .recipe import Judge, Reward

DISTORTED = 0.7
"""What the right strategy is worth with a factual distortion (the paper: 1 - 0.3)."""

RewardFunction = Callable[..., Any]


def answer_text(completion: Any) -> str:
    """The text of a completion, as trl gives it (a list of messages) or as it is."""
    return completion if isinstance(completion, str) else str(completion[-1]["content"])


def word_reward(text: str, strategy: Strategy) -> float:
    return float(control_word(text)[0] is strategy)


def style_reward(text: str, strategy: Strategy) -> float:
    return float(style_of(control_word(text)[1]) is strategy)


def facts_reward(text: str, strategy: Strategy, gold_record: str) -> float | None:
    gold = gold_of(gold_record)
    if gold is None:
        return None
    body = control_word(text)[1]
    return float(style_of(body) is strategy and is_true(body, gold))


def paper_reward(
    text: str, strategy: Strategy, gold_record: str, *, words: bool, shares: bool = False
) -> float | None:
    """1, 0.7 or 0; None where the facts of the scene are not known.

    shares: between 0.7 and 1 for what is true in part.
    """
    gold = gold_of(gold_record)
    if gold is None:
        return None
    word, body = control_word(text)
    is_right = style_of(body) is strategy and (word is strategy or not words)
    if not is_right:
        return 0.0
    share = share_true(body, gold) if shares else float(is_true(body, gold))
    return DISTORTED + (1 - DISTORTED) * share


def _control_words(completions: Sequence[Any], strategy: Sequence[str], **_: Any) -> list[float]:
    pairs = zip(completions, strategy, strict=True)
    return [word_reward(answer_text(text), Strategy(right)) for text, right in pairs]


def _styles(completions: Sequence[Any], strategy: Sequence[str], **_: Any) -> list[float]:
    pairs = zip(completions, strategy, strict=True)
    return [style_reward(answer_text(text), Strategy(right)) for text, right in pairs]


def _facts(
    completions: Sequence[Any], strategy: Sequence[str], gold: Sequence[str], **_: Any
) -> list[float | None]:
    rows = zip(completions, strategy, gold, strict=True)
    return [facts_reward(answer_text(text), Strategy(right), known) for text, right, known in rows]


def _paper(
    completions: Sequence[Any],
    strategy: Sequence[str],
    gold: Sequence[str],
    words: Sequence[bool],
    shares: bool,
) -> list[float | None]:
    rows = zip(completions, strategy, gold, words, strict=True)
    return [
        paper_reward(answer_text(text), Strategy(right), known, words=with_words, shares=shares)
        for text, right, known, with_words in rows
    ]


def _strategy_and_facts(**known: Any) -> list[float | None]:
    return _paper(**_columns(known), shares=False)


def _strategy_and_share(**known: Any) -> list[float | None]:
    return _paper(**_columns(known), shares=True)


def _columns(known: Mapping[str, Any]) -> dict[str, Any]:
    return {name: known[name] for name in ("completions", "strategy", "gold", "words")}


JUDGE_FREE: Mapping[str, RewardFunction] = MappingProxyType(
    {
        "control_word": _control_words,
        "style": _styles,
        "facts": _facts,
        "strategy_and_facts": _strategy_and_facts,
        "strategy_and_share": _strategy_and_share,
    }
)
NAMES = (*JUDGE_FREE, "judge")


def reward_functions(chosen: Sequence[Reward], judge: Judge) -> list[RewardFunction]:
    """The functions of a recipe's rewards, each under its name in the logs.

    Raises InputError for an unknown name, naming the nearest.
    """
    found: list[RewardFunction] = []
    for reward in chosen:
        if reward.name not in NAMES:
            raise InputError(
                f"There is no reward called {reward.name[:60]}.",
                remedy=suggestion(reward.name, NAMES),
            )
        if reward.name == "judge":
            from .judge import judge_reward

            found.append(judge_reward(judge))
        else:
            function = JUDGE_FREE[reward.name]
            function.__name__ = reward.name
            found.append(function)
    return found
