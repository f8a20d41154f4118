"""One turn as a row of the log.

What a person may search for or count has a column of its own; what only a program reads
(sentences, options, quality, evidence, timings) is JSON.  Times are UTC, to the millisecond,
in a form that sorts as text.
"""

from __future__ import annotations

import json
import platform
import uuid
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from whichone_core.records import Json, answer_record, printable
from whichone_core.version import __version__

if TYPE_CHECKING:
    from whichone_core.ports import TurnRecord
    from whichone_core.types.pictures import Frame

Cell = str | int | None
Row = dict[str, Cell]

JSON_COLUMNS = ("probabilities", "sentences", "options", "quality", "evidence", "timings_ms")
TEXT_COLUMNS = ("strategy", "reason", "engine", "text", "retake")


@dataclass(frozen=True, slots=True)
class QueuedTurn:
    """A turn on its way to the log, without its pixels unless they may be kept.

    key: what ratings and corrections name it by; study: the key of the study session it is in.
    """

    asked_at: datetime
    turn: TurnRecord
    row_of_picture: Row
    frame: Frame | None
    key: str
    study: str | None = None


def queued(
    turn: TurnRecord, asked_at: datetime, *, with_picture: bool, study: str | None = None
) -> QueuedTurn:
    """Let go of the pixels (36 MB for 12 megapixels) unless the picture is to be kept."""
    frame = turn.frame
    return QueuedTurn(
        asked_at,
        replace(turn, frame=None),
        _picture_cells(frame),
        frame if with_picture else None,
        uuid.uuid4().hex,
        study,
    )


def _picture_cells(frame: Frame | None) -> Row:
    if frame is None:
        return {}
    width, height = frame.full_size
    return {
        "picture": frame.digest,
        "picture_source": str(frame.kind),
        "picture_width": width,
        "picture_height": height,
    }


def turn_row(queued_turn: QueuedTurn) -> Row:
    """All cells of a turn but its session."""
    turn = queued_turn.turn
    row: Row = {
        "asked_at": stamp(queued_turn.asked_at),
        "question": printable(turn.question),
        "reply": _text(turn.reply),
        "engine_version": turn.engine_version or __version__,
        "template": turn.template,
        "error": _text(turn.error),
        "key": queued_turn.key,
        "study": queued_turn.study,
        **queued_turn.row_of_picture,
    }
    if turn.answer is None:
        return row
    record = answer_record(turn.answer)
    row |= {name: _text(record[name]) for name in TEXT_COLUMNS}
    row |= {name: _json(record[name]) for name in JSON_COLUMNS}
    return row


def session_row(started_at: datetime) -> Row:
    """What is known of a session when its first turn is written."""
    return {
        "started_at": stamp(started_at),
        "program": __version__,
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
    }


def stamp(moment: datetime) -> str:
    """A time as it is written in the log."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def _text(value: Json) -> str | None:
    return None if value is None else printable(str(value))


def _json(value: Json) -> str | None:
    return None if value is None else json.dumps(value, allow_nan=False, ensure_ascii=False)
