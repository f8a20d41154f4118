"""A quick token costs no calls into Python; a slow one can still be stopped in its middle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_models.llama import context as contexts
from whichone_models.llama.context import Context
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder, Request

from tests.tiny_models import tiny_model


def never() -> bool:
    return False


@pytest.fixture
def context() -> Iterator[Context]:
    model, runtime = tiny_model(), NativeRuntime()
    runtime.load(LoadOrder(str(model.text), context_tokens=512, threads=1))
    assert runtime.start(Request("", "", "What is it?"), never) is not None
    yield runtime._parts.context
    runtime.close()


class Asking:
    """Counts how often it is asked; says stop from some time on."""

    def __init__(self, stops_at: int = 1_000_000) -> None:
        self.count, self.stops_at = 0, stops_at

    def __call__(self) -> bool:
        self.count += 1
        return self.count >= self.stops_at


def test_a_quick_token_is_asked_about_once(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contexts, "QUICK_S", 600.0)
    monkeypatch.setattr("whichone_models.llama.watch.EVERY_S", 0.0)
    asking = Asking()
    assert context.step(11, asking)
    assert asking.count == 1


def test_a_slow_token_is_stopped_in_its_middle(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contexts, "QUICK_S", 0.0)
    monkeypatch.setattr("whichone_models.llama.watch.EVERY_S", 0.0)
    used = context.used
    assert not context.step(11, Asking(stops_at=5))
    assert context.used == used, "half a token leaves nothing"
    assert context.step(11, never)


def test_a_cancel_before_a_token_evaluates_nothing(context: Context) -> None:
    used = context.used
    assert not context.step(11, lambda: True)
    assert context.used == used
