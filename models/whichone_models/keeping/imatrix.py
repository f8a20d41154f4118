"""The importance matrix: how strongly each input of each weight is used, so that quantizing
rounds the used ones with more care.

It is measured with the original model over ordinary text (mean squares of the inputs of every
linear layer, as llama.cpp's `imatrix` tool does), and kept in that tool's GGUF format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import ModelError

from whichone_models.catalogue import _
from whichone_models.files.gguf_file import read_header, read_tensor
from whichone_models.files.gguf_types import GgufValue, TensorType, ValueType
from whichone_models.files.gguf_writer import NewTensor, write_gguf

if TYPE_CHECKING:
    import torch

Importance = Mapping[str, NDArray[np.float32]]
"""Name of a tensor in the GGUF -> mean square of each of its inputs."""

_NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_SUMS, _COUNTS = ".in_sum2", ".counts"


def measure_importance(
    hf_folder: Path, texts: Sequence[str], *, most_tokens: int = 512
) -> Importance:
    """Run the original model over texts and look at what enters its linear layers.

    hf_folder: a Hugging Face folder.  Each text is cut to most_tokens.  Needs torch and
    transformers.  Raises OSError where the folder holds no such model.
    """
    import torch
    from transformers import AutoModelForImageTextToText, AutoTokenizer

    model: Any = AutoModelForImageTextToText.from_pretrained(hf_folder, dtype=torch.float32)
    model.eval()
    tokenizer = AutoTokenizer.from_pretrained(hf_folder)
    sums: dict[str, NDArray[np.float64]] = {}
    counts: dict[str, int] = {}
    hooks = [
        layer.register_forward_pre_hook(_watch(name, sums, counts))
        for path, layer in model.named_modules()
        if (name := _gguf_name(path)) is not None
    ]
    with torch.inference_mode():
        for text in texts:
            ids = tokenizer(text, return_tensors="pt")["input_ids"][:, :most_tokens]
            model(input_ids=ids, attention_mask=torch.ones_like(ids))
    for hook in hooks:
        hook.remove()
    return {name: (total / counts[name]).astype(np.float32) for name, total in sums.items()}


def write_importance(path: Path, importance: Importance) -> None:
    """Write it in llama.cpp's format.  Raises StorageError."""
    tensors = []
    for name, means in importance.items():
        tensors.append(_tensor(name + _SUMS, means.astype(np.float32)))
        tensors.append(_tensor(name + _COUNTS, np.ones(1, np.float32)))
    metadata = {
        "general.type": GgufValue.of(ValueType.STRING, "imatrix"),
        "imatrix.datasets": GgufValue.array(ValueType.STRING, []),
        "imatrix.chunk_count": GgufValue.of(ValueType.UINT32, 1),
        "imatrix.chunk_size": GgufValue.of(ValueType.UINT32, 512),
    }
    write_gguf(path, metadata, tensors)


def read_importance(path: Path) -> Importance:
    """Read one in llama.cpp's format.  Raises ModelError."""
    header = read_header(path)
    found: dict[str, NDArray[np.float32]] = {}
    for tensor in header.tensors:
        if not tensor.name.endswith(_SUMS):
            continue
        name = tensor.name.removesuffix(_SUMS)
        counts = header.tensor(name + _COUNTS)
        if counts is None:
            break
        count = np.maximum(read_tensor(header, counts).reshape(-1, 1), 1)
        sums = read_tensor(header, tensor).reshape(len(count), -1)
        found[name] = (sums / count).astype(np.float32).ravel()
    if not found:
        raise ModelError(
            _("{name} is not an importance matrix.", name=path.name),
            remedy=_("Make one again, or quantize without it."),
        )
    return found


def _gguf_name(path: str) -> str | None:
    """The tensor's name in the GGUF; None for what is not a linear layer of the text."""
    if "visual" in path or "vision" in path or ".layers." not in path:
        return None
    number, _, rest = path.split(".layers.")[1].partition(".")
    return f"blk.{number}.{_NAMES[rest]}.weight" if rest in _NAMES else None


def _watch(
    name: str, sums: dict[str, NDArray[np.float64]], counts: dict[str, int]
) -> Callable[[torch.nn.Module, tuple[Any, ...]], None]:
    def watch(_: torch.nn.Module, inputs: tuple[Any, ...]) -> None:
        rows = inputs[0].detach().double().numpy()
        rows = rows.reshape(-1, rows.shape[-1])
        total = (rows * rows).sum(0)
        sums[name] = sums[name] + total if name in sums else total
        counts[name] = counts.get(name, 0) + len(rows)

    return watch


def _tensor(name: str, values: NDArray[np.float32]) -> NewTensor:
    return NewTensor(name, values.shape, TensorType.F32, lambda: [values.tobytes()])
