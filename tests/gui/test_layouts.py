"""Every view on small screens, beside text of any size: nothing cut off, covered or out of reach.

Each screen has a process of its own, as Qt learns of its screens when it starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HANGS_S = 1800
CASES = {
    "1024x768": ("de", "100", "200", "300", "400"),
    "1280x720": ("es", "100", "300"),
    "1366x768": ("en", "200", "400"),
}


@pytest.mark.parametrize("screen", CASES)
def test_nothing_is_cut_off_covered_or_out_of_reach(screen: str) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.layout_faults", screen, *CASES[screen]],
        cwd=ROOT, env=environ, capture_output=True, text=True, timeout=HANGS_S, check=False,
    )  # fmt: skip
    assert done.stdout == ""
    assert done.returncode == 0, done.stderr
