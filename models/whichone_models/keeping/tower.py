"""Makes a tower fast on this computer, without changing what it sees.

Qwen2.5-VL's tower has an MLP of width 3420, which is no multiple of 32, so the fast kernels
refuse it.  Zeros are appended up to 3424: an activation of zero is zero (SiLU and GELU), times
a zero row it adds nothing, so the result is the same and 18 to 30 percent sooner.  Where the
processor computes BF16, that is 2.5 times as fast as the file as converted, at a cosine of
0.99995 (facts, llama.cpp; measured again in docs/measured.md).

    mmproj as it came -> padded, in the format for this processor -> checked on one picture
"""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import ModelError

from whichone_models.catalogue import _
from whichone_models.files.gguf_file import GgufHeader, GgufTensor, read_header, read_tensor
from whichone_models.files.gguf_types import GgufValue, TensorType, ValueType
from whichone_models.files.gguf_writer import NewTensor, rewrite_gguf

from .tower_check import lowest_cosine

WIDTH = 32
"""Rows of the MLP become a multiple of this, which every kernel takes."""
CLOSE_ENOUGH = 0.999
"""Lowest cosine, over a picture's tokens, of what two versions of a tower see."""

_MLP_KEY = "clip.vision.feed_forward_length"
_FILE_TYPES = {TensorType.F16: 1, TensorType.BF16: 32}
_KEPT = ("patch_embd", "position_embd")
_BF16_FLAGS = {"avx512_bf16", "amx_bf16", "bf16"}


@dataclass(frozen=True, slots=True)
class Cpu:
    """What of a processor decides about a tower's format."""

    has_bf16: bool

    @property
    def format(self) -> TensorType:
        return TensorType.BF16 if self.has_bf16 else TensorType.F16


@dataclass(frozen=True, slots=True)
class TowerReport:
    """What was done: width of the MLP and format of the weights, before and after.

    cosine: the lowest over a picture's tokens against the original; None where it was not
    compared, because no language model was given.
    """

    width_before: int
    width_after: int
    format_before: TensorType
    format_after: TensorType
    cosine: float | None

    @property
    def is_changed(self) -> bool:
        before = self.width_before, self.format_before
        return (self.width_after, self.format_after) != before


def this_cpu() -> Cpu:
    """This computer's processor; without BF16 where the system does not tell.

    Windows tells no program about BF16: its towers stay F16.
    """
    return Cpu(has_bf16=_has_bf16(platform.system(), Path("/proc/cpuinfo")))


