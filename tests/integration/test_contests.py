""" "That is wrong", from the conversation to the exported item."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from whichone_app.bootstrap import build_log
from whichone_app.cli import log as command
from whichone_app.renewing import RenewedAssistant
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.log.logcontests import contest_items
from whichone_core.log.logreader import LogReader
from whichone_core.log.otherlogs import NoLog
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.ports import TurnLog
from whichone_core.settings import LogConsent, Settings
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, TextEvidence
from whichone_models.builtin.finder import FixedFinder
from whichone_models.fake import ScriptedModel, answer

from tests.turns import a_frame, a_turn, an_answer

NOISE = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
PICTURE = replace(a_frame(), pixels=NOISE, full_size=(640, 480))
"""One without a fault, so that nothing is abstained from."""
SEEN = Evidence(text=TextEvidence(), objects=(), colours=(), codes=(), names=())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user of this test's own."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    return tmp_path


def contest(log: TurnLog) -> None:
    """Ask, and call the answer wrong."""
    model = ScriptedModel([answer("It is a cup."), answer("It is a mug.")])
    assistant = Assistant(FixedFinder(SEEN), [model], log, Policy())
    assistant.open(PICTURE)
    list(assistant.ask("What is this?", Cancel()))
    list(assistant.correct("=a bowl; größer", Cancel()))
    if isinstance(log, SessionLog):
        assert log.flush(300), "closing waits for half a minute, which a busy machine can need"
    assistant.close()


def exported(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args(["export", "--contests", *words]), Settings()) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_with_consent_it_becomes_an_item(capsys: pytest.CaptureFixture[str]) -> None:
    contest(SessionLog(folders().log_file, keep_pictures=True))
    (item,) = exported(capsys)
    assert item["question"] == "What is this?"
    assert item["wrong_answer"] == "It is a cup."
    assert item["answer"] == "=a bowl; größer"
    assert item["strategy"] == "direct"
    assert item["picture"] == PICTURE.digest
    assert Path(item["file"]).is_file()
    assert item["schema_version"] == 1


def test_without_consent_nothing_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    contest(NoLog())
    assert exported(capsys) == []
    assert not folders().log_file.exists()


def test_without_pictures_there_is_only_their_hash(capsys: pytest.CaptureFixture[str]) -> None:
    contest(SessionLog(folders().log_file, keep_pictures=False))
    (item,) = exported(capsys)
    assert (item["picture"], item["file"]) == (PICTURE.digest, None)


def test_an_item_goes_with_its_turn(capsys: pytest.CaptureFixture[str]) -> None:
    contest(SessionLog(folders().log_file, keep_pictures=False))
    assert LogReader(folders().log_file).delete_turns([1]).turns == 1
    assert exported(capsys) == []


def test_what_was_not_agreed_to_become_one_is_left_out() -> None:
    log = SessionLog(folders().log_file, keep_pictures=False)
    log.record(a_turn("What is it?", answer=an_answer("A cup.")))
    log.contest("a bowl", becomes_item=False)
    log.close()
    assert list(contest_items(folders().log_file)) == []


def renewed(log: LogConsent, change: dict[str, Any]) -> None:
    """Ask, choose other settings, and call the answer wrong that came before."""
    said = iter(("It is a cup.", "It is a mug."))

    def build(settings: Settings) -> Assistant:
        model = ScriptedModel([answer(next(said))])
        return Assistant(FixedFinder(SEEN), [model], build_log(settings), Policy())

    settings = Settings(log=log, engine="builtin")
    assistant = RenewedAssistant(build, settings)
    assistant.open(PICTURE)
    list(assistant.ask("What is this?", Cancel()))
    assistant.use(settings.model_copy(update=change))
    list(assistant.correct("a bowl", Cancel()))
    if isinstance(assistant.log, SessionLog):
        assert assistant.log.flush(300)
    assistant.close()


@pytest.mark.parametrize("change", [{"ask_more": 0.3}, {"log": LogConsent.PICTURES}])
def test_an_answer_of_before_the_engine_was_changed_is_the_one_that_was_wrong(
    capsys: pytest.CaptureFixture[str], change: dict[str, Any]
) -> None:
    renewed(LogConsent.TEXT, change)
    (item,) = exported(capsys)
    assert (item["question"], item["wrong_answer"]) == ("What is this?", "It is a cup.")
    assert item["answer"] == "a bowl"
    first, second = LogReader(folders().log_file).every_turn()
    assert first.text == "It is a cup."
    assert second.text is not None and second.text.startswith("It is a mug.")


@pytest.mark.parametrize(
    ("before", "after"), [(LogConsent.TEXT, LogConsent.OFF), (LogConsent.OFF, LogConsent.TEXT)]
)
def test_what_may_not_be_kept_is_not_kept_either_when_the_log_was_changed(
    capsys: pytest.CaptureFixture[str], before: LogConsent, after: LogConsent
) -> None:
    renewed(before, {"log": after})
    assert exported(capsys) == []


def test_items_are_written_whole_to_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    contest(SessionLog(folders().log_file, keep_pictures=False))
    path = tmp_path / "items.jsonl"
    assert exported(capsys, "--output", str(path)) == []
    (line,) = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["answer"] == "=a bowl; größer"
