"""What a study keeps, and what it must not."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from whichone_core.errors import InputError
from whichone_core.log.logedit import Deleted
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.study.changes import SCALES, Participant, SessionPlan
from whichone_core.study.consent import load_consent
from whichone_core.study.studyexport import export_study
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from tests.studies import Clock, a_study, begin, clock, in_files, path, questions, study
from tests.turns import a_frame, a_turn, an_answer

__all__ = ["clock", "path", "study"]


def test_nothing_is_kept_before_someone_agreed(study: StudyLog, path: Path) -> None:
    study.record(a_turn("before"))
    study.close()
    assert not path.exists()


def test_a_question_from_before_the_consent_is_not_kept_when_it_is_answered_later(
    study: StudyLog, path: Path, clock: Clock
) -> None:
    begin(study)
    late = replace(an_answer(), timings_ms={"total": 60_000.0})
    study.record(a_turn("asked before", answer=late))
    study.record(a_turn("asked after"))
    study.close()
    assert questions(path) == ["asked after"]


def test_a_broken_letter_in_a_task_or_a_correction_costs_nothing_else(
    study: StudyLog, path: Path
) -> None:
    """Half an emoji, as a text that was cut off may end with; SQLite takes none."""
    begin(study, SessionPlan(Participant("P07"), "read\ud83d", "asks\ud83d"))
    study.start_task("soup\ud83d")
    study.record(a_turn("which one?\ud83d"))
    study.contest("No, a bowl\ud83d", becomes_item=False)
    assert study.flush()
    study.close()
    reader = StudyReader(path)
    details = reader.details(reader.sessions()[0].key)
    assert questions(path) == ["which one??"]
    assert [row["label"] for row in details.tasks] == ["soup?"]
    assert [row["correction"] for row in details.contests] == ["No, a bowl?"]


def test_what_was_agreed_is_kept_with_the_text_and_its_hash(study: StudyLog, path: Path) -> None:
    begin(study, with_pictures=True)
    study.close()
    (consent,) = StudyReader(path).consents()
    text = load_consent()
    assert (consent["participant"], consent["text_sha256"]) == ("P07", text.sha256)
    assert (consent["text_version"], consent["with_pictures"]) == ("1", 1)
    assert consent["heard_whole"] is None, "nobody watched"
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT text FROM consent_texts").fetchone() == (text.text,)


@pytest.mark.parametrize("agreed", [True, False])
def test_pictures_are_kept_only_with_a_consent_of_their_own(
    study: StudyLog, path: Path, agreed: bool
) -> None:
    begin(study, with_pictures=agreed)
    study.record(a_turn(frame=a_frame()))
    study.close()
    (turn,) = LogReader(path).turns()
    assert (turn.picture_file is not None) is agreed


def test_nothing_is_kept_while_it_pauses(study: StudyLog, path: Path) -> None:
    begin(study)
    study.record(a_turn("one"))
    study.pause()
    study.record(a_turn("secret"))
    study.resume()
    study.record(a_turn("two"))
    study.close()
    assert questions(path) == ["one", "two"]
    (session,) = StudyReader(path).sessions()
    (pause,) = StudyReader(path).details(session.key).withheld
    assert pause["reason"] == "paused" and pause["from_at"] < pause["to_at"]


def test_a_kept_session_says_who_what_and_how_long(study: StudyLog, path: Path) -> None:
    begin(study)
    study.start_task()
    study.record(a_turn("What is it?"))
    took = study.stop_task()
    assert took is not None and took > 0
    study.rate(str(study.last_turn), {"relevance": 3, "correctness": None}, 4.5)
    study.contest("It is a can, call 0171-2345678", becomes_item=True)
    study.end(is_kept=True)
    study.close()
    reader = StudyReader(path)
    (session,) = reader.sessions()
    assert (session.participant, session.task, session.condition) == (
        "P07",
        "reading labels",
        "asks back",
    )
    assert (session.outcome, session.turns, session.rated) == ("kept", 1, 1)
    found = reader.details(session.key)
    assert [(row["scale"], row["points"]) for row in found.ratings] == [
        ("correctness", None),
        ("relevance", 3),
    ]
    assert found.contests[0]["correction"] == "It is a can, call [phone number]"
    assert found.contests[0]["becomes_item"] == 1
    assert found.tasks[0]["label"] == "Task 1" and found.tasks[0]["seconds"] == took


def test_a_session_that_was_not_decided_about_stays_open_and_is_not_exported(
    study: StudyLog, path: Path, tmp_path: Path
) -> None:
    begin(study)
    study.record(a_turn())
    study.close()
    (session,) = StudyReader(path).sessions()
    assert session.outcome == "open" and session.ended_at is not None
    assert export_study(path, tmp_path / "out", with_pictures=True).turns == 0
    StudyReader(path).keep(session.id)
    assert export_study(path, tmp_path / "out", with_pictures=True).turns == 1


def test_a_withdrawn_session_is_in_no_file_any_more(study: StudyLog, path: Path) -> None:
    begin(study, with_pictures=True)
    study.record(a_turn("The swordfish is blue", frame=a_frame()))
    study.contest("The marmalade is red", becomes_item=True)
    assert study.flush()
    assert in_files(path, "swordfish")
    gone: list[Deleted] = []
    study.end(is_kept=False, done=gone.append)
    assert study.flush()
    assert (gone[0].turns, gone[0].pictures, gone[0].is_wiped) == (1, 1, True)
    assert not in_files(path, "swordfish") and not in_files(path, "marmalade")
    study.close()
    assert StudyReader(path).sessions() == []


def test_forgetting_takes_rows_pictures_and_every_trace_of_the_words(
    study: StudyLog, path: Path, clock: Clock
) -> None:
    begin(study, with_pictures=True)
    study.record(a_turn("keep this one", frame=a_frame(1)))
    clock.now += timedelta(minutes=10)
    for number in range(30):
        study.record(a_turn(f"forget the zeppelin {number}", frame=a_frame(2)))
    study.rate(str(study.last_turn), {"fluency": 1}, 1.0)
    assert study.flush()
    gone: list[Deleted] = []
    study.forget(5, gone.append)
    assert study.flush()
    assert (gone[0].turns, gone[0].pictures) == (30, 1)
    assert questions(path) == ["keep this one"]
    assert not in_files(path, "zeppelin") and pieces(path, "zep") == 0
    assert segments(path) == 1, "a second one would hold what was deleted, and that it was"
    assert pieces(path, "kee") == 1
    assert study.last_turn is None
    (session,) = StudyReader(path).sessions()
    assert [one["reason"] for one in StudyReader(path).details(session.key).withheld] == [
        "forgotten"
    ]
    study.close()


def pieces(path: Path, piece: str) -> int:
    """In how many turns the search's index has these three letters."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, turn_words, row)")
        row = database.execute("SELECT doc FROM temp.v WHERE term = ?", (piece,)).fetchone()
    return 0 if row is None else int(row[0])


