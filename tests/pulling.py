"""Pulls a model from a hub on this computer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from whichone_core.errors import WhichOneError
from whichone_core.types.cancelling import Cancel
from whichone_models.getting.catalog import CatalogModel
from whichone_models.getting.download import Patience
from whichone_models.getting.hub import Hub
from whichone_models.getting.pulling import pull
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store

from tests.hub import LocalHub, put_paper_model, running_hub


@dataclass
class Puller:
    """Pulls the paper model and remembers what it was told and how long it would have waited."""

    hub: LocalHub
    entry: CatalogModel
    store: Store
    cancel: Cancel
    told: list[tuple[int, int]]
    waited: list[float]
    stall_s: float = 10

    def pull(self) -> Installed | None:
        patience = Patience(stall_s=self.stall_s, pause=lambda s, _: self.waited.append(s))
        return pull(
            self.entry,
            self.store,
            Hub(self.hub.address),
            lambda done, whole: self.told.append((done, whole)),
            self.cancel,
            patience,
        )

    def fails(self, kind: type[WhichOneError]) -> WhichOneError:
        """What it says; nothing may be installed, and nothing half so."""
        with pytest.raises(kind) as raised:
            self.pull()
        assert raised.value.sentence.endswith(".") and raised.value.remedy.endswith(".")
        assert self.store.installed() == ()
        return raised.value

    @property
    def text(self) -> bytes:
        return self.hub.files[f"{self.entry.repository}/{self.entry.text}"]


@pytest.fixture
def puller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Puller]:
    pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_TOKEN", "secret")
    with running_hub() as hub:
        entry = put_paper_model(hub, tmp_path / "made")
        root = tmp_path / "Željko Hüttner 模型" / "models"
        yield Puller(hub, entry, Store(root), Cancel(), [], [])
