"""What is withdrawn while another program holds the log is told, kept as a wish, and done."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from whichone_app.bootstrap import build_log
from whichone_app.presenters.study import StudyPresenter
from whichone_core.errors import StorageError
from whichone_core.log.logedit import Deleted, since
from whichone_core.log.sessionlog import SessionLog
from whichone_core.log.undone import Undone, finish
from whichone_core.paths import folders
from whichone_core.settings import LogConsent, Settings
from whichone_core.study import changes
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studyexport import export_study
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from tests.studies import Clock, begin, in_files, questions
from tests.turns import a_turn

IMPATIENT_S = 0.05
PATIENCE_S = 60.0


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    return folders().log_file


class Told:
    """Waits for what another thread tells."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.all: list[object] = []

    def __call__(self, *what: object) -> None:
        with self._changed:
            self.all.append(what[0] if len(what) == 1 else what)
            self._changed.notify_all()

    def wait(self, count: int = 1) -> list[object]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.all) >= count, PATIENCE_S)
            return list(self.all)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program that writes to the log, and takes its time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def a_study(path: Path) -> StudyLog:
    clock = Clock()
    redaction = PersonalRedaction(NoFaces())
    log = SessionLog(
        path, keep_pictures=False, busy_timeout_s=IMPATIENT_S, clock=clock, redaction=redaction
    )
    return StudyLog(log, clock=clock, steady=clock.steady)


def recorded(path: Path) -> StudyLog:
    """A session in which one thing was asked, which is on the disk."""
    study = a_study(path)
    begin(study)
    study.record(a_turn("secret question"))
    assert study.flush()
    return study


def test_it_is_told_at_once_and_done_when_the_log_is_free(path: Path) -> None:
    study = recorded(path)
    delayed, done = Told(), Told()
    with held(path):
        study.end(is_kept=False, done=done, delayed=delayed)
        assert delayed.wait() == [("The session log is in use by another program.", True)]
        assert done.all == []
        assert StudyReader(path).sessions() == [], "whoever looks finds it no more"
    assert done.wait() == [Deleted(1, 0, is_wiped=True)]
    study.close()
    assert delayed.all == [("The session log is in use by another program.", True)]
    assert in_files(path, "secret question") == []
    assert Undone(path).all() == []


def test_what_was_not_done_before_the_end_is_done_at_the_next_start_and_told(
    path: Path,
) -> None:
    study = recorded(path)
    with held(path):
        study.end(is_kept=False)
        study.close()
    assert questions(path) == ["secret question"]
    late = Told()
    again = a_study(path)
    again.tell_late(late)
    assert late.wait() == [Deleted(1, 0, is_wiped=True)]
    again.close()
    assert in_files(path, "secret question") == []
    assert StudyReader(path).sessions() == []
    assert Undone(path).all() == []


def test_a_kept_session_that_is_deleted_later_is_never_exported_meanwhile(
    path: Path, tmp_path: Path
) -> None:
    study = recorded(path)
    study.end(is_kept=True)
    assert study.flush()
    (session,) = StudyReader(path).sessions()
    delayed = Told()
    with held(path):
        study.delete_session(session.key, delayed=delayed)
        delayed.wait()
        with pytest.raises(StorageError, match="in use by another program"):
            finish(path, busy_timeout_s=IMPATIENT_S)
        study.close()
    assert export_study(path, tmp_path / "out", with_pictures=False).sessions == 0
    assert in_files(tmp_path / "out" / "study.db", "secret question") == []
    assert Undone(path).all() == []


def test_what_was_to_be_forgotten_is_forgotten_at_the_next_start_too(path: Path) -> None:
    study = recorded(path)
    with held(path):
        study.forget(5)
        study.record(a_turn("asked after it"))
        study.close()
    a_study(path).close()
    assert questions(path) == []
    assert in_files(path, "secret question") == []


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(log=LogConsent.TEXT), Settings(study=True)]
)
def test_the_next_start_does_it_whatever_is_to_be_kept_then(path: Path, settings: Settings) -> None:
    study = recorded(path)
    with held(path):
        study.end(is_kept=False)
        study.close()
    build_log(settings).close()
    assert questions(path) == []
    assert Undone(path).all() == []


def test_the_presenter_says_it_in_words(path: Path) -> None:
    study = recorded(path)
    said = Told()
    presenter = StudyPresenter(study, said, lambda call: call(), lambda _name: "")
    with held(path):
        presenter.withdraw()
        waits = said.wait(2)[1]
        assert waits == (
            "The session log is in use by another program. So it is not deleted yet. It goes as "
            "soon as it can, also at the next start, and is never exported."
        )
        study.close()
    again = a_study(path)
    StudyPresenter(again, said, lambda call: call(), lambda _name: "")
    assert said.wait(3)[2] == (
        "What could not be deleted before is deleted now. 1 answer and 0 pictures deleted."
    )
    again.close()


def test_where_the_wish_cannot_be_noted_that_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = recorded(path)

    def full(_self: Undone, _erasure: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Undone, "note", full)
    said = Told()
    presenter = StudyPresenter(study, said, lambda call: call(), lambda _name: "")
    with held(path):
        presenter.withdraw()
        assert "Leave WhichOne open until you hear that it is deleted." in str(said.wait(2)[1])
    assert said.wait(3)[2] == "1 answer and 0 pictures deleted."
    study.close()


# ---------------------------------------------------------------------- the file of wishes


@pytest.mark.parametrize(
    "text",
    ["", "[", "3", '[[["DROP TABLE turns", []]]]', '[[["DELETE FROM turns; DROP TABLE x", []]]]'],
)
def test_a_file_that_holds_something_else_is_set_aside_and_nothing_of_it_done(
    path: Path, text: str
) -> None:
    recorded(path).close()
    file = path.with_name(f"{path.stem}.to-delete.json")
    file.write_text(text)
    a_study(path).close()
    assert questions(path) == ["secret question"]
    assert not file.exists()
    assert file.with_suffix(".unreadable").read_text() == text


def test_wishes_for_a_log_that_is_gone_are_granted(path: Path) -> None:
    Undone(path).note(changes.withdrawn("k"))
    a_study(path).close()
    assert Undone(path).all() == []
    assert not path.exists()


def test_the_same_wish_comes_back_out_of_the_file(path: Path) -> None:
    undone, wish = Undone(path), changes.withdrawn("k1")
    later = since(Clock().now)
    undone.note(wish)
    undone.note(later)
    assert [one.statements for one in undone.all()] == [wish.statements, later.statements]
    assert undone.studies() == {"k1"}
    undone.done(wish)
    assert [one.statements for one in undone.all()] == [later.statements]
