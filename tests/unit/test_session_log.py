from __future__ import annotations

import json
import stat
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PIL import Image
from whichone_core.errors import InputError
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.ports import TurnRecord
from whichone_core.types.answers import Reason
from whichone_core.types.strategies import Strategy

from tests.turns import a_frame, a_turn, an_answer

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log" / "whichone.db"


def logged(path: Path, *turns: TurnRecord, keep_pictures: bool = False) -> LogReader:
    log = SessionLog(path, keep_pictures=keep_pictures)
    for turn in turns:
        log.record(turn)
    assert log.flush()
    log.close()
    return LogReader(path)


def test_every_stage_of_a_turn_is_read_back(path: Path) -> None:
    answer = an_answer("Too blurred.", strategy=Strategy.ABSTAIN, reason=Reason.BAD_PICTURE)
    frame = a_frame()
    (turn,) = logged(path, a_turn("What is it?", answer=answer, frame=frame)).turns()
    assert (turn.question, turn.text, turn.strategy) == ("What is it?", "Too blurred.", "abstain")
    assert (turn.reason, turn.retake) == ("bad picture", "Move closer.")
    assert turn.probabilities == {"direct": 0.75, "abstain": 0.25}
    assert turn.sentences == [{"text": "Too blurred.", "role": "answer"}]
    assert turn.options is not None and turn.options[0]["text"] == "the red cup"
    assert turn.quality is not None and turn.quality["findings"][0]["flaw"] == "blurred"
    assert turn.evidence is not None
    assert turn.evidence["text"]["lines"][0]["text"] == "Milch für Käthe"
    assert turn.timings_ms == {"evidence": 120.0, "total": 150.5}
    assert (turn.engine, turn.template, turn.picture) == ("builtin", "direct-3", frame.digest)


def test_a_failed_turn_keeps_its_question_and_error(path: Path) -> None:
    failed = TurnRecord("What is it?", None, None, None, error="The engine failed.")
    (turn,) = logged(path, failed).turns()
    assert (turn.question, turn.error, turn.text) == ("What is it?", "The engine failed.", None)


def test_pictures_are_kept_only_with_consent(path: Path) -> None:
    (turn,) = logged(path, a_turn(frame=a_frame())).turns()
    assert turn.picture is not None
    assert turn.picture_file is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_kept_picture_is_found_by_its_hash_and_kept_once(path: Path) -> None:
    reader = logged(path, *[a_turn(frame=a_frame(200)) for _ in range(3)], keep_pictures=True)
    files = {turn.picture_file for turn in reader.turns()}
    (file,) = files
    assert file is not None
    assert file.stem == a_frame(200).digest
    with Image.open(file) as picture:
        assert picture.size == (64, 48)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_other_users_cannot_read_the_log(path: Path) -> None:
    logged(path, a_turn(frame=a_frame()), keep_pictures=True)
    for entry in [path.parent, *path.parent.rglob("*")]:
        assert stat.S_IMODE(entry.stat().st_mode) & 0o077 == 0, entry


def test_a_session_without_turns_leaves_nothing(path: Path) -> None:
    SessionLog(path, keep_pictures=True).close()
    assert not path.exists()


def test_pages_do_not_overlap_and_the_newest_comes_first(path: Path) -> None:
    reader = logged(path, *[a_turn(f"Question {n}") for n in range(5)])
    first = reader.turns(limit=2)
    second = reader.turns(limit=2, before=first[-1].id)
    assert [turn.question for turn in first + second] == [f"Question {n}" for n in (4, 3, 2, 1)]


@pytest.mark.parametrize("search", ["KÄSE", "straße", "brot käse", "frisches"])
def test_search_finds_all_words_in_question_or_answer(path: Path, search: str) -> None:
    reader = logged(
        path,
        a_turn("Ist das Käse?", answer=an_answer("Frisches Brot, Hauptstrasse, STRASSE.")),
        a_turn("What colour is it?"),
    )
    assert [turn.question for turn in reader.turns(search=search)] == ["Ist das Käse?"]


def test_no_turn_of_this_number_is_a_plain_sentence(path: Path) -> None:
    with pytest.raises(InputError, match="no turn 7"):
        LogReader(path).turn(7)


