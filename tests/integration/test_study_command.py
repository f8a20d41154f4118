"""`whichone study`, as a researcher types it."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from whichone_app.cli import study as command
from whichone_core.errors import InputError, StorageError
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.settings import Settings
from whichone_core.study.changes import Participant, SessionPlan
from whichone_core.study.consent import load_consent
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from tests.turns import a_frame, a_turn, an_answer

Whichone = Callable[..., str]


@pytest.fixture
def whichone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Whichone:
    """Runs `whichone study ...` for a user of its own and gives what it printed."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))

    def call(*words: str, typed: str = "") -> str:
        lines: Iterator[str] = iter(typed.splitlines())

        def read(prompt: str = "") -> str:
            print(prompt)
            try:
                return next(lines)
            except StopIteration as end:
                raise EOFError from end

        monkeypatch.setattr("builtins.input", read)
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        assert command.run(parser.parse_args(words), Settings()) == 0
        return capsys.readouterr().out

    return call


@pytest.fixture
def kept(whichone: Whichone) -> None:
    """Two kept sessions, of P07 with a picture and of P08."""
    log = SessionLog(
        folders().log_file, keep_pictures=False, redaction=PersonalRedaction(NoFaces())
    )
    study = StudyLog(log)
    for code in ("P07", "P08"):
        study.begin(
            SessionPlan(Participant(code), "labels"), load_consent(), with_pictures=code == "P07"
        )
        answer = replace(an_answer(), timings_ms={})
        study.record(a_turn(f"What is this, {code}?", answer=answer, frame=a_frame()))
        study.end(is_kept=True)
    assert study.flush()
    study.close()


def test_a_new_participant_gets_a_code(whichone: Whichone) -> None:
    assert whichone("new").startswith("P-")
    assert whichone("new", "--id", "P07", "--group", "sighted").strip() == "P07"
    assert StudyReader(folders().log_file).stored().participants == 2


@pytest.mark.parametrize(
    ("typed", "consents"), [("yes\nno\n", [0]), ("yes\nyes\n", [1]), ("maybe\n", []), ("", [])]
)
def test_only_a_plain_yes_is_a_consent(whichone: Whichone, typed: str, consents: list[int]) -> None:
    said = whichone("consent", "P07", typed=typed)
    assert "Taking part is your free choice." in said
    found = StudyReader(folders().log_file).consents()
    assert [one["with_pictures"] for one in found] == consents


def test_the_template_is_written_once(whichone: Whichone, tmp_path: Path) -> None:
    file = tmp_path / "consent.md"
    whichone("consent", "--template", str(file))
    assert load_consent(file).sha256 == load_consent().sha256
    with pytest.raises(InputError, match="there already"):
        whichone("consent", "--template", str(file))


@pytest.mark.usefixtures("kept")
def test_sessions_are_listed_found_and_shown(whichone: Whichone) -> None:
    lines = whichone("sessions").splitlines()
    assert lines[0].startswith("2. P08, ") and lines[0].endswith("labels. 1 answer, 0 rated. Kept.")
    assert whichone("sessions", "--search", "p07").count("\n") == 1
    assert "No session" in whichone("sessions", "--search", "zebra")
    shown = whichone("show", "1")
    assert "What is this, P07? Answer: It is a cup. The picture is kept." in shown
    stored = whichone("show")
    assert "2 sessions of 2 participants, 2 consents." in stored
    assert "P07 agreed to version 1" in stored
    assert len(json.loads(whichone("show", "1", "--json"))["turns"]) == 1


@pytest.mark.usefixtures("kept")
def test_ratings_are_given_in_words_or_one_by_one(whichone: Whichone) -> None:
    whichone("rate", "1", "relevance=3", "fluency=0")
    said = whichone("rate", "2", typed="3\nx\nb\n1\n2\n0\n3\n1\n")
    assert "2 of 5." in said and "Thank you." in said
    reader = StudyReader(folders().log_file)
    first, second = (reader.details(reader.session(number).key).ratings for number in (1, 2))
    assert {row["scale"]: row["points"] for row in first} == {"relevance": 3, "fluency": None}
    assert {row["scale"]: row["points"] for row in second} == {
        "relevance": 1,
        "helpfulness": 2,
        "plausibility": None,
        "fluency": 3,
        "correctness": 1,
    }
    with pytest.raises(InputError, match="no rating"):
        whichone("rate", "1", "beauty=3")
    with pytest.raises(InputError, match="no turn 9"):
        whichone("rate", "9", "fluency=1")


