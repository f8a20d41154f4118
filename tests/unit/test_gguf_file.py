"""The head of a model file is read exactly, and no file makes the reader do anything else
than answer or refuse in one sentence."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whichone_core.errors import ModelError, StorageError
from whichone_models.files.gguf_file import GgufHeader, read_header, read_tensor
from whichone_models.files.gguf_types import GgufValue, TensorType, ValueType, tensor_bytes
from whichone_models.files.gguf_writer import NewTensor, rewrite_gguf, write_gguf

WEIGHTS = np.arange(12, dtype=np.float32).reshape(3, 4) / 8


def metadata() -> dict[str, GgufValue]:
    return {
        "general.architecture": GgufValue.of(ValueType.STRING, "qwen2vl"),
        "qwen2vl.block_count": GgufValue.of(ValueType.UINT32, 36),
        "qwen2vl.rope.freq_base": GgufValue.of(ValueType.FLOAT32, 1e6),
        "tokenizer.ggml.add_bos_token": GgufValue.of(ValueType.BOOL, False),
        "tokenizer.ggml.tokens": GgufValue.array(ValueType.STRING, ["a", "", "žlutý"]),
        "tokenizer.ggml.token_type": GgufValue.array(ValueType.INT32, [1, 3, -1]),
    }


def tensor(name: str, values: np.ndarray, kind: TensorType = TensorType.F32) -> NewTensor:
    return NewTensor(name, values.shape, kind, lambda: [values.tobytes()])


def written(folder: Path) -> GgufHeader:
    path = folder / "modèle.gguf"
    half = WEIGHTS.astype(np.float16)
    brain = (WEIGHTS.view(np.uint32) >> 16).astype(np.uint16)
    tensors = [
        tensor("whole", WEIGHTS),
        tensor("half", half, TensorType.F16),
        tensor("brain", brain, TensorType.BF16),
    ]
    assert write_gguf(path, metadata(), tensors)
    return read_header(path)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    header = written(tmp_path)
    assert header.architecture == "qwen2vl"
    assert header.of_architecture("block_count") == 36
    assert header.number("qwen2vl.rope.freq_base") == 1e6
    assert header.metadata["tokenizer.ggml.add_bos_token"].value is False
    assert header.metadata["tokenizer.ggml.tokens"].value == ("a", "", "žlutý")
    assert header.metadata["tokenizer.ggml.token_type"].value == (1, 3, -1)
    assert [(t.name, t.shape, t.kind.name) for t in header.tensors] == [
        ("whole", (3, 4), "F32"),
        ("half", (3, 4), "F16"),
        ("brain", (3, 4), "BF16"),
    ]
    for stored in header.tensors:
        assert np.array_equal(read_tensor(header, stored), WEIGHTS)


def test_what_is_absent_or_of_another_kind_is_the_default(tmp_path: Path) -> None:
    header = written(tmp_path)
    assert header.text("no.such.key", "none") == "none"
    assert header.number("general.architecture", 7) == 7
    assert header.text("qwen2vl.block_count") == ""
    assert header.text("tokenizer.ggml.tokens", "list") == "list"
    assert header.tensor("no such") is None


def test_a_copy_keeps_everything_but_what_was_changed(tmp_path: Path) -> None:
    header = written(tmp_path)
    target = tmp_path / "copy.gguf"
    wide = np.pad(WEIGHTS, ((0, 1), (0, 0)))
    assert rewrite_gguf(
        header,
        target,
        metadata={"qwen2vl.block_count": GgufValue.of(ValueType.UINT32, 4)},
        tensors={"half": tensor("half", wide)},
    )
    copy = read_header(target)
    assert copy.of_architecture("block_count") == 4
    assert copy.metadata["tokenizer.ggml.tokens"] == header.metadata["tokenizer.ggml.tokens"]
    assert list(copy.metadata) == list(header.metadata)
    names = [t.name for t in copy.tensors]
    assert names == ["whole", "half", "brain"]
    for stored, expected in zip(copy.tensors, (WEIGHTS, wide, WEIGHTS), strict=True):
        assert np.array_equal(read_tensor(copy, stored), expected)


def test_an_unchanged_copy_is_the_same_file(tmp_path: Path) -> None:
    header = written(tmp_path)
    target = tmp_path / "copy.gguf"
    rewrite_gguf(header, target)
    assert target.read_bytes() == header.path.read_bytes()


def test_every_cut_is_refused(tmp_path: Path) -> None:
    header = written(tmp_path)
    whole = header.path.read_bytes()
    end = max(t.offset + t.bytes for t in header.tensors)
    cut = tmp_path / "cut.gguf"
    for length in range(end):
        cut.write_bytes(whole[:length])
        with pytest.raises(ModelError):
            read_header(cut)


def test_a_cut_file_is_said_to_be_incomplete(tmp_path: Path) -> None:
    header = written(tmp_path)
    header.path.write_bytes(header.path.read_bytes()[:-64])
    with pytest.raises(ModelError) as caught:
        read_header(header.path)
    assert caught.value.spoken == (
        "The model file modèle.gguf is not complete. Pull or import the model again."
    )


def test_a_cut_after_reading_is_noticed_while_copying(tmp_path: Path) -> None:
    header = written(tmp_path)
    header.path.write_bytes(header.path.read_bytes()[:-64])
    with pytest.raises(ModelError, match="not complete"):
        rewrite_gguf(header, tmp_path / "copy.gguf")
    assert [path.name for path in tmp_path.iterdir()] == ["modèle.gguf"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "x.gguf is not complete"),
        (b"PK\x03\x04" + bytes(60), "x.gguf is not a model in GGUF format"),
        (b"<!DOCTYPE html>" + bytes(60), "x.gguf is not a model in GGUF format"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "version of GGUF that I don't know"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**63, 0), "x.gguf is not complete"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**64 - 1), "x.gguf is not complete"),
    ],
)
def test_what_is_no_model_is_said(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=sentence):
        read_header(path)


def test_a_missing_file_and_a_folder_are_said(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", tmp_path):
        with pytest.raises(ModelError, match="cannot be read"):
            read_header(path)


def hostile(*, key: bytes = b"k", row: bytes = b"", value: bytes = b"\x07\0\0\0\x01") -> bytes:
    """A file with one metadata value and one tensor's row, then 64 bytes."""
    head = b"GGUF" + struct.pack("<IQQ", 3, 1 if row else 0, 1)
    return head + struct.pack("<Q", len(key)) + key + value + row + bytes(64)


