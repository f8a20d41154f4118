"""The numbered types of GGUF and ggml, and one metadata value.

Numbers and block sizes are the format's own (llama.cpp of 2026-10); types that are never
stored in a file are left out.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum


class ValueType(IntEnum):
    """Types of metadata values, as numbered in the format."""

    UINT8 = 0
    INT8 = 1
    UINT16 = 2
    INT16 = 3
    UINT32 = 4
    INT32 = 5
    FLOAT32 = 6
    BOOL = 7
    STRING = 8
    ARRAY = 9
    UINT64 = 10
    INT64 = 11
    FLOAT64 = 12


VALUE_CODES: Mapping[ValueType, str] = {
    ValueType.UINT8: "B",
    ValueType.INT8: "b",
    ValueType.UINT16: "H",
    ValueType.INT16: "h",
    ValueType.UINT32: "I",
    ValueType.INT32: "i",
    ValueType.FLOAT32: "f",
    ValueType.BOOL: "?",
    ValueType.UINT64: "Q",
    ValueType.INT64: "q",
    ValueType.FLOAT64: "d",
}
"""The struct code of each kind that has a fixed size."""


class TensorType(IntEnum):
    """Types of tensors, as numbered in ggml."""

    F32 = 0
    F16 = 1
    Q4_0 = 2
    Q4_1 = 3
    Q5_0 = 6
    Q5_1 = 7
    Q8_0 = 8
    Q2_K = 10
    Q3_K = 11
    Q4_K = 12
    Q5_K = 13
    Q6_K = 14
    IQ2_XXS = 16
    IQ2_XS = 17
    IQ3_XXS = 18
    IQ1_S = 19
    IQ4_NL = 20
    IQ3_S = 21
    IQ2_S = 22
    IQ4_XS = 23
    I8 = 24
    I16 = 25
    I32 = 26
    I64 = 27
    F64 = 28
    IQ1_M = 29
    BF16 = 30
    TQ1_0 = 34
    TQ2_0 = 35
    MXFP4 = 39
    NVFP4 = 40
    Q1_0 = 41
    Q2_0 = 42


_T = TensorType
_BLOCKS: Mapping[TensorType, tuple[int, int]] = {
    _T.F32: (1, 4),
    _T.F16: (1, 2),
    _T.BF16: (1, 2),
    _T.F64: (1, 8),
    _T.I8: (1, 1),
    _T.I16: (1, 2),
    _T.I32: (1, 4),
    _T.I64: (1, 8),
    _T.Q4_0: (32, 18),
    _T.Q4_1: (32, 20),
    _T.Q5_0: (32, 22),
    _T.Q5_1: (32, 24),
    _T.Q8_0: (32, 34),
    _T.IQ4_NL: (32, 18),
    _T.MXFP4: (32, 17),
    _T.Q2_K: (256, 84),
    _T.Q3_K: (256, 110),
    _T.Q4_K: (256, 144),
    _T.Q5_K: (256, 176),
    _T.Q6_K: (256, 210),
    _T.IQ2_XXS: (256, 66),
    _T.IQ2_XS: (256, 74),
    _T.IQ3_XXS: (256, 98),
    _T.IQ1_S: (256, 50),
    _T.IQ3_S: (256, 110),
    _T.IQ2_S: (256, 82),
    _T.IQ4_XS: (256, 136),
    _T.IQ1_M: (256, 56),
    _T.TQ1_0: (256, 54),
    _T.TQ2_0: (256, 66),
    _T.NVFP4: (64, 36),
    _T.Q1_0: (128, 18),
    _T.Q2_0: (64, 18),
}
"""Elements and bytes of one block; rows hold whole blocks."""

Scalar = bool | int | float | str


@dataclass(frozen=True, slots=True)
class GgufValue:
    """One metadata value, kept as the file's own bytes and decoded when asked for.

    element and count: of an array; None and 1 otherwise.
    """

    kind: ValueType
    raw: bytes
    element: ValueType | None = None
    count: int = 1

    @classmethod
    def of(cls, kind: ValueType, value: Scalar) -> GgufValue:
        """A single value.  Raises struct.error where it does not fit the kind."""
        return cls(kind, _packed(kind, value))

    @classmethod
    def array(cls, element: ValueType, values: list[Scalar]) -> GgufValue:
        """A list of values of one kind."""
        raw = b"".join(_packed(element, value) for value in values)
        return cls(ValueType.ARRAY, raw, element, len(values))

    @property
    def value(self) -> Scalar | tuple[Scalar, ...]:
        """The decoded value.  Text that is not UTF-8 gets replacement characters."""
        if self.element is None:
            return self._decoded(self.kind)[0]
        return self._decoded(self.element)

    def _decoded(self, kind: ValueType) -> tuple[Scalar, ...]:
        if kind is not ValueType.STRING:
            return struct.unpack(f"<{self.count}{VALUE_CODES[kind]}", self.raw)
        texts: list[Scalar] = []
        position = 0
        for _ in range(self.count):
            (length,) = struct.unpack_from("<Q", self.raw, position)
            position += 8 + length
            texts.append(self.raw[position - length : position].decode("utf-8", "replace"))
        return tuple(texts)


def tensor_bytes(shape: tuple[int, ...], kind: TensorType) -> int:
    """How many bytes a tensor takes.  Raises ValueError where rows hold no whole blocks."""
    elements, size = _BLOCKS[kind]
    if not shape or shape[-1] % elements:
        raise ValueError(f"rows of {shape} hold no whole blocks of {kind.name}")
    return math.prod(shape) // elements * size


def _packed(kind: ValueType, value: Scalar) -> bytes:
    if kind is ValueType.STRING:
        text = str(value).encode("utf-8")
        return struct.pack("<Q", len(text)) + text
    return struct.pack(f"<{VALUE_CODES[kind]}", value)
