"""A short `make chaos`: the same program with few rounds and a fixed seed."""

from __future__ import annotations

import sys

import pytest

from tests.chaos import __main__ as chaos
from tests.tiny_models import prototype

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="ends and stops processes by signals"),
    pytest.mark.timeout(600),
]


def test_whatever_happens_to_a_worker_no_answer_is_wrong_and_nothing_is_left() -> None:
    tally = chaos.scripted(32, seed=20261130)
    assert tally.wrong == []
    assert tally.rounds == 32
    assert len(tally.workers) > 5


def test_nor_with_a_real_model() -> None:
    model = prototype()
    tally = chaos.real(str(model.text), str(model.tower), 10, seed=20261130)
    assert tally.wrong == []
    assert tally.rounds == 10


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nor_when_the_app_is_killed_at_any_moment() -> None:
    assert chaos.apps(4, seed=20261130) == []
