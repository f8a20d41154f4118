"""What a study writes into the log, as statements that fit whatever they find there.

A session may have been withdrawn, or a turn forgotten, between the wish and the writing; what
hangs on them is then not written either, and nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from whichone_core.catalogue import _
from whichone_core.errors import InputError
from whichone_core.log.logedit import Erasure
from whichone_core.log.logrows import stamp
from whichone_core.log.logwriter import Change
from whichone_core.study.consent import ConsentText
from whichone_core.study.personal_text import personal, without_personal

SCALES = ("relevance", "helpfulness", "plausibility", "fluency", "correctness")
"""VizWiz-LF's five ratings (section 5), with one to three points each."""
POINTS = (1, 2, 3)
GROUPS = ("blind", "sighted")


@dataclass(frozen=True, slots=True)
class Participant:
    """Someone who takes part, known by a code only.  group: of VizWiz-LF's two, who rates."""

    id: str
    group: str = "blind"

    def __post_init__(self) -> None:
        letters = self.id.replace("-", "").replace("_", "")
        if not (letters.isalnum() and letters.isascii() and len(self.id) <= 20):
            raise InputError(
                _("A participant's code has up to 20 letters and digits, without gaps."),
                remedy=_("Use a code like P07, never a name."),
            )
        if personal(self.id):
            raise InputError(
                _("A participant's code must not be a number of a person."),
                remedy=_("Use a code like P07."),
            )
        if self.group not in GROUPS:
            raise InputError(_("A participant's group is blind or sighted."))


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What a session is about: the task that is given, and the condition of the experiment."""

    participant: Participant
    task: str = ""
    condition: str = ""


def added(participant: Participant, at: datetime) -> Change:
    """A participant, unless already known."""
    return Change((_participant(participant, at),))


def agreed(
    participant: Participant,
    text: ConsentText,
    at: datetime,
    *,
    with_pictures: bool,
    heard_whole: bool | None = None,
) -> Change:
    """A consent, with the text that it was given to.

    heard_whole: whether all of it is known to have been heard; None where nobody watched.
    """
    heard = None if heard_whole is None else int(heard_whole)
    return Change(
        (
            _participant(participant, at),
            (
                "INSERT OR IGNORE INTO consent_texts VALUES (?, ?, ?)",
                (text.sha256, text.version, text.text),
            ),
            (
                "INSERT INTO consents(participant, text_sha256, text_version, with_pictures,"
                " given_at, language, heard_whole) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    *(participant.id, text.sha256, text.version),
                    *(int(with_pictures), stamp(at), text.language, heard),
                ),
            ),
        )
    )


def begun(key: str, plan: SessionPlan, at: datetime) -> Change:
    """A session of a participant who is known; what was typed is kept without what is personal."""
    task, condition = without_personal(plan.task), without_personal(plan.condition)
    return Change(
        (
            (
                "INSERT INTO study_sessions(key, participant, task, condition, started_at)"
                " SELECT ?, id, ?, ?, ? FROM participants WHERE id = ?",
                (key, task, condition, stamp(at), plan.participant.id),
            ),
        )
    )


def ended(key: str, at: datetime, *, is_kept: bool) -> Change:
    """The end of a session; one that nobody decided about stays open."""
    outcome = "kept" if is_kept else "open"
    return Change(
        (
            ("UPDATE tasks SET ended_at = ? WHERE study = ? AND ended_at IS NULL",
             (stamp(at), key)),
            ("UPDATE withheld SET to_at = ? WHERE study = ? AND to_at IS NULL", (stamp(at), key)),
            ("UPDATE study_sessions SET ended_at = coalesce(ended_at, ?), outcome = ?"
             " WHERE key = ?", (stamp(at), outcome, key)),
        )
    )  # fmt: skip


def task_started(key: str, study: str, label: str, at: datetime) -> Change:
    """A task, timed from now; its label is kept without what is personal."""
    return Change(
        (
            (
                "INSERT INTO tasks(key, study, label, started_at)"
                " SELECT ?, key, ?, ? FROM study_sessions WHERE key = ?",
                (key, without_personal(label), stamp(at), study),
            ),
        )
    )


def task_stopped(key: str, at: datetime, seconds: float) -> Change:
    """The end of a task."""
    return Change(
        (
            (
                "UPDATE tasks SET ended_at = ?, seconds = ? WHERE key = ?",
                (stamp(at), round(seconds, 3), key),
            ),
        )
    )


def withheld(study: str, reason: str, since: datetime, until: datetime | None) -> Change:
    """A stretch of time of which nothing is kept; until is None while it lasts."""
    return Change(
        (
            (
                "INSERT INTO withheld(study, reason, from_at, to_at)"
                " SELECT key, ?, ?, ? FROM study_sessions WHERE key = ?",
                (reason, stamp(since), None if until is None else stamp(until), study),
            ),
        )
    )


def resumed(study: str, at: datetime) -> Change:
    """The end of a pause."""
    return Change(
        (
            (
                "UPDATE withheld SET to_at = ? WHERE study = ? AND to_at IS NULL",
                (stamp(at), study),
            ),
        )
    )


def rated(turn: str, points: Mapping[str, int | None], seconds: float, at: datetime) -> Change:
    """The ratings of a turn (by its key); None stands for a question that was skipped."""
    return Change(
        tuple(
            (
                "INSERT OR REPLACE INTO ratings(turn_id, scale, points, seconds, at)"
                " SELECT id, ?, ?, ?, ? FROM turns WHERE key = ?",
                (scale, value, round(seconds, 3), stamp(at), turn),
            )
            for scale, value in points.items()
        )
    )


def withdrawn(key: str) -> Erasure:
    """A session with all that hangs on it."""
    return Erasure((("DELETE FROM study_sessions WHERE key = ?", (key,)),), study=key)


def participant_withdrawn(participant: str, at: datetime) -> Erasure:
    """All sessions of a participant; that there was a consent, and until when, stays."""
    return Erasure(
        (
            ("DELETE FROM study_sessions WHERE participant = ?", (participant,)),
            (
                "UPDATE consents SET withdrawn_at = ?"
                " WHERE participant = ? AND withdrawn_at IS NULL",
                (stamp(at), participant),
            ),
        )
    )


def _participant(participant: Participant, at: datetime) -> tuple[str, tuple[str, ...]]:
    return (
        "INSERT OR IGNORE INTO participants VALUES (?, ?, ?)",
        (participant.id, participant.group, stamp(at)),
    )
