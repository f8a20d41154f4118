"""The developer guide: the code of its pages is run as it stands there.

Every block that is headed by a file name becomes that file, in one folder for all pages; the
test files among them are run by a pytest of their own, where the tests of the project can be
imported, and no page's code can leave anything behind here.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from whichone_core.types.strategies import Strategy

from tests.pages import ROOT, blocks

DEVELOPER = ROOT / "docs" / "developer"
PAGES = sorted(DEVELOPER.glob("*.md"))
EXAMPLES = [page for page in PAGES if any(block.file for block in blocks(page))]
CODE = re.compile(r"\b(?:app|core|models|dataset_tools|training|tests|installers)/[\w./-]*\w")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """For each test file of the pages its tests, each with why it failed ("" where it passed)."""
    folder = tmp_path_factory.mktemp("pages")
    for page in EXAMPLES:
        for block in blocks(page):
            if block.file:
                (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
                (folder / block.file).write_text(block.text, encoding="utf-8")
    report = folder / "results.xml"
    command = [sys.executable, "-m", "pytest", str(folder), "-q", "--junitxml", str(report)]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep)
    own = {"PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}
    ran = subprocess.run(
        [*command, "-p", "no:cacheprovider"],
        cwd=folder,
        env={**os.environ, **own},
        capture_output=True,
        encoding="utf-8",
    )
    assert report.exists(), ran.stdout + ran.stderr
    found: dict[str, dict[str, str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("classname", "").split(".")[-1] or case.get("name", "")
        why = "".join(child.text or child.get("message") or "" for child in case)
        found.setdefault(file, {})[case.get("name", "")] = why
    return found


@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.stem)
def test_the_example_of_a_page_passes_its_tests(
    page: Path, results: dict[str, dict[str, str]]
) -> None:
    files = [Path(block.file).stem for block in blocks(page) if block.file.startswith("test_")]
    assert files
    for file in files:
        assert results.get(file), f"{file} has no tests"
        assert {name: why for name, why in results[file].items() if why} == {}


@pytest.mark.parametrize(
    ("file", "count"), [("test_counting_engine", 12), ("test_morse_voice", 12)]
)
def test_an_example_is_asked_all_that_the_real_ones_are(
    file: str, count: int, results: dict[str, dict[str, str]]
) -> None:
    """The contract suite really ran on it, and not only the example's own tests."""
    assert len(results[file]) >= count


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    named = {path for path in CODE.findall(prose) if "." in path.rsplit("/", 1)[-1]}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert len(re.findall(r"^# ", prose, re.M)) == 1


def test_the_places_that_a_sixth_strategy_needs_know_all_five() -> None:
    text = (DEVELOPER / "strategy.md").read_text(encoding="utf-8")
    places = re.findall(r"`(whichone_[\w.]+):(\w+)`", text)
    assert len(places) >= 4
    for module, attribute in places:
        assert set(getattr(importlib.import_module(module), attribute)) == set(Strategy), attribute


def test_the_registries_that_are_listed_exist() -> None:
    text = (DEVELOPER / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([A-Z]+)` \| `([\w/.]+)` \|", text, re.M)
    assert len(listed) == 5
    for name, path in listed:
        assert re.search(rf"^{name}\b", (ROOT / path).read_text(encoding="utf-8"), re.M), name


def test_the_list_of_pages_is_whole() -> None:
    listed = (DEVELOPER / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((\w+\.md)\)", listed)) == {p.name for p in PAGES} - {"README.md"}
