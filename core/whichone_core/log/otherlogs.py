"""Logs that write nothing: for who did not agree to a log, and one for tests."""

from __future__ import annotations

from pathlib import Path

from whichone_core.log.sessionlog import SessionLog
from whichone_core.ports import TurnRecord


class NoLog:
    """A TurnLog that keeps nothing: the user did not agree to a log."""

    def record(self, turn: TurnRecord) -> None:
        """Let the turn go."""

    def contest(self, correction: str, *, becomes_item: bool) -> None:
        """Let it go: nothing is kept without consent."""

    def close(self) -> None:
        """Nothing is open."""


class LogToClear(NoLog):
    """Keeps nothing; deletes from the log at a path what is still to be deleted from it."""

    def __init__(self, path: Path) -> None:
        self._log = SessionLog(path, keep_pictures=False)

    def close(self) -> None:
        """Let go of the log."""
        self._log.close()


class MemoryLog:
    """The fake of SessionLog: keeps its turns, oldest first, until the program ends."""

    def __init__(self) -> None:
        self.turns: list[TurnRecord] = []
        self.contests: list[tuple[TurnRecord, str]] = []
        """Each turn that was called wrong, with what would be right."""
        self.is_closed = False

    def record(self, turn: TurnRecord) -> None:
        if not self.is_closed:
            self.turns.append(turn)

    def contest(self, correction: str, *, becomes_item: bool) -> None:
        if not self.is_closed and self.turns:
            self.contests.append((self.turns[-1], correction))

    def close(self) -> None:
        self.is_closed = True
