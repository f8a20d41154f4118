"""What the code imports is declared in pyproject.toml, and all of it is pinned.

A clean machine has nothing else: what a developer's environment holds by chance hides this.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from importlib.metadata import packages_distributions, requires
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AREAS = ["core", "models", "app", "dataset_tools", "training", "tests"]
SYSTEM = {"gi"}
"""Debian's own Python programs: a test program that runs outside .venv uses them."""
OPTIONAL = {"pycocotools"}
"""A benchmark compares with it where it happens to be installed."""
NEVER_PINNED = {"pip"}
"""Every virtual environment brings its own."""


def name_of(requirement: str) -> str:
    """ "PySide6_Addons>=6" -> "pyside6-addons"."""
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    return {name_of(entry) for entries in lists for entry in entries}


def pinned() -> set[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {name_of(line) for line in lines if line and not line.startswith("#")}


def imported() -> dict[str, set[str]]:
    """Foreign packages with the files that import them, inside functions too."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in (file for area in AREAS for file in (ROOT / area).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module in modules_in(node):
                top = module.partition(".")[0]
                if top not in sys.stdlib_module_names and not top.startswith("whichone_"):
                    found[top].add(str(path.relative_to(ROOT)))
    return {
        name: files
        for name, files in found.items()
        if name not in SYSTEM | OPTIONAL | {"tests", "installers"}
    }


def modules_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []


def test_every_library_that_is_imported_is_declared() -> None:
    givers = packages_distributions()
    known = declared()
    undeclared = {
        module: sorted(files)[:3]
        for module, files in imported().items()
        if not known & {name_of(giver) for giver in givers.get(module, [module])}
    }
    assert undeclared == {}


def test_every_declared_library_is_pinned() -> None:
    assert sorted(declared() - pinned()) == []


def test_what_they_need_is_pinned_too() -> None:
    """As far as it is installed here: extras for language models need not be."""
    installed = {name_of(giver) for givers in packages_distributions().values() for giver in givers}
    missing, waiting, seen = set(), list(declared() & installed), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        needed = {name_of(line) for line in requires(name) or () if ";" not in line}
        missing |= {f"{each}, for {name}" for each in needed - pinned() - NEVER_PINNED}
        waiting.extend(needed & installed)
    assert sorted(missing) == []
