"""Makes a language model smaller: Q4_K_M, Q5_K_M or Q8_0 from an F16 or F32 GGUF.

llama.cpp does it, in a child process: it can then be stopped at any time, and a failed
assertion in C costs a sentence and not the program.  The tower is never quantized: quantized
3B towers are reported broken, and little is gained (facts, llama.cpp).
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

from whichone_core.errors import ModelError, StorageError

from whichone_models.catalogue import _
from whichone_models.files.gguf_file import GgufHeader, read_header
from whichone_models.files.gguf_types import TensorType
from whichone_models.parent import end_with

from .imatrix import Importance, read_importance, write_importance

_WHOLE = {TensorType.F32, TensorType.F16, TensorType.BF16}
_SHARE = {"Q4_K_M": 0.36, "Q5_K_M": 0.42, "Q8_0": 0.58, "F16": 1.1}
"""Upper bounds of a result's size as a share of the F16 file, for the check of free space."""

Progress = Callable[[float], None]


class Kind(StrEnum):
    """How weights are stored.  Q4_K_M is the default: a third of F16's size."""

    Q4_K_M = "Q4_K_M"
    Q5_K_M = "Q5_K_M"
    Q8_0 = "Q8_0"
    F16 = "F16"

    @property
    def row(self) -> int:
        """Rows must be multiples of this many elements."""
        return {"Q4_K_M": 256, "Q5_K_M": 256, "Q8_0": 32, "F16": 1}[self.value]


