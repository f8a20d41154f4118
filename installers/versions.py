"""`python -m installers.versions`: versions that an interpreter alone knows, one JSON object.

Started with the Python of the bundle's environment: what that is linked to goes into the bundle.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path


def versions() -> dict[str, str]:
    """Name to version: Python, the libraries of C that it is linked to, Qt and ggml if there."""
    import pyexpat
    import sqlite3
    import ssl
    import zlib

    found = {
        "Python": platform.python_version(),
        "OpenSSL": ssl.OPENSSL_VERSION.split()[1],
        "SQLite": sqlite3.sqlite_version,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
        "expat": pyexpat.EXPAT_VERSION.removeprefix("expat_"),
    }
    return found | _qt() | _ggml()


def _qt() -> dict[str, str]:
    if importlib.util.find_spec("PySide6") is None:
        return {}
    from PySide6.QtCore import qVersion

    return {"Qt": qVersion()}


def _ggml() -> dict[str, str]:
    """ggml says its version, and the commit of the llama.cpp that it was taken from."""
    library = _ggml_library()
    if library is None:
        return {}
    base = ctypes.CDLL(str(library))
    found = {}
    for name, function in (("ggml", "ggml_version"), ("llama.cpp", "ggml_commit")):
        ask = getattr(base, function)
        ask.restype = ctypes.c_char_p
        # pip builds beside its own changed files: "dirty" says nothing of the source.
        found[name] = ask().decode("ascii").removesuffix("-dirty")
    return found


def _ggml_library() -> Path | None:
    package = importlib.util.find_spec("llama_cpp")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent / "lib"
    names = ("libggml-base.so.0", "libggml-base.so", "libggml-base.0.dylib", "ggml-base.dll")
    return next((folder / name for name in names if (folder / name).exists()), None)


def main(argv: Sequence[str] | None = None) -> int:
    """Print them."""
    argparse.ArgumentParser(
        prog="python -m installers.versions",
        description="Print the versions of Python, Qt, ggml and the libraries of C as JSON.",
    ).parse_args(argv)
    print(json.dumps(versions()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
