"""A bundle and a wheel as they are built; what takes minutes is built before, not here.

Make the bundle with `python -m installers.build bundle`; WHICHONE_BUNDLE names another program.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from installers.bundle import BUNDLE
from installers.check import CHECKS, Check, can_be_tried, program_of, run_check
from installers.icon import SIZES, write_icons
from installers.inside import gpl_problem, modules_of
from installers.linux.package import contents, make_deb, make_tar
from installers.product import ROOT, version
from installers.reproducible import build_wheel, sha256


@pytest.fixture(scope="module")
def program() -> Path:
    """The program of the bundle that was built here, if one was."""
    named = os.environ.get("WHICHONE_BUNDLE", "")
    found = Path(named) if named else program_of(BUNDLE)
    if not found.exists():
        pytest.skip("no bundle was built here (python -m installers.build bundle)")
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_bundle_answers_and_fails_as_it_should(program: Path, check: Check) -> None:
    if not can_be_tried(program, check):
        pytest.skip(f"this bundle has no {check.needs or check.name}")
    assert run_check(program, check).problem == ""


def test_no_module_inside_would_load_gpl_code(program: Path) -> None:
    assert gpl_problem(program) == ""
    assert "pyttsx3.engine" in modules_of(program)


def test_a_language_model_answers_inside_the_bundle(program: Path, tmp_path: Path) -> None:
    """Imported, tested on pictures with known answers, chosen, asked: all in its own processes."""
    if not can_be_tried(program, Check("a model", (), needs="llama_cpp")):
        pytest.skip("the bundle was made without llama.cpp")
    pytest.importorskip("torch", reason="the model of the tests is made with PyTorch")
    from tests.tiny_models import prototype

    # Only its own settings: WHICHONE_BUNDLE is no setting, and the program would say so.
    environ = {key: text for key, text in os.environ.items() if not key.startswith("WHICHONE_")}
    environ |= {"WHICHONE_HOME": str(tmp_path), "WHICHONE_VOICE": "none"}

    def whichone(*words: str) -> str:
        ran = subprocess.run(
            [program, *words],
            env=environ,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=580,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    whichone("models", "import", str(prototype().folder))
    whichone("models", "use", "prototype")
    said = json.loads(whichone("ask", "example:table", "What is this?", "--json"))
    assert said["engine"] == "local"


def copy_sources(target: Path) -> None:
    """What the wheel is made of; a copy, so that nobody works on it meanwhile."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.pyc")
    for folder in ("app", "core", "models", "dataset_tools", "training"):
        shutil.copytree(ROOT / folder, target / folder, ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE", ".gitignore"):
        shutil.copy(ROOT / name, target / name)


def test_the_wheel_is_the_same_bytes_when_it_is_built_again(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    source = tmp_path / "source"
    copy_sources(source)
    first = build_wheel(tmp_path / "first", source, 1_700_000_000)
    for path in source.rglob("*.py"):
        os.utime(path, (1, 1))
    again = build_wheel(tmp_path / "again", source, 1_700_000_000)
    assert sha256(first) == sha256(again)
    with zipfile.ZipFile(first) as wheel:
        names = wheel.namelist()
    assert "whichone_app/examples/label.jpg" in names
    assert "whichone_models/builtin/weights/imagenet_labels.txt" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests/")]


@pytest.fixture
def small_bundle(tmp_path: Path) -> Path:
    """A folder like a bundle, of two files."""
    folder = tmp_path / "bundle"
    (folder / "_internal").mkdir(parents=True)
    (folder / "whichone").write_text("#!/bin/sh\necho WhichOne\n")
    (folder / "whichone").chmod(0o755)
    (folder / "_internal" / "data").write_bytes(b"data")
    return folder


def test_a_deb_holds_the_program_its_menu_entry_and_its_icons(
    small_bundle: Path, tmp_path: Path
) -> None:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is not installed")
    write_icons(tmp_path / "icons")
    (tmp_path / "out").mkdir()
    deb = make_deb(small_bundle, tmp_path / "icons", tmp_path / "out")
    paths = contents(deb)
    assert "./opt/whichone/whichone" in paths
    assert "./usr/bin/whichone -> /opt/whichone/whichone" in paths
    assert "./usr/share/applications/whichone.desktop" in paths
    icons = [path for path in paths if path.endswith("/whichone.png")]
    assert len(icons) == len(SIZES)
    asked = ["dpkg-deb", "--field", str(deb), "Version"]
    assert subprocess.run(asked, capture_output=True, text=True).stdout.strip() == version()


def test_packages_are_the_same_bytes_when_they_are_made_again(
    small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    write_icons(tmp_path / "icons")
    makers = [make_tar, *([make_deb] if shutil.which("dpkg-deb") else [])]
    sums = []
    for time in ("first", "again"):
        target = tmp_path / time
        target.mkdir()
        sums.append([sha256(make(small_bundle, tmp_path / "icons", target)) for make in makers])
        os.utime(small_bundle / "whichone", (1, 1))
    assert sums[0] == sums[1]
