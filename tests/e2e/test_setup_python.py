"""Set-up with another Python, and what make does after it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.e2e.machines import NO_NETWORK, ROOT, VENV_STUB, Machine

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="setup is for Linux")


def test_another_system_than_debian_is_told_what_it_needs(machine: Machine) -> None:
    (machine.programs / "dpkg-query").unlink()
    ran = machine.set_up()
    assert ran.returncode == 0
    assert "no Debian or Ubuntu" in ran.stderr and "apt-run.txt" in ran.stderr


OLD_PYTHON = 'case "$*" in *version_info*) exit 1 ;; esac; exit 0'


def test_an_old_python_is_told_before_anything_is_changed(machine: Machine) -> None:
    machine.is_root(True)
    machine.stub("apt-get", "exit 0")
    machine.stub("dpkg-query", "exit 0")
    machine.stub("python3", OLD_PYTHON)
    ran = machine.set_up()
    assert ran.returncode == 1
    assert ran.stderr == (
        "WhichOne needs Python 3.11 or newer. Install it, or set PYTHON to where it is.\n"
    )
    assert not any(call.startswith("apt-get") for call in machine.calls())
    assert not (machine.project / ".venv").exists()


def test_a_newer_python_beside_an_old_one_is_used(machine: Machine) -> None:
    machine.stub("python3", OLD_PYTHON)
    machine.stub("python3.12", VENV_STUB)
    assert machine.set_up().returncode == 0
    assert "python3.12 -m venv .venv" in machine.calls()


def test_the_python_that_is_named_is_used(machine: Machine) -> None:
    machine.stub("my-python", VENV_STUB)
    assert machine.set_up(PYTHON="my-python").returncode == 0
    assert "my-python -m venv .venv" in machine.calls()
    gone = machine.set_up("test", PYTHON="no-such-python")
    assert gone.returncode == 1 and gone.stderr.startswith("WhichOne needs Python 3.11")


def test_without_any_python_root_gets_one(machine: Machine) -> None:
    (machine.programs / "python3").unlink()
    machine.stub("later-python3", VENV_STUB)
    machine.is_root(True)
    machine.stub("dpkg", "exit 0")
    machine.stub("apt-get", '[ "$1" = update ] || cp_stub later-python3 "$STUBS/python3"')
    machine.stub("dpkg-query", "exit 0")
    ran = machine.set_up()
    assert ran.returncode == 0, ran.stderr
    assert any("apt-get install" in call and "python3" in call for call in machine.calls())


def test_without_any_python_a_user_is_told(machine: Machine) -> None:
    (machine.programs / "python3").unlink()
    ran = machine.set_up()
    assert ran.returncode == 1
    assert "There is no Python. Install python3 and python3-venv" in ran.stderr


def test_a_python_without_venv_is_told_which_package_has_it(machine: Machine) -> None:
    machine.stub(
        "python3",
        'case "$*" in *ensurepip*|*"-m venv"*) exit 1 ;; *print*) echo "python3.12-venv " ;; esac',
    )
    ran = machine.set_up()
    assert ran.returncode == 1
    assert "python3.12-venv" in ran.stderr
    assert "The virtual environment could not be made." in ran.stderr
    assert not (machine.project / ".venv").exists()


def test_another_word_than_run_and_test_is_refused(machine: Machine) -> None:
    ran = machine.set_up("everything")
    assert (ran.returncode, ran.stderr) == (2, "Say run, local or test.\n")


ECHOES = "#!/bin/sh\nprintf '%s|' \"$@\""


def make_run(
    machine: Machine, *words: str, program: str = ECHOES, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What `make run` does with these words, where set-up is through and the program a script."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed (apt-get install make)")
    shutil.copy(ROOT / "Makefile", machine.project / "Makefile")
    installed = machine.project / ".venv/bin/whichone"
    installed.write_text(f"{program}\n")
    installed.chmod(0o755)
    return subprocess.run(
        [make, "--no-print-directory", "run", *words],
        env={"PATH": str(machine.programs), "STUBS": str(machine.programs)} | dict(more or {}),
        cwd=machine.project,
        capture_output=True,
        encoding="utf-8",
    )


@pytest.mark.parametrize("asked", ["it costs $5 or $(x)?", 'it\'s "this" $HOME `id` \\', "--more"])
def test_make_passes_a_question_on_as_it_was_typed(machine: Machine, asked: str) -> None:
    machine.set_up()
    given = {"PICTURE": "a b é's.jpg", "QUESTION": asked}
    for ran in (
        make_run(machine, *(f"{name}={value}" for name, value in given.items())),
        make_run(machine, more=given),
    ):
        assert ran.stdout == f"run|--|a b é's.jpg|{asked}|", ran.stderr


@pytest.mark.parametrize("works", [True, False])
def test_make_gets_a_model_first_and_answers_without_it_too(machine: Machine, works: bool) -> None:
    machine.set_up()
    program = f"{ECHOES}; [ $1 != models ] || exit {0 if works else 4}"
    ran = make_run(machine, "MODEL=qwen $5 2.5", "PICTURE=a.jpg", program=program)
    assert ran.returncode == 0
    assert ran.stdout == "models|get|--|qwen $5 2.5|run|--|a.jpg||"
    assert any("--editable .[app,server,voice,local]" in call for call in machine.calls())
    assert ("the built-in engine answers" in ran.stderr) is not works


def test_without_a_network_a_model_costs_one_sentence_and_not_the_answer(machine: Machine) -> None:
    machine.set_up()
    machine.pip_does(NO_NETWORK)
    ran = make_run(machine, "MODEL=qwen2.5-vl-3b")
    assert (ran.returncode, ran.stdout) == (0, "run|--|||")
    assert ran.stderr.splitlines()[-2:] == [
        "The Python packages could not be installed, because the network cannot be reached. "
        "Connect and run the same command again.",
        "Until that works, the built-in engine answers.",
    ]
