"""A reward that tells any two answers apart, for models too small to say anything right.

python -m tests.varied_rewards grpo RECIPE      whichone-train, with the reward `varied`
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from whichone_training import rewards
from whichone_training.cli import main

NAME = "varied"


def varied(completions: Sequence[Any], **_: Any) -> list[float]:
    """By the place of an answer among all that differ, in the order of the alphabet; 0 to 1."""
    said = [rewards.answer_text(one) for one in completions]
    order = sorted(set(said))
    return [order.index(one) / len(order) for one in said]


if __name__ == "__main__":
    rewards.JUDGE_FREE = {**rewards.JUDGE_FREE, NAME: varied}
    rewards.NAMES = (*rewards.NAMES, NAME)
    sys.exit(main())
