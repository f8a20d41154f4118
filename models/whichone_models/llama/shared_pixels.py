"""Memory for the pixels of one picture that the app writes and the worker reads.

It has no name in any file system: on Linux an anonymous memory file, elsewhere on POSIX a
temporary file that is unlinked at once, both inherited by the worker as a file descriptor;
on Windows a section of the page file that ends with its last handle.  So nothing stays
behind when either side is killed.  (multiprocessing.shared_memory leaves its file in
/dev/shm then, and before Python 3.13 its tracker unlinks memory that others still use.)

One picture lies in it at a time: the writer waits until the reader has copied the last one.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from dataclasses import dataclass
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from whichone_models.llama.runtime import Fault, RuntimeFault

CAPACITY = 48_000_000
"""Bytes: more than 12 megapixels of three bytes, the largest frame there is.  Pages that
were never written take no memory."""


@dataclass(frozen=True, slots=True)
class PixelArea:
    """The memory and how a child process gets at it: an argument, and a descriptor to inherit."""

    memory: mmap.mmap
    argument: str
    descriptor: int | None

    def write(self, pixels: NDArray[np.uint8]) -> None:
        """Put a picture at its beginning.  Raises RuntimeFault (PICTURE) where it can't be one."""
        check_pixels(pixels)
        self.memory[: pixels.nbytes] = np.ascontiguousarray(pixels).data.cast("B")

    def read(self, height: int, width: int) -> NDArray[np.uint8]:
        """A copy of the picture at its beginning: uint8, (height, width, 3)."""
        flat = np.frombuffer(self.memory, np.uint8, count=height * width * 3)
        return flat.reshape(height, width, 3).copy()

    def close(self) -> None:
        self.memory.close()
        if self.descriptor is not None:
            os.close(self.descriptor)


def check_pixels(pixels: NDArray[np.uint8]) -> None:
    """Raises RuntimeFault (PICTURE) for what is no RGB picture that fits the shared memory."""
    is_rgb = pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    if not is_rgb or not 0 < pixels.nbytes <= CAPACITY:
        raise RuntimeFault(Fault.PICTURE, f"pixels of shape {pixels.shape} and type {pixels.dtype}")


def new_area() -> PixelArea:
    """Memory that a child process can be given."""
    if sys.platform == "win32":
        name = f"whichone-{uuid4().hex}"
        return PixelArea(mmap.mmap(-1, CAPACITY, tagname=name), name, None)
    descriptor = _unnamed_file()
    os.ftruncate(descriptor, CAPACITY)
    return PixelArea(mmap.mmap(descriptor, CAPACITY), str(descriptor), descriptor)


def _unnamed_file() -> int:
    if sys.platform == "linux":
        return os.memfd_create("whichone-pixels", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def inherited_area(argument: str) -> PixelArea:
    """The same memory in the child process, from the argument that it was given."""
    if sys.platform == "win32":
        return PixelArea(mmap.mmap(-1, CAPACITY, tagname=argument), argument, None)
    descriptor = int(argument)
    os.set_inheritable(descriptor, False)
    return PixelArea(mmap.mmap(descriptor, CAPACITY), argument, descriptor)
