"""Child processes that speak: silenced by killing them, and never outliving this process.

On Linux the kernel is asked (PR_SET_PDEATHSIG, through util-linux's `setpriv`) to kill the
child when the thread that started it ends, even by kill -9; a `preexec_fn` would do the same
but is not safe beside other threads and makes every start copy this process's page tables.
Elsewhere a child speaks at most the one sentence it was given.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import IO


def _dying_with_us(command: list[str]) -> list[str]:
    setpriv = shutil.which("setpriv") if sys.platform.startswith("linux") else None
    return [setpriv, "--pdeathsig", "KILL", "--", *command] if setpriv else command


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended: its exit status and what it wrote to its error output."""

    status: int
    errors: str


class Child:
    """One program that was given its whole input and can be killed from any thread.

    Input and error output go through unnamed temporary files: a pipe could block on a long
    text, and arguments would show the text to other users of the machine.
    """

    def __init__(self, command: list[str], text: str) -> None:
        """Start the program; the thread that calls this must live as long as the child.

        Raises OSError where the program cannot be started.
        """
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by wait)
        try:
            with tempfile.TemporaryFile() as stdin:
                stdin.write(text.encode("utf-8", errors="ignore"))
                stdin.seek(0)
                self._process = subprocess.Popen(
                    _dying_with_us(command),
                    stdin=stdin,
                    stdout=subprocess.DEVNULL,
                    stderr=self._errors,
                )
        except OSError:
            self._errors.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()

    def wait(self, timeout_s: float) -> Ended:
        """Block until the program ended; may be called once.

        Raises subprocess.TimeoutExpired after killing a stuck one.
        """
        with self._errors:
            try:
                status = self._process.wait(timeout_s)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                raise
            self._errors.seek(0)
            return Ended(status, self._errors.read().decode("utf-8", errors="replace"))
