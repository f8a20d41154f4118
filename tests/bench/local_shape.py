"""Makes a model of the exact Qwen2.5-VL-3B-Instruct shape with random weights, to be measured.

It costs what the real one costs: every width, every layer and the real vocabulary are the
same (from the sources that llama-cpp-python ships, which pip fetches); only the weights mean
nothing.  About 4 GB stay in the folder (WHICHONE_BENCH_MODELS, or in the system's temporary
folder), 9 GB are needed while it is made.  What is there is not made again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_models.files.gguf_file import GgufHeader, read_header
from whichone_models.files.gguf_types import GgufValue, TensorType, ValueType
from whichone_models.files.gguf_writer import NewTensor, write_gguf
from whichone_models.files.sidecar import FILE_NAME, Family, Processor, Sidecar, write_sidecar
from whichone_models.keeping.quantize import Kind, quantize
from whichone_training.convert import file_entry

from tests.tiny_shapes import QWEN_TEMPLATE
from tests.tiny_vocabulary import QWEN

FOLDER = Path(
    os.environ.get("WHICHONE_BENCH_MODELS", Path(tempfile.gettempdir()) / "whichone-bench-models")
)
TEXT, TOWER = "text-Q4_K_M.gguf", "mmproj-f16.gguf"
_LAYERS, _WIDTH, _MLP, _KEYS, _TOKENS = 36, 2048, 11008, 256, 151936
_T_LAYERS, _T_WIDTH, _T_MLP = 32, 1280, 3420
_FIRST_SPECIAL = 151643
_CONTROL, _UNUSED = 3, 5


def shape_folder() -> Path:
    """The folder of the model as the local engine loads it; makes it where it is missing."""
    if not (FOLDER / FILE_NAME).exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        _make_text()
        _make_tower()
        _describe()
    return FOLDER


def _make_text() -> None:
    if (FOLDER / TEXT).exists():
        return
    whole = FOLDER / "text-f16.gguf"
    if not whole.exists():
        write_gguf(whole, _text_metadata(), _text_tensors())
    quantize(whole, FOLDER / TEXT, Kind.Q4_K_M)
    whole.unlink()


def _make_tower() -> None:
    if not (FOLDER / TOWER).exists():
        write_gguf(FOLDER / TOWER, _tower_metadata(), _tower_tensors())


def _describe() -> None:
    sidecar = Sidecar(
        name="Qwen2.5-VL-3B shape, random weights",
        family=Family.QWEN2_5_VL,
        words=dict(CONTROL_WORDS),
        processor=Processor(),
        text=file_entry(read_header(FOLDER / TEXT)),
        tower=file_entry(read_header(FOLDER / TOWER)),
    )
    write_sidecar(FOLDER, sidecar)


def _vocabulary() -> GgufHeader:
    """Qwen2's vocabulary, from the source distribution of the installed llama-cpp-python."""
    path = FOLDER / "vocabulary.gguf"
    if not path.exists():
        with tempfile.TemporaryDirectory() as folder:
            release = f"llama-cpp-python=={version('llama-cpp-python')}"
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            subprocess.run([*pip, "--no-binary", ":all:", "--dest", folder, release], check=True)
            (archive,) = Path(folder).glob("*.tar.gz")
            with tarfile.open(archive) as sources:
                (name,) = [n for n in sources.getnames() if n.endswith("ggml-vocab-qwen2.gguf")]
                found = sources.extractfile(name)
                assert found is not None
                path.write_bytes(found.read())
    return read_header(path)


def _text_metadata() -> Mapping[str, GgufValue]:
    words = _vocabulary().metadata
    tokens = list(words["tokenizer.ggml.tokens"].value)  # type: ignore[arg-type]
    kinds = list(words["tokenizer.ggml.token_type"].value)  # type: ignore[arg-type]
    for number, token in enumerate(QWEN, _FIRST_SPECIAL):
        tokens[number], kinds[number] = token, _CONTROL
    for number in range(_FIRST_SPECIAL + len(QWEN), _TOKENS):
        tokens[number], kinds[number] = f"[PAD{number}]", _UNUSED
    assert len(tokens) == _TOKENS
    number, text = ValueType.UINT32, ValueType.STRING
    architecture = {
        "block_count": _LAYERS,
        "context_length": 128000,
        "embedding_length": _WIDTH,
        "feed_forward_length": _MLP,
        "attention.head_count": 16,
        "attention.head_count_kv": 2,
    }
    small = ValueType.FLOAT32
    return {
        "general.architecture": GgufValue.of(text, "qwen2vl"),
        "general.type": GgufValue.of(text, "model"),
        "general.name": GgufValue.of(text, "Qwen2.5-VL-3B shape, random"),
        "general.file_type": GgufValue.of(number, 1),
        "general.quantization_version": GgufValue.of(number, 2),
        **{f"qwen2vl.{key}": GgufValue.of(number, value) for key, value in architecture.items()},
        "qwen2vl.rope.dimension_sections": GgufValue.array(ValueType.INT32, [16, 24, 24, 0]),
        "qwen2vl.rope.freq_base": GgufValue.of(small, 1e6),
        "qwen2vl.attention.layer_norm_rms_epsilon": GgufValue.of(small, 1e-6),
        "tokenizer.ggml.model": GgufValue.of(text, "gpt2"),
        "tokenizer.ggml.pre": GgufValue.of(text, "qwen2"),
        "tokenizer.ggml.tokens": GgufValue.array(text, tokens),
        "tokenizer.ggml.token_type": GgufValue.array(ValueType.INT32, kinds),
        "tokenizer.ggml.merges": words["tokenizer.ggml.merges"],
        "tokenizer.ggml.eos_token_id": GgufValue.of(number, 151645),
        "tokenizer.ggml.padding_token_id": GgufValue.of(number, 151643),
        "tokenizer.ggml.bos_token_id": GgufValue.of(number, 151643),
        "tokenizer.ggml.add_bos_token": GgufValue.of(ValueType.BOOL, False),
        "tokenizer.chat_template": GgufValue.of(text, QWEN_TEMPLATE),
    }


