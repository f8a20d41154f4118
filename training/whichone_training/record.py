"""What stands beside every checkpoint: the resolved recipe, versions, data; and the log of a run.

run.json      recipe as resolved, seed, versions of the libraries, digests of the data
log.jsonl     one line per report: step, loss, rates, samples per second, seconds left
events.*      the same for TensorBoard (`events.py`)
"""

from __future__ import annotations

import json
import math
import os
import platform
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from whichone_core.errors import StorageError
from whichone_core.version import __version__

from .events import EventFile
from .recipe import Recipe

PACKAGES = ("torch", "transformers", "trl", "peft", "accelerate", "datasets", "tokenizers", "numpy")
RUN, LOG = "run.json", "log.jsonl"


def describe(recipe: Recipe, stage: str, data: Mapping[str, str]) -> dict[str, Any]:
    """Everything that a checkpoint depends on.  data: the digest of each set of data."""
    return {
        "stage": stage,
        "recipe": recipe.model_dump(mode="json"),
        "seed": recipe.seed,
        "data": dict(data),
        "versions": {"whichone": __version__, "python": platform.python_version(), **_versions()},
        "command": sys.argv[1:],
    }


def write_json(path: Path, record: Any) -> None:
    """Write a JSON file whole or not at all.  Raises StorageError."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise StorageError(
            f"{path} can't be written.",
            remedy="Choose an output folder that you may write in.",
            cause=str(error),
        ) from error


def _versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


@dataclass
class RunLog:
    """Reports of one run: a line in log.jsonl and a line on the terminal, with the time left.

    total: steps of the whole run.  first: the step at which this process began.
    """

    folder: Path
    total: int
    first: int = 0
    _began: float = field(default_factory=time.monotonic)
    _events: EventFile | None = None

    def report(self, step: int, **values: float) -> None:
        """Say where the run is.  What is no number, as without a verdict, is left out."""
        values = {name: value for name, value in values.items() if math.isfinite(value)}
        elapsed = time.monotonic() - self._began
        done = max(1, step - self.first)
        left = elapsed / done * (self.total - step)
        line = {
            "step": step,
            "of": self.total,
            "seconds": round(elapsed, 1),
            "left": round(left),
            "cpu": round(sum(os.times()[:4]), 1),
            **{name: round(value, 5) for name, value in values.items()},
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self._events = self._events or EventFile(self.folder)
        self._events.add(step, values)
        shown = " ".join(f"{name} {value:.4g}" for name, value in values.items())
        minutes = f"{int(left) // 3600}:{int(left) // 60 % 60:02d}:{int(left) % 60:02d}"
        print(f"step {step}/{self.total} {shown} left {minutes}", flush=True)  # noqa: T201
