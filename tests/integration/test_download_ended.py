"""A pull that is cancelled, meets another one, or has no room or way on this computer."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from whichone_core.errors import ModelError, SetupError, StorageError
from whichone_core.types.cancelling import Cancel
from whichone_models.files import disk
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store

from tests.hub import Fault
from tests.pulling import Puller


def test_cancel_keeps_what_came_and_the_next_pull_goes_on(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=3000, then="stall")]

    def stop() -> None:
        puller.hub.stalled.wait(30)
        threading.Event().wait(0.3)  # mostly it now waits for bytes; it must end either way
        puller.cancel.request()

    stopper = threading.Thread(target=stop)
    stopper.start()
    assert puller.pull() is None
    stopper.join()
    assert puller.store.installed() == ()
    puller.cancel = Cancel()
    puller.hub.asked.clear()
    assert puller.pull() is not None
    assert puller.hub.asked[0].endswith(" 3000")


def test_two_pulls_at_the_same_time_do_not_mix(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=3000, then="stall")]
    results: list[Installed | None] = []
    first = threading.Thread(target=lambda: results.append(puller.pull()))
    first.start()
    assert puller.hub.stalled.wait(30)
    second = replace(puller, told=[], waited=[])
    assert (
        second.fails(StorageError).sentence == "The model paper-model is being installed already."
    )
    puller.hub.released.set()
    first.join()
    assert results[0] is not None and results[0].text.read_bytes() == puller.text


def test_a_disk_without_room_is_said_before_anything_is_fetched(
    puller: Puller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "SPARE_BYTES", 10**18)
    error = puller.fails(StorageError)
    assert error.sentence.startswith("There is not enough room on the disk:")
    assert puller.hub.asked == []


def test_a_disk_that_fills_up_is_said_and_the_rest_comes_later(puller: Puller) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    import signal

    was = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        assert "is full" in puller.fails(StorageError).sentence
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, was)
    assert puller.pull() is not None


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="there is no /sys here")
def test_a_read_only_folder_is_said(puller: Puller) -> None:
    """Nobody can make a folder in /sys, root neither."""
    puller.store = Store(Path("/sys/kernel/whichone-models"))
    assert "Nothing can be written" in puller.fails(StorageError).sentence


def test_a_folder_that_is_a_file_is_said(puller: Puller) -> None:
    puller.store.root.parent.mkdir(parents=True)
    puller.store.root.write_text("no folder")
    assert "cannot be used" in puller.fails(StorageError).sentence


def test_pulling_again_replaces_what_is_there(puller: Puller) -> None:
    first = puller.pull()
    assert first is not None
    first.text.write_bytes(b"broken")
    second = puller.pull()
    assert second is not None and second.text.read_bytes() == puller.text
    assert sorted(path.name for path in puller.store.root.iterdir() if path.is_dir()) == [
        ".locks",
        ".partial",
        "paper-model",
    ]


def test_a_proxy_that_is_not_there_is_said(puller: Puller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "")
    error = puller.fails(ModelError)
    assert error.sentence in {
        "The network cannot be reached.",
        "The proxy does not let the connection through.",
    }


def test_offline_mode_is_respected(puller: Puller, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE" in puller.fails(SetupError).sentence