def _text_tensors() -> Iterator[NewTensor]:
    yield _weights("token_embd.weight", (_TOKENS, _WIDTH))
    for layer in range(_LAYERS):
        block = f"blk.{layer}."
        for name in ("attn_norm.weight", "ffn_norm.weight"):
            yield _ones(block + name, _WIDTH)
        yield _weights(block + "ffn_down.weight", (_WIDTH, _MLP))
        yield _weights(block + "ffn_gate.weight", (_MLP, _WIDTH))
        yield _weights(block + "ffn_up.weight", (_MLP, _WIDTH))
        yield _weights(block + "attn_output.weight", (_WIDTH, _WIDTH))
        for name, rows in (("q", _WIDTH), ("k", _KEYS), ("v", _KEYS)):
            yield _weights(f"{block}attn_{name}.weight", (rows, _WIDTH))
            yield _bias(f"{block}attn_{name}.bias", rows)
    yield _ones("output_norm.weight", _WIDTH)


def _tower_metadata() -> Mapping[str, GgufValue]:
    number, small, text = ValueType.UINT32, ValueType.FLOAT32, ValueType.STRING
    shape = {
        "projection_dim": _WIDTH,
        "image_size": 560,
        "patch_size": 14,
        "embedding_length": _T_WIDTH,
        "feed_forward_length": _T_MLP,
        "block_count": _T_LAYERS,
        "attention.head_count": 16,
        "n_wa_pattern": 8,
    }
    mean = [0.48145466, 0.4578275, 0.40821073]
    deviation = [0.26862954, 0.26130258, 0.27577711]
    return {
        "general.architecture": GgufValue.of(text, "clip"),
        "general.type": GgufValue.of(text, "mmproj"),
        "general.name": GgufValue.of(text, "Qwen2.5-VL-3B shape, random"),
        "general.file_type": GgufValue.of(number, 1),
        "general.quantization_version": GgufValue.of(number, 2),
        "clip.has_vision_encoder": GgufValue.of(ValueType.BOOL, True),
        "clip.projector_type": GgufValue.of(text, "qwen2.5vl_merger"),
        "clip.use_silu": GgufValue.of(ValueType.BOOL, True),
        **{f"clip.vision.{key}": GgufValue.of(number, value) for key, value in shape.items()},
        "clip.vision.attention.layer_norm_epsilon": GgufValue.of(small, 1e-6),
        "clip.vision.image_mean": GgufValue.array(small, list(mean)),
        "clip.vision.image_std": GgufValue.array(small, list(deviation)),
    }


def _tower_tensors() -> Iterator[NewTensor]:
    for layer in range(_T_LAYERS):
        block = f"v.blk.{layer}."
        for name in ("attn_out", "attn_q", "attn_k", "attn_v"):
            yield _weights(f"{block}{name}.weight", (_T_WIDTH, _T_WIDTH))
            yield _bias(f"{block}{name}.bias", _T_WIDTH)
        for name, rows, columns in (
            ("ffn_down", _T_WIDTH, _T_MLP),
            ("ffn_gate", _T_MLP, _T_WIDTH),
            ("ffn_up", _T_MLP, _T_WIDTH),
        ):
            yield _weights(f"{block}{name}.weight", (rows, columns))
            yield _bias(f"{block}{name}.bias", rows)
        for name in ("ln1.weight", "ln2.weight"):
            yield _ones(block + name, _T_WIDTH)
    merged = 4 * _T_WIDTH
    for number, rows in ((0, merged), (2, _WIDTH)):
        yield _weights(f"mm.{number}.weight", (rows, merged))
        yield _bias(f"mm.{number}.bias", rows)
    for name in ("v.patch_embd.weight", "v.patch_embd.weight.1"):
        yield _weights(name, (_T_WIDTH, 3, 14, 14))
    yield _ones("v.post_ln.weight", _T_WIDTH)


@cache
def _noise() -> NDArray[np.float32]:
    """Normal numbers; every tensor takes another stretch of them."""
    return np.random.default_rng(0).standard_normal(2**24 + 2**16, dtype=np.float32)


def _stretch(name: str, count: int, scale: float) -> Iterator[NDArray[np.float32]]:
    start = int.from_bytes(name.encode()[-8:], "big") % 2**16
    piece = 2**24
    for done in range(0, count, piece):
        size = min(piece, count - done)
        yield _noise()[start : start + size] * np.float32(scale)


def _weights(name: str, shape: tuple[int, ...]) -> NewTensor:
    """F16, scaled so that signals keep their size."""
    inputs = int(np.prod(shape[1:]))

    def data() -> Iterator[bytes]:
        for part in _stretch(name, shape[0] * inputs, inputs**-0.5):
            yield part.astype(np.float16).tobytes()

    return NewTensor(name, shape, TensorType.F16, data)


def _bias(name: str, size: int) -> NewTensor:
    def data() -> Iterator[bytes]:
        for part in _stretch(name, size, 0.02):
            yield part.tobytes()

    return NewTensor(name, (size,), TensorType.F32, data)


def _ones(name: str, size: int) -> NewTensor:
    data: Callable[[], list[bytes]] = lambda: [np.ones(size, np.float32).tobytes()]  # noqa: E731
    return NewTensor(name, (size,), TensorType.F32, data)


if __name__ == "__main__":
    print(f"The model to measure is in {shape_folder()}.")
