"""What studies kept, in lines: for the dialog and for the command line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from whichone_core.log.logreader import LoggedTurn
from whichone_core.records import one_line
from whichone_core.study.studyreader import Stored, StudyDetails, StudySession

from .study import counted

NONE = "No study session was kept yet."
NONE_FOUND = "No session with these words."


def stored_lines(stored: Stored) -> tuple[str, ...]:
    """Everything that is stored, in one place."""
    return (
        f"{counted(stored.sessions, 'session')} of {counted(stored.participants, 'participant')},"
        f" {counted(stored.consents, 'consent')}.",
        f"{counted(stored.turns, 'question')} with answers, {stored.ratings} rated,"
        f" {counted(stored.contests, 'correction')}, {counted(stored.tasks, 'task')}.",
        f"{counted(stored.pictures, 'picture')}, {stored.size / 1e6:.1f} MB in all,"
        f" in {stored.path.parent}",
    )


def consent_lines(consents: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Who agreed to what and when, one consent a line."""
    return tuple(
        f"{one['participant']} agreed to version {one_line(str(one['text_version']))}"
        f" on {one['given_at'][:10]}{', with pictures' if one['with_pictures'] else ''}"
        f"{', withdrew on ' + one['withdrawn_at'][:10] if one['withdrawn_at'] else ''}."
        for one in consents
    )


def session_line(session: StudySession) -> str:
    """A session in one line: "3. P07, 2026-11-30 14:03, reading labels. 12 answers. Kept." """
    about = [session.participant, _when(session.started_at)]
    about += [one_line(text) for text in (session.task, session.condition) if text]
    outcome = "Kept" if session.outcome == "kept" else "Not decided"
    return (
        f"{session.id}. {', '.join(about)}. {counted(session.turns, 'answer')},"
        f" {session.rated} rated. {outcome}."
    )


def session_lines(
    session: StudySession, turns: Iterable[LoggedTurn], details: StudyDetails
) -> tuple[str, ...]:
    """All that is kept of a session, one thing a line."""
    lines = [session_line(session)]
    for turn in turns:
        reply = f" Reply: {one_line(turn.reply)}." if turn.reply else ""
        said = one_line(turn.text or turn.error or "")
        picture = " The picture is kept." if turn.picture_file else ""
        question = one_line(turn.question) or "No question"
        lines.append(f"Turn {turn.id}: {question}{reply} Answer: {said}{picture}")
        lines += _about_turn(turn.id, details)
    lines += [_task(row) for row in details.tasks]
    lines += [
        f"{str(row['reason']).capitalize()} from {_when(row['from_at'])}"
        f" to {_when(row['to_at']) if row['to_at'] else 'the end'}."
        for row in details.withheld
    ]
    return tuple(lines)


def _about_turn(turn: int, details: StudyDetails) -> list[str]:
    points = [
        f"{row['scale']} {row['points'] or 'skipped'}"
        for row in details.ratings
        if row["turn_id"] == turn
    ]
    lines = [f"Rated: {', '.join(points)}."] if points else []
    lines += [
        f"Corrected: {one_line(row['correction'])}"
        for row in details.contests
        if row["turn_id"] == turn
    ]
    return lines


def _task(row: dict[str, object]) -> str:
    seconds = row["seconds"]
    took = f"{seconds:.1f} seconds" if isinstance(seconds, float) else "not stopped"
    return f"{row['label']}: {took}."


def _when(stamp: str) -> str:
    return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M")
