"""`_` is either what translates or a name that is thrown away, never both in one function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from installers.words import PACKAGES

SOURCES = [path for package in PACKAGES for path in sorted(package.rglob("*.py"))]
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What belongs to a function itself: no function in it, no variables of comprehensions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _SCOPES):
            continue
        if isinstance(child, _COMPREHENSIONS):
            yield from (part for part in ast.walk(child) if isinstance(part, ast.Call))
            continue
        yield child
        yield from _own(child)


def shadowed(source: str) -> list[int]:
    """Lines of the functions that translate with `_` and give it another value."""
    lines = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, _SCOPES):
            parts = list(_own(function))
            is_set = any(_is_name(part, ast.Store) for part in parts)
            is_called = any(
                isinstance(part, ast.Call) and _is_name(part.func, ast.Load) for part in parts
            )
            if is_set and is_called:
                lines.append(function.lineno)
    return lines


def _is_name(node: ast.AST, context: type[ast.expr_context]) -> bool:
    return isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, context)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_name_that_is_thrown_away_does_not_hide_the_translation(path: Path) -> None:
    assert shadowed(path.read_text(encoding="utf-8")) == []


def test_a_hidden_translation_would_be_noticed() -> None:
    assert shadowed("def f():\n    a, _ = g()\n    return _('Hello.')") == [1]
    assert shadowed("def f():\n    x = [1 for _ in range(3)]\n    return _('Hello.')") == []
