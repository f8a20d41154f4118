"""A model that repeats itself is stopped; things that truly repeat are not."""

from __future__ import annotations

import pytest
from whichone_models.llama.loops import LoopDetector

TRUE_REPEATS = [
    "Call 555-5555 or 555-5556, extension 5555.",
    "The number is 0000 0000 0000 0000.",
    "It shows 00000000000000000000.",
    "The bar code says 4 0 0 0 0 0 0 0 0 0 0 0 5.",
    "Soup ............................ 4.50\nBread ........................... 2.00\n"
    "Water ........................... 1.00\nTea ............................. 1.50\n",
    "Row one: 0, 0, 0, 0, 0. Row two: 0, 0, 0, 0, 0. Row three: 0, 0, 0, 0, 0.",
    "No sugar. No sugar. No sugar.",
    "Ha ha ha ha!",
    "What is this??? Really?!",
    "There are three cups: a red cup, a blue cup and a green cup.",
    "1. a cup\n2. a cup\n3. a cup\n4. a cup\n5. a cup\n6. a cup\n",
]
LOOPS = [
    "?" * 40,
    "!" * 400,
    "The answer is ????????????????????????",
    "the the the the the the the the the the the the the the the the",
    "You mean the cup." + " It" * 11 + " is red.",
    "It is a cup. " * 8,
    "I can see a red cup on the left and a blue cup on the right of the table. " * 6,
    "0 " * 200,
    "-" * 200,
    "555-" * 60,
]


def says_loop(text: str, size: int = 3) -> bool:
    detector = LoopDetector()
    return any(detector.feed(text[at : at + size]) for at in range(0, len(text), size))


@pytest.mark.parametrize("text", TRUE_REPEATS)
@pytest.mark.parametrize("size", [1, 3, 7])
def test_what_truly_repeats_is_said_to_the_end(text: str, size: int) -> None:
    assert not says_loop(text, size)


@pytest.mark.parametrize("text", LOOPS)
@pytest.mark.parametrize("size", [1, 4])
def test_a_loop_is_noticed(text: str, size: int) -> None:
    assert says_loop(text, size)


def test_tokens_that_say_nothing_are_a_loop_too() -> None:
    detector = LoopDetector()
    assert [detector.feed("") for _ in range(20)].index(True) == 15


def test_a_silent_token_now_and_then_is_none() -> None:
    """Halves of a character add no text until the second comes."""
    detector = LoopDetector()
    assert not any(detector.feed("é" if turn % 2 else "") for turn in range(40))
