"""The vendored networks as onnxruntime sessions: loaded when first used, once, for all threads.

`Sessions` is shared by everything that runs a network.  Loading takes 50-150 ms each, so a
lock keeps two threads from doing it twice; running needs none (an InferenceSession may be
run from several threads at once).
"""

from __future__ import annotations

import threading
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = Path(__file__).parent / "weights"
THREADS = 2


class Network(StrEnum):
    """A network and its file; `weights/README.md` has source and licence of each."""

    NANODET = "nanodet_coco80_416_fp16.onnx"
    SSD = "ssd_mobilenetv2_oidv4_23_300_fp16.onnx"
    EFFICIENTNET = "efficientnet_lite0_imagenet_224_fp16.onnx"


class Sessions:
    """Runs the networks.  folder: where the files of `Network` are."""

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._loaded: dict[Network, Any] = {}

    def run(self, network: Network, picture: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Outputs by name for one prepared input.  Raises ModelError if it cannot be loaded."""
        session = self.load(network)
        outputs = session.run(None, {session.get_inputs()[0].name: picture})
        names = (output.name for output in session.get_outputs())
        return dict(zip(names, outputs, strict=True))

    def load(self, network: Network) -> Any:
        """The onnxruntime session, loaded now if it was not.  Raises ModelError."""
        with self._lock:
            if network not in self._loaded:
                self._loaded[network] = _open(self._folder / network)
            return self._loaded[network]


def _open(path: Path) -> Any:
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as states

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 3
    # Spinning threads win a few ms a run and take both cores from speech and window.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            path.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    except (
        OSError,
        states.Fail,
        states.InvalidArgument,
        states.InvalidGraph,
        states.InvalidProtobuf,
    ) as cause:
        raise ModelError(
            "A part of WhichOne that looks at pictures is missing or damaged.",
            remedy="Install WhichOne again.",
            cause=f"{path.name}: {cause}",
        ) from cause
