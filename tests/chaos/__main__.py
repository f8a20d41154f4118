"""`make chaos`: hundreds of rounds, mostly over a scripted model, a share over a real one.

    python -m tests.chaos [--rounds 500] [--native 60] [--apps 20] [--seed N]

Of a few rounds at most a quarter is real, and as many apps are killed after them.

Prints the seed, what came of the rounds and everything that may not happen and did; the
exit status says whether something did.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from whichone_models.llama.child import Launch
from whichone_models.llama.runtime import LoadOrder
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.llama.watchdog import Limits

from tests.chaos import native
from tests.chaos.play import Player, Tally
from tests.chaos.rounds import Round, Rounds
from tests.processes import has_ended

PRINTED = 10
ROOT = Path(__file__).resolve().parents[2]
LIMITS = Limits(still_s=3, silence_s=4, cancel_s=0.5, memory_bytes=400_000_000)
NATIVE_LIMITS = Limits(still_s=20, silence_s=10, cancel_s=1)


def scripted(count: int, seed: int) -> Tally:
    """Rounds over a scripted model."""
    launch = Launch(runtime="scripted", beat_s=0.1)
    process = ModelProcess(LoadOrder("scripted"), launch=launch, limits=LIMITS)
    with tempfile.TemporaryDirectory() as marks:
        player = Player(process)
        player.play(islice(_drawn(Rounds(seed, Path(marks))), count))
        return player.end()


def real(text: str, tower: str, count: int, seed: int) -> Tally:
    """Rounds over the real runtime with the model in these files."""
    order = native.order_of(text, tower)
    peaceful = ModelProcess(order)
    answers = native.in_peace(peaceful)
    peaceful.close()
    player = Player(ModelProcess(order, limits=NATIVE_LIMITS))
    player.play(native.rounds(seed, count, answers))
    return player.end()


def apps(count: int, seed: int) -> list[str]:
    """Programs that hold a model, killed -9 at random moments; workers that outlived them."""
    chance = random.Random(seed)
    left = []
    for _ in range(count):
        question = chance.choice(("", "{start:slow 60}", "{start:hang}", "{start:clutch}"))
        command = [sys.executable, "-m", "tests.integration.worker_owner", question]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as owner:
            time.sleep(chance.uniform(0.2, 1.5))
            workers = _children(owner.pid)
            owner.kill()
        left += [f"worker {pid} outlived its app" for pid in workers if not has_ended(pid, 30)]
    return left


def _children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(word) for task in tasks for word in task.read_text(encoding="ascii").split()]


def _drawn(rounds: Rounds) -> Iterator[Round]:
    while True:
        yield rounds.next()


def report(name: str, tally: Tally, seconds: float) -> None:
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in tally.outcomes.most_common())
    troubles = ", ".join(f"{count} {trouble}" for trouble, count in tally.troubles.most_common())
    print(f"{name}: {tally.rounds} rounds in {seconds:.0f} s: {outcomes}")
    print(f"  beside them: {troubles}; {len(tally.workers)} workers")
    if tally.cancel_ms:
        middle, most = statistics.median(tally.cancel_ms), max(tally.cancel_ms)
        print(f"  cancelled within {middle:.0f} ms (median), {most:.0f} ms (slowest)")
    for wrong in tally.wrong[:PRINTED]:
        print(f"  WRONG: {wrong}")
    if tally.wrong:
        print(f"  WRONG in {len(tally.wrong)} places")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--native", type=int, default=60, help="how many of them are real")
    parser.add_argument("--apps", type=int, default=20, help="apps that are killed after them")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    arguments.native = min(arguments.native, arguments.rounds // 4)
    arguments.apps = min(arguments.apps, max(1, arguments.rounds // 4))
    print(f"seed {arguments.seed}", flush=True)
    began = time.monotonic()
    tallies = [scripted(arguments.rounds - arguments.native, arguments.seed)]
    report("scripted", tallies[0], time.monotonic() - began)
    if arguments.native:
        from tests.tiny_models import PROTOTYPE, prototype, tiny_model

        model = prototype() if PROTOTYPE.is_dir() else tiny_model()
        began = time.monotonic()
        tallies.append(real(str(model.text), str(model.tower), arguments.native, arguments.seed))
        report("native", tallies[1], time.monotonic() - began)
    left = apps(arguments.apps, arguments.seed)
    print(f"{arguments.apps} apps killed -9: {left or 'no worker outlived its app'}")
    return int(bool(left) or any(tally.wrong for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