def prepare_tower(
    source: Path,
    target: Path,
    cpu: Cpu,
    *,
    text: Path | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> TowerReport | None:
    """Write a version of the tower that is fast here; None once stopped.

    text: the language model that belongs to it; with it the result is compared with the
    original on one picture in a child process, and a format that sees something else is given
    up for padded F16.  Raises ModelError (no F16 or F32 tower, or even that differs) and
    StorageError; target then does not exist.
    """
    header = read_header(source)
    before = _format(header)
    for kind in dict.fromkeys((cpu.format, TensorType.F16)):
        if not _rewrite(header, target, kind, should_stop):
            return None
        cosine = lowest_cosine(text, source, target) if text is not None else None
        if cosine is None or cosine >= CLOSE_ENOUGH:
            made = read_header(target)
            widths = int(header.number(_MLP_KEY)), int(made.number(_MLP_KEY))
            return TowerReport(*widths, before, kind, cosine)
        target.unlink()
    raise ModelError(
        _("The prepared tower does not see the same as the original."),
        remedy=_("Use the model's own tower, and report the name of the model."),
        cause=f"cosine {cosine}",
    )


def _format(header: GgufHeader) -> TensorType:
    """The format of its matrices.  Raises ModelError where it is no tower, or quantized."""
    if header.architecture != "clip":
        raise ModelError(
            _("{name} is not the part of a model that sees pictures.", name=header.path.name),
            remedy=_("Give the file whose name begins with mmproj."),
            cause=f"architecture {header.architecture!r}",
        )
    kinds = {tensor.kind for tensor in header.tensors if _is_matrix(tensor)}
    for kind in (TensorType.F32, TensorType.F16, TensorType.BF16):
        if kinds <= {TensorType.F32, kind}:
            return kind
    raise ModelError(
        _("The tower {name} is quantized.", name=header.path.name),
        remedy=_("Use the F16 tower of this model."),
        cause=", ".join(sorted(kind.name for kind in kinds)),
    )


def _rewrite(
    header: GgufHeader, target: Path, kind: TensorType, should_stop: Callable[[], bool]
) -> bool:
    width = int(header.number(_MLP_KEY))
    padded = -(-width // WIDTH) * WIDTH if _is_paddable(header, width) else width
    number = ValueType.UINT32
    metadata = {"general.file_type": GgufValue.of(number, _FILE_TYPES[kind])}
    if padded != width:
        metadata[_MLP_KEY] = GgufValue.of(number, padded)
    tensors = {
        tensor.name: _remade(header, tensor, _padded(tensor, width, padded), kind)
        for tensor in header.tensors
        if _is_matrix(tensor) or _padded(tensor, width, padded) != tensor.shape
    }
    return rewrite_gguf(header, target, metadata=metadata, tensors=tensors, should_stop=should_stop)


def _is_paddable(header: GgufHeader, width: int) -> bool:
    """Whether it is clear which side of each MLP matrix is the MLP's own."""
    return width > 0 and width != int(header.number("clip.vision.embedding_length"))


def _is_matrix(tensor: GgufTensor) -> bool:
    """Weights that matrices are multiplied with; what embeds patches and places is not."""
    return len(tensor.shape) == 2 and not any(part in tensor.name for part in _KEPT)


def _padded(tensor: GgufTensor, width: int, padded: int) -> tuple[int, ...]:
    """The shape with the MLP's own side widened; by size, as older files swap the names."""
    if not (tensor.name.startswith("v.blk.") and ".ffn_" in tensor.name):
        return tensor.shape
    return tuple(padded if side == width else side for side in tensor.shape)


def _remade(
    header: GgufHeader, tensor: GgufTensor, shape: tuple[int, ...], kind: TensorType
) -> NewTensor:
    stored = kind if _is_matrix(tensor) else TensorType.F32

    def data() -> Iterator[bytes]:
        values = read_tensor(header, tensor)
        wider = [(0, new - old) for new, old in zip(shape, tensor.shape, strict=True)]
        yield _stored(np.pad(values, wider), stored)

    return NewTensor(tensor.name, shape, stored, data)


def _stored(values: NDArray[np.float32], kind: TensorType) -> bytes:
    if kind is TensorType.F16:
        return values.astype("<f2").tobytes()
    if kind is TensorType.BF16:
        return to_bf16(values).tobytes()
    return values.astype("<f4").tobytes()


def to_bf16(values: NDArray[np.float32]) -> NDArray[np.uint16]:
    """The nearest BF16 numbers, ties to even, as their upper 16 bits."""
    bits = values.view(np.uint32)
    rounded = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    return (rounded >> np.uint32(16)).astype(np.uint16)


def _has_bf16(system: str, cpuinfo: Path) -> bool:
    if system == "Linux":
        try:
            lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return False
        flags = (line.partition(":")[2] for line in lines if line.lower().startswith(_FLAG_LINES))
        return bool(_BF16_FLAGS & set(next(flags, "").split()))
    if system == "Darwin":
        ask = ["/usr/sbin/sysctl", "-n", "hw.optional.arm.FEAT_BF16"]
        try:
            ran = subprocess.run(ask, capture_output=True, text=True, check=False, timeout=10)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return ran.stdout.strip() == "1"
    return False


_FLAG_LINES = ("flags", "features")
"""x86 and ARM name the line differently."""