def segments(path: Path) -> int:
    """The parts of the search's index; deleted pieces stay in it until they are merged."""
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT count(DISTINCT segid) FROM turn_words_idx").fetchone()
    return int(found[0])


def test_the_words_that_wait_while_the_log_is_locked_can_be_withdrawn(
    path: Path, clock: Clock
) -> None:
    study = a_study(path, clock)
    begin(study)
    assert study.flush()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    study.record(a_turn("unwritten"))
    study.end(is_kept=False)
    other.execute("ROLLBACK")
    other.close()
    assert study.flush(60)
    study.close()
    assert questions(path) == [] and not in_files(path, "unwritten")


def test_what_comes_after_a_withdrawal_from_outside_is_not_kept(
    study: StudyLog, path: Path
) -> None:
    begin(study)
    study.record(a_turn("one"))
    assert study.flush()
    reader = StudyReader(path)
    assert reader.withdraw(reader.sessions()[0].id).turns == 1
    study.record(a_turn("two"))
    study.rate(str(study.last_turn), {"fluency": 2}, 1.0)
    study.start_task()
    assert study.flush()
    study.close()
    assert questions(path) == [] and reader.sessions() == []


def test_a_participant_who_withdraws_leaves_only_the_dates_of_consent(
    study: StudyLog, path: Path
) -> None:
    for participant in ("P07", "P08"):
        begin(study, SessionPlan(Participant(participant)))
        study.record(a_turn(participant))
        study.end(is_kept=True)
    study.close()
    reader = StudyReader(path)
    assert reader.withdraw_participant("P07").turns == 1
    assert questions(path) == ["P08"]
    assert [one["withdrawn_at"] is None for one in reader.consents()] == [False, True]
    with pytest.raises(InputError, match="no participant P99"):
        reader.withdraw_participant("P99")


