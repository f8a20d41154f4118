"""The head of a GGUF file, read by ourselves: what a model is, without loading it.

GGUF (version 2 and 3): magic, counts, metadata, a table of tensors, then their data.  The
reader believes nothing: every count and offset is checked against the length of the file, so
that a cut, swapped or hostile file ends in one sentence here and not in the native library.
PyPI's `gguf` cannot be used for it: the converter brings a top-level `gguf` of its own, and
the two must not be installed together (facts, llama.cpp).

Accepted trade-off: the whole head is kept in memory as bytes (6 MB for a vocabulary of
150,000 tokens); values are decoded only when they are asked for.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import ModelError
from whichone_core.languages import N_

from whichone_models.catalogue import _

from .gguf_types import VALUE_CODES, GgufValue, TensorType, ValueType, tensor_bytes

MAGIC = b"GGUF"
DEFAULT_ALIGNMENT = 32
LONGEST_HEAD = 128 * 2**20
"""Bytes: twenty times that of Qwen's vocabulary of 150,000 tokens."""

_CHUNK = 2**20
_REMEDY = N_("Pull or import the model again.")


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """One tensor's place in the file.

    shape: rows first, columns last, as in NumPy (the file has it the other way round).
    offset: of its first byte from the file's start.  bytes: its length.
    """

    name: str
    shape: tuple[int, ...]
    kind: TensorType
    offset: int
    bytes: int


@dataclass(frozen=True, eq=False, slots=True)
class GgufHeader:
    """Everything before the tensors' data; length is the whole file's, in bytes."""

    path: Path
    length: int
    version: int
    alignment: int
    metadata: Mapping[str, GgufValue]
    tensors: tuple[GgufTensor, ...]

    @property
    def architecture(self) -> str:
        """ "qwen2vl", "clip" and so on; empty where the file does not say."""
        return self.text("general.architecture")

    def text(self, key: str, default: str = "") -> str:
        """A text value; the default where it is absent or something else."""
        found = self.metadata.get(key)
        value = found.value if found is not None and found.element is None else default
        return value if isinstance(value, str) else default

    def number(self, key: str, default: float = 0) -> float:
        """A finite number; the default where it is absent or something else."""
        found = self.metadata.get(key)
        value = found.value if found is not None and found.element is None else default
        if isinstance(value, (int, float)) and math.isfinite(value):
            return value
        return default

    def of_architecture(self, key: str, default: int = 0) -> int:
        """A whole number under the architecture's own name, such as "block_count"."""
        return int(self.number(f"{self.architecture}.{key}", default))

    def tensor(self, name: str) -> GgufTensor | None:
        return next((tensor for tensor in self.tensors if tensor.name == name), None)


def read_header(path: Path) -> GgufHeader:
    """Read and check the head of a GGUF file.

    Raises ModelError with a sentence: no such file, not GGUF, of an unknown version, cut
    short, or contradicting itself.
    """
    try:
        with path.open("rb") as file:
            length = path.stat().st_size
            return _Reader(file, length, path).header()
    except OSError as error:
        raise ModelError(
            _("The model file {name} cannot be read.", name=path.name),
            remedy=_(_REMEDY),
            cause=str(error),
        ) from error


def read_tensor(header: GgufHeader, tensor: GgufTensor) -> NDArray[np.float32]:
    """The values of an F32, F16 or BF16 tensor, in its shape.  Raises ModelError, OSError."""
    with header.path.open("rb") as file:
        file.seek(tensor.offset)
        raw = file.read(tensor.bytes)
    if len(raw) != tensor.bytes:
        raise damaged(header.path, f"{tensor.name} is cut short", is_cut=True)
    if tensor.kind is TensorType.F32:
        values = np.frombuffer(raw, "<f4").astype(np.float32)
    elif tensor.kind is TensorType.F16:
        values = np.frombuffer(raw, "<f2").astype(np.float32)
    elif tensor.kind is TensorType.BF16:
        values = (np.frombuffer(raw, "<u2").astype(np.uint32) << 16).view(np.float32)
    else:
        raise ModelError(
            _("The model file {name} is already quantized.", name=header.path.name),
            remedy=_("Use the unquantized file."),
            cause=f"{tensor.name} is {tensor.kind.name}",
        )
    return values.reshape(tensor.shape)


def damaged(path: Path, cause: str, *, is_cut: bool = False) -> ModelError:
    """The error for a file that is cut short, or that contradicts itself."""
    words = (
        _("The model file {name} is not complete.", name=path.name)
        if is_cut
        else _("The model file {name} is damaged.", name=path.name)
    )
    return ModelError(words, remedy=_(_REMEDY), cause=cause)


