"""What the privacy page says is what the settings do."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from whichone_app.presenters.privacy import NOTHING, PrivacyPage
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import Folders
from whichone_core.ports import TurnRecord
from whichone_core.settings import Settings
from whichone_core.types.answers import Answer, Decision, Sentence
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.strategies import Role, Strategy


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path / "config", tmp_path / "data", tmp_path / "cache")


def page(folders: Folders, **settings: object) -> PrivacyPage:
    return PrivacyPage(lambda: Settings.model_validate(settings), folders)


def turn() -> TurnRecord:
    frame = Frame(
        np.zeros((4, 4, 3), np.uint8), SourceKind.FILE, datetime.now(UTC), (4, 4), "0" * 64
    )
    sentence = Sentence("A cup.", Role.ANSWER)
    answer = Answer(Decision(Strategy.DIRECT), (sentence,), "builtin")
    return TurnRecord("What is this?", None, frame, answer)


def test_without_exceptions_the_first_sentence_is_that_nothing_leaves(folders: Folders) -> None:
    lines = page(folders).lines()
    assert lines[0] == NOTHING == "Nothing leaves this computer."
    assert "Nothing of what you ask is kept." in lines
    assert all(line.strip() for line in lines)


def test_a_server_is_the_first_thing_said_with_its_address(folders: Folders) -> None:
    lines = page(folders, engine="server", server="https://models.example.org/v1").lines()
    assert lines[0] == (
        "This leaves your computer: pictures and questions go to models.example.org."
    )
    assert NOTHING not in lines


def test_a_server_that_is_not_chosen_is_no_exception(folders: Folders) -> None:
    assert page(folders, server="https://models.example.org/v1").lines()[0] == NOTHING


def test_a_server_without_an_address_gets_nothing(folders: Folders) -> None:
    lines = page(folders, engine="server").lines()
    assert lines[0].startswith("A server is chosen, but nothing can be sent to it.")
    assert lines[1] == NOTHING


def test_a_server_on_this_computer_is_called_that(folders: Folders) -> None:
    first = page(folders, engine="server", server="localhost:11434").lines()[0]
    assert "another program on this computer" in first


@pytest.mark.parametrize(
    ("log", "words"),
    [("text", "pictures are not."), ("pictures", "Questions, answers and pictures are kept")],
)
def test_what_is_kept_is_what_was_agreed(folders: Folders, log: str, words: str) -> None:
    assert any(words in line for line in page(folders, log=log).lines())


def test_in_a_study_it_says_what_sessions_keep_whatever_the_log_is_set_to(folders: Folders) -> None:
    lines = page(folders, study=True, log="pictures").lines()
    study = next(line for line in lines if line.startswith("Study mode is on."))
    assert "Only study sessions that somebody agreed to are kept" in study
    assert any(line.startswith("Pictures are kept only of who agreed") for line in lines)
    assert "Questions, answers and pictures are kept on this computer." not in lines
    assert not any(line.startswith("Study mode") for line in page(folders).lines())


def test_everything_that_lies_here_is_named_with_its_place(folders: Folders) -> None:
    before = {each.words: each.bytes for each in page(folders).kept()}
    assert set(before.values()) == {None}
    folders.settings_file.parent.mkdir(parents=True)
    folders.settings_file.write_text("x" * 1500)
    line = next(each.line for each in page(folders).kept() if each.words == "Settings")
    assert line == f"Settings: 2 kilobytes, {folders.settings_file}"


def test_what_was_kept_is_deleted_whole(folders: Folders) -> None:
    log = SessionLog(folders.log_file, keep_pictures=True)
    log.record(turn())
    assert log.flush(300)
    log.close()
    assert page(folders).delete_log().startswith("Deleted: 1 turn, 1 picture.")
    assert LogReader(folders.log_file).count() == 0
    assert page(folders).delete_log() == "Nothing was kept, so there is nothing to delete."
