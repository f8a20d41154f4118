"""A full disk is said in a sentence with what to do, whatever met it and however deep."""

from __future__ import annotations

import argparse
import errno
import sqlite3
from pathlib import Path

import pytest
from whichone_app.cli import guard
from whichone_core.errors import DeviceError, StorageError
from whichone_core.full_disk import full_disk
from whichone_core.languages import use_language
from whichone_data.cli import main as data_main
from whichone_training.ending import exit_code

NO_SPACE = OSError(errno.ENOSPC, "No space left on device", "rows.jsonl")
SAID = "The disk is full. Free some space, then run the same command again."


@pytest.mark.parametrize(
    "error",
    [
        NO_SPACE,
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        OSError("2000000 requested and 131056 written"),
        sqlite3.OperationalError("database or disk is full"),
        RuntimeError("[enforce fail at inline_container.cc:672] . unexpected pos 576 vs 534"),
        Exception("Error while serializing: I/O error: No space left on device (os error 28)"),
    ],
    ids=["file", "quota", "numpy", "sqlite", "torch", "safetensors"],
)
def test_every_librarys_way_to_say_it_is_understood(error: Exception) -> None:
    found = full_disk(error)
    assert found is not None and found.spoken == SAID
    assert str(error) in found.cause


@pytest.mark.parametrize(
    "error",
    [
        PermissionError(errno.EACCES, "Permission denied"),
        RuntimeError("CUDA out of memory"),
        StorageError("rows.jsonl can't be read.", cause="No space left on device"),
    ],
)
def test_other_failures_are_not_taken_for_it(error: Exception) -> None:
    assert full_disk(error) is None


def failed(error: Exception, reason: Exception | None) -> Exception:
    """An error as `raise ... from ...` makes it."""
    error.__cause__ = reason
    return error


def test_an_error_of_ours_keeps_what_it_names_and_gets_the_right_remedy() -> None:
    ours = StorageError("rows.jsonl can't be written.", remedy="Choose another folder.")
    found = full_disk(failed(ours, NO_SPACE))
    assert found is not None and found.spoken == f"rows.jsonl can't be written. {SAID}"


def test_an_error_that_speaks_of_the_disk_already_is_said_as_it_is() -> None:
    ours = StorageError("The disk of /models is full.", remedy="Free some space, then try again.")
    found = full_disk(failed(ours, NO_SPACE))
    assert found is not None and found.spoken == ours.spoken


def test_what_is_raised_instead_of_a_full_disk_and_says_so_is_another_error() -> None:
    ours = StorageError("It is somewhere else now.")
    ours.__context__, ours.__suppress_context__ = NO_SPACE, True
    assert full_disk(ours) is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "El disco está lleno. Libera espacio y repite el mismo comando."),
        ("de", "Die Festplatte ist voll. Mach Platz frei und gib denselben Befehl noch einmal."),
    ],
)
def test_it_is_said_in_the_users_language(language: str, said: str) -> None:
    use_language(language)
    try:
        found = full_disk(NO_SPACE)
    finally:
        use_language("en")
    assert found is not None and found.spoken == said


# ------------------------------------------------------------------ the command lines


def full(*_: object) -> int:
    raise NO_SPACE


def test_training_and_its_measuring_end_with_the_sentence_and_no_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(full, "whichone-train", "extra called training") == 1
    assert capsys.readouterr().err == f"whichone-train: {SAID}\n"


def test_the_data_tools_end_with_the_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("whichone_data.aqua.parts_command.run_cut", full)
    words = ["--output", str(tmp_path), "--parts", str(tmp_path), "--count", "2"]
    assert data_main(["aqua", "cut", *words]) == 1
    assert capsys.readouterr().err == f"whichone-data: {SAID}\n"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NO_SPACE, SAID),
        (DeviceError("It could not be saved as a.wav."), f"It could not be saved as a.wav. {SAID}"),
    ],
    ids=["unknown", "ours"],
)
def test_the_command_line_ends_with_the_sentence(
    error: Exception,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))

    def command(*_: object) -> int:
        raise failed(error, None if error is NO_SPACE else NO_SPACE)

    assert guard.run(command, argparse.Namespace(command="ask")) == 1
    assert capsys.readouterr().err == f"whichone: {said}\n"
