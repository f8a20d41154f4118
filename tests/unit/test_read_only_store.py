"""A model in a store in which nothing may be written is tested and used like any other."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from whichone_app import local_model
from whichone_core.errors import ModelError, StorageError
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.preparation import is_prepared, prepare
from whichone_models.keeping.store import Store
from whichone_models.keeping.tower import Cpu
from whichone_models.trusting.trials import has_passed, keep_verdict

from tests.papers import install_paper
from tests.unit.test_golden import Pretender

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="rights of folders as on Linux")


class Client(Pretender):
    """One that may be closed by who opened it."""

    def close(self) -> None:
        """Nothing was started."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "models")


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """Nobody may write there; root, who may everything, does without that right."""
    folders = [store.root, *(path for path in store.root.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        with without_override():
            yield
    finally:
        for folder in folders:
            folder.chmod(0o755)


@contextmanager
def without_override() -> Iterator[None]:
    """Without CAP_DAC_OVERRIDE, by which Linux lets this thread write everywhere (`man 2 capset`).

    Another user instead of root could not import what is only now needed.
    """
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    rights = (ctypes.c_uint32 * 6)()
    assert libc.capget(head, rights) == 0
    before = rights[0]
    rights[0] = before & ~(1 << 1)
    assert libc.capset(head, rights) == 0
    try:
        yield
    finally:
        rights[0] = before
        assert libc.capset(head, rights) == 0


def is_found_sound(
    model: Installed, store: Store, client: Client, monkeypatch: pytest.MonkeyPatch
) -> bool:
    monkeypatch.setattr(local_model, "store", lambda: store)
    monkeypatch.setattr(local_model, "client_for", lambda *_: client)
    with read_only(store):
        test = local_model.tested(model, Settings(), Cancel())
    assert test is not None
    return test.is_sound


def test_it_is_tested_though_nothing_can_be_noted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = install_paper(store)
    assert is_found_sound(model, store, Client(), monkeypatch)
    assert not has_passed(model.folder, local_model.runtime_version())
    assert not is_prepared(store.find(model.name), Cpu(has_bf16=True))
    assert not is_found_sound(model, store, Client(lambda _: "No."), monkeypatch)


def test_a_failure_that_cannot_be_noted_over_an_older_success_is_said_with_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = install_paper(store)
    keep_verdict(model.folder, local_model.runtime_version(), is_sound=True)
    with pytest.raises(ModelError) as raised:
        is_found_sound(model, store, Client(lambda _: "No."), monkeypatch)
    assert "does not see" in raised.value.sentence
    assert "nothing can be written" in raised.value.remedy


def test_a_tower_stays_as_it_came_and_no_lock_is_needed(store: Store) -> None:
    model = install_paper(store)
    with read_only(store):
        assert prepare(model, store, Cancel(), Cpu(has_bf16=True)) == model
        with pytest.raises(StorageError, match="Nothing can be written"):
            store.choose(model.name)
