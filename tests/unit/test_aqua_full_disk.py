"""A disk that is full: one clear error, and what was there before stays."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from whichone_core.errors import StorageError
from whichone_data.llm.answers import Answers, Reply, Status, answered_keys, kept_answers
from whichone_data.project import open_project
from whichone_data.state import opened


def reply(key: str, text: str) -> Reply:
    return Reply(key, "1", "prompt 1", "small", "small-1", Status.ANSWERED, text)


def test_rows_that_do_not_fit_leave_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = open_project(tmp_path, {"kind": "aqua"})
    project.write_rows("pairs", [{"picture": "1"}])

    def full(path: Path, text: str, encoding: str) -> int:
        with path.open("w", encoding=encoding) as file:
            file.write(text[:5])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(StorageError, match=r"pairs.jsonl can't be written") as caught:
        project.write_rows("pairs", [{"picture": "1"}, {"picture": "2"}])
    assert "No space left" in caught.value.cause
    assert project.read_rows("pairs") == [{"picture": "1"}]


def test_an_answer_that_does_not_fit_loses_none_that_was_paid_for(tmp_path: Path) -> None:
    with kept_answers(tmp_path) as answers:
        answers.put(reply("first", "short"))
    with (
        pytest.raises(StorageError, match=r"state.sqlite can't be written") as caught,
        opened(tmp_path) as database,
    ):
        # SQLite's own way to say that the disk holds no more.
        database.execute("PRAGMA max_page_count = 1")
        Answers(database).put(reply("second", "long " * 100_000))
    assert "full" in caught.value.cause
    assert "Free some space" in caught.value.remedy
    assert answered_keys(tmp_path) == {"first"}
