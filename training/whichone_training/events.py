"""Numbers of a run as TensorBoard reads them: `tensorboard --logdir OUTPUT`.

Written here, as the format is small: TFRecord frames (length, masked CRC-32C, content, masked
CRC-32C) that hold Event messages in protocol buffers' encoding.  Nothing needs to be installed
to train; only who wants to look needs TensorBoard.
"""

from __future__ import annotations

import math
import os
import struct
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

VERSION = b"brain.Event:2"
POLYNOMIAL = 0x82F63B78
"""Castagnoli's, bits reversed."""
MASK_ADDED = 0xA282EAD8
VARINT, EIGHT_BYTES, TEXT, FOUR_BYTES = 0, 1, 2, 5
"""Kinds of fields on the wire."""


class EventFile:
    """One file of events; each process that trains on begins another, which TensorBoard joins."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        moment = time.time_ns()
        self.path = folder / f"events.out.tfevents.{moment // 10**9}.{moment}.{os.getpid()}"
        self._write(_field(1, EIGHT_BYTES, _double(time.time())) + _field(3, TEXT, VERSION))

    def add(self, step: int, values: Mapping[str, float]) -> None:
        """Write the values of a step; those that are no numbers are left out."""
        shown = b"".join(
            _field(1, TEXT, _field(1, TEXT, name.encode()) + _field(2, FOUR_BYTES, _float(value)))
            for name, value in values.items()
            if math.isfinite(value)
        )
        when = _field(1, EIGHT_BYTES, _double(time.time()))
        self._write(when + _field(2, VARINT, _varint(step)) + _field(5, TEXT, shown))

    def _write(self, event: bytes) -> None:
        length = struct.pack("<Q", len(event))
        with self.path.open("ab") as file:
            file.write(length + _masked(length) + event + _masked(event))


def crc32c(data: bytes) -> int:
    """The CRC-32C of some bytes (RFC 3720, appendix B.4)."""
    value = 0xFFFFFFFF
    for byte in data:
        value = _table()[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFFFFFF


@cache
def _table() -> tuple[int, ...]:
    def entry(value: int) -> int:
        for _ in range(8):
            value = value >> 1 ^ (POLYNOMIAL if value & 1 else 0)
        return value

    return tuple(entry(byte) for byte in range(256))


def _masked(data: bytes) -> bytes:
    """The checksum as TFRecord stores it: turned by 15 bits, a number added."""
    value = crc32c(data)
    turned = (value >> 15 | value << 17) + MASK_ADDED
    return struct.pack("<I", turned & 0xFFFFFFFF)


def _field(number: int, kind: int, content: bytes) -> bytes:
    length = _varint(len(content)) if kind == TEXT else b""
    return _varint(number << 3 | kind) + length + content


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def _double(value: float) -> bytes:
    return struct.pack("<d", value)


def _float(value: float) -> bytes:
    return struct.pack("<f", value)
