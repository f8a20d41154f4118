"""Lets llama.cpp find its arithmetic in a bundle: one library for each kind of processor.

llama.cpp as `make run` builds it has its one kind inside.  As a bundle has it (GGML_BACKEND_DL)
the kinds are libraries that somebody has to ask for, and llama-cpp-python 0.3.36 does not.  With
none loaded, llama.cpp itself looks for some, in the folder of the program and in the one where
the user happens to be: it would find none, and would run what somebody else has put there.  So
the bundle asks, right after the import of llama_cpp, in whichever of its processes that happens;
llama.cpp then looks nowhere.
"""

from __future__ import annotations

import ctypes
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "llama_cpp"
_LOAD = "ggml_backend_load_all_from_path"
_NAMES = {"win32": "ggml.dll", "darwin": "libggml.dylib"}


def load_backends(package: ModuleType) -> None:
    """Load the best library for this processor from beside the package, where there are some."""
    if package.__file__ is None:
        return
    folder = Path(package.__file__).parent / "lib"
    load = _loader(package, folder)
    if load is not None:
        load.argtypes, load.restype = [ctypes.c_char_p], None
        load(str(folder).encode())


def _loader(package: ModuleType, folder: Path) -> Any:
    """ggml's function that loads kinds, out of the very ggml that llama.cpp is linked to.

    It is looked up through llama.cpp's own library: on Linux a wheel holds libggml.so and
    libggml.so.0 as two files, and opening the first one would load a second ggml with a list of
    kinds of its own, which llama.cpp never sees.  Windows looks up nothing in what a library is
    linked to, and has one ggml.dll.
    """
    llama = getattr(getattr(package, PACKAGE, None), "_lib", None)
    found = getattr(llama, _LOAD, None)
    library = folder / _NAMES.get(sys.platform, "libggml.so")
    if found is None and library.exists():
        found = getattr(ctypes.CDLL(str(library)), _LOAD, None)
    return found


class AfterImport(importlib.abc.MetaPathFinder):
    """Calls something once, after one package was imported by whoever wants it."""

    def __init__(self, name: str, then: Callable[[ModuleType], None]) -> None:
        self._name = name
        self._then = then

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec that the other finders have, with one step more at the end of its loading."""
        if fullname != self._name:
            return None
        others = [finder for finder in sys.meta_path if finder is not self]
        found = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((each for each in found if each is not None), None)
        if spec is not None and spec.loader is not None:
            self._extend(spec.loader)
        return spec

    def _extend(self, loader: importlib.abc.Loader) -> None:
        run = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            self._then(module)

        loader.exec_module = exec_module  # type: ignore[method-assign]


def install() -> None:
    """From now on importing llama_cpp loads its backends; importing nothing costs nothing."""
    sys.meta_path.insert(0, AfterImport(PACKAGE, load_backends))
