"""Reads what studies kept: sessions, one session with its ratings and times, and how much there is.

Works beside a running WhichOne.  A log that does not exist reads as an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.catalogue import _
from whichone_core.errors import InputError
from whichone_core.log.logedit import Deleted, Erasure
from whichone_core.log.logpictures import SUFFIX
from whichone_core.log.logreader import LoggedTurn, LogReader, search_query
from whichone_core.log.logschema import LogMissingError, immediate, open_log, storage_errors
from whichone_core.log.logwriter import Change
from whichone_core.log.undone import Undone
from whichone_core.study import changes

if TYPE_CHECKING:
    from sqlite_utils import Database

NO_LIMIT = 1_000_000_000
SESSIONS = """
    SELECT study_sessions.id, key, participant, rater_group, task, condition, started_at,
        ended_at, outcome,
        (SELECT count(*) FROM turns WHERE study = study_sessions.key),
        (SELECT count(DISTINCT turn_id) FROM ratings JOIN turns ON turns.id = turn_id
            WHERE study = study_sessions.key)
    FROM study_sessions JOIN participants ON participants.id = participant
    """


@dataclass(frozen=True, slots=True)
class StudySession:
    """One session.  outcome: kept, or open while nobody decided; turns, rated: how many."""

    id: int
    key: str
    participant: str
    group: str
    task: str
    condition: str
    started_at: str
    ended_at: str | None
    outcome: str
    turns: int
    rated: int


@dataclass(frozen=True, slots=True)
class StudyDetails:
    """What hangs on a session beside its turns; rows as plain columns."""

    ratings: tuple[dict[str, Any], ...]
    contests: tuple[dict[str, Any], ...]
    tasks: tuple[dict[str, Any], ...]
    withheld: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """How much there is of everything, and where.  size: of all files, in bytes."""

    participants: int
    consents: int
    sessions: int
    turns: int
    ratings: int
    contests: int
    tasks: int
    pictures: int
    size: int
    path: Path


class StudyReader:
    """The studies in the log at a path.  Its methods raise StorageError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = LogReader(path)

    def sessions(
        self, *, search: str = "", limit: int = 50, before: int | None = None
    ) -> list[StudySession]:
        """The newest sessions first; search: words of code, task, condition, or a turn in it.

        One that is withdrawn and only waits to be deleted is none any more.

        before: the number of a session; only older ones are listed.
        """
        parts: list[str] = []
        values: list[str | int] = []
        if before is not None:
            parts.append("study_sessions.id < ?")
            values.append(before)
        if search.strip():
            having, words = search_query(search, None, NO_LIMIT)
            named = "folded(participant, task, condition)"
            named_all = " AND ".join(f"instr({named}, ?)" for _ in search.split())
            parts.append(
                f"(({named_all}) OR key IN (SELECT study FROM turns WHERE id IN ({having})))"
            )
            values += [*search.casefold().split(), *words]
        where = f"WHERE {' AND '.join(parts)}" if parts else ""
        sql = f"{SESSIONS} {where} ORDER BY study_sessions.id DESC LIMIT ?"
        with self._opened() as database:
            if database is None:
                return []
            withdrawn = Undone(self._path).studies()
            found = [StudySession(*row) for row in database.execute(sql, [*values, limit])]
            return [session for session in found if session.key not in withdrawn]

    def session(self, number: int) -> StudySession:
        """One session.  Raises InputError where there is none of this number."""
        with self._opened() as database:
            if database is not None:
                sql = f"{SESSIONS} WHERE study_sessions.id = ?"
                for row in database.execute(sql, [number]):
                    return StudySession(*row)
        raise InputError(
            _("There is no study session {number}.", number=number),
            remedy=_("List them with: whichone study sessions"),
        )

    def turns(self, key: str, *, limit: int = 100, after: int = 0) -> list[LoggedTurn]:
        """The turns of a session, oldest first."""
        return self._log.turns_of_study(key, limit=limit, after=after)

    def details(self, key: str) -> StudyDetails:
        """Ratings, corrections, tasks and pauses of a session."""
        of_turn = "JOIN turns ON turns.id = turn_id WHERE study = ? ORDER BY turn_id"
        return StudyDetails(
            self._rows(
                f"SELECT turn_id, scale, points, seconds, ratings.at FROM ratings {of_turn}", key
            ),
            self._rows(
                f"SELECT turn_id, correction, contests.at, becomes_item FROM contests {of_turn}",
                key,
            ),
            self._rows(
                "SELECT label, started_at, ended_at, seconds FROM tasks WHERE study = ?"
                " ORDER BY id",
                key,
            ),
            self._rows(
                "SELECT reason, from_at, to_at FROM withheld WHERE study = ? ORDER BY id", key
            ),
        )

    def key_of_turn(self, number: int) -> str:
        """What a turn of a study is named by.  Raises InputError where it is none."""
        for row in self._rows("SELECT key FROM turns WHERE id = ? AND study IS NOT NULL", number):
            return str(row["key"])
        raise InputError(_("There is no turn {number} in a study.", number=number))

    def consents(self) -> tuple[dict[str, Any], ...]:
        """Every consent: participant, version, hash and language of the text, times, pictures.

        heard_whole: whether all of the text was heard; None where nobody watched.
        """
        return self._rows(
            "SELECT participant, text_version, text_sha256, with_pictures, given_at, withdrawn_at,"
            " language, heard_whole FROM consents ORDER BY id"
        )

    def stored(self) -> Stored:
        """How much there is."""
        folder = self._path.parent
        files = [one for one in folder.rglob("*") if one.is_file()] if folder.is_dir() else []
        return Stored(
            participants=self._count("participants"),
            consents=self._count("consents"),
            sessions=self._count("study_sessions"),
            turns=self._count("turns WHERE study IS NOT NULL"),
            ratings=self._count("(SELECT DISTINCT turn_id FROM ratings)"),
            contests=self._count("contests"),
            tasks=self._count("tasks"),
            pictures=sum(one.suffix == SUFFIX for one in files),
            size=sum(one.stat().st_size for one in files),
            path=self._path,
        )

    # ------------------------------------------------------------------ changes from outside

    def change(self, change: Change) -> None:
        """Make a change at once; the log is begun where there is none."""
        with storage_errors(self._path):
            database = open_log(self._path)
            try:
                with immediate(database):
                    for sql, values in change.statements:
                        database.execute(sql, list(values))
            finally:
                database.close()

    def erase(self, erasure: Erasure) -> Deleted:
        """Delete and wipe."""
        return self._log.erase(erasure)

    def withdraw(self, number: int) -> Deleted:
        """Delete a session.  Raises InputError where there is none of this number."""
        return self.erase(changes.withdrawn(self.session(number).key))

    def withdraw_participant(self, participant: str) -> Deleted:
        """Delete all sessions of a participant.  Raises InputError where the code is unknown."""
        self.sessions_of(participant)
        return self.erase(changes.participant_withdrawn(participant, datetime.now(UTC)))

    def sessions_of(self, participant: str) -> list[StudySession]:
        """All sessions of a participant.  Raises InputError where the code is unknown."""
        if not self._rows("SELECT id FROM participants WHERE id = ?", participant):
            raise InputError(_("There is no participant {code}.", code=participant[:20]))
        found = self.sessions(limit=NO_LIMIT)
        return [one for one in found if one.participant == participant]

    def keep(self, number: int) -> None:
        """Note that a session may be kept.  Raises InputError where there is none."""
        self.change(changes.ended(self.session(number).key, datetime.now(UTC), is_kept=True))

    # ------------------------------------------------------------------ small steps

    def _count(self, rows_of: str) -> int:
        rows = self._rows(f"SELECT count(*) AS n FROM {rows_of}")
        return int(rows[0]["n"]) if rows else 0

    def _rows(self, sql: str, *values: str | int) -> tuple[dict[str, Any], ...]:
        with self._opened() as database:
            if database is None:
                return ()
            return _named(database, sql, values)

    @contextmanager
    def _opened(self) -> Iterator[Database | None]:
        try:
            database = open_log(self._path, may_create=False)
        except LogMissingError:
            yield None
            return
        try:
            with storage_errors(self._path):
                yield database
        finally:
            database.close()


def _named(database: Database, sql: str, values: Sequence[str | int]) -> tuple[dict[str, Any], ...]:
    rows = database.execute(sql, list(values))
    names = [column[0] for column in rows.description]
    return tuple(dict(zip(names, row, strict=True)) for row in rows)
