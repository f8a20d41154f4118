"""Search in the log: as if every text were read, but by the index."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whichone_core.log.logreader import LogReader, search_query
from whichone_core.log.logrows import queued, turn_row
from whichone_core.log.logschema import open_log
from whichone_core.log.logsteps import STEPS
from whichone_core.log.logwriter import LogWriter, ReadyTurn
from whichone_core.study.studyreader import SESSIONS

from tests.turns import a_turn, an_answer

LETTERS = st.sampled_from("aAäÄßsSkK \"*%_-1'ı")


def written(path: Path, texts: list[str]) -> LogReader:
    now = datetime.now(UTC)
    answer = an_answer("☃")
    rows = [
        turn_row(queued(a_turn(text, answer=answer), now, with_picture=False)) for text in texts
    ]
    writer = LogWriter(path, now, 5.0)
    writer.write([ReadyTurn(now, row, None) for row in rows])
    writer.close(now)
    return LogReader(path)


def in_all_texts(texts: list[str], search: str) -> list[str]:
    """What reading every text would find, newest first."""
    words = search.casefold().split()
    return [text for text in reversed(texts) if all(word in text.casefold() for word in words)]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.text(LETTERS, max_size=14), min_size=1, max_size=12),
    st.lists(st.text(LETTERS, min_size=1, max_size=5), min_size=1, max_size=6),
)
def test_the_index_finds_what_reading_every_text_finds(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], searches: list[str]
) -> None:
    reader = written(tmp_path_factory.mktemp("log") / "log.db", texts)
    for search in searches:
        if search.strip():
            found = [turn.question for turn in reader.turns(search=search, limit=99)]
            assert found == in_all_texts(texts, search), search


def plan(path: Path, sql: str, values: list[str | int]) -> str:
    """How SQLite would go about a query."""
    database = open_log(path)
    try:
        rows = database.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    finally:
        database.close()
    return "; ".join(str(row[-1]) for row in rows)


@pytest.mark.parametrize("before", [None, 70_000])
@pytest.mark.parametrize("search", ["soup", "soup banknote", "what is so"])
def test_a_search_goes_through_the_index(tmp_path: Path, search: str, before: int | None) -> None:
    sql, values = search_query(search, before, 20)
    found = plan(tmp_path / "log.db", sql, values)
    assert "SCAN turn_words VIRTUAL TABLE INDEX" in found and ":M" in found
    assert "SCAN turns" not in found and "SCAN turn_texts" not in found
    assert "USE TEMP B-TREE" not in found, "the newest first, without sorting"


def test_the_newest_turns_and_sessions_are_found_without_reading_all(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    turns = plan(path, "SELECT * FROM turns WHERE id < ? ORDER BY id DESC LIMIT 20", [9])
    assert "SEARCH turns USING INTEGER PRIMARY KEY" in turns and "B-TREE" not in turns
    of_study = plan(path, "SELECT * FROM turns WHERE study = ? AND id > ? ORDER BY id", ["k", 9])
    assert "USING INDEX turns_by_study" in of_study and "B-TREE" not in of_study
    sessions = plan(path, f"{SESSIONS} ORDER BY study_sessions.id DESC LIMIT 50", [])
    assert "USING COVERING INDEX turns_by_study" in sessions
    assert "SCAN turns" not in sessions and "SCAN ratings" not in sessions
    assert "TEMP B-TREE FOR ORDER BY" not in sessions


def test_a_log_from_before_the_index_is_searched_after_it_was_brought_up_to_date(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log.db"
    database = open_log(path, steps=STEPS[:1])
    database.execute("INSERT INTO sessions VALUES (1, '2026', NULL, '1', 'x')")
    database.execute(
        "INSERT INTO turns(session, asked_at, question, engine_version, template)"
        " VALUES (1, '2026-11-01T10:00:00.000+00:00', 'Wo ist der KÄSE?', '1', 't')"
    )
    database.close()
    assert [turn.question for turn in LogReader(path).turns(search="käse")] == ["Wo ist der KÄSE?"]


def test_the_index_agrees_with_its_texts_after_deleting(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    reader = written(path, [f"cup {number}" for number in range(50)])
    reader.delete_turns(range(1, 40))
    with closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO turn_words(turn_words) VALUES ('integrity-check')")
        assert database.execute("SELECT count(*) FROM turn_texts").fetchone() == (11,)
    assert len(reader.turns(search="cup", limit=99)) == 11
