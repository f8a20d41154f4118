"""What studies kept, in lines: for the dialog and for the command line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from whichone_core.decimals import decimal
from whichone_core.languages import N_
from whichone_core.log.logreader import LoggedTurn
from whichone_core.records import one_line
from whichone_core.study.studyreader import Stored, StudyDetails, StudySession

from ..catalogue import _, _n

NONE = N_("No study session was kept yet.")
NONE_FOUND = N_("No session with these words.")
_SCALES = {
    "relevance": N_("relevance"),
    "helpfulness": N_("helpfulness"),
    "plausibility": N_("plausibility"),
    "fluency": N_("fluency"),
    "correctness": N_("correctness"),
}
_REASONS = {
    "paused": N_("Paused"),
    "forgotten": N_("Forgotten"),
    "withdrawn": N_("Withdrawn"),
}


def stored_lines(stored: Stored) -> tuple[str, ...]:
    """Everything that is stored, in one place."""
    return (
        _(
            "{sessions} of {participants}, {consents}.",
            sessions=_n("{count} session", "{count} sessions", stored.sessions),
            participants=_n("{count} participant", "{count} participants", stored.participants),
            consents=_n("{count} consent", "{count} consents", stored.consents),
        ),
        _(
            "{questions} with answers, {rated}, {corrections}, {tasks}.",
            questions=_n("{count} question", "{count} questions", stored.turns),
            rated=_rated(stored.ratings),
            corrections=_n("{count} correction", "{count} corrections", stored.contests),
            tasks=_n("{count} task", "{count} tasks", stored.tasks),
        ),
        _(
            "{pictures}, {size} MB in all, in {folder}",
            pictures=_n("{count} picture", "{count} pictures", stored.pictures),
            size=decimal(stored.size / 1e6, 1),
            folder=stored.path.parent,
        ),
    )


def consent_lines(consents: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Who agreed to what and when, one consent a line."""
    return tuple(map(_consent, consents))


def _consent(one: dict[str, Any]) -> str:
    parts = [
        _(
            "{participant} agreed to version {version} on {day}",
            participant=one["participant"],
            version=one_line(str(one["text_version"])),
            day=one["given_at"][:10],
        )
    ]
    if one["with_pictures"]:
        parts.append(_("with pictures"))
    if one["heard_whole"] == 0:
        parts.append(_("agreed again without hearing all of it"))
    if one["withdrawn_at"]:
        parts.append(_("withdrew on {day}", day=one["withdrawn_at"][:10]))
    return f"{', '.join(parts)}."


def session_line(session: StudySession) -> str:
    """A session in one line: "3. P07, 2026-11-30 14:03, reading labels. 12 answers. Kept." """
    about = [session.participant, _when(session.started_at)]
    about += [one_line(text) for text in (session.task, session.condition) if text]
    is_kept, runs = session.outcome == "kept", session.ended_at is None
    outcome = _("Kept.") if is_kept else _("Running.") if runs else _("Not decided.")
    answers = _n("{count} answer", "{count} answers", session.turns)
    rated = _("{answers}, {rated}.", answers=answers, rated=_rated(session.rated))
    return f"{session.id}. {', '.join(about)}. {rated} {outcome}"


def session_lines(
    session: StudySession, turns: Iterable[LoggedTurn], details: StudyDetails
) -> tuple[str, ...]:
    """All that is kept of a session, one thing a line."""
    lines = [session_line(session)]
    for turn in turns:
        lines.append(_turn(turn))
        lines += _about_turn(turn.id, details)
    lines += [_task(row) for row in details.tasks]
    lines += [_withheld(row) for row in details.withheld]
    return tuple(lines)


def _turn(turn: LoggedTurn) -> str:
    question = one_line(turn.question) or _("No question")
    parts = [_("Turn {number}: {question}", number=turn.id, question=question)]
    if turn.reply:
        parts.append(_("Reply: {reply}.", reply=one_line(turn.reply)))
    parts.append(_("Answer: {answer}", answer=one_line(turn.text or turn.error or "")))
    if turn.picture_file:
        parts.append(_("The picture is kept."))
    return " ".join(parts)


def _withheld(row: dict[str, Any]) -> str:
    """When nothing was kept, and why: "Paused from 2026-11-30 14:03 to the end." """
    reason = _(_REASONS.get(str(row["reason"]), str(row["reason"]).capitalize()))
    begun = _when(row["from_at"])
    if not row["to_at"]:
        return _("{reason} from {begun} to the end.", reason=reason, begun=begun)
    ended = _when(row["to_at"])
    return _("{reason} from {begun} to {ended}.", reason=reason, begun=begun, ended=ended)


def _about_turn(turn: int, details: StudyDetails) -> list[str]:
    points = [
        " ".join((_(_SCALES.get(row["scale"], row["scale"])), str(row["points"] or _("skipped"))))
        for row in details.ratings
        if row["turn_id"] == turn
    ]
    lines = [_("Rated: {points}.", points=", ".join(points))] if points else []
    lines += [
        _("Corrected: {words}", words=one_line(row["correction"]))
        for row in details.contests
        if row["turn_id"] == turn
    ]
    return lines


def _task(row: dict[str, object]) -> str:
    seconds = row["seconds"]
    if not isinstance(seconds, float):
        return _("{task}: not stopped.", task=row["label"])
    return _("{task}: {seconds} seconds.", task=row["label"], seconds=decimal(seconds, 1))


def _when(stamp: str) -> str:
    return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M")


def _rated(count: int) -> str:
    return _n("{count} rated", "{count} rated", count)
