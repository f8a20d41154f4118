"""What is known of a model on this machine counts here and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel
from whichone_models.trusting import trials

from tests.model_client import ScriptedClient, sidecar


def test_a_verdict_holds_for_this_machine_and_this_runtime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not trials.has_passed(tmp_path, "1.0")
    trials.keep_verdict(tmp_path, "1.0", is_sound=True)
    assert trials.has_passed(tmp_path, "1.0")
    assert not trials.has_passed(tmp_path, "1.1"), "a new backend is tested anew"
    trials.keep_verdict(tmp_path, "1.0", is_sound=False)
    assert not trials.has_passed(tmp_path, "1.0")
    trials.keep_verdict(tmp_path, "1.0", is_sound=True)
    monkeypatch.setattr(trials, "machine", lambda: "another")
    assert not trials.has_passed(tmp_path, "1.0")


def test_the_best_speed_is_kept_and_only_for_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trials.kept_speed(tmp_path) == 0
    trials.keep_speed(tmp_path, 20)
    trials.keep_speed(tmp_path, 5)
    assert trials.kept_speed(tmp_path) == 20
    (tmp_path / trials.FILE_NAME).write_text("[1]")
    assert trials.kept_speed(tmp_path) == 0
    trials.keep_speed(tmp_path, 20)
    monkeypatch.setattr(trials, "machine", lambda: "another")
    assert trials.kept_speed(tmp_path) == 0


def test_speed_is_tokens_that_the_picture_adds_in_its_time() -> None:
    client = ScriptedClient()
    speed = trials.measured_speed(client, sidecar(), Cancel())
    assert speed >= 0
    shown = [picture for picture in client.pictures if picture is not None]
    assert client.pictures[0] is None and len(shown) == 2
    assert shown[0].key != shown[1].key, "nothing of it is in a cache"


def test_a_model_that_fails_has_no_speed() -> None:
    client = ScriptedClient(error=ModelError("It fails."))
    assert trials.measured_speed(client, sidecar(), Cancel()) == 0
    cancel = Cancel()
    cancel.request()
    assert trials.measured_speed(ScriptedClient(), sidecar(), cancel) == 0
