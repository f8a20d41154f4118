"""Too little memory is told apart from a damaged file: reinstalling would not help."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_core.errors import ModelError
from whichone_models.builtin import ocr, sessions

NO_ROOM = RuntimeError("[ONNXRuntimeError] : 1 : FAIL : Load model failed:std::bad_alloc")
BROKEN = RuntimeError("[ONNXRuntimeError] : 7 : INVALID_PROTOBUF : Protobuf parsing failed.")


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (NO_ROOM, "There is not enough memory to look at the picture."),
        (BROKEN, "The text reader could not be loaded."),
    ],
)
def test_the_text_readers_networks(
    cause: RuntimeError, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> dict[str, object]:
        raise cause

    monkeypatch.setattr(ocr, "_parameters", fail)
    with pytest.raises(ModelError) as caught:
        ocr.load_engine(threads=1, batch=1)
    assert caught.value.sentence == sentence


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (NO_ROOM, "There is not enough memory to look at the picture."),
        (BROKEN, "A part of WhichOne that looks at pictures is missing or damaged."),
    ],
)
def test_the_detectors_networks(
    cause: RuntimeError, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> bytes:
        raise cause

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(ModelError) as caught:
        sessions.Sessions().load(sessions.Network.NANODET)
    assert caught.value.sentence == sentence
