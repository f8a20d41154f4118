"""Many workers on one project: what each is told, who may work on a part, and what goes wrong."""

from __future__ import annotations

import argparse
import itertools
import shutil
import sqlite3
import sys
from pathlib import Path
from types import ModuleType

import pytest
from whichone_core.errors import SetupError
from whichone_data.aqua import scale_command, work
from whichone_data.aqua.generate import Generation
from whichone_data.aqua.scale_command import jobs_of
from whichone_data.aqua.work import Job, Result, work_on
from whichone_data.aqua.workers import ATTEMPTS, processes, ray_data
from whichone_data.cli import main

RAYS_OWN = (
    "RAY_USAGE_STATS_ENABLED", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "RAY_AUTH_MODE",
    "RAY_AUTH_TOKEN",
)  # fmt: skip


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """A project folder with drawn pictures, none as it happens."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "levels.jsonl").write_text("")
    return folder


def told(folder: Path, *words: object) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    scale_command.add_arguments(parser)
    given = ("--output", folder, "--parts", folder.parent / "parts", "--count", 4, *words)
    return parser.parse_args(list(map(str, given)))


def options(job: Job, step: str) -> dict[str, str]:
    """The options of a step that have values."""
    words = next(words for name, *words in job.steps if name == step)
    return {a: b for a, b in itertools.pairwise(words) if a.startswith("--")}


def test_jobs_and_results_stay_the_same_on_their_way_to_a_worker_and_back() -> None:
    job = Job("/a/part-0000", (("generate", "--seed", "3"), ("filter",)))
    assert Job.of_text(job.as_text()) == job
    result = Result("/a/part-0000", 3, "No pictures: “ä”.")
    assert Result.of_text(result.as_text()) == result


def test_limits_of_the_whole_are_shared_out(drawn: Path) -> None:
    model = ("--model", "small", "--price-in", 1, "--price-out", 2, "--budget", 10,
             "--requests-a-minute", 60, "--workers", 3, "--plain-json")  # fmt: skip
    jobs = jobs_of(told(drawn, *model), Generation(drawn), [drawn.parent / "parts" / "part-0000"])
    for step in ("generate", "filter"):
        given = options(jobs[0], step)
        assert given["--budget"] == "2.5", "each of the four parts has its own"
        assert given["--requests-a-minute"] == "20.0", "three workers ask at once"
        assert (given["--model"], given["--price-out"]) == ("small", "2.0")
        assert "--plain-json" in given
    assert "--seed" not in options(jobs[0], "filter")


def test_one_step_can_be_chosen_and_paths_are_whole_ones(
    drawn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(drawn.parent)
    jobs = jobs_of(told(drawn, "--step", "filter"), Generation(drawn), [Path("parts/part-0000")])
    assert [step[0] for step in jobs[0].steps] == ["filter"]
    assert jobs[0].part == str(drawn.parent.resolve() / "parts" / "part-0000")


def test_another_number_of_parts_is_refused_since_answers_stand_in_them(
    drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = drawn.parent / "parts"
    words = ("scale", "--output", drawn, "--parts", parts)
    (parts / "part-0000").mkdir(parents=True)
    assert main(["aqua", *map(str, words), "--count", "2"]) == 3
    assert "holds 1 parts, not 2. Go on with --count 1" in capsys.readouterr().err


def test_a_part_has_one_worker_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "WAIT_S", 0.0)
    other = sqlite3.connect(tmp_path / work.LOCK, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    job = Job(str(tmp_path), ())
    assert "Another worker is on" in work_on(job).said
    assert work_on(job).code == 1
    other.close()
    assert work_on(job) == Result(str(tmp_path), 0, "")


def test_a_step_that_fails_ends_the_job_with_its_sentence(tmp_path: Path) -> None:
    result = work_on(Job(str(tmp_path), (("generate",), ("filter",))))
    assert result.code == 3
    assert "holds no drawn pictures" in result.said


def test_a_worker_that_dies_again_and_again_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = shutil.which("false")
    assert dying
    monkeypatch.setattr(sys, "executable", dying)
    (result,) = processes(1)([Job(str(tmp_path), ())])
    assert (result.code, str(ATTEMPTS) in result.said) == (1, True)


def test_without_ray_it_is_said_how_to_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in RAYS_OWN:
        monkeypatch.setenv(name, "")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match="Ray is not installed") as caught:
        ray_data(1, "local")([])
    assert "leave out --ray" in caught.value.remedy


class StubbornRay(ModuleType):
    """A Ray that never starts, and why."""

    def __init__(self, error: Exception) -> None:
        super().__init__("ray")
        self.error, self.begun, self.ended = error, 0, 0
        self.data = ModuleType("ray.data")

    def init(self, **_terms: object) -> None:
        self.begun += 1
        raise self.error

    def shutdown(self) -> None:
        self.ended += 1


@pytest.mark.parametrize(
    ("error", "times"),
    [
        (Exception("The current node timed out during startup."), ATTEMPTS),
        (TimeoutError("no answer"), ATTEMPTS),
        (Exception("The disk is full."), 1),
        (ConnectionError("The connection timed out."), 1),
        (ValueError("num_cpus"), 1),
    ],
)
def test_only_an_impatient_ray_is_started_again(
    error: Exception, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in RAYS_OWN:
        monkeypatch.setenv(name, "")
    ray = StubbornRay(error)
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.data", ray.data)
    with pytest.raises(type(error)) as caught:
        ray_data(1, "local")([])
    assert caught.value is error
    # Each failed start is cleared away, and all of it once more at the end.
    assert (ray.begun, ray.ended) == (times, times + 1)
