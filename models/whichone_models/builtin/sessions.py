"""The vendored networks as onnxruntime sessions: loaded when first used, once, for all threads.

`Sessions` is shared by everything that runs a network.  Loading takes 50-150 ms each, so a
lock keeps two threads from doing it twice; running needs none (an InferenceSession may be
run from several threads at once).
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.errors import ModelError

from whichone_models.catalogue import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PACKAGES = {"cv2": "opencv-python-headless", "zxingcpp": "zxing-cpp", "PIL": "pillow"}
"""What installs a module where the name is another one."""

WEIGHTS = Path(__file__).parent / "weights"
THREADS = 2


class Network(StrEnum):
    """A network and its file; `weights/README.md` has source and licence of each."""

    NANODET = "nanodet_coco80_416_fp16.onnx"
    SSD = "ssd_mobilenetv2_oidv4_23_300_fp16.onnx"
    EFFICIENTNET = "efficientnet_lite0_imagenet_224_fp16.onnx"
    CENTERFACE = "centerface_fp16.onnx"


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


@contextmanager
def engine_faults() -> Iterator[None]:
    """What every part may die of, a package that is not there or memory, as a ModelError."""
    try:
        yield
    except ImportError as error:
        raise not_installed(error) from error
    except _memory_faults() as error:
        raise no_memory(error) from error


def not_installed(error: ImportError) -> ModelError:
    """What to install for an import that failed; too little memory fails so too."""
    if is_short_of_memory(error):
        return no_memory(error)
    module = (error.name or "").partition(".")[0]
    package = PACKAGES.get(module, module)
    return ModelError(
        _("A part of WhichOne that looks at pictures is not installed."),
        remedy=_("Install the package {package}.", package=package)
        if package
        else _("Install WhichOne again."),
        cause=str(error),
    )


def is_short_of_memory(error: BaseException) -> bool:
    """Whether a library or a network is whole but there was no room for it (as loaders say it)."""
    said = str(error).casefold()
    return any(hint in said for hint in ("map segment", "allocate memory", "bad_alloc"))


def no_memory(cause: BaseException) -> ModelError:
    """A network or a picture needed more memory than there is."""
    return ModelError(
        _("There is not enough memory to look at the picture."),
        remedy=_("Close other programs, then try again."),
        cause=f"{type(cause).__name__}: {cause}",
    )


def _memory_faults() -> tuple[type[Exception], ...]:
    """Python's, and what OpenCV and onnxruntime raise while they run, if they were loaded at all.

    On pictures that were decoded and networks that were opened, memory is all that they lack.
    """
    found: list[type[Exception]] = [MemoryError]
    if "cv2" in sys.modules:
        found.append(sys.modules["cv2"].error)
    states = sys.modules.get("onnxruntime.capi.onnxruntime_pybind11_state")
    if states is not None:
        found += [states.Fail, states.RuntimeException]
    return tuple(found)


def without_telemetry() -> None:
    """Keep onnxruntime from reporting to its maker; to be called before its first import.

    Its release 1.32 otherwise writes a device number into the user's cache on loading and
    holds events for an address on the web (seen in the files and strings of its wheel).
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def damage() -> tuple[type[Exception], ...]:
    """What reading and onnxruntime raise where the file of a network is not what it should be."""
    from onnxruntime.capi import onnxruntime_pybind11_state as states

    return (
        OSError,
        RuntimeError,
        ValueError,
        states.Fail,
        states.InvalidArgument,
        states.InvalidGraph,
        states.InvalidProtobuf,
        states.NoSuchFile,
    )


def _open(path: Path) -> Any:
    without_telemetry()
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 4  # what fails is raised; the terminal is the user's
    # Spinning threads win a few ms a run and take both cores from speech and window.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            path.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    except damage() as cause:
        if is_short_of_memory(cause):
            raise no_memory(cause) from cause
        raise ModelError(
            _("A part of WhichOne that looks at pictures is missing or damaged."),
            remedy=_("Install WhichOne again."),
            cause=f"{path.name}: {cause}",
        ) from cause