def test_sessions_are_found_by_code_task_and_what_was_said(study: StudyLog, path: Path) -> None:
    begin(study)
    study.record(a_turn("Where is the Käse?"))
    study.end(is_kept=True)
    begin(study, SessionPlan(Participant("P08"), "cooking"))
    study.end(is_kept=True)
    study.close()
    reader = StudyReader(path)

    def found(search: str) -> list[str]:
        return [one.participant for one in reader.sessions(search=search)]

    assert found("KÄSE") == ["P07"] and found("cook") == ["P08"] and found("p0") == ["P08", "P07"]
    assert found("zebra") == []
    assert [one.participant for one in reader.sessions(before=2)] == ["P07"]


def test_the_export_is_pseudonymous_and_leaves_out_the_users_own_log(
    study: StudyLog, path: Path, tmp_path: Path
) -> None:
    own = SessionLog(path, keep_pictures=False)
    own.record(a_turn("my own question"))
    own.close()
    begin(study, with_pictures=True)
    study.record(a_turn("=cmd", frame=a_frame(3)))
    study.rate(str(study.last_turn), dict.fromkeys(SCALES, 3), 9.0)
    study.end(is_kept=True)
    study.close()
    out = tmp_path / "out"
    gone = export_study(path, out, with_pictures=True)
    assert (gone.sessions, gone.turns, gone.pictures) == (1, 1, 1)
    assert not [file for file in out.rglob("*") if file.is_file()
                and b"my own" in file.read_bytes()]  # fmt: skip
    with (out / "ratings.csv").open(encoding="utf-8-sig") as stream:
        (rating,) = csv.DictReader(stream)
    assert rating["participant"] == "P07" and rating["helpfulness"] == "3"
    with (out / "turns.csv").open(encoding="utf-8-sig") as stream:
        assert [row["question"] for row in csv.DictReader(stream)] == ["'=cmd"]
    (line,) = (out / "turns.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["question"] == "=cmd"
    tables = json.loads((out / "metadata.json").read_text())["databases"]["study"]["tables"]
    with closing(sqlite3.connect(out / "study.db")) as database:
        there = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
        assert database.execute("SELECT question FROM turns").fetchall() == [("=cmd",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert set(tables) <= there


def test_exporting_twice_gives_the_same_again(study: StudyLog, path: Path, tmp_path: Path) -> None:
    begin(study)
    study.record(a_turn())
    study.end(is_kept=True)
    study.close()
    for _ in range(2):
        assert export_study(path, tmp_path / "out", with_pictures=False).turns == 1


def test_a_study_that_was_never_begun_exports_empty_tables(path: Path, tmp_path: Path) -> None:
    assert export_study(path, tmp_path / "out", with_pictures=True).sessions == 0


def test_what_is_stored_is_counted(study: StudyLog, path: Path) -> None:
    begin(study)
    study.record(a_turn())
    study.record(a_turn())
    study.rate(str(study.last_turn), dict.fromkeys(SCALES, 1), 1.0)
    study.close()
    stored = StudyReader(path).stored()
    assert (stored.participants, stored.sessions, stored.turns, stored.ratings) == (1, 1, 2, 1)
    assert stored.size > 0


def test_nothing_personal_in_task_or_condition_is_kept(study: StudyLog, path: Path) -> None:
    begin(study, SessionPlan(Participant("P07"), "mail to a.b@example.org", "tel 555 1234"))
    study.start_task("read 4111 1111 1111 1111")
    turn = a_turn("Call 0171 2345678?")
    study.record(replace(turn, error="no answer from a.b@example.org"))
    study.end(is_kept=True)
    study.close()
    for words in ("a.b@example", "555 1234", "4111 1111", "2345678"):
        assert in_files(path, words) == []
    (session,) = StudyReader(path).sessions()
    assert (session.task, session.condition) == ("mail to [e-mail address]", "tel [phone number]")
