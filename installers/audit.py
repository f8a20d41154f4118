"""Looks for known vulnerabilities in exactly the versions that a bundle pins.

Two ways: pip-audit asks PyPI where there is a network that has its advisories; and a folder of
OSV records (https://osv.dev, ecosystem PyPI) is searched offline with WHICHONE_ADVISORIES.

pip-audit calls a package that it could not ask about "skipped", says "No known vulnerabilities
found" and exits with 0, even where it could ask about none (measured behind a mirror without
advisories: 80 of 80 skipped).  Here a package that was not looked up is not a package that is
safe: it is counted, and the command fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .locking import FOLDER, PLATFORMS, pins
from .sbom import tool
from .steps import BuildError

DATABASE = "WHICHONE_ADVISORIES"


@dataclass(frozen=True, slots=True)
class Finding:
    """A pinned version with a known vulnerability."""

    package: str
    version: str
    advisory: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found.  unknown: packages that could not be looked up."""

    looked_up: int
    findings: tuple[Finding, ...]
    unknown: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        return not self.findings and not self.unknown


def all_pins() -> dict[str, str]:
    """Name to version, of all systems and of the runtime."""
    files = [*PLATFORMS, "runtime"]
    return {name: at for each in files for name, at, _ in pins(FOLDER / f"{each}.txt")}


def search(records: Path, pinned: Mapping[str, str]) -> Verdict:
    """Look the pins up in a folder of OSV records (JSON).  Raises BuildError where it has none."""
    files = sorted(records.rglob("*.json"))
    if not files:
        raise BuildError(f"There are no OSV records in {records}.")
    found = []
    for file in files:
        record = json.loads(file.read_text(encoding="utf-8"))
        if record.get("withdrawn"):
            continue
        for affected in record.get("affected", []):
            name = _name(affected)
            if name in pinned and is_affected(affected, pinned[name]):
                found.append(Finding(name, pinned[name], str(record["id"])))
    return Verdict(len(pinned), tuple(dict.fromkeys(found)))


def _name(affected: Mapping[str, Any]) -> str:
    package = affected.get("package", {})
    if package.get("ecosystem") != "PyPI":
        return ""
    return str(package.get("name", "")).lower().replace("_", "-").replace(".", "-")


def is_affected(affected: Mapping[str, Any], version: str) -> bool:
    """Whether a version is in an OSV record's list of versions or in one of its ranges."""
    if version in affected.get("versions", []):
        return True
    return any(
        _is_within(events["events"], version)
        for events in affected.get("ranges", [])
        if events.get("type") == "ECOSYSTEM"
    )


def _is_within(events: list[Mapping[str, str]], version: str) -> bool:
    """OSV's own rule: events in order of version; each that is reached switches."""
    from packaging.version import Version

    at = Version(version)
    inside = False
    for event in sorted(events, key=lambda one: _place(next(iter(one.values())))):
        kind, value = next(iter(event.items()))
        if kind == "introduced" and (value == "0" or at >= Version(value)):
            inside = True
        elif (kind == "fixed" and at >= Version(value)) or (
            kind == "last_affected" and at > Version(value)
        ):
            inside = False
    return inside


def _place(value: str) -> Any:
    from packaging.version import Version

    return Version("0.dev0" if value == "0" else value)


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


def main() -> int:
    """Print what is known of the pinned versions; 1 where it is bad or not known."""
    folder = os.environ.get(DATABASE, "")
    verdict = search(Path(folder), all_pins()) if folder else ask_pypi()
    for finding in verdict.findings:
        print(f"{finding.package} {finding.version}: {finding.advisory}")
    if verdict.unknown:
        print(f"Not looked up, and therefore not known to be safe: {len(verdict.unknown)}.")
        print(f"Set {DATABASE} to a folder of OSV records to look them up offline.")
    print(f"{verdict.looked_up} versions looked up, {len(verdict.findings)} vulnerabilities.")
    return int(not verdict.is_clean)
