"""What `make soak` makes of what it saw: growth, processes left behind, and the page it writes."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

import pytest

pytest.importorskip("PIL", reason="the soak draws its pictures")

from tests.processes import has_ended
from tests.soak.__main__ import Run, body, verdicts
from tests.soak.watch import Sample, descendants, marked, quarters, sample

WAITING = [sys.executable, "-c", "import sys; print('there', flush=True); sys.stdin.read()"]


def run(*memory: float, left: tuple[int, ...] = ()) -> Run:
    samples = [Sample(60.0 * at, app, 90, 20, 18, 1, True) for at, app in enumerate(memory)]
    return Run(samples, {"questions": 300}, 0, list(left))


def test_growth_is_the_last_quarter_against_the_first() -> None:
    grown = quarters([100, 100, 200, 200, 300, 300, 150, 150])
    assert grown.values == (100, 200, 300, 150)
    assert grown.growth == 0.5


def test_the_warm_up_does_not_count() -> None:
    seen = run(10, 20, *[100.0] * 8)
    assert verdicts(seen)["memory of the app, MiB"].growth == 0


def test_one_high_moment_is_no_growth_and_a_slow_rise_is() -> None:
    assert verdicts(run(0, 0, *[100.0] * 15, 900))["memory of the app, MiB"].growth == 0
    rise = verdicts(run(0, 0, *[100.0 + 2 * step for step in range(8)]))
    assert rise["memory of the app, MiB"].growth > 0.05


def test_a_picture_of_twelve_megapixels_that_is_just_open_is_no_growth() -> None:
    settled = [Sample(60.0 * at, 100.0, 90, 20, 18, 1, True) for at in range(10)]
    between = [Sample(60.0 * at + 30, 134.0 * (at > 5) + 100, 90, 20, 18, 1) for at in range(10)]
    both = sorted([*settled, *between], key=lambda each: each.at)
    seen = verdicts(Run(both, {"questions": 300}, 0, []))
    assert seen["memory of the app, MiB"].growth == 0


def test_the_page_says_what_was_done_and_what_was_left() -> None:
    given = argparse.Namespace(fake_voice=True, model="", minutes=30, questions=300)
    text = body(run(*[100.0] * 10, left=(4711,)), given)
    assert "300 questions" in text and "no model" in text
    assert "Processes left behind: 1." in text


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_child_is_seen_measured_and_found_by_its_mark() -> None:
    mark = f"WHICHONE_HOME=/soak/{os.getpid()}"
    environ = os.environ | {"WHICHONE_HOME": mark.partition("=")[2]}
    child = subprocess.Popen(
        WAITING, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None and child.stdout.readline() == "there\n"
        assert child.pid in descendants(os.getpid())
        assert marked(mark) == [child.pid]
        seen = sample(child.pid, 1.0)
        assert seen is not None and seen.app > 1 and seen.threads >= 1 and seen.worker == 0
    assert has_ended(child.pid)
    assert marked(mark) == []
    assert sample(child.pid, 2.0) is None
