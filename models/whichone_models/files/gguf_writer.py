"""Writes GGUF files: from nothing, or as a copy of one with some things changed.

Tensors are written one after the other from callables, so that a file of gigabytes never
lies in memory.  The file appears under its name only once it is complete.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from whichone_core.errors import StorageError

from whichone_models.catalogue import _

from .gguf_file import DEFAULT_ALIGNMENT, MAGIC, GgufHeader, GgufTensor, damaged
from .gguf_types import GgufValue, TensorType, ValueType, tensor_bytes

_CHUNK = 2**24
Data = Callable[[], Iterable[bytes]]
"""Gives a tensor's bytes, in order, in pieces of any size."""


@dataclass(frozen=True, eq=False, slots=True)
class NewTensor:
    """A tensor to write; shape as in NumPy, rows first."""

    name: str
    shape: tuple[int, ...]
    kind: TensorType
    data: Data


def write_gguf(
    target: Path,
    metadata: Mapping[str, GgufValue],
    tensors: Iterable[NewTensor],
    *,
    should_stop: Callable[[], bool] = lambda: False,
) -> bool:
    """Write a file of version 3, whole or not at all.

    should_stop is asked now and then; True once it is there, False once stopped.
    Raises StorageError (no space, no right to write) and what the data's callables raise.
    """
    part = target.with_name(target.name + ".part")
    try:
        with part.open("wb") as file:
            is_whole = _write(file, metadata, list(tensors), should_stop)
        if is_whole:
            part.replace(target)
        return is_whole
    except OSError as error:
        raise StorageError(
            _("The model file {name} cannot be written.", name=target.name),
            remedy=_("Free some space on the disk, or choose another folder."),
            cause=str(error),
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def kept(header: GgufHeader, tensor: GgufTensor) -> NewTensor:
    """A tensor of an existing file, to be copied as it is."""

    def data() -> Iterator[bytes]:
        with header.path.open("rb") as file:
            file.seek(tensor.offset)
            left = tensor.bytes
            while left:
                piece = file.read(min(left, _CHUNK))
                if not piece:
                    raise damaged(header.path, f"{tensor.name} is cut short", is_cut=True)
                left -= len(piece)
                yield piece

    return NewTensor(tensor.name, tensor.shape, tensor.kind, data)


def rewrite_gguf(
    source: GgufHeader,
    target: Path,
    *,
    metadata: Mapping[str, GgufValue] | None = None,
    tensors: Mapping[str, NewTensor] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> bool:
    """A copy with some metadata and some tensors replaced; the order stays.

    Raises as write_gguf does, and ModelError where the source became shorter.
    """
    changed = tensors or {}
    new = [changed.get(tensor.name) or kept(source, tensor) for tensor in source.tensors]
    return write_gguf(target, {**source.metadata, **(metadata or {})}, new, should_stop=should_stop)


def _write(
    file: BinaryIO,
    metadata: Mapping[str, GgufValue],
    tensors: list[NewTensor],
    should_stop: Callable[[], bool],
) -> bool:
    alignment = DEFAULT_ALIGNMENT
    if "general.alignment" in metadata:
        alignment = int.from_bytes(metadata["general.alignment"].raw, "little")
    file.write(MAGIC + struct.pack("<IQQ", 3, len(tensors), len(metadata)))
    for key, value in metadata.items():
        file.write(_text(key) + _value(value))
    offset = 0
    for tensor in tensors:
        file.write(_row(tensor, offset))
        size = tensor_bytes(tensor.shape, tensor.kind)
        offset += -(-size // alignment) * alignment
    for tensor in tensors:
        _pad(file, alignment)
        if not _copy(file, tensor, should_stop):
            return False
    _pad(file, alignment)
    return True


def _copy(file: BinaryIO, tensor: NewTensor, should_stop: Callable[[], bool]) -> bool:
    left = tensor_bytes(tensor.shape, tensor.kind)
    for piece in tensor.data():
        if should_stop():
            return False
        file.write(piece)
        left -= len(piece)
    if left:
        raise ValueError(f"{tensor.name} of shape {tensor.shape} lacks {left} bytes")
    return True


def _pad(file: BinaryIO, alignment: int) -> None:
    file.write(b"\0" * (-file.tell() % alignment))


def _text(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw


def _value(value: GgufValue) -> bytes:
    if value.element is None:
        return struct.pack("<I", value.kind) + value.raw
    return struct.pack("<IIQ", ValueType.ARRAY, value.element, value.count) + value.raw


def _row(tensor: NewTensor, offset: int) -> bytes:
    shape = tensor.shape[::-1]
    return (
        _text(tensor.name)
        + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        + struct.pack("<IQ", tensor.kind, offset)
    )