def quantize(
    source: Path,
    target: Path,
    kind: Kind = Kind.Q4_K_M,
    *,
    imatrix: Importance | Path | None = None,
    threads: int = 0,
    on_progress: Progress = lambda share: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> GgufHeader | None:
    """Write a quantized copy under target's name once it is whole; None once stopped.

    source: a text model in F32, F16 or BF16.  threads: 0 for all.  on_progress gets rough
    shares from 0 to 1 a few times a second.  Raises ModelError (a tower, already quantized,
    rows that do not fit, llama.cpp refused) and StorageError.
    """
    header = read_header(source)
    check_quantizable(header, kind)
    expected = int(header.length * _SHARE[kind.value])
    _check_space(target, expected)
    with tempfile.TemporaryDirectory(prefix="whichone-quantize-") as folder:
        matrix = _stored(imatrix, Path(folder))
        log = Path(folder) / "log.txt"
        part = target.with_name(target.name + ".part")
        try:
            order = (str(source), str(part), kind.value, matrix, threads, str(log))
            code = _run(order, lambda: on_progress(_share(part, expected)), should_stop)
            if code is None:
                return None
            _check_result(code, header, part, log)
            part.replace(target)
        except OSError as error:
            raise _not_written(target, error) from error
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    on_progress(1.0)
    return read_header(target)


def check_quantizable(header: GgufHeader, kind: Kind) -> None:
    """Raise ModelError with the reason where a file cannot be quantized so."""
    if header.architecture == "clip":
        raise ModelError(
            _("The part that sees pictures is not quantized."),
            remedy=_("Quantize the language model only; the other file stays as it is."),
            cause=f"{header.path.name} is a tower",
        )
    for tensor in header.tensors:
        if tensor.kind not in _WHOLE:
            raise ModelError(
                _("This model is already quantized, and cannot be quantized again without loss."),
                remedy=_("Start from the F16 file."),
                cause=f"{tensor.name} is {tensor.kind.name}",
            )
        if len(tensor.shape) > 1 and tensor.shape[-1] % kind.row:
            raise ModelError(
                _("This model's shape does not fit {kind}.", kind=kind.value),
                remedy=_("Use Q8_0, or keep F16."),
                cause=f"rows of {tensor.name} have {tensor.shape[-1]} elements",
            )


def _run(
    order: tuple[str, str, str, str, int, str],
    on_wait: Callable[[], None],
    should_stop: Callable[[], bool],
) -> int | None:
    """The child's exit code; None where it was stopped."""
    child = multiprocessing.get_context("spawn").Process(
        target=_quantize_here, args=(os.getpid(), *order)
    )
    child.start()
    try:
        while child.is_alive():
            child.join(0.2)
            on_wait()
            if should_stop():
                return None
        return child.exitcode
    finally:
        child.kill()
        child.join()


def _quantize_here(
    parent: int, source: str, target: str, kind: str, matrix: str, threads: int, log: str
) -> None:
    """What the child does: everything printed goes to the log, the exit code says the rest."""
    end_with(parent, 1)
    file = os.open(log, os.O_WRONLY | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)
    import llama_cpp

    params = llama_cpp.llama_model_quantize_default_params()
    params.nthread = threads
    params.ftype = getattr(llama_cpp, f"LLAMA_FTYPE_MOSTLY_{kind}")
    kept: list[object] = []
    if matrix:
        entries = _entries(read_importance(Path(matrix)), kept)
        params.imatrix = ctypes.cast(entries, ctypes.POINTER(llama_cpp.llama_model_imatrix_data))
    code = llama_cpp.llama_model_quantize(
        os.fsencode(source), os.fsencode(target), ctypes.byref(params)
    )
    os._exit(1 if code else 0)


def _entries(importance: Importance, kept: list[object]) -> Any:
    """llama.cpp's array of (name, values), ended by an empty one; kept holds its memory."""
    import llama_cpp
    import numpy as np

    entries = (llama_cpp.llama_model_imatrix_data * (len(importance) + 1))()
    for entry, (name, values) in zip(entries, importance.items(), strict=False):
        data = np.ascontiguousarray(values, np.float32)
        encoded = name.encode()
        kept += [data, encoded]
        entry.name = encoded
        entry.data = data.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        entry.size = data.size
    return entries


def _stored(imatrix: Importance | Path | None, folder: Path) -> str:
    """The matrix as a file that the child can read, "" for none.  Raises ModelError."""
    if imatrix is None:
        return ""
    if isinstance(imatrix, Path):
        read_importance(imatrix)
        return str(imatrix)
    path = folder / "imatrix.gguf"
    write_importance(path, imatrix)
    return str(path)


def _check_result(code: int, source: GgufHeader, part: Path, log: Path) -> None:
    said = log.read_text(encoding="utf-8", errors="replace")[-2000:] if log.exists() else ""
    if code:
        if shutil.disk_usage(part.parent).free < 2**20:
            raise _not_written(part, OSError("no space left"))
        raise ModelError(
            _("The model {name} could not be quantized.", name=source.path.name),
            remedy=_("Try another kind, such as Q8_0."),
            cause=f"exit code {code}: {said}",
        )
    made = read_header(part)
    if {t.name for t in made.tensors} != {t.name for t in source.tensors}:
        raise ModelError(
            _("The quantized model is not complete."),
            remedy=_("Try again."),
            cause=f"{len(made.tensors)} of {len(source.tensors)} tensors",
        )


def _check_space(target: Path, needed: int) -> None:
    try:
        free = shutil.disk_usage(target.parent).free
    except OSError as error:
        raise _not_written(target, error) from error
    if free < needed:
        raise StorageError(
            _(
                "There is not enough space for {name}: it needs about {needed} gigabytes, and "
                "{free} are free.",
                name=target.name,
                needed=format(needed / 1e9, ".1f"),
                free=format(free / 1e9, ".1f"),
            ),
            remedy=_("Free some space on the disk, or choose another folder."),
        )


def _share(part: Path, expected: int) -> float:
    with suppress(OSError):
        return min(0.99, part.stat().st_size / max(1, expected))
    return 0.0


def _not_written(target: Path, error: OSError) -> StorageError:
    return StorageError(
        _("The model file {name} cannot be written.", name=target.name),
        remedy=_("Free some space on the disk, or choose another folder."),
        cause=str(error),
    )
