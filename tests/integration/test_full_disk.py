"""A disk that is really full: a small one in memory, which only root may make; and /dev/full."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_data.cli import main as data_main
from whichone_training.cli import main as train_main

from tests.integration.test_aqua_filter import made

TINY = Path(__file__).resolve().parents[2] / "training/recipes/tiny/tiny.yaml"
SAID = "The disk is full. Free some space, then run the same command again.\n"


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of 64 kB with nothing left on it."""
    place = tmp_path / "full"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may make a disk in memory")
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk in memory can be made here")
    try:
        with (place / "fill").open("wb", buffering=0) as file:
            while _fits(file.fileno()):
                pass
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def _fits(descriptor: int) -> bool:
    try:
        return os.write(descriptor, bytes(4096)) > 0
    except OSError:
        return False


def test_training_data_that_do_not_fit(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train_main(["data", str(TINY), "--output", str(full / "out")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("whichone-train: ") and said.endswith(f"can't be written. {SAID}")


def test_a_project_whose_parts_do_not_fit(
    full: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = made(tmp_path, is_grained=True)
    words = ["--output", str(project), "--parts", str(full / "parts"), "--count", "2"]
    assert data_main(["aqua", "cut", *words]) == 1
    said = capsys.readouterr().err
    assert said.startswith("whichone-data: ") and "The disk is full." in said


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("whichone_training", ["show", str(TINY)]),
        ("whichone_app", ["guide"]),
    ],
    ids=["whichone-train", "whichone"],
)
def test_standard_output_that_is_full(package: str, words: list[str], tmp_path: Path) -> None:
    """Python's own end has nothing to add to it, neither in words nor by its code 120."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    program = f"import sys; from {package}.cli import main; sys.exit(main())"
    with Path("/dev/full").open("w") as output:
        ran = subprocess.run(
            [sys.executable, "-c", program, *words],
            stdout=output, stderr=subprocess.PIPE, text=True, timeout=300, check=False,
            env={**os.environ, "WHICHONE_HOME": str(tmp_path)},
        )  # fmt: skip
    assert ran.returncode == 1
    assert len(ran.stderr.splitlines()) == 1
    assert "disk" in ran.stderr
