"""What a project remembers between runs, in one SQLite file: `state.sqlite`.

Which steps are done on which inputs, and (`llm/answers.py`) each answer that was paid for.
Each change is committed at once, so a killed run loses none.  Projects of earlier versions
kept their steps in `state.json`; they are taken over at the first change.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from whichone_core.errors import StorageError

STATE = "state.sqlite"
BEFORE = "state.json"
WAIT_S = 30.0
"""How long one program waits for another that writes."""

_STEPS = "CREATE TABLE IF NOT EXISTS steps (step TEXT PRIMARY KEY, inputs TEXT NOT NULL)"
_PUT = "INSERT INTO steps VALUES (?, ?) ON CONFLICT (step) DO UPDATE SET inputs = excluded.inputs"


def steps_done(folder: Path) -> dict[str, str]:
    """The steps that are done, each with a digest of its inputs; writes nothing.

    Raises StorageError where the state is damaged or can't be read.
    """
    if not (folder / STATE).exists():
        return _before(folder)
    with opened(folder) as database:
        if not has_table(database, "steps"):
            return _before(folder)
        return dict(database.execute("SELECT step, inputs FROM steps ORDER BY step").fetchall())


def finish_step(folder: Path, step: str, inputs: str) -> None:
    """Remember that a step is done.  Raises StorageError."""
    with opened(folder) as database, database:
        if not has_table(database, "steps"):
            database.execute(_STEPS)
            database.executemany(_PUT, _before(folder).items())
        database.execute(_PUT, (step, inputs))
    (folder / BEFORE).unlink(missing_ok=True)


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The state while it is open.  Raises StorageError for whatever SQLite can't do."""
    path = folder / STATE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=WAIT_S)) as database:
            yield database
    except sqlite3.OperationalError as error:
        raise StorageError(
            f"{path} can't be written.",
            remedy="Free some space, or choose a folder that you may write in.",
            cause=str(error),
        ) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, error) from error
    except OSError as error:
        raise StorageError(f"{folder} can't be made.", cause=str(error)) from error


def has_table(database: sqlite3.Connection, name: str) -> bool:
    """The table was made before."""
    found = database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,))
    return found.fetchone() is not None


def _before(folder: Path) -> dict[str, str]:
    path = folder / BEFORE
    if not path.exists():
        return {}
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> StorageError:
    return StorageError(
        f"{path} is damaged.",
        remedy="Delete it and run the command again.",
        cause=str(error),
    )
