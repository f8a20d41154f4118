"""The base stage over several processes of one machine, without a launcher.

The command itself is rank 0 and starts the others.  They share nothing but sums of gradients:
when one of them dies the connection of the others breaks, and they end too; nobody is left
behind.  Under torchrun the launcher's own ranks are taken.

Two processes with one thread each are faster here than one with two: measured on two cores, a
step of 64 samples takes 1.45 s with two threads and 1.75 s with one (LOG.md).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from whichone_core.errors import ModelError

from .ranks import processes, rank
from .recipe import Recipe, read_recipe
from .record import write_json

MEETING, RESOLVED = "base-meeting", "base-recipe.json"
ENDS_WITHIN = 60.0
"""Seconds that the other processes have to end in once the first one has."""
PATIENCE = timedelta(minutes=5)
"""How long one waits for another, which may be starting or writing a checkpoint."""


@dataclass(frozen=True, slots=True)
class Group:
    """Which of how many processes this is."""

    rank: int = 0
    size: int = 1

    def share(self, batch: Sequence[int]) -> Sequence[int]:
        """This process's part of a batch of sample numbers."""
        return batch[self.rank :: self.size]

    def sum_gradients(self, model: Any, weight: float) -> float:
        """Add up all processes' gradients in place, divided by the sum of their weights.

        weight: what this process's gradients weigh (its tokens).  Gives the sum of weights.
        """
        import torch

        held = [p.grad for p in model.parameters() if p.grad is not None]
        whole = torch.cat([*(grad.reshape(-1) for grad in held), torch.tensor([weight])])
        if self.size > 1:
            _add_up(whole)
        total = float(whole[-1])
        place = 0
        for grad in held:
            part = whole[place : place + grad.numel()]
            grad.copy_(part.view_as(grad)).div_(total)
            place += grad.numel()
        return total


def _add_up(whole: Any) -> None:
    import torch

    try:
        torch.distributed.all_reduce(whole)
    except RuntimeError as error:
        raise _left_alone(str(error)) from error


def _left_alone(cause: str) -> ModelError:
    return ModelError(
        "Another process of the training ended.",
        remedy="The same command goes on from the last checkpoint.",
        cause=cause,
    )


@contextmanager
def together(recipe: Recipe, number: int, stop_at: int | None = None) -> Iterator[Group]:
    """The processes that train, this one as rank 0; torchrun's where it started this one.

    stop_at: the step at which the others stop too.  Raises ModelError where one failed.
    """
    if processes() > 1:
        with _joined("env://", rank(), processes()) as group:
            yield group
        return
    if number == 1:
        yield Group()
        return
    meeting = recipe.output / MEETING
    meeting.unlink(missing_ok=True)
    write_json(recipe.output / RESOLVED, recipe.model_dump(mode="json"))
    others = [_start(recipe.output, other, number, stop_at) for other in range(1, number)]
    try:
        with _joined(f"file://{meeting.resolve()}", 0, number) as group:
            yield group
    finally:
        codes = [_end(process) for process in others]
    if any(codes):
        raise _left_alone(f"exit codes {codes}")


def _start(
    output: Path, number: int, size: int, stop_at: int | None = None
) -> subprocess.Popen[bytes]:
    words = [str(output), str(number), str(size), str(stop_at or "")]
    return subprocess.Popen([sys.executable, "-m", "whichone_training.together", *words])


def _end(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


@contextmanager
def _joined(meeting: str, number: int, size: int) -> Iterator[Group]:
    import torch

    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo0" if sys.platform == "darwin" else "lo")
    kind = "nccl" if torch.cuda.is_available() else "gloo"
    threads = torch.get_num_threads()
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // size))
    try:
        torch.distributed.init_process_group(
            kind, init_method=meeting, rank=number, world_size=size, timeout=PATIENCE
        )
    except RuntimeError as error:
        raise _left_alone(str(error)) from error
    try:
        yield Group(number, size)
    finally:
        torch.distributed.destroy_process_group()
        torch.set_num_threads(threads)


def main(words: Sequence[str]) -> None:
    """Train as one of the other processes: output folder, rank, their number, last step.

    One that is left alone ends without a word: the first one says it.
    """
    from .base import train_as

    output, number, size = Path(words[0]), int(words[1]), int(words[2])
    stop_at = int(words[3]) if words[3] else None
    recipe = read_recipe(output / RESOLVED)
    try:
        with _joined(f"file://{(output / MEETING).resolve()}", number, size) as group:
            train_as(recipe, group, stop_at)
    except ModelError:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
