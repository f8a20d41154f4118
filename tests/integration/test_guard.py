"""Interrupts: Ctrl+C ends a command quietly, also where a library makes an error of it."""

from __future__ import annotations

import argparse
import importlib
import os
import py_compile
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_app.cli import guard
from whichone_core.settings import Settings


@pytest.fixture(autouse=True)
def heeded() -> Iterator[None]:
    """Interrupts are heeded, also where who started the tests has them ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))


def run(command: guard.Command) -> int:
    return guard.run(command, argparse.Namespace(command="ask"))


def test_an_interrupt_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: argparse.Namespace, __: Settings) -> int:
        signal.raise_signal(signal.SIGINT)
        return 0

    assert run(interrupted) == 130
    assert capsys.readouterr() == ("", "")


def test_an_interrupt_that_a_library_swallows_is_still_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def swallowed(_: argparse.Namespace, __: Settings) -> int:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt as error:
            raise LookupError("half of a dictionary") from error
        return 0

    assert run(swallowed) == 130
    assert capsys.readouterr() == ("", "")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_fault_of_ours_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: argparse.Namespace, __: Settings) -> int:
        raise LookupError("half of a dictionary")

    assert run(broken) == 1
    assert capsys.readouterr().err == (
        "whichone: Something went wrong inside WhichOne; the details are in its log file.\n"
    )


def test_a_compiled_module_that_a_full_disk_cut_short_is_mended_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "a_module_of_test_guard"
    (tmp_path / f"{name}.py").write_text("WORDS = ('a', 'b', 'c')\n" * 50)
    copy = Path(py_compile.compile(str(tmp_path / f"{name}.py"), doraise=True) or "")
    os.truncate(copy, 60)
    monkeypatch.syspath_prepend(str(tmp_path))

    def imports(_: argparse.Namespace, __: Settings) -> int:
        importlib.import_module(name)
        return 0

    assert run(imports) == 1
    assert capsys.readouterr().err == (
        "whichone: Files of WhichOne were damaged on the disk, as by a full one;"
        " they are mended now. Please try again.\n"
    )
    assert run(imports) == 0
