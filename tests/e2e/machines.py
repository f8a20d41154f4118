"""A computer without anything, on which set-up finds only stand-ins."""

from __future__ import annotations

import shutil
import signal
import subprocess
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


NO_NETWORK = "echo 'NewConnectionError: Temporary failure in name resolution' >&2; exit 1"
