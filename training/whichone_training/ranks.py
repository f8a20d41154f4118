"""Training over several processes: who this one is, and whether all have the same weights.

torchrun tells each process its rank.  Only the first one writes; at the end each leaves a
digest of its weights, as processes that drifted apart train on without a word.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .record import write_json

WEIGHTS = "weights-of-rank-{rank}.json"


def rank() -> int:
    """This process's number; 0 is the one that writes."""
    return int(os.environ.get("RANK", "0"))


def processes() -> int:
    """How many train together."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def alone(what: str) -> None:
    """Raises InputError where several processes would do the same work."""
    if processes() > 1:
        raise InputError(
            f"{what} is done by one process.", remedy="Use torchrun for single stages."
        )


def digest_of(model: Any) -> str:
    """SHA-256 (hex) of every weight's name and bytes."""
    found = hashlib.sha256()
    for name, weights in sorted(model.state_dict().items()):
        found.update(name.encode())
        found.update(weights.detach().float().cpu().contiguous().numpy().tobytes())
    return found.hexdigest()


def leave_digest(folder: Path, model: Any, number: int | None = None) -> None:
    """Write the digest of a process, by default this one, beside the log.  Raises StorageError."""
    place = folder / WEIGHTS.format(rank=rank() if number is None else number)
    write_json(place, {"sha256": digest_of(model)})
