"""The rules of docs/architecture.md that a reader could otherwise only hope for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
AREAS = {
    "whichone_core": ROOT / "core",
    "whichone_models": ROOT / "models",
    "whichone_app": ROOT / "app",
    "whichone_data": ROOT / "dataset_tools",
    "whichone_training": ROOT / "training",
}
HEAVY = {
    "torch",
    "cv2",
    "llama_cpp",
    "onnxruntime",
    "rapidocr",
    "PySide6",
    "sounddevice",
    "zxingcpp",
}
NOT_TO_OPEN_A_WINDOW = (HEAVY - {"PySide6"}) | {
    "PySide6.QtMultimedia",
    "PySide6.QtTextToSpeech",
    "http.client",
    "httpx2",
    "huggingface_hub",
    "multiprocessing",
    "ssl",
    "tomlkit",
    "urllib.request",
}
"""What somebody who waits for the window does not wait for too."""
BROAD_EXCEPTS = {
    "app/whichone_app/jobs.py",  # the job runner
    "app/whichone_app/cli/guard.py",  # the command line's main
    "dataset_tools/whichone_data/cli.py",  # the other command line's main
    "models/whichone_models/llama/worker.py",  # the model worker's loop
    "core/whichone_core/log/sessionlog.py",  # the log writer's loop: a log costs no answer
}
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40


def sources() -> list[Path]:
    return sorted(path for folder in AREAS.values() for path in folder.rglob("*.py"))


def modules_of(package: str) -> list[str]:
    files = (AREAS[package] / package).rglob("*.py")
    return [
        ".".join(path.relative_to(AREAS[package]).with_suffix("").parts)
        for path in files
        if path.stem not in {"__init__", "__main__"}
    ]


@pytest.mark.parametrize("package", ["whichone_core", "whichone_models", "whichone_data"])
def test_importing_loads_nothing_heavy(package: str) -> None:
    program = (
        "import importlib, sys\n"
        f"for name in {modules_of(package)!r}: importlib.import_module(name)\n"
        f"print(*sorted({HEAVY!r} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []


def test_importing_the_command_line_loads_no_qt_and_no_engine() -> None:
    program = "import whichone_app.cli, sys; print(len([m for m in sys.modules if 'numpy' in m]))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "0"


def test_the_window_loads_only_what_it_needs_to_open() -> None:
    program = (
        "import sys, whichone_app.cli.run, whichone_app.single_window\n"
        "import whichone_app.window_features, whichone_models.builtin.engine\n"
        f"print(*sorted({NOT_TO_OPEN_A_WINDOW!r} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []


def broad_handlers(tree: ast.AST) -> Iterator[int]:
    """Lines of handlers that end an unknown error; one that cleans up and re-raises does not."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ExceptHandler):
            continue
        caught = ast.walk(node.type) if node.type else [ast.Name("BaseException")]
        names = {name.id for name in caught if isinstance(name, ast.Name)}
        passes_on = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
        if names & {"Exception", "BaseException"} and not passes_on:
            yield node.lineno


def test_everything_is_caught_only_where_the_design_says() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in sources()
        if list(broad_handlers(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found <= BROAD_EXCEPTS


def test_modules_and_functions_stay_short() -> None:
    too_long = []
    for path in sources():
        text = path.read_text(encoding="utf-8")
        name = str(path.relative_to(ROOT))
        if text.count("\n") > LONGEST_MODULE:
            too_long.append(name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    too_long.append(f"{name}:{node.lineno} {node.name}")
    assert too_long == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sources()
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_benchmarks_name_only_example_pictures_that_exist() -> None:
    """They run rarely: a renamed picture would only be noticed by the next measurement."""
    there = {path.stem for path in (ROOT / "app/whichone_app/examples").glob("*.jpg")}
    benchmarks = (ROOT / "tests" / "bench").glob("*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in benchmarks)
    named = set(re.findall(r"example:(\w+)", text))
    named |= set(re.findall(r'"examples" / "(\w+)\.jpg"', text))
    assert named and named <= there
