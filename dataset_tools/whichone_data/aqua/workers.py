"""Who does the jobs of `work.py`: processes of this computer, or Ray Data on a cluster.

Both take jobs and give their results in the order of the jobs, and both run a job again whose
worker was killed.  Ray needs the extra `scale`; all its machines need this project, the key of
the server, and the folders of the parts and pictures under the same paths.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from whichone_core.errors import SetupError

from .work import Job, Result, work_on

ATTEMPTS = 4
"""How often a job is begun whose worker is killed, as often as Ray begins a task."""
LOCAL = "local"
"""The address of a Ray that is started for one run, on this computer alone."""

Workers = Callable[[Sequence[Job]], list[Result]]


def processes(count: int) -> Workers:
    """Each job in a process of its own, so many at once."""

    def run(jobs: Sequence[Job]) -> list[Result]:
        with ThreadPoolExecutor(max(1, count)) as pool:
            return list(pool.map(_in_a_process, jobs))

    return run


def _in_a_process(job: Job) -> Result:
    for _ in range(ATTEMPTS):
        ran = subprocess.run(
            [sys.executable, "-m", "whichone_data.aqua.work"],
            input=job.as_text(),
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode == 0:
            return Result.of_text(ran.stdout)
    return Result(job.part, 1, f"Its worker ended {ATTEMPTS} times before it was done.")


def ray_data(count: int, address: str) -> Workers:
    """Each job as a task of Ray Data, so many at once; address: LOCAL, or a cluster's."""

    def run(jobs: Sequence[Job]) -> list[Result]:
        with _ray(count, address) as data:
            rows = data.from_items([{"job": job.as_text()} for job in jobs],
                                   override_num_blocks=max(1, len(jobs)))  # fmt: skip
            strategy = data.TaskPoolStrategy(size=max(1, count))
            done = rows.map(_on_ray, compute=strategy, num_cpus=1).take_all()
        found = {result.part: result for result in (Result.of_text(r["result"]) for r in done)}
        return [found[job.part] for job in jobs]

    return run


def _on_ray(row: dict[str, Any]) -> dict[str, Any]:
    return {"result": work_on(Job.of_text(row["job"])).as_text()}


@contextmanager
def _ray(count: int, address: str) -> Iterator[Any]:
    """Ray Data while Ray runs.  A local one listens on 127.0.0.1 only and reports to nobody."""
    os.environ.update(_environment(address))
    try:
        import ray
        import ray.data
    except ModuleNotFoundError as error:
        raise SetupError(
            "Ray is not installed.",
            remedy="Install WhichOne with its extra called scale, or leave out --ray.",
            cause=str(error),
        ) from error
    # Its sockets need a short path; what it writes there is of no use afterwards.
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        try:
            _start(ray, _terms(count, address, folder))
            ray.data.DataContext.get_current().enable_progress_bars = False
            yield ray.data
        finally:
            ray.shutdown()


def _start(ray: Any, terms: dict[str, Any]) -> None:
    """Start Ray, or join it; tried again while its own patience is too short."""
    for attempt in range(ATTEMPTS):
        try:
            ray.init(**terms)
            return
        except Exception as error:
            ray.shutdown()
            if _is_impatience(error) and attempt + 1 < ATTEMPTS:
                continue
            raise


def _is_impatience(error: Exception) -> bool:
    """Ray's parts were not up in the 15 to 30 s that it gives them, as on a busy computer.

    It has no class for that: it is a bare Exception with these words, or a TimeoutError.
    """
    if isinstance(error, TimeoutError):
        return True
    return type(error) is Exception and "timed out" in str(error).lower()


def _environment(address: str) -> dict[str, str]:
    """What Ray reads when it is imported, and its processes inherit."""
    told = {"RAY_USAGE_STATS_ENABLED": "0"}
    if address != LOCAL:
        return told
    # Its name notwithstanding: without a cluster every part of Ray listens on 127.0.0.1; with
    # one that address would be replaced by this computer's own.
    return {**told, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}  # fmt: skip


def _terms(count: int, address: str, folder: str) -> dict[str, Any]:
    told: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "error"}
    if address != LOCAL:
        return told
    return {**told, "num_cpus": max(1, count), "num_gpus": 0, "include_dashboard": False,
            "_node_ip_address": "127.0.0.1", "_temp_dir": folder}  # fmt: skip
