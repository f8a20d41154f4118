"""Large pages are asked for once, and where the C library has them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from whichone_training.pages import TUNED, VARIABLE, wanted


@pytest.mark.parametrize(
    ("system", "environment", "expected"),
    [
        ("linux", {}, True),
        ("linux", {VARIABLE: ""}, False),
        ("linux", {VARIABLE: "glibc.malloc.check=1"}, False),
        ("darwin", {}, False),
        ("win32", {}, False),
    ],
)
def test_who_has_set_up_memory_is_left_alone(
    system: str, environment: dict[str, str], expected: bool
) -> None:
    assert wanted(system, environment) is expected


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux's C library has them")
def test_the_command_begins_anew_once_with_the_same_words() -> None:
    code = (
        "import os, sys; from whichone_training.pages import begin_in_large_pages as begin;"
        "print('once', flush=True); begin(); print(os.environ['GLIBC_TUNABLES'], *sys.argv[1:])"
    )
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    words = [sys.executable, "-c", code, "show", "a recipe.yaml"]
    said = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == ["once", "once", f"{TUNED} show a recipe.yaml"]
