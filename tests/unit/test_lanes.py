"""The two lanes run every test, and what goes wrong in either is told."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest

from tests import lanes

TALKS = "import sys; print(sys.argv[1]); sys.exit(int(sys.argv[2]))"
STAYS = """
import sys
print("started", flush=True)
try:
    sys.stdin.read()
except KeyboardInterrupt:
    sys.exit(2)
"""
IN_THE_BACKGROUND = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
"""A shell without job control has a command ignore Ctrl+C there."""
STAYING = """
import sys
from tests import lanes
lanes.waiting = lanes.working = lambda options: [sys.executable, "-c", *options]
sys.exit(lanes.main())
"""


def says(line: str, status: int = 0) -> list[str]:
    return [sys.executable, "-c", TALKS, line, str(status)]


def test_what_one_lane_leaves_out_the_other_runs() -> None:
    ignored = [word.removeprefix("--ignore=") for word in lanes.working() if "--ignore" in word]
    assert ignored == [*lanes.WAITING, *lanes.BEHIND]
    assert set(ignored) < set(lanes.waiting())
    assert [path for path in ignored if not (lanes.ROOT / path).exists()] == []


def test_options_are_for_both() -> None:
    assert lanes.waiting(["-x"])[-1] == lanes.working(["-x"])[-1] == "-x"


@pytest.mark.parametrize(
    ("beside", "ahead", "status"), [(0, 0, 0), (1, 0, 1), (0, 2, 2), (3, 4, 4)]
)
def test_either_lane_can_fail_the_run(beside: int, ahead: int, status: int) -> None:
    assert lanes.run(says("a", beside), says("b", ahead)) == status


def test_both_are_shown_whole_and_summed_up(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    waits = says("1 failed, 7 passed, 2 errors in 1.20s\nQThread: ended")
    lanes.run(waits, says("=== 30 passed, 2 skipped, 1 warning in 9.00s ==="))
    *shown, closing = capfdbinary.readouterr().out.decode().splitlines()
    assert shown == [
        "=== 30 passed, 2 skipped, 1 warning in 9.00s ===",
        "1 failed, 7 passed, 2 errors in 1.20s",
        "QThread: ended",
    ]
    assert re.fullmatch(r"==== 3 failed, 37 passed, 2 skipped in \d+\.\d\ds ====", closing)


def test_the_sum_is_said_as_pytest_says_it() -> None:
    assert lanes.total(["8 passed in 1.00s", "1 skipped in 2.00s"], 9.0) == (
        "==== 8 passed, 1 skipped in 9.00s ===="
    )
    assert lanes.total([], 0.0) == "==== no tests ran in 0.00s ===="


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process at once there")
@pytest.mark.parametrize("before", [[], IN_THE_BACKGROUND], ids=["in front", "in the background"])
def test_a_run_that_is_ended_leaves_no_lane_behind(before: list[str]) -> None:
    with subprocess.Popen(
        [*before, sys.executable, "-c", STAYING, STAYS],
        cwd=lanes.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as run:
        assert run.stdin is not None and run.stdout is not None
        assert run.stdout.readline() == b"started\n"
        run.send_signal(signal.SIGTERM)
        assert run.wait(lanes.TIDYING_S - 10) == 128 + signal.SIGTERM
        with pytest.raises(BrokenPipeError):  # a lane that runs on would still read
            run.stdin.write(b"Are you there?")
            run.stdin.close()
