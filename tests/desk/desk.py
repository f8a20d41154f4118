"""A desk as a blind user has it, without a screen: real keys, a real screen reader.

    Xvfb <- xdotool (keys)      session bus, AT-SPI      speech-dispatcher -> what Orca said

Everything lives in one temporary folder, and every process that was started is ended by its
own id.  Speech-dispatcher gets an output module (`capture_module.py`) that writes each
utterance to a pipe instead of sounding it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from tests.desk.senses import Control, Heard, processor_ns
from tests.sound import listens

ROOT = Path(__file__).resolve().parents[2]
CAPTURE = Path(__file__).with_name("capture_module.py")
AGENT = Path(__file__).with_name("agent.py")
PROGRAM = Path(sys.executable).with_name("whichone")
SYSTEM_PYTHON = "/usr/bin/python3"
"""Orca and the accessibility library belong to the system's Python, not to the project's."""

PROGRAMS = {
    "Xvfb": "xvfb",
    "dbus-daemon": "dbus",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "speech-dispatcher": "speech-dispatcher",
    "orca": "orca",
    "xdotool": "xdotool",
}
"""What the desk is made of: program -> Debian package."""

PATIENCE_S = 120.0
"""Reached only where something hangs; a busy machine takes its time for everything."""

LOOK_S = 5.0
"""How long it is listened for a control, before the accessibility tree is looked into."""

_END = "\x04\n"
"""A line that no screen reader says: it ends the listening."""

_SPEECHD = """\
LogLevel 1
LogDir "{folder}"
AddModule "capture" "{folder}/capture" ""
DefaultModule capture
LanguageDefaultModule "en" "capture"
AudioOutputMethod "alsa"
AudioALSADevice "null"
"""


def missing_packages() -> list[str]:
    """The Debian packages of the programs that are not on this machine."""
    found = {package for program, package in PROGRAMS.items() if shutil.which(program)}
    wanted = set(PROGRAMS.values())
    asked = subprocess.run(
        [SYSTEM_PYTHON, "-c", "import gi; gi.require_version('Atspi', '2.0')"],
        capture_output=True,
        check=False,
    )
    return sorted(wanted - found | (set() if asked.returncode == 0 else {"gir1.2-atspi-2.0"}))


DYING_WITH_US = ("setpriv", "--pdeathsig", "TERM", "--")
"""A run of the tests that is killed leaves no screen, bus or reader behind (util-linux)."""


class Desk:
    """The running desk; made by `open_desk`."""

    def __init__(self, folder: Path, has_reader: bool) -> None:
        self.folder = folder
        self.has_reader = has_reader
        self.heard = Heard()
        self.environ = _environment(folder)
        self._processes: list[subprocess.Popen[str]] = []
        self._reader: subprocess.Popen[str] | None = None
        self._pipe = folder / "spoken"
        self._listener: threading.Thread | None = None

    # ------------------------------------------------------------------ using it

    @contextmanager
    def app(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Run tests.desk.app until the block ends; starts when its question has the keyboard."""
        with self._running(sys.executable, "-m", "tests.desk.app", *arguments) as process:
            yield process

    @contextmanager
    def program(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Run the program itself, as `whichone run` does, like app()."""
        with self._running(str(PROGRAM), "run", *arguments) as process:
            yield process

    @contextmanager
    def _running(self, *command: str) -> Iterator[subprocess.Popen[str]]:
        self.heard.forget()
        process = self.spawn(command, cwd=ROOT)
        try:
            self.wait_ready()
            yield process
        finally:
            self.end(process)

    def wait_ready(self) -> None:
        """Until keys that are pressed come to the question."""
        if self.has_reader:
            self.wait_focus("Question|Frage", "text")
        else:
            # In sight is enough: there is no window manager, and asking for X's focus over and
            # over kept the window from getting it in one start of five.
            self._xdotool("search", "--sync", "--onlyvisible", "--name", "WhichOne")

    def wait_focus(self, name: str, role: str) -> None:
        """Until a control has the keyboard; name: a pattern, role: as Orca says it.

        Orca says the control, as a rule: where notices come at the same time it may say only
        those.  Then the focus is looked for in the accessibility tree.
        """
        end = time.monotonic() + PATIENCE_S
        while not self.heard.wait(f"({name}) {role}", LOOK_S):
            if self._has_focus(name):
                self.wait_quiet()
                return
            if time.monotonic() > end:
                raise AssertionError(f"{name} has no focus; heard {self.heard.ever[-9:]}")

    def _has_focus(self, name: str) -> bool:
        try:
            controls = [control for root in self.tree() for control in root.walk()]
        except subprocess.CalledProcessError:  # it came or went while it was looked at
            return False
        return any(re.fullmatch(name, one.name) and "focused" in one.states for one in controls)

    def key(self, *keys: str) -> None:
        """Press keys by their X names; what was spoken before is forgotten."""
        self.heard.forget()
        self._xdotool("key", *keys)

    def chord(self, held: str, key: str) -> None:
        """Hold one key, then press another, as slowly as fingers do.

        Qt gives each key to the accessibility bus and waits a tenth of a second for its answer;
        on a busy machine the answer comes later, and a key that was pressed within that time
        overtakes Alt: Alt then closes the menu that the letter has opened.
        """
        self._xdotool("keydown", held)
        self.wait_spoken(f"left {held}")
        self.wait_quiet(0.5)
        self._xdotool("key", key)
        self.wait_quiet(0.5)
        self._xdotool("keyup", held)

    def type(self, text: str, *, delay_ms: int = 5) -> None:
        """Type a text; without delay Orca falls behind where each letter changes much."""
        self._xdotool("type", "--delay", str(delay_ms), text)

    def wait_spoken(self, pattern: str, timeout_s: float = PATIENCE_S) -> str:
        return self.heard.wait_for(pattern, timeout_s)

    def wait_quiet(self, seconds: float = 0.7) -> list[str]:
        """Everything spoken until nothing came, and the reader did nothing, for so long.

        On a busy machine Orca is seconds behind what happens on the screen: it is silent then,
        but works, or waits for the processor.
        """
        end, before = time.monotonic() + PATIENCE_S, (-1, -1)
        while before != (now := (len(self.heard.utterances), self._reader_ns())):
            if time.monotonic() > end:
                break
            before = now
            threading.Event().wait(seconds)
        return list(self.heard.utterances)

    def _reader_ns(self) -> int:
        """How long the reader has used the processor or waited for it; asleep, it stands still."""
        return processor_ns(self._reader.pid) if self._reader is not None else 0

    def tree(self) -> list[Control]:
        """The accessibility trees of all programs, as seen from another process."""
        found = subprocess.run(
            [SYSTEM_PYTHON, "-W", "ignore", str(AGENT)],
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        return [Control.of(record) for record in json.loads(found.stdout)]

    def window(self) -> Control:
        """The window under test."""
        frames = (part for root in self.tree() for part in root.walk() if part.role == "frame")
        return next(part for part in frames if "WhichOne" in part.name)

    def _xdotool(self, *words: str) -> None:
        subprocess.run(
            ["xdotool", *words],
            env=self.environ,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE_S,
        )

    # ------------------------------------------------------------------ its processes

    def spawn(self, command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
        log = (self.folder / f"{Path(command[0]).name}.log").open("a")
        with log:
            output = options.pop("stdout", log)
            options.setdefault("env", self.environ)
            process = subprocess.Popen(
                [*DYING_WITH_US, *command],
                stdout=output,
                stderr=log,
                text=True,
                start_new_session=True,
                **options,
            )
        self._processes.append(process)
        return process

    def end(self, process: subprocess.Popen[str]) -> None:
        """End this process and what it started."""
        self._processes.remove(process)
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, sign)
                process.wait(10)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        process.wait(PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()

    def close(self) -> None:
        while self._processes:
            self.end(self._processes[-1])
        if self._listener is not None:
            self._pipe.write_text(_END)
            self._listener.join(PATIENCE_S)

    def start(self) -> None:
        """Screen, buses, speech and screen reader, each once the one before is there."""
        self._start_screen()
        # In this folder, as everything is: a program in a root of its own reaches it there.
        address = f"--address=unix:path={quote(str(self.folder / 'run/bus'))}"
        bus = self.spawn(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1", address],
            stdout=subprocess.PIPE,
        )
        assert bus.stdout is not None
        self.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.spawn(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        until((self.folder / "run/at-spi").exists, "the accessibility bus")
        if self.has_reader:
            self._start_reader()

    def _start_reader(self) -> None:
        self._start_speech()
        debug = f"--debug-file={self.folder}/orca.debug"
        command = [SYSTEM_PYTHON, "-W", "ignore", shutil.which("orca") or "orca", debug]
        self._reader = self.spawn(command, env=self._alone())
        self.heard.wait_for("Screen reader on", PATIENCE_S)

    def _alone(self) -> dict[str, str]:
        """An environment in which Orca finds no other Orca of this user.

        It refuses to start beside one, though here it has a screen and buses of its own; the
        other may be a blind developer's, or that of tests in another folder.
        """
        search = self.folder / "alone/pgrep"
        search.parent.mkdir()
        search.write_text("#!/bin/sh\nexit 1\n")
        search.chmod(0o755)
        return self.environ | {"PATH": f"{search.parent}:{self.environ['PATH']}"}

    def _start_screen(self) -> None:
        reading, writing = os.pipe()
        # -r: a key that is let go late, as on a busy machine, is no key that is held and repeats.
        screen = ["-screen", "0", "1280x900x24", "-nolisten", "tcp", "-r"]
        self.spawn(["Xvfb", "-displayfd", str(writing), *screen], pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as number:
            self.environ["DISPLAY"] = f":{number.readline().strip()}"

    def _start_speech(self) -> None:
        os.mkfifo(self._pipe)
        module, configuration = self.folder / "capture", self.folder / "speechd.conf"
        module.write_text(f'#!/bin/sh\nexec {SYSTEM_PYTHON} "{CAPTURE}" "{self._pipe}"\n')
        module.chmod(0o755)
        configuration.write_text(_SPEECHD.format(folder=self.folder))
        # Opened for writing too, so that the pipe does not end with the first utterance.
        lines = os.fdopen(os.open(self._pipe, os.O_RDWR), encoding="utf-8", errors="replace")
        self._listener = threading.Thread(target=self._listen, args=(lines,), daemon=True)
        self._listener.start()
        folder = str(self.folder)
        self.spawn(["speech-dispatcher", "-s", "-C", folder, "-L", folder, "-t", "0"])
        socket = self.folder / "run/speech-dispatcher/speechd.sock"
        until(lambda: listens(socket), "speech")

    def _listen(self, lines: TextIO) -> None:
        with lines:
            for line in lines:
                if line == _END:
                    return
                self.heard.add(line.rstrip("\n"))


def _environment(folder: Path) -> dict[str, str]:
    foreign = ("DBUS", "AT_SPI", "XDG_RUNTIME", "WAYLAND", "QT_", "WHICHONE_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    (folder / "run").mkdir(mode=0o700)
    seen = folder / "home/.config/whichone"
    seen.mkdir(parents=True)
    # Who starts the window here has been through the first steps; test_first_run.py has not.
    (seen / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    return (
        kept
        | {"XDG_CONFIG_HOME": str(folder / "home/.config")}
        | {
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "HOME": str(folder / "home"),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONUNBUFFERED": "1",
        }
    )


def until(is_there: Callable[[], bool], what: str, timeout_s: float = PATIENCE_S) -> None:
    """Wait until it is so.  Raises TimeoutError that names what was waited for."""
    end = time.monotonic() + timeout_s
    while not is_there():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not there after {timeout_s:.0f} s")
        threading.Event().wait(0.02)


@contextmanager
def open_desk(*, has_reader: bool = True) -> Iterator[Desk]:
    """A desk that is gone, with all its processes and files, when the block ends.

    has_reader: whether Orca runs on it.
    """
    with tempfile.TemporaryDirectory(prefix="desk-", ignore_cleanup_errors=True) as folder:
        desk = Desk(Path(folder), has_reader)
        try:
            desk.start()
            yield desk
        finally:
            desk.close()
