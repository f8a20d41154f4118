"""Looks for known vulnerabilities in exactly the versions that a bundle pins.

Three ways: pip-audit asks PyPI where there is a network that has its advisories; the variable
WHICHONE_ADVISORIES names a folder of OSV records; and `--offline` takes the list of a pinned
package (`advisories`), which any mirror of PyPI has.

pip-audit calls a package that it could not ask about "skipped", says "No known vulnerabilities
found" and exits with 0, even where it could ask about none (measured behind a mirror without
advisories: 80 of 80 skipped).  Here a package that was not looked up is not a package that is
safe: it is counted, and the command fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .advisories import (
    Finding,
    Verdict,
    day_of_list,
    listed,
    normal,
    search,
    search_list,
    size_of_list,
)
from .locking import FOLDER, PLATFORMS, pins
from .product import ROOT
from .sbom import tool
from .steps import BuildError

DATABASE = "WHICHONE_ADVISORIES"
LIST_PIN = FOLDER / "advisories.txt"

ACCEPTED = {
    "GHSA-w8v5-vhqr-4h9v": "diskcache unpickles what is in a cache's folder.  llama-cpp-python "
    "imports it for LlamaDiskCache; WhichOne makes none, and opens no such folder.  There is no "
    "version without it yet.",
}
"""Advisories that hold for a pinned version and do no harm here, each with the reason.  A test
holds that the reason is true, as far as the code can tell."""


def all_pins() -> dict[str, str]:
    """Name to version, of all systems and of the runtime."""
    files = [*PLATFORMS, "runtime"]
    return {name: at for each in files for name, at, _ in pins(FOLDER / f"{each}.txt")}


def with_constraints(pinned: Mapping[str, str]) -> dict[str, str]:
    """Those and what training, data tools and tests are pinned to, in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("==")[::2] for line in lines if "==" in line)
    return {normal(name.strip()): at.split(";")[0].strip() for name, at in pairs} | dict(pinned)


def ask_pypi() -> Verdict:
    """Ask PyPI through pip-audit, a system at a time.  Raises BuildError."""
    looked_up, unknown = set[str](), set[str]()
    findings = []
    for name, entry in _answers():
        if "skip_reason" in entry:
            unknown.add(name)
            continue
        looked_up.add(name)
        at = str(entry.get("version"))
        findings += [Finding(name, at, str(each["id"])) for each in entry.get("vulns", [])]
    return Verdict(len(looked_up), tuple(dict.fromkeys(findings)), tuple(sorted(unknown)))


def _answers() -> Iterator[tuple[str, Mapping[str, Any]]]:
    program = tool("pip-audit")
    for system in (*PLATFORMS, "runtime"):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "audit.json"
            words = ["--disable-pip", "--require-hashes", "--progress-spinner", "off"]
            words += ["--format", "json", "--output", str(file)]
            command = [str(program), *words, "--requirement", str(FOLDER / f"{system}.txt")]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if not file.exists():
                last = (ran.stderr.strip().splitlines() or ["it said nothing"])[-1]
                raise BuildError(f"pip-audit failed: {last}")
            for entry in json.loads(file.read_text(encoding="utf-8"))["dependencies"]:
                yield str(entry["name"]), entry


def search_pinned_list(pinned: Mapping[str, str]) -> Verdict:
    """Fetch the list by its hash from where pip gets packages, and look up.  Raises BuildError."""
    ((name, at, _hashes),) = pins(LIST_PIN)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download"]
        command += ["--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        command += ["--dest", folder, "--requirement", str(LIST_PIN)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = sorted(Path(folder).glob("*.whl"))
        if ran.returncode or not wheels:
            last = (ran.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise BuildError(f"The list of advisories could not be fetched: {last}")
        advisories, day = listed(wheels[0]), day_of_list(wheels[0])
    numbers, packages = size_of_list(advisories)
    print(f"{name} {at} of {day}: {numbers} advisories for {packages} packages.")
    named = sum(1 for each in pinned if each in advisories)
    print(f"{named} of the pinned packages have advisories, for whatever version.")
    return search_list(advisories, pinned)


def told(verdict: Verdict) -> int:
    """Print a verdict; 1 where something is bad or not known."""
    bad = [finding for finding in verdict.findings if finding.advisory not in ACCEPTED]
    for finding in verdict.findings:
        reason = ACCEPTED.get(finding.advisory, "")
        known = f"  Accepted: {reason}" if reason else ""
        print(f"{finding.package} {finding.version}: {finding.advisory}{known}")
    if verdict.unknown:
        print(f"Not looked up, and therefore not known to be safe: {len(verdict.unknown)}.")
        print(f"Set {DATABASE} to a folder of OSV records, or give --offline, to look them up.")
    accepted = len(verdict.findings) - len(bad)
    print(
        f"{verdict.looked_up} versions looked up, {len(bad)} vulnerabilities, {accepted} accepted."
    )
    return int(bool(bad or verdict.unknown))


def main(*, is_offline: bool = False) -> int:
    """Print what is known of the pinned versions; 1 where it is bad or not known."""
    folder = os.environ.get(DATABASE, "")
    if is_offline:
        return told(search_pinned_list(with_constraints(all_pins())))
    return told(search(Path(folder), all_pins()) if folder else ask_pypi())
