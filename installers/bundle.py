"""Makes the bundle: an environment with pinned and hashed packages, and PyInstaller in it.

    build/bundle-env     exactly what requirements/SYSTEM.txt names, each file by its hash
    build/wheels         llama.cpp with a variant for each kind of processor, and WhichOne itself
    build/dist/whichone  the bundle

What runs language models is compiled for every processor of the family: one variant each, of
which the best that this computer has is loaded when it starts (llama.cpp's GGML_BACKEND_DL with
all CPU variants).  The package that `make run MODEL=...` builds is for one computer only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from pathlib import Path

from .icon import write_icons
from .notices import add_notices
from .product import BUILD_ONLY, PROGRAM, ROOT
from .steps import BuildError, call, megabytes, python_of, size_of, step

BUILD = ROOT / "build"
ENVIRONMENT = BUILD / "bundle-env"
WHEELS = BUILD / "wheels"
BUNDLE = BUILD / "dist" / PROGRAM
REQUIREMENTS = ROOT / "installers" / "requirements"
SECONDS = BUILD / "logs" / "bundle-seconds"
"""How long PyInstaller took the last time, for docs/measured.md."""

_EVERY_X86 = "-DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON"
_PLACES = "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib -DCMAKE_INSTALL_LIBDIR=llama_cpp/lib"
"""The variants beside the rest: they are looked for there, and llama.cpp's own build would put
them into a folder of the environment that no package owns."""
_OPTIONS = {"linux": _EVERY_X86, "win32": _EVERY_X86, "darwin": "-DGGML_METAL=OFF"}


def system() -> str:
    """The name of this system's requirements: linux, windows or macos.  Raises BuildError."""
    names = {"linux": "linux", "win32": "windows", "darwin": "macos"}
    if sys.platform not in names:
        raise BuildError(f"There is no bundle for this system, {sys.platform}.")
    return names[sys.platform]


def runtime_options(platform: str) -> str:
    """What llama.cpp is configured with, so that it starts on every processor of its family."""
    return f"-DGGML_NATIVE=OFF -DLLAMA_OPENSSL=OFF {_PLACES} {_OPTIONS[platform]}"


def has_runtime(bundle: Path) -> bool:
    """Whether llama.cpp is in a bundle."""
    return (bundle / "_internal" / "llama_cpp").is_dir()


def make_bundle(*, with_runtime: bool) -> Path:
    """Build the bundle, and return its folder.  Raises BuildError.

    with_runtime: whether llama.cpp is compiled in, which takes five to sixty minutes once.
    """
    _prepare_environment()
    if with_runtime:
        _install_runtime()
    _install_ourselves()
    write_icons(BUILD / "icons")
    started = time.monotonic()
    with step("PyInstaller"):
        command: list[str | Path] = [
            python_of(ENVIRONMENT),
            "-m",
            "PyInstaller",
            "--noconfirm",
            "--clean",
        ]
        command += ["--distpath", BUILD / "dist", "--workpath", BUILD / "pyinstaller"]
        command += [ROOT / "installers" / "whichone.spec"]
        environ = _environ() | {"PYTHONHASHSEED": "0"}
        call(command, folder=ROOT, environ=environ, log=BUILD / "logs" / "pyinstaller.log")
    SECONDS.write_text(f"{time.monotonic() - started:.0f}")
    add_notices(site_packages(), BUNDLE, BUILD_ONLY)
    print(f"The bundle is {BUNDLE}, {megabytes(size_of(BUNDLE))}.")
    return BUNDLE


def _environ() -> dict[str, str]:
    """This process's environment without what would let other packages in."""
    foreign = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CMAKE_ARGS"}
    return {name: value for name, value in os.environ.items() if name not in foreign}


def _pip(*words: str | Path, log: str, **more: str) -> None:
    command = [python_of(ENVIRONMENT), "-m", "pip", "--disable-pip-version-check", *words]
    call(command, folder=ROOT, environ=_environ() | more, log=BUILD / "logs" / f"{log}.log")


def _prepare_environment() -> None:
    """An environment with exactly the pinned packages; made anew when the pins change."""
    pins = REQUIREMENTS / f"{system()}.txt"
    wanted = hashlib.sha256(pins.read_bytes()).hexdigest()
    stamp = ENVIRONMENT / "whichone-pins"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    with step("Installing the pinned packages"):
        call([sys.executable, "-m", "venv", ENVIRONMENT], folder=ROOT)
        _pip("install", "--require-hashes", "--requirement", pins, log="packages")
    stamp.write_text(wanted)


def _install_runtime() -> None:
    """llama-cpp-python from its hashed source, never from a cache of another configuration."""
    options = runtime_options(sys.platform)
    stamp = WHEELS / "runtime-options"
    found = sorted(WHEELS.glob("llama_cpp_python-*.whl"))
    if not found or not stamp.is_file() or stamp.read_text() != options:
        for old in found:
            old.unlink()
        with step("Compiling llama.cpp for all processors (five to sixty minutes)"):
            _pip(
                "wheel", "--no-cache-dir", "--no-deps", "--require-hashes",
                "--requirement", REQUIREMENTS / "runtime.txt", "--wheel-dir", WHEELS,
                log="runtime", CMAKE_ARGS=options,
            )  # fmt: skip
        stamp.write_text(options)
    wheel = max(WHEELS.glob("llama_cpp_python-*.whl"))
    _pip("install", "--no-deps", "--force-reinstall", "--no-index", wheel, log="runtime-install")


def _install_ourselves() -> None:
    """The wheel of this tree, as a user gets it: files that it forgets are missed at once."""
    with step("Building WhichOne's own wheel"):
        for old in WHEELS.glob("whichone-*.whl"):
            old.unlink()
        words: list[str | Path] = ["wheel", "--no-deps", "--no-build-isolation", "--no-index", ROOT]
        _pip(*words, "--wheel-dir", WHEELS, log="wheel")
        wheel = next(WHEELS.glob("whichone-*.whl"))
        _pip("install", "--no-deps", "--force-reinstall", "--no-index", wheel, log="ourselves")


def site_packages(environment: Path = ENVIRONMENT) -> Path:
    """Where the packages of an environment lie, the bundle's where none is given."""
    return next(environment.glob("lib/python*/site-packages"), environment / "Lib/site-packages")