@pytest.mark.usefixtures("kept")
def test_withdrawing_and_forgetting_delete(whichone: Whichone) -> None:
    assert whichone("withdraw", "1", "--yes").startswith("1 answer and 0 pictures deleted.")
    assert whichone("forget", "5").startswith("1 answer and 1 picture deleted.")
    assert whichone("withdraw", "--participant", "P08", "--yes").startswith("0 answers")
    with pytest.raises(InputError, match="number of a session"):
        whichone("withdraw")
    with pytest.raises(InputError, match="no study session 1"):
        whichone("withdraw", "1")


class Terminal(io.StringIO):
    """A standard input where somebody can be asked."""

    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("words", "question"),
    [
        (("1",), "Delete session 1 of P07 with 1 answer for good?"),
        (("--participant", "P07"), "Delete 1 session of P07 for good?"),
    ],
)
def test_withdrawing_asks_first_on_a_terminal(
    whichone: Whichone, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], question: str
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    for typed in ("no\n", "", "maybe\n"):
        said = whichone("withdraw", *words, typed=typed)
        assert said.startswith(question) and said.endswith("Nothing was deleted.\n")
    assert StudyReader(folders().log_file).stored().sessions == 2
    assert "1 answer and " in whichone("withdraw", *words, typed="yes\n")
    assert StudyReader(folders().log_file).stored().sessions == 1


@pytest.mark.usefixtures("kept")
def test_without_a_terminal_nothing_is_withdrawn_unless_it_was_agreed_to(
    whichone: Whichone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    with pytest.raises(InputError, match="no terminal to ask on") as refused:
        whichone("withdraw", "1", typed="yes\n")
    assert "--yes" in refused.value.spoken
    with pytest.raises(InputError, match="no participant P99"):
        whichone("withdraw", "--participant", "P99")
    assert StudyReader(folders().log_file).stored().sessions == 2


@pytest.mark.usefixtures("kept")
def test_export_names_the_sessions_that_nobody_decided_about(
    whichone: Whichone, tmp_path: Path
) -> None:
    study = StudyLog(
        SessionLog(folders().log_file, keep_pictures=False, redaction=PersonalRedaction(NoFaces()))
    )
    study.begin(SessionPlan(Participant("P09"), "labels"), load_consent(), with_pictures=False)
    assert study.flush()
    try:
        said = whichone("export", str(tmp_path / "out")).splitlines()
        found = json.loads(whichone("export", str(tmp_path / "out"), "--json"))
    finally:
        study.close()
    assert said[0].startswith("2 sessions with 2 answers")
    assert said[1] == (
        "1 session was left out, as it is not decided whether it is kept: 3. "
        "To keep one: whichone study keep NUMBER."
    )
    assert found["undecided"] == [3]


@pytest.mark.usefixtures("kept")
def test_an_export_that_cannot_be_written_is_told_of_as_one(
    whichone: Whichone, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError) as refused:
        whichone("export", str(tmp_path / "file" / "out"))
    assert str(refused.value).startswith("The study could not be written to ")
    assert "log" not in str(refused.value)


@pytest.mark.usefixtures("kept")
def test_export_writes_a_folder(whichone: Whichone, tmp_path: Path) -> None:
    said = whichone("export", str(tmp_path / "out"), "--pictures")
    assert said.startswith("2 sessions with 2 answers and 1 picture written")
    assert {file.name for file in (tmp_path / "out").iterdir()} >= {
        "study.db",
        "turns.csv",
        "turns.jsonl",
        "ratings.csv",
        "metadata.json",
        "pictures",
    }


def test_without_any_study_everything_says_so(whichone: Whichone, tmp_path: Path) -> None:
    assert "No study session" in whichone("sessions")
    assert whichone("show").startswith("0 sessions of 0 participants")
    assert whichone("forget", "5").startswith("0 answers")
    assert not folders().log_file.exists()