def row(shape: tuple[int, ...], kind: int = 0, offset: int = 0) -> bytes:
    dimensions = struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
    return struct.pack("<Q", 1) + b"t" + dimensions + struct.pack("<IQ", kind, offset)


@pytest.mark.parametrize(
    "content",
    [
        hostile(value=struct.pack("<I", 99)),
        hostile(value=struct.pack("<IIQ", 9, 9, 1)),
        hostile(value=struct.pack("<IIQ", 9, 8, 2**60)),
        hostile(value=struct.pack("<IQ", 8, 2**63)),
        hostile(row=row((2**62, 2**62))),
        hostile(row=row((0,))),
        hostile(row=row((1, 1, 1, 1, 1))),
        hostile(row=row(())),
        hostile(row=row((4,), kind=77)),
        hostile(row=row((4,), kind=4)),
        hostile(row=row((33,), kind=TensorType.Q8_0)),
        hostile(row=row((4,), offset=8)),
        hostile(row=row((4,), offset=2**64 - 32)),
        hostile(key=b"general.alignment", value=struct.pack("<II", 4, 0)),
        hostile(key=b"general.alignment", value=struct.pack("<II", 4, 48)),
        hostile(key=b"general.alignment"),
    ],
)
def test_what_contradicts_itself_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError):
        read_header(path)


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("gguf")).path


@settings(deadline=None)
@given(data=st.data())
def test_a_changed_byte_is_read_or_refused(data: st.DataObject, whole_file: Path) -> None:
    content = bytearray(whole_file.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    changed = whole_file.with_name("changed.gguf")
    changed.write_bytes(content)
    try:
        header = read_header(changed)
    except ModelError:
        return
    assert all(t.offset + t.bytes <= header.length for t in header.tensors)
    for value in header.metadata.values():
        assert value.value is not None


@settings(deadline=None)
@given(content=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(whole_file: Path, content: bytes) -> None:
    path = whole_file.with_name("any.gguf")
    path.write_bytes(b"GGUF\x03\0\0\0" + content)
    try:
        header = read_header(path)
    except ModelError:
        return
    assert all(t.offset + t.bytes <= header.length for t in header.tensors)


def test_sizes_are_those_of_whole_blocks() -> None:
    assert tensor_bytes((2, 256), TensorType.Q4_K) == 288
    assert tensor_bytes((3420,), TensorType.F16) == 6840
    with pytest.raises(ValueError, match="whole blocks"):
        tensor_bytes((1280, 3420), TensorType.Q8_0)


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    def data() -> Iterator[bytes]:
        yield bytes(8)
        raise OSError(errno.ENOSPC, "No space left on device")

    full = NewTensor("t", (4,), TensorType.F32, data)
    with pytest.raises(StorageError, match=r"x\.gguf cannot be written") as caught:
        write_gguf(tmp_path / "x.gguf", metadata(), [full])
    assert caught.value.remedy.startswith("Free some space")
    assert list(tmp_path.iterdir()) == []


def test_writing_stops_when_it_should_and_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "x.gguf"
    assert not write_gguf(target, metadata(), [tensor("t", WEIGHTS)], should_stop=lambda: True)
    assert list(tmp_path.iterdir()) == []


def test_a_quantized_tensor_is_not_read_as_numbers(tmp_path: Path) -> None:
    path = tmp_path / "x.gguf"
    blocks = np.zeros(34, np.uint8)
    quantized = NewTensor("t", (32,), TensorType.Q8_0, lambda: [blocks.tobytes()])
    write_gguf(path, metadata(), [quantized])
    header = read_header(path)
    with pytest.raises(ModelError, match="already quantized"):
        read_tensor(header, header.tensors[0])
