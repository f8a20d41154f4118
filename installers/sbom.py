"""The parts list of a bundle (SBOM) in the form CycloneDX 1.6, validated as it is written."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from . import parts
from .bundle import BUNDLE, ENVIRONMENT, site_packages
from .check import program_of
from .product import PROGRAM, ROOT, version
from .reproducible import epoch
from .steps import BuildError, call, python_of

TOOLS = ROOT / "build" / "tools-env"

_VALIDATE = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
with open(sys.argv[1], encoding="utf-8") as stream:
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(stream.read())
sys.exit(None if wrong is None else str(wrong)[:2000])
"""


def tool(name: str) -> Path:
    """A program of build/tools-env.  Raises BuildError where it is not there."""
    for place in (TOOLS / "bin" / name, TOOLS / "Scripts" / f"{name}.exe"):
        if place.exists():
            return place
    raise BuildError(
        f"{name} is not installed.  Run: python -m venv build/tools-env && "
        "build/tools-env/bin/pip install --require-hashes -r installers/requirements/tools.txt"
    )


def main(target: Path, environment: Path = ENVIRONMENT, bundle: Path = BUNDLE) -> int:
    """Write target/whichone-VERSION.cdx.json: packages of the environment, all else of the bundle.

    Raises BuildError where a part is missing, or where what was written is not valid.
    """
    if not program_of(bundle).is_file():
        raise BuildError("There is no bundle yet.  Make it: python -m installers.build bundle")
    target.mkdir(parents=True, exist_ok=True)
    file = target / f"{PROGRAM}-{version()}.cdx.json"
    _list_packages(file, environment)
    told = json.loads(file.read_text(encoding="utf-8"))
    told["components"] = all_parts(told["components"], environment, bundle)
    file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    validate(file)
    shipped = [each for each in told["components"] if each.get("scope") != "excluded"]
    rest = len(told["components"]) - len(shipped)
    print(f"{file.name}: {len(shipped)} parts, and {rest} packages that only build or stay out")
    return 0


def _list_packages(file: Path, environment: Path) -> None:
    call(
        [
            tool("cyclonedx-py"), "environment", "--pyproject", ROOT / "pyproject.toml",
            "--output-reproducible", "--output-file", file, python_of(environment),
        ],
        folder=ROOT,
        environ={**os.environ, "SOURCE_DATE_EPOCH": str(epoch())},
    )  # fmt: skip


def all_parts(
    packages: list[parts.Component], environment: Path, bundle: Path
) -> list[parts.Component]:
    """The packages, marked, and everything else that is in the bundle.  Raises BuildError."""
    site = site_packages(environment)
    installed = {parts.normal(each.name): each.version for each in distributions(path=[str(site)])}
    excluded = parts.left_out(site, program_of(bundle), bundle)
    return [
        *parts.marked(packages, excluded),
        *parts.interpreter_parts(versions_of(environment)),
        parts.loader_part(installed),
        *parts.network_parts(bundle, installed),
        *parts.library_parts(bundle),
    ]


def versions_of(environment: Path) -> Mapping[str, str]:
    """What `installers.versions` tells of an environment.  Raises BuildError."""
    command = [str(python_of(environment)), "-m", "installers.versions"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        last = (ran.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise BuildError(f"The versions of {environment} cannot be told: {last}")
    told: dict[str, Any] = json.loads(ran.stdout)
    return {name: str(at) for name, at in told.items()}


def validate(file: Path) -> None:
    """Raises BuildError where a file is no CycloneDX 1.6."""
    tool("cyclonedx-py")
    ran = subprocess.run(
        [str(python_of(TOOLS)), "-c", _VALIDATE, str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode:
        raise BuildError(f"{file.name} is no valid CycloneDX 1.6: {ran.stderr.strip()}")
