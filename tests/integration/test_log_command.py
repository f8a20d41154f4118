from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_app.cli import log as command
from whichone_core.errors import InputError, StorageError
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.ports import TurnRecord
from whichone_core.settings import Settings
from whichone_core.types.answers import Reason
from whichone_core.types.strategies import Strategy

from tests.turns import a_frame, a_turn, an_answer

Whichone = Callable[..., str]


@pytest.fixture
def whichone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Whichone:
    """Runs `whichone log ...` for a user of its own and gives what it printed."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))

    def call(*words: str) -> str:
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        assert command.run(parser.parse_args(words), Settings()) == 0
        return capsys.readouterr().out

    return call


@pytest.fixture
def log(whichone: Whichone) -> Path:
    """A log of four turns: answered, abstained, asked back and failed."""
    session = SessionLog(folders().log_file, keep_pictures=True)
    blurred = an_answer("I can't tell.", strategy=Strategy.ABSTAIN, reason=Reason.BAD_PICTURE)
    session.record(a_turn("What does it say?", answer=an_answer("=1+1", "Really.")))
    session.record(a_turn("What is it?", answer=blurred, frame=a_frame()))
    session.record(
        a_turn("Which?", answer=an_answer("The cup?", strategy=Strategy.CLARIFY), reply="the red")
    )
    session.record(TurnRecord("Why\x1b[2J\n?", None, None, None, error="The engine failed."))
    assert session.flush()
    session.close()
    return folders().log_file


def test_lists_one_turn_a_line_newest_first(log: Path, whichone: Whichone) -> None:
    lines = whichone("list").splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("4. ") and lines[0].endswith("Failed: The engine failed.")
    assert lines[1].endswith("Which? Reply: the red. Asked back: The cup?")
    assert lines[2].endswith("What is it? Could not tell: I can't tell.")
    assert lines[3].endswith("What does it say? Answer: =1+1 Really.")


def test_nothing_that_was_asked_or_read_can_steer_the_terminal(
    log: Path, whichone: Whichone
) -> None:
    printed = whichone("list") + whichone("show", "4")
    assert "\x1b" not in printed


def test_says_how_to_get_to_the_next_page(log: Path, whichone: Whichone) -> None:
    first = whichone("list", "--limit", "2").splitlines()
    assert first[-1] == "For older ones: whichone log list --before 3"
    assert whichone("list", "--before", "3").startswith("2. ")


def test_an_empty_log_says_why(whichone: Whichone) -> None:
    assert "nothing is kept" in whichone("list")


def test_searching_in_vain_is_a_sentence(log: Path, whichone: Whichone) -> None:
    assert whichone("list", "--search", "zebra") == "No such turns in the log.\n"


def test_json_holds_what_the_lines_leave_out(log: Path, whichone: Whichone) -> None:
    turns = json.loads(whichone("list", "--json"))
    assert [turn["id"] for turn in turns] == [4, 3, 2, 1]
    assert json.loads(whichone("show", "2", "--json")) == turns[2]


def test_shows_the_evidence_in_words(log: Path, whichone: Whichone) -> None:
    shown = whichone("show", "2").splitlines()
    assert "Reason: bad picture" in shown
    assert "Text read: Milch für Käthe" in shown
    assert "Things found: cup" in shown
    assert "Chances: direct 75%, abstain 25%" in shown


def test_exported_csv_holds_no_formula_and_opens_in_a_spreadsheet(
    log: Path, whichone: Whichone, tmp_path: Path
) -> None:
    file = tmp_path / "turns.csv"
    whichone("export", "--format", "csv", "--output", str(file))
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline="")))
    assert [row["id"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0]["text"] == "'=1+1 Really."
    assert (rows[1]["reason"], rows[1]["p_direct"], rows[1]["total_ms"]) == (
        "bad picture",
        "0.75",
        "150.5",
    )
    assert rows[1]["picture_file"].endswith(".webp")


def test_exported_json_lines_hold_everything(log: Path, whichone: Whichone) -> None:
    lines = [json.loads(line) for line in whichone("export").splitlines()]
    assert lines == list(reversed(json.loads(whichone("list", "--json"))))


def test_an_export_that_fails_leaves_what_was_there(
    log: Path, whichone: Whichone, tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match="could not be written"):
        whichone("export", "--output", str(tmp_path / "missing" / "turns.jsonl"))
    log.write_bytes(b"no database" * 100)
    file = tmp_path / "turns.jsonl"
    file.write_text("from last week")
    with pytest.raises(StorageError, match="damaged"):
        whichone("export", "--output", str(file))
    assert file.read_text() == "from last week"
    assert [entry.name for entry in tmp_path.iterdir() if entry.suffix == ".part"] == []


def test_deletes_turns_and_their_pictures(log: Path, whichone: Whichone) -> None:
    assert whichone("delete", "1", "2") == "2 turns and 1 picture deleted.\n"
    assert len(whichone("list").splitlines()) == 2


def test_deletes_a_session(log: Path, whichone: Whichone) -> None:
    assert whichone("delete", "--session", "1") == "4 turns and 1 picture deleted.\n"


def test_deleting_what_is_not_there_is_an_error(log: Path, whichone: Whichone) -> None:
    with pytest.raises(InputError, match="nothing of that number"):
        whichone("delete", "99")


def test_forgets_the_last_minutes_and_names_what_it_cannot_reach(
    log: Path, whichone: Whichone
) -> None:
    log.with_name("whichone.damaged-20260101.db").write_bytes(b"old")
    printed = whichone("forget", "5").splitlines()
    assert printed[0] == "4 turns and 1 picture deleted."
    assert "whichone.damaged-20260101.db" in printed[1]


@pytest.mark.parametrize(
    "words", [["forget", "nan"], ["forget", "-1"], ["show", "0"], ["list", "--limit", "x"], []]
)
def test_wrong_words_are_refused(words: list[str], whichone: Whichone) -> None:
    with pytest.raises(SystemExit):
        whichone(*words)


def test_says_where_the_log_is(whichone: Whichone) -> None:
    assert whichone("path").strip() == str(folders().log_file)
