"""TensorBoard's files: frames with right checksums, and every number of a run in them."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_training.events import EventFile, crc32c
from whichone_training.record import RunLog


def frames(path: Path) -> Iterator[bytes]:
    """The contents of a TFRecord file; checks lengths and checksums."""
    data = path.read_bytes()
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        assert unmasked(data[8:12]) == crc32c(data[:8])
        content = data[12 : 12 + length]
        assert unmasked(data[12 + length : 16 + length]) == crc32c(content)
        yield content
        data = data[16 + length :]


def unmasked(four: bytes) -> int:
    value = int.from_bytes(four, "little")
    turned = (value - 0xA282EAD8) & 0xFFFFFFFF
    return (turned >> 17 | turned << 15) & 0xFFFFFFFF


def test_the_checksum_is_the_standards() -> None:
    """RFC 3720, appendix B.4, and the check value of CRC-32C."""
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43


def test_each_number_of_a_step_is_kept_and_what_is_none_is_left_out(tmp_path: Path) -> None:
    written = EventFile(tmp_path)
    written.add(300, {"loss": 0.5, "rewards/judge/mean": math.nan})
    head, event = frames(written.path)
    assert b"brain.Event:2" in head
    assert b"loss" in event and struct.pack("<f", 0.5) in event
    assert b"\x10\xac\x02" in event  # field 2, the step: 300 as a varint
    assert b"judge" not in event


def test_a_run_reports_to_both_logs(tmp_path: Path) -> None:
    log = RunLog(tmp_path, total=10)
    for step in (1, 2):
        log.report(step, loss=1.0 / step, reward=math.nan)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["loss"] for line in lines] == [1.0, 0.5]
    assert all("reward" not in line and "left" in line for line in lines)
    (events,) = tmp_path.glob("events.out.tfevents.*")
    assert len([*frames(events)]) == 3


def test_a_run_that_goes_on_begins_another_file(tmp_path: Path) -> None:
    for _ in range(2):
        RunLog(tmp_path, total=2).report(1, loss=1.0)
    assert len([*tmp_path.glob("events.out.tfevents.*")]) == 2


def test_a_broken_frame_would_be_noticed(tmp_path: Path) -> None:
    written = EventFile(tmp_path)
    data = bytearray(written.path.read_bytes())
    data[13] ^= 1
    written.path.write_bytes(bytes(data))
    with pytest.raises(AssertionError):
        list(frames(written.path))
