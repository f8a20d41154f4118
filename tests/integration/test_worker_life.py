"""A worker is there when it is needed, modest while it is, and never longer than its app."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.faults import LocalModelError
from whichone_models.llama.runtime import Picture
from whichone_models.llama.shared_pixels import CAPACITY
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.llama.watchdog import Limits

from tests.processes import has_ended
from tests.workers import SCRIPTED, a_picture, a_process, a_request, answered, asked, expected

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

ROOT = Path(__file__).resolve().parents[2]
PICTURE, NEXT = a_picture(), a_picture("B", shade=90)
MEGABYTE = 1 << 20


def pid_of(process: ModelProcess) -> int:
    """Its worker's process, once there is one."""
    process.see(PICTURE, "")
    answered(process, "Hello?", PICTURE)
    assert process.pid is not None
    return process.pid


# ------------------------------------------------------------------ pixels


def test_pixels_of_any_shape_arrive_as_they_are() -> None:
    chance = np.random.default_rng(7)
    shapes = [(1, 1), (3, 2000), (2000, 3), (777, 333), (3000, 4000)]
    with a_process() as process:
        for number, shape in enumerate(shapes):
            pixels = chance.integers(0, 256, (*shape, 3), np.uint8)
            picture = Picture(f"picture {number}", pixels)
            assert answered(process, "What?", picture) == expected("What?", picture)
        turned = Picture("turned", pixels[::-1, ::2])
        assert answered(process, "What?", turned) == expected("What?", turned)


def test_of_many_pictures_in_a_row_each_keeps_its_own_pixels() -> None:
    pictures = [a_picture(f"number {n}", shade=n, side=64 + n) for n in range(40)]
    with a_process() as process:
        for picture in pictures:
            process.see(picture, "")
        for picture in (pictures[-1], pictures[0], pictures[20]):
            assert answered(process, "Which?", picture) == expected("Which?", picture)


