"""RapidOCR made ready: its models by their paths, quiet, its errors as ours, and stoppable.

The wheel holds PP-OCRv6 small for detection and recognition; with explicit paths RapidOCR
neither looks online nor writes anything, and its log stays silent.  A run of a network takes
seconds in a large picture and asks nobody; onnxruntime looks before each of its steps whether
the run was told to end, and `stopped_by` tells it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _

from .sessions import damage, is_short_of_memory, no_memory, without_telemetry

_POLL_S = 0.02


def load_engine(threads: int, batch: int) -> Any:
    """A RapidOCR with both networks in memory.  Raises ModelError."""
    without_telemetry()
    try:
        import rapidocr
        from rapidocr import RapidOCR
    except ImportError as error:
        raise ModelError(
            _("The text reader is not installed."),
            remedy=_("Install the package rapidocr."),
            cause=str(error),
        ) from error
    except OSError as error:  # a file that is read on importing is gone
        raise _damaged(error) from error
    models = Path(rapidocr.__file__).parent / "models"
    try:
        engine: Any = RapidOCR(params=_parameters(models, threads, batch))
        for network in (engine._load_det_model(), engine._load_rec_model()):
            network.session.session = Stoppable(network.session.session)
    except damage() as error:
        raise _damaged(error) from error
    return engine


def _damaged(error: Exception) -> ModelError:
    if is_short_of_memory(error):
        return no_memory(error)
    return ModelError(
        _("The text reader could not be loaded."),
        remedy=_("Reinstall the package rapidocr."),
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
            _("The text could not be read."),
            remedy=_("Close other programs to free memory, then try again."),
            cause=str(error),
        ) from error


class Stoppable:
    """An onnxruntime session whose runs end when they are told to.

    ending: of the reading that is under way; None between two.
    """

    def __init__(self, session: Any) -> None:
        self._session = session
        self.ending: Ending | None = None

    def run(self, names: Any, inputs: Any) -> Any:
        """As the session does it; raises onnxruntime's error once it was told to end."""
        options = self.ending.look() if self.ending is not None else None
        return self._session.run(names, inputs, options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


class Ending:
    """Tells the runs of one reading to end once cancel is requested."""

    def __init__(self, cancel: Cancel) -> None:
        from onnxruntime import RunOptions

        self._cancel = cancel
        self._options = RunOptions()
        self._options.log_severity_level = 4  # that it was stopped is no news for the terminal

    def look(self) -> Any:
        """The options for a run that begins now."""
        if self._cancel.is_requested:
            self._options.terminate = True
        return self._options

    def watch(self, over: threading.Event) -> None:
        """Look again and again while a run is under way."""
        while not over.wait(_POLL_S):
            self.look()


@contextmanager
def stopped_by(engine: Any, cancel: Cancel) -> Iterator[None]:
    """End the run of a network that is under way, and each after it, once cancel is requested."""
    ending, over = Ending(cancel), threading.Event()
    sessions = [network.session.session for network in (engine.text_det, engine.text_rec)]
    watcher = threading.Thread(target=ending.watch, args=(over,), name="reading", daemon=True)
    watcher.start()
    try:
        for session in sessions:
            session.ending = ending
        yield
    finally:
        over.set()
        watcher.join()
        for session in sessions:
            session.ending = None


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
