"""The parts list of a bundle (SBOM) in the form CycloneDX 1.6, validated as it is written."""

from __future__ import annotations

import json
import os
from pathlib import Path

from .bundle import ENVIRONMENT
from .product import PROGRAM, ROOT, version
from .reproducible import epoch
from .steps import BuildError, call, python_of

TOOLS = ROOT / "build" / "tools-env"


def tool(name: str) -> Path:
    """A program of build/tools-env.  Raises BuildError where it is not there."""
    for place in (TOOLS / "bin" / name, TOOLS / "Scripts" / f"{name}.exe"):
        if place.exists():
            return place
    raise BuildError(
        f"{name} is not installed.  Run: python -m venv build/tools-env && "
        "build/tools-env/bin/pip install --require-hashes -r installers/requirements/tools.txt"
    )


def main(target: Path) -> int:
    """Write target/whichone-VERSION.cdx.json from what is installed in the bundle's environment."""
    target.mkdir(parents=True, exist_ok=True)
    file = target / f"{PROGRAM}-{version()}.cdx.json"
    call(
        [
            tool("cyclonedx-py"), "environment", "--pyproject", ROOT / "pyproject.toml",
            "--output-reproducible", "--validate", "--output-file", file, python_of(ENVIRONMENT),
        ],
        folder=ROOT,
        environ={**os.environ, "SOURCE_DATE_EPOCH": str(epoch())},
    )  # fmt: skip
    parts = json.loads(file.read_text(encoding="utf-8"))["components"]
    print(f"{file.name}: {len(parts)} parts")
    return 0
