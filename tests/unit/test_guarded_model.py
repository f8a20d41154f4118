"""A model is checked before anything of it is loaded, and says what is wrong when asked."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store
from whichone_models.llama.child import no_check
from whichone_models.llama.runtime import Finished, LoadOrder, ModelClient, Picture, Request
from whichone_models.trusting.guarded import GuardedModel
from whichone_models.trusting.memory_need import Smaller

from tests.model_client import ScriptedClient
from tests.papers import install_paper

PICTURE = Picture("one", np.zeros((28, 28, 3), np.uint8))
REQUEST = Request("one", "", "What is this?")


@pytest.fixture
def model(tmp_path: Path) -> Installed:
    return install_paper(Store(tmp_path / "models"))


class Starter:
    """Counts how often a client was started, and gives the same one."""

    def __init__(self) -> None:
        self.client = ScriptedClient()
        self.orders: list[LoadOrder] = []
        self.check: Callable[[], None] = no_check
        self.has_seen = threading.Event()
        self.client.see = self._see  # type: ignore[method-assign]

    def __call__(self, order: LoadOrder, check: Callable[[], None]) -> ModelClient:
        self.orders.append(order)
        self.check = check
        return self.client

    def _see(self, picture: Picture, system: str) -> None:
        self.client.seen.append((picture, system))
        self.has_seen.set()


def guarded(
    model: Installed, starter: Starter, free: int | None = None, *others: Smaller
) -> GuardedModel:
    order = LoadOrder(str(model.text), str(model.tower))
    return GuardedModel(model, order, starter, others=lambda: others, free=lambda: free)


def test_a_sound_model_is_started_once_and_asked(model: Installed) -> None:
    starter = Starter()
    client = guarded(model, starter)
    assert starter.orders == [], "nothing is started before it is needed"
    for _ in range(2):
        assert client.ask(REQUEST, PICTURE, Cancel()) is not None
        assert isinstance(list(client.go_on("", Cancel()))[-1], Finished)
    assert len(starter.orders) == 1
    client.close()
    client.close()
    assert starter.client.closed


def test_a_picture_has_the_model_loaded_early(model: Installed) -> None:
    starter = Starter()
    client = guarded(model, starter)
    client.see(PICTURE, "system")
    assert starter.has_seen.wait(30)
    assert starter.client.seen == [(PICTURE, "system")]
    starter.has_seen.clear()
    client.see(PICTURE, "again")
    assert starter.has_seen.wait(30)
    assert len(starter.orders) == 1


def test_its_memory_is_that_of_the_client_once_there_is_one(model: Installed) -> None:
    starter = Starter()
    starter.client.held_bytes = 7
    client = guarded(model, starter)
    assert (client.held_bytes, client.release()) == (0, 0)
    assert starter.orders == [], "nothing is started to be ended"
    client.ask(REQUEST, PICTURE, Cancel())
    assert client.held_bytes == 7
    assert (client.release(), client.held_bytes, client.is_loaded) == (7, 0, False)


def test_a_damaged_model_is_never_started(model: Installed) -> None:
    os.truncate(model.text, 1000)
    starter = Starter()
    client = guarded(model, starter)
    client.see(PICTURE, "system")
    for _ in range(2):
        with pytest.raises(ModelError, match="is not the one that was installed"):
            client.ask(REQUEST, PICTURE, Cancel())
    client.close()
    assert starter.orders == []


def test_a_swapped_tower_is_never_started(model: Installed, tmp_path: Path) -> None:
    """Same size, same tensors, other weights: only the checksum tells."""
    other = install_paper(Store(tmp_path / "others"), seed=2)
    assert model.tower is not None and other.tower is not None
    model.tower.write_bytes(other.tower.read_bytes())
    starter = Starter()
    with pytest.raises(ModelError, match=r"mmproj\.gguf is not the one"):
        guarded(model, starter).ask(REQUEST, PICTURE, Cancel())
    assert starter.orders == []


def test_what_was_replaced_or_removed_meanwhile_is_not_loaded_again(
    model: Installed, tmp_path: Path
) -> None:
    starter = Starter()
    guarded(model, starter).ask(REQUEST, PICTURE, Cancel())
    starter.check()
    text = model.text.read_bytes()
    model.text.write_bytes(bytes(reversed(text)))
    with pytest.raises(ModelError):
        starter.check()
    model.text.write_bytes(text)
    starter.check()
    store = Store(tmp_path / "models")
    store.remove(model.name)
    with pytest.raises(ModelError, match="was removed or replaced"):
        starter.check()
    install_paper(store, seed=2)
    with pytest.raises(ModelError, match="was removed or replaced"):
        starter.check()


def test_too_little_memory_names_a_smaller_model(model: Installed) -> None:
    starter = Starter()
    smaller = Smaller("tiny", 1000, is_installed=True)
    client = guarded(model, starter, 301_000_000, smaller)
    with pytest.raises(ModelError) as raised:
        client.ask(REQUEST, PICTURE, Cancel())
    assert raised.value.remedy.endswith("whichone models use tiny.")
    assert starter.orders == []


def test_a_closed_one_is_not_started_again(model: Installed) -> None:
    starter = Starter()
    client = guarded(model, starter)
    client.close()
    with pytest.raises(ModelError, match="was closed"):
        client.ask(REQUEST, PICTURE, Cancel())
    assert starter.orders == []
