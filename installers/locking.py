"""Renews the hashed requirements from pyproject.toml and constraints.txt, with uv.

One file a system, as packages differ; every file of every package by its SHA-256.  Versions are
those of constraints.txt; what only a bundle needs is chosen by uv and pinned here.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from .product import ROOT
from .steps import BuildError, call

FOLDER = ROOT / "installers" / "requirements"
EXTRAS = ("app", "voice", "server", "local")

PLATFORMS = {
    "linux": "x86_64-manylinux_2_34",
    "windows": "x86_64-pc-windows-msvc",
    "macos": "aarch64-apple-darwin",
}
"""The oldest systems that all packages have files for: PySide6 6.11.2 asks for glibc 2.34, and
moonshine-voice 0.0.73 for macOS 15 on Apple's own processors (onnxruntime 1.32 for macOS 14)."""

OLDEST_MACOS = "15.0"
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def lock() -> None:
    """Write linux.txt, windows.txt, macos.txt, runtime.txt and tools.txt.  Raises BuildError."""
    uv = _uv()
    for name, platform in PLATFORMS.items():
        extras = [word for extra in EXTRAS for word in ("--extra", extra)]
        _compile(
            uv, name, ROOT / "pyproject.toml", FOLDER / "bundle.in", *extras,
            "--override", FOLDER / "overrides.in", "--no-emit-package", "llama-cpp-python",
            "--python-platform", platform,
        )  # fmt: skip
    _compile(uv, "runtime", FOLDER / "runtime.in", "--no-deps")
    _compile(uv, "tools", FOLDER / "tools.in", "--universal")


def _uv() -> str:
    inside = ROOT / "build" / "tools-env" / "bin" / "uv"
    found = str(inside) if inside.exists() else shutil.which("uv")
    if found is None:
        raise BuildError("There is no uv.  Make build/tools-env as docs/developer/bundles.md says.")
    return found


def _compile(uv: str, name: str, *words: str | Path) -> None:
    environ = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS}
    command = [uv, "pip", "compile", "--quiet", *words, "-c", ROOT / "constraints.txt"]
    command += ["--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header"]
    call([*command, "--output-file", FOLDER / f"{name}.txt"], folder=ROOT, environ=environ)


def pins(file: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each pin of a hashed requirements file: name, version, hashes (hexadecimal SHA-256)."""
    text = file.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        found = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", line)
        if found:
            yield found[1].lower().replace("_", "-"), found[2], _HASH.findall(line)
