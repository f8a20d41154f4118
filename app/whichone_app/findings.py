"""What the doctor finds: values, and how a child process is asked without trusting it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from whichone_core.decimals import decimal
from whichone_core.languages import N_, language_used
from whichone_core.paths import is_folder
from whichone_core.settings_sources import PREFIX

from .catalogue import _

LANGUAGE = f"{PREFIX}LANGUAGE"
"""Tells a child process the language of what it says."""


class State(StrEnum):
    """How a part of the machine is."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


_STATES = {State.OK: N_("Ok"), State.MISSING: N_("Missing"), State.BROKEN: N_("Broken")}
NAMES = (
    *(N_("Built-in engine"), N_("Language model engine"), N_("Language model")),
    *(N_("Voice of the window"), N_("Voice espeak-ng"), N_("Voice pyttsx3")),
    *(N_("Sound output"), N_("Microphone"), N_("Speech recognition"), N_("Camera")),
    *(N_("Screen reader"), N_("Display"), N_("Clipboard")),
    *(N_("Settings"), N_("Session log"), N_("Disk"), N_("Memory"), N_("Python")),
    N_("Sound"),
)
"""What is checked, by the English names that programs know them by."""


@dataclass(frozen=True, slots=True)
class Check:
    """One part: its English name, its state, one plain sentence, what to do, and the cause.

    is_late: nothing is known but that its check took too long, maybe on a busy computer.
    """

    name: str
    state: State
    sentence: str
    remedy: str = ""
    cause: str = ""
    is_late: bool = False

    @property
    def heading(self) -> str:
        """State and name in the user's language: "Missing: Camera." """
        return f"{_(_STATES[self.state])}: {_(self.name)}."

    @property
    def is_ok(self) -> bool:
        return self.state is State.OK


@dataclass(frozen=True, slots=True)
class Found:
    """What a child process said; failure is how it ended where it said nothing.

    failure is a sentence: "The check of it did not answer within 8 seconds."
    is_late: it was ended because of that, which may be the fault of a busy computer.
    """

    facts: Mapping[str, Any] = field(default_factory=dict)
    failure: str = ""
    cause: str = ""
    is_late: bool = False


Ask = Callable[[str, float], Found]
"""Asks one probe, "camera" or "engine builtin", with seconds to answer."""


def ask_child(words: str, timeout_s: float) -> Found:
    """Run a probe in a process of its own."""
    return run_child(_command(words), timeout_s)


def run_child(command: Sequence[str], timeout_s: float) -> Found:
    """Run a program that prints facts; its children go with it when it takes too long.

    Output goes to files: a service that the probe started may keep a pipe open for ever.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            start_new_session=True, env={**os.environ, LANGUAGE: language_used()},
        )  # fmt: skip
        try:
            status = child.wait(timeout_s)
        except subprocess.TimeoutExpired:
            _end(child)
            return Found(
                failure=_(
                    "The check of it did not answer within {seconds} seconds.",
                    seconds=decimal(timeout_s, 0),
                ),
                is_late=True,
            )
        output.seek(0)
        errors.seek(0)
        said, complaints = output.read(), errors.read().decode("utf-8", "replace")
    return _understood(status, said, complaints)


def _command(words: str) -> list[str]:
    """A bundle has no Python to run a module with; it runs itself."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "doctor", "--probe", *words.split()]
    return [sys.executable, "-m", "whichone_app.probe", *words.split()]


def _end(child: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


def _understood(status: int, said: bytes, complaints: str) -> Found:
    lines = [line for line in complaints.splitlines() if line.strip()]
    cause = lines[-1].strip() if lines else ""
    if status < 0:
        return Found(
            failure=_("The check of it crashed ({signal}).", signal=signal.Signals(-status).name),
            cause=cause,
        )
    try:
        facts = json.loads(said.splitlines()[-1])
    except (ValueError, IndexError):
        return Found(
            failure=_("The check of it failed (exit code {status}).", status=status), cause=cause
        )
    return Found(facts=facts, cause=str(facts.get("cause", "")))


def install(packages: str) -> str:
    """What to do to get system packages: the exact line on Debian and Ubuntu."""
    if shutil.which("apt-get"):
        return _("Run: sudo apt install {packages}", packages=packages)
    return _("Install {packages}.", packages=packages)


def package_of(library: str) -> str:
    """Debian's name for the package of a shared library: libEGL.so.1 is in libegl1.

    Debian policy, section 8.1: the name, then the version, a hyphen between two digits.
    """
    name, _, version = library.lower().partition(".so.")
    if name == "libglib-2.0":  # an old name that does not follow the policy
        return "libglib2.0-0"
    return f"{name}-{version}" if name[-1:].isdigit() else f"{name}{version}"


def nearest_folder(path: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    return next((each for each in (path, *path.parents) if is_folder(each)), Path(path.anchor))