class _Reader:
    """Walks through the head; knows how much of the file is left at every step."""

    def __init__(self, file: BinaryIO, length: int, path: Path) -> None:
        self._file = file
        self._length = length
        self._path = path
        self._buffer = b""
        self._at = 0

    def header(self) -> GgufHeader:
        if self._take(4) != MAGIC:
            raise ModelError(
                _("{name} is not a model in GGUF format.", name=self._path.name),
                remedy=_("Give the GGUF files of a model."),
            )
        version = self._number("<I")
        if version not in (2, 3):
            raise ModelError(
                _("{name} has a version of GGUF that I don't know.", name=self._path.name),
                remedy=_("Convert the model again."),
                cause=f"version {version}",
            )
        tensor_count = self._count(24)
        metadata = self._metadata(self._count(13))
        alignment = self._alignment(metadata)
        rows = [self._row() for _ in range(tensor_count)]
        start = -(-self._at // alignment) * alignment
        tensors = tuple(self._placed(row, start, alignment) for row in rows)
        if len({tensor.name for tensor in tensors}) != len(tensors):
            raise damaged(self._path, "two tensors have the same name")
        return GgufHeader(self._path, self._length, version, alignment, metadata, tensors)

    def _metadata(self, count: int) -> Mapping[str, GgufValue]:
        found: dict[str, GgufValue] = {}
        for _index in range(count):
            key = self._text()
            if key in found:
                raise damaged(self._path, f"{key} stands there twice")
            found[key] = self._value()
        return MappingProxyType(found)

    def _alignment(self, metadata: Mapping[str, GgufValue]) -> int:
        given = metadata.get("general.alignment")
        if given is None:
            return DEFAULT_ALIGNMENT
        if given.kind is not ValueType.UINT32:
            raise damaged(self._path, "the alignment is no whole number")
        alignment = int.from_bytes(given.raw, "little")
        if alignment < 8 or alignment > 2**16 or alignment & (alignment - 1):
            raise damaged(self._path, f"an alignment of {alignment}")
        return alignment

    def _value(self) -> GgufValue:
        kind = self._kind()
        if kind is not ValueType.ARRAY:
            return GgufValue(kind, self._payload(kind, 1))
        element = self._kind()
        if element is ValueType.ARRAY:
            raise damaged(self._path, "an array of arrays")
        count = self._count(
            8 if element is ValueType.STRING else struct.calcsize(VALUE_CODES[element])
        )
        return GgufValue(kind, self._payload(element, count), element, count)

    def _payload(self, kind: ValueType, count: int) -> bytes:
        if kind is not ValueType.STRING:
            return self._take(count * struct.calcsize(f"<{VALUE_CODES[kind]}"))
        start = self._at
        for _index in range(count):
            self._skip(8)
            self._skip(int.from_bytes(self._buffer[self._at - 8 : self._at], "little"))
        return self._buffer[start : self._at]

    def _row(self) -> tuple[str, tuple[int, ...], TensorType, int]:
        """Name, shape, type and offset of one tensor, the offset from the data's start."""
        name = self._text()
        dimensions = self._number("<I")
        if not 1 <= dimensions <= 4:
            raise damaged(self._path, f"{name} has {dimensions} dimensions")
        shape = tuple(self._number("<Q") for _ in range(dimensions))[::-1]
        number = self._number("<I")
        if number not in TensorType._value2member_map_:
            raise ModelError(
                _("{name} is stored in a way that I don't know.", name=self._path.name),
                remedy=_("Use another quantization of the model."),
                cause=f"{name} has tensor type {number}",
            )
        return name, shape, TensorType(number), self._number("<Q")

    def _placed(
        self, row: tuple[str, tuple[int, ...], TensorType, int], start: int, alignment: int
    ) -> GgufTensor:
        name, shape, kind, offset = row
        try:
            size = tensor_bytes(shape, kind)
        except ValueError as error:
            raise damaged(self._path, f"{name}: {error}") from error
        if size == 0 or offset % alignment:
            raise damaged(self._path, f"{name} of shape {shape} at {offset}")
        if start + offset + size > self._length:
            end = start + offset + size
            raise damaged(self._path, f"{name} ends at {end} of {self._length}", is_cut=True)
        return GgufTensor(name, shape, kind, start + offset, size)

    def _kind(self) -> ValueType:
        number = self._number("<I")
        if number not in ValueType._value2member_map_:
            raise damaged(self._path, f"an unknown type of value, {number}")
        return ValueType(number)

    def _count(self, least: int) -> int:
        """A count of things that take at least so many bytes each."""
        count = self._number("<Q")
        if count * least > self._length - self._at:
            raise damaged(
                self._path, f"{count} things at {self._at} of {self._length}", is_cut=True
            )
        return count

    def _text(self) -> str:
        return self._take(self._number("<Q")).decode("utf-8", "replace")

    def _number(self, code: str) -> int:
        size = struct.calcsize(code)
        self._skip(size)
        return int(struct.unpack_from(code, self._buffer, self._at - size)[0])

    def _take(self, size: int) -> bytes:
        self._skip(size)
        return self._buffer[self._at - size : self._at]

    def _skip(self, size: int) -> None:
        """Go on by so many bytes and have them in the buffer."""
        end = self._at + size
        if end > self._length:
            raise damaged(self._path, f"it ends at {self._length}, not {end}", is_cut=True)
        if end > LONGEST_HEAD:
            raise damaged(self._path, f"a head of more than {LONGEST_HEAD} bytes")
        if end > len(self._buffer):
            more = max(_CHUNK, len(self._buffer), end - len(self._buffer))
            self._buffer += self._file.read(more)
            if end > len(self._buffer):
                raise damaged(self._path, "it became shorter while it was read", is_cut=True)
        self._at = end