def test_a_log_that_is_not_there_reads_as_empty_and_is_not_created(path: Path) -> None:
    reader = LogReader(path)
    assert reader.turns() == [] and reader.count() == 0
    assert reader.delete_turns([1]).turns == 0
    assert not path.exists()


def test_deleted_words_are_in_no_file_any_more(path: Path) -> None:
    secret = "My PIN is 4711-0815"
    turns = [a_turn(f"{secret} number {n}", reply="x" * (n * 40)) for n in range(60)]
    reader = logged(path, *turns, a_turn("harmless"))
    gone = reader.delete_turns([turn.id for turn in reader.turns(search="PIN", limit=100)])
    assert (gone.turns, gone.is_wiped) == (60, True)
    for file in path.parent.iterdir():
        assert secret.encode() not in file.read_bytes(), file
    assert [turn.question for turn in reader.turns()] == ["harmless"]


def test_a_picture_goes_with_the_last_turn_about_it(path: Path) -> None:
    reader = logged(
        path,
        a_turn(frame=a_frame(1)),
        a_turn(frame=a_frame(1)),
        a_turn(frame=a_frame(2)),
        keep_pictures=True,
    )
    assert reader.delete_turns([1]).pictures == 0
    assert reader.delete_turns([2]).pictures == 1
    assert [file.stem for file in (path.parent / "pictures").iterdir()] == [a_frame(2).digest]


def test_a_half_written_picture_goes_with_the_next_deletion(path: Path) -> None:
    reader = logged(path, a_turn(frame=a_frame(1)), a_turn(), keep_pictures=True)
    half = path.parent / "pictures" / "abc.part"
    half.write_bytes(b"half")
    reader.delete_turns([2])
    assert not half.exists()


def test_deleting_a_session_deletes_its_turns_alone(path: Path) -> None:
    logged(path, a_turn("first"), a_turn("first too"))
    reader = logged(path, a_turn("second"))
    assert reader.delete_sessions([1]).turns == 2
    assert [turn.question for turn in reader.turns()] == ["second"]


def test_numbers_of_deleted_turns_are_not_used_again(path: Path) -> None:
    logged(path, a_turn()).delete_turns([1])
    (turn,) = logged(path, a_turn()).turns()
    assert turn.id == 2


def test_forgetting_minutes_leaves_what_is_older(path: Path) -> None:
    clock = Clock()
    log = SessionLog(path, keep_pictures=False, clock=clock)
    log.record(a_turn("old"))
    clock.now += timedelta(minutes=10)
    log.record(a_turn("new"))
    assert log.flush()
    reader = LogReader(path)
    assert reader.forget(5, now=clock.now).turns == 1
    assert [turn.question for turn in reader.turns()] == ["old"]
    log.close()


def test_a_running_session_forgets_and_goes_on(path: Path) -> None:
    clock = Clock()
    log = SessionLog(path, keep_pictures=True, clock=clock)
    log.record(a_turn("keep"))
    clock.now += timedelta(minutes=1)
    log.record(a_turn("do not keep", frame=a_frame()))
    log.forget_since(clock.now)
    clock.now += timedelta(minutes=1)
    log.record(a_turn("go on"))
    assert log.flush()
    log.close()
    assert [turn.question for turn in LogReader(path).turns()] == ["go on", "keep"]
    assert not list((path.parent / "pictures").iterdir())


def test_a_turn_that_cannot_be_put_in_a_row_costs_only_itself(path: Path) -> None:
    odd = replace(an_answer(), evidence=object())  # type: ignore[arg-type]
    log = SessionLog(path, keep_pictures=False)
    log.record(a_turn("odd", answer=odd))
    assert not log.flush()
    log.record(a_turn("sound"))
    log.close()
    assert [turn.question for turn in LogReader(path).turns()] == ["sound"]
    assert log.last_problem == "1 answer could not be logged."


def test_what_a_turn_is_as_json_has_every_part(path: Path) -> None:
    (turn,) = logged(path, a_turn(frame=a_frame()), keep_pictures=True).turns()
    again = json.loads(json.dumps(turn.as_plain()))
    assert again["question"] == "What is this?"
    assert again["asked_at"].endswith("+00:00")
    assert again["picture_file"].endswith(".webp")