def test_a_picture_larger_than_the_shared_memory_is_refused() -> None:
    huge = Picture("huge", np.broadcast_to(np.uint8(0), (CAPACITY // 3000 + 1, 1000, 3)))
    with a_process() as process:
        process.see(huge, "")
        with pytest.raises(LocalModelError, match="picture"):
            process.ask(a_request("What?", huge), huge, Cancel())
        assert answered(process, "And this?", NEXT) == expected("And this?", NEXT)


@linux_only
def test_pixels_lie_nowhere_that_has_a_name() -> None:
    before = set(Path("/dev/shm").iterdir())
    with a_process() as process:
        pid = pid_of(process)
        maps = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")
        assert "/memfd:whichone-pixels (deleted)" in maps
        os.kill(pid, signal.SIGKILL)
    left = {path.name for path in set(Path("/dev/shm").iterdir()) - before}
    assert not [name for name in left if "whichone" in name or name.startswith("psm_")]


# ------------------------------------------------------------------ its end


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the parent's death")
@pytest.mark.parametrize(
    "question", ["", "{start:slow 600}", "{start:hang}", "{start:clutch}", "{start:stop}"]
)
def test_it_ends_with_its_app_whatever_it_is_doing(question: str) -> None:
    command = [sys.executable, "-m", "tests.integration.worker_owner", question]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        worker = int(owner.stdout.readline())
        assert not has_ended(worker, within_s=0)
        owner.kill()
    assert has_ended(worker, within_s=60)


@pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signals")
@pytest.mark.parametrize("question", ["", "{start:slow 600}", "{start:hang}", "{start:stop}"])
def test_closing_leaves_no_process(question: str) -> None:
    with a_process() as process:
        pid, cancel = pid_of(process), Cancel()
        if question:
            timer = threading.Timer(0.2, cancel.request)
            timer.start()
            asked(process, question, PICTURE, cancel=cancel)
            timer.join()
        process.close()
        assert has_ended(pid, within_s=60)
        assert process.pid is None


def test_closed_while_it_starts_it_is_gone() -> None:
    with a_process("{load:hang}") as process:
        process.see(PICTURE, "")
        children = list(process._children)
    assert [child.ended.wait(60) for child in children] == [True]


def test_a_question_in_progress_when_it_is_closed_is_told() -> None:
    with a_process() as process:
        pid_of(process)
        timer = threading.Timer(0.2, process.close)
        timer.start()
        with pytest.raises(LocalModelError, match="closed"):
            answered(process, "What? {start:slow 600}", PICTURE)
        timer.join()
        with pytest.raises(LocalModelError, match="closed"):
            answered(process, "What?", PICTURE)
        process.see(PICTURE, "")
        assert process.pid is None


# ------------------------------------------------------------------ unloading


def test_unused_it_is_unloaded_and_the_next_question_loads_it_again() -> None:
    with a_process(limits=Limits(idle_s=2)) as process:
        pid = pid_of(process)
        assert has_ended(pid, within_s=60)
        assert answered(process, "And now?", PICTURE) == expected("And now?", PICTURE)


def test_it_is_not_unloaded_while_an_answer_is_heard() -> None:
    with a_process(limits=Limits(idle_s=0.3)) as process:
        user = "Tell me. {go_on:slow 0.4}"
        assert answered(process, user, PICTURE) == expected(user, PICTURE)


def test_between_question_and_answer_it_may_be_unloaded() -> None:
    with a_process() as process:
        pid_of(process)
        assert process.ask(a_request("Which?", PICTURE), PICTURE, Cancel()) is not None
        process.unload()
        assert process.pid is None
        *pieces, _ = process.go_on("direct", Cancel())
        assert "".join(map(str, pieces)) == expected("Which?", PICTURE)


def test_unloaded_in_the_middle_of_a_question_it_is_asked_again() -> None:
    with a_process() as process:
        pid_of(process)
        user = "What? {start:slow 1}"
        timer = threading.Timer(0.2, process.unload)
        timer.start()
        assert answered(process, user, PICTURE) == expected(user, PICTURE)
        timer.join()


def test_files_are_checked_before_each_start_and_not_only_the_first() -> None:
    refusal = ModelError("The files are others now.", remedy="Pull it again.")
    reasons: list[ModelError] = []

    def check() -> None:
        if reasons:
            raise reasons[0]

    with a_process(launch=replace(SCRIPTED, check=check)) as process:
        pid = pid_of(process)
        reasons.append(refusal)
        process.unload()
        assert has_ended(pid)
        for _ in range(3):
            process.see(NEXT, "")
            with pytest.raises(LocalModelError, match="The files are others now") as raised:
                answered(process, "What?", NEXT)
            assert raised.value.remedy == "Pull it again."
        assert process.pid is None
        reasons.clear()
        assert answered(process, "What?", NEXT) == expected("What?", NEXT)


def test_it_is_started_ahead_and_says_what_was_loaded() -> None:
    with a_process() as process:
        assert process.facts is None
        process.warm_up()
        answered(process, "Hello?", PICTURE)
        assert process.facts is not None
        assert process.facts.description == "scripted"


# ------------------------------------------------------------------ memory and manners


def test_grown_over_its_budget_it_is_replaced_between_questions() -> None:
    with a_process(limits=Limits(memory_bytes=260 * MEGABYTE)) as process:
        first = pid_of(process)
        for _ in range(20):
            told = answered(process, "What? {start:eat 30}{start:slow 0.2}", PICTURE)
            assert told == expected("What?", PICTURE)
            if process.pid != first:
                break
        assert has_ended(first, within_s=60)


def test_a_question_that_takes_far_too_much_memory_is_ended_and_told() -> None:
    with a_process(limits=Limits(memory_bytes=150 * MEGABYTE)) as process:
        pid_of(process)
        with pytest.raises(LocalModelError, match="too much memory"):
            answered(process, "What? {start:eat 400}{start:slow 600}", PICTURE)
        assert answered(process, "And this?", NEXT) == expected("And this?", NEXT)


@linux_only
def test_it_leaves_the_processor_to_others_and_leaves_no_core_file() -> None:
    with a_process() as process:
        pid = pid_of(process)
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, mine + 5)
        limits = Path(f"/proc/{pid}/limits").read_text(encoding="ascii")
        (core,) = (line for line in limits.splitlines() if line.startswith("Max core"))
        assert core.split()[4:6] == ["0", "0"]


@linux_only
@linux_only
def test_where_memory_runs_out_for_all_it_is_the_first_to_go() -> None:
    with a_process() as process:
        told = Path(f"/proc/{pid_of(process)}/oom_score_adj").read_text(encoding="ascii")
        ours = Path("/proc/self/oom_score_adj").read_text(encoding="ascii")
    assert int(told) == max(900, int(ours))


def test_it_opens_no_port() -> None:
    with a_process() as process:
        folder = Path(f"/proc/{pid_of(process)}/fd")
        assert not [link for link in folder.iterdir() if "socket" in str(link.readlink())]


def test_what_starts_workers_is_light_to_import() -> None:
    program = (
        "import sys, whichone_models.llama.supervisor, whichone_models.llama.worker\n"
        "heavy = {'pydantic', 'llama_cpp', 'torch', 'cv2', 'PIL', 'multiprocessing', 'asyncio'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []
