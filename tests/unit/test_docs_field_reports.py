"""docs/field-reports.md names every report once, and no test that is not there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "field-reports.md").read_text(encoding="utf-8")
REPORTS, GAPS = PAGE.split("## What no tool had")
HELD_BY = re.compile(r"`([\w/]+\.py)::(\w+)`")
WITHOUT_A_TEST = ("*Out of scope*", "*Not run*", "*Not held*")


@cache
def defined_in(file: str) -> frozenset[str]:
    """The tests that stand in a file, none where there is no such file."""
    path = TESTS / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.match(r"\| \d", line)]


def number(row: str) -> int:
    return int(re.findall(r"\d+", row)[0])


def test_every_report_and_every_gap_is_there_once() -> None:
    assert [number(row) for row in rows(REPORTS)] == list(range(1, 102))
    assert [number(row) for row in rows(GAPS)] == list(range(1, 13))


def test_every_test_that_is_named_exists() -> None:
    named = HELD_BY.findall(PAGE)
    assert len(named) > 150
    assert [f"{file}::{name}" for file, name in named if name not in defined_in(file)] == []
    assert len(named) == PAGE.count("::")


def test_every_row_is_whole_and_names_a_test_or_says_why_not() -> None:
    for row in rows(REPORTS):
        assert row.count("|") == 5, row
        assert HELD_BY.search(row) or any(why in row for why in WITHOUT_A_TEST), row
    for row in rows(GAPS):
        assert row.count("|") == 4 and HELD_BY.search(row), row
