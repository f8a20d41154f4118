"""Models with one part broken: same names, shapes and formats, as a bad file has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_models.files.gguf_file import GgufHeader, GgufTensor, read_header, read_tensor
from whichone_models.files.gguf_types import TensorType
from whichone_models.files.gguf_writer import NewTensor, rewrite_gguf

from tests.tiny_models import TinyModel

Spoil = Callable[[NDArray[np.float32]], NDArray[np.float32]]


def spoilt(source: Path, target: Path, is_meant: Callable[[str], bool], spoil: Spoil) -> Path:
    """A copy with some tensors changed."""
    header = read_header(source)
    chosen = [tensor for tensor in header.tensors if is_meant(tensor.name)]
    assert chosen
    changed = {tensor.name: _changed(header, tensor, spoil) for tensor in chosen}
    rewrite_gguf(header, target, tensors=changed)
    return target


def _changed(header: GgufHeader, tensor: GgufTensor, spoil: Spoil) -> NewTensor:
    values = spoil(read_tensor(header, tensor)).astype(np.float32)
    stored = values.astype(np.float16) if tensor.kind is TensorType.F16 else values
    data = stored.tobytes()

    def pieces() -> Iterable[bytes]:
        return [data]

    return NewTensor(tensor.name, tensor.shape, tensor.kind, pieces)


def random_like(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Numbers of the same size and spread: what a part of another model looks like."""
    rng = np.random.default_rng(values.size)
    return rng.normal(values.mean(), values.std() + 1e-6, values.shape).astype(np.float32)


def is_weight(name: str) -> bool:
    return name.endswith(".weight") and "norm" not in name and "ln" not in name


def is_projector(name: str) -> bool:
    return name.startswith("mm.")


@dataclass(frozen=True)
class Damage:
    """One way of breaking a model: of which file, which tensors, and how."""

    name: str
    is_tower: bool
    is_meant: Callable[[str], bool]
    spoil: Spoil

    def files(self, model: TinyModel, folder: Path) -> tuple[Path, Path]:
        """The text and the tower, one of them broken."""
        source = model.tower if self.is_tower else model.text
        broken = spoilt(source, folder / f"{self.name}.gguf", self.is_meant, self.spoil)
        return (model.text, broken) if self.is_tower else (broken, model.tower)


def _none(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.full_like(values, np.nan)


def _eightfold(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return -8 * values


DAMAGES = (
    Damage("vision part of another model, same width", True, is_weight, random_like),
    Damage("vision part of zeros", True, is_weight, np.zeros_like),
    Damage("random projector", True, is_projector, random_like),
    Damage("random language weights", False, is_weight, random_like),
    Damage("one layer wrong", False, lambda name: name == "blk.1.ffn_down.weight", _eightfold),
    Damage("numbers that are none", False, lambda name: name == "output_norm.weight", _none),
)
