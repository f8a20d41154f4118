"""RapidOCR made ready: its models by their paths, quiet, and its errors as ours.

The wheel holds PP-OCRv6 small for detection and recognition; with explicit paths RapidOCR
neither looks online nor writes anything, and its log stays silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from whichone_core.errors import ModelError

from .sessions import damage, is_short_of_memory, no_memory, without_telemetry


def load_engine(threads: int, batch: int) -> Any:
    """A RapidOCR with both networks in memory.  Raises ModelError."""
    without_telemetry()
    try:
        import rapidocr
        from rapidocr import RapidOCR
    except ImportError as error:
        raise ModelError(
            "The text reader is not installed.",
            remedy="Install the package rapidocr.",
            cause=str(error),
        ) from error
    except OSError as error:  # a file that is read on importing is gone
        raise _damaged(error) from error
    models = Path(rapidocr.__file__).parent / "models"
    try:
        engine: Any = RapidOCR(params=_parameters(models, threads, batch))
        engine._load_det_model()
        engine._load_rec_model()
    except damage() as error:
        raise _damaged(error) from error
    return engine


def _damaged(error: Exception) -> ModelError:
    if is_short_of_memory(error):
        return no_memory(error)
    return ModelError(
        "The text reader could not be loaded.",
        remedy="Reinstall the package rapidocr.",
        cause=str(error),
    )


@contextmanager
def translated() -> Iterator[None]:
    """A failure inside the networks as a ModelError, with the technical cause kept."""
    from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError

    try:
        yield
    except ONNXRuntimeError as error:
        raise ModelError(
            "The text could not be read.",
            remedy="Close other programs to free memory, then try again.",
            cause=str(error),
        ) from error


def _parameters(models: Path, threads: int, batch: int) -> dict[str, Any]:
    return {
        "Global.log_level": "critical",
        "Global.use_cls": False,
        "Global.return_word_box": True,
        "Det.model_path": str(models / "PP-OCRv6_det_small.onnx"),
        "Rec.model_path": str(models / "PP-OCRv6_rec_small.onnx"),
        # The picture is scaled by the caller; the detector must not scale it again.
        "Det.limit_type": "max",
        "Det.limit_side_len": 100_000,
        "Rec.rec_batch_num": batch,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
