"""A sound card for tests: a private PulseAudio with a null sink, recorded with timestamps.

`null_sink` starts one server in a temporary folder and ends it by its process id; it changes
the environment only for the test (PULSE_SERVER and the folders that sound clients read).
`NullSink.listen()` records what is played on it; a `Recording` tells when sound began and
when it last was heard, on the clock of `time.monotonic()`.  How many milliseconds that took
says as much about the load of the machine as about the voice, so only the benchmark looks at
it; a test waits for sound or silence, with a limit far from either.
`NullSink.speak_into_microphone` plays a WAV where programs record.

The null sink renders in blocks as long as its most patient listener allows, up to 2 s, and
what starts to play must wait for the end of a block.  So one recorder listens all the time and
asks for 10 ms, which is therefore also the error of every time given here.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

RATE = 48_000
"""Samples a second of the sink and of every recording, one channel."""
LOUD = 200
"""Samples beyond this of 32,767 are sound; a silent null sink gives exact zeros."""
PROGRAMS = ("pulseaudio", "parecord", "paplay", "pacat", "pactl")
LATENCY_MS = 10
QUIET_S = 0.5
"""Silence that is no pause between two words."""
START_S = 60.0
"""How long a server or a recorder may take to start on a busy machine."""
RAW = ("--raw", "--format=s16le", f"--rate={RATE}", "--channels=1")

_SERVER = """\
load-module module-native-protocol-unix socket={socket} auth-anonymous=1
load-module module-null-sink sink_name=speaker rate=48000 channels=1
load-module module-null-sink sink_name=micfeed rate=48000 channels=1
load-module module-remap-source source_name=mic master=micfeed.monitor
set-default-sink speaker
set-default-source mic
"""
_ALSA = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"


class Recording:
    """What was played while it ran; times are on the clock of time.monotonic(), in seconds."""

    def __init__(self) -> None:
        self._grown = threading.Condition()
        self._chunks: list[NDArray[np.int16]] = []
        self._loud: list[NDArray[np.int64]] = []
        self._length = 0
        self._began = float("inf")
        """The earliest moment that fits every arrival: the clock of sample 0."""

    def add(self, samples: NDArray[np.int16], arrived: float) -> None:
        loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > LOUD)
        with self._grown:
            self._chunks.append(samples)
            if len(loud):
                self._loud.append(self._length + loud)
            self._length += len(samples)
            self._began = min(self._began, arrived - self._length / RATE)
            self._grown.notify_all()

    @property
    def samples(self) -> NDArray[np.int16]:
        """All samples until now: int16, shape (n,), RATE a second."""
        with self._grown:
            return np.concatenate(self._chunks)

    def sound_times(self) -> NDArray[np.float64]:
        """When each loud sample was played."""
        with self._grown:
            loud = np.concatenate(self._loud) if self._loud else np.zeros(0, np.int64)
            return np.asarray(self._began + loud / RATE, dtype=np.float64)

    def first_sound(self, after: float = 0.0) -> float | None:
        """When sound was first heard after a moment; None while there was none."""
        with self._grown:
            found = None
            earliest = (after - self._began) * RATE
            for loud in reversed(self._loud):  # the newest first: this is asked 100 times a second
                if loud[-1] < earliest:
                    break
                found = int(loud[np.searchsorted(loud, earliest)])
            return None if found is None else self._began + found / RATE

    def last_sound(self, before: float = float("inf")) -> float | None:
        """When sound was last heard before a moment; None if there was none."""
        with self._grown:
            latest = (before - self._began) * RATE
            for loud in reversed(self._loud):
                if loud[0] < latest:
                    found = int(loud[np.searchsorted(loud, latest) - 1])
                    return self._began + found / RATE
            return None

    def wait_for_sound(self, after: float, timeout_s: float = START_S) -> float:
        """Block until sound is heard after a moment, and say when.  Fails on silence."""
        with self._grown:
            if self._grown.wait_for(lambda: self.first_sound(after) is not None, timeout_s):
                heard = self.first_sound(after)
                assert heard is not None
                return heard
        pytest.fail(f"no sound within {timeout_s} s")

    def wait_for_silence(self, after: float, timeout_s: float = 30.0) -> None:
        """Block until nothing was heard for QUIET_S.  Fails where sound goes on.

        after: the moment of a stop; what was played before it does not count.
        """
        with self._grown:
            fell_silent = self._grown.wait_for(
                lambda: self._end() - max(self.last_sound() or after, after) > QUIET_S, timeout_s
            )
        if not fell_silent:
            pytest.fail(f"still sound {timeout_s} s later")

    def _end(self) -> float:
        return self._began + self._length / RATE

    def listen_until(self, moment: float) -> None:
        """Block until everything played before that moment is in the recording."""
        with self._grown:
            complete = self._grown.wait_for(
                lambda: self._end() >= moment,
                timeout=max(0.0, moment - time.monotonic()) + START_S,
            )
        if not complete:
            pytest.fail("the recorder of the null sink stopped")


@dataclass(frozen=True)
class NullSink:
    """A running sound server; environment is what a child process needs to play on it."""

    folder: Path
    environment: dict[str, str]

    @contextmanager
    def listen(self) -> Iterator[Recording]:
        """Record the sink while the block runs; the first sample is there at its start."""
        recorder = _recorder(self, subprocess.PIPE)
        recording = Recording()
        reader = threading.Thread(target=_read, args=(recorder, recording), daemon=True)
        reader.start()
        try:
            recording.listen_until(time.monotonic())
            yield recording
        finally:
            _end(recorder)
            reader.join()  # the recorder has ended, and so does its output

    def speak_into_microphone(self, wav: Path) -> None:
        """Play a WAV file where programs on this sound server record; returns when done."""
        command = ["paplay", "--device=micfeed", str(wav)]
        subprocess.run(command, check=True, env={**os.environ, **self.environment}, timeout=60)


def _recorder(sink: NullSink, stdout: int) -> subprocess.Popen[bytes]:
    command = ["parecord", *RAW, "--device=speaker.monitor", f"--latency-msec={LATENCY_MS}"]
    return subprocess.Popen(command, stdout=stdout, env={**os.environ, **sink.environment})


def _read(recorder: subprocess.Popen[bytes], recording: Recording) -> None:
    assert recorder.stdout is not None
    descriptor = recorder.stdout.fileno()
    rest = b""
    while chunk := os.read(descriptor, 65_536):
        data = rest + chunk
        whole = len(data) // 2 * 2
        recording.add(np.frombuffer(data[:whole], np.int16), time.monotonic())
        rest = data[whole:]
    recorder.stdout.close()


def _dying_with_us(command: list[str]) -> list[str]:
    """A server that ends also when the tests are killed, where the system can do that."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", "--", *command] if setpriv else command


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def missing_programs() -> list[str]:
    """The programs that a private sound server needs and this machine lacks."""
    return [program for program in PROGRAMS if shutil.which(program) is None]


@contextmanager
def sound_server(folder: Path) -> Iterator[NullSink]:
    """Run a private PulseAudio in an empty folder; raises TimeoutError if it won't start."""
    runtime, home = folder / "run", folder / "home"
    runtime.mkdir(mode=0o700)
    home.mkdir()
    server_socket = runtime / "native.sock"
    (folder / "default.pa").write_text(_SERVER.format(socket=server_socket))
    (home / ".asoundrc").write_text(_ALSA)
    environment = {
        "PULSE_SERVER": f"unix:{server_socket}",
        "XDG_RUNTIME_DIR": str(runtime),
        "HOME": str(home),
    }
    command = ["pulseaudio", "-n", "-F", str(folder / "default.pa"), "--daemonize=no"]
    command += ["--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"]
    with (folder / "pulseaudio.log").open("wb") as log:
        server = subprocess.Popen(
            _dying_with_us(command), env={**os.environ, **environment}, stdout=log, stderr=log
        )
    sink = NullSink(folder, environment)
    with ExitStack() as stack:
        stack.callback(_end, server)
        _wait_until_it_answers(server, sink)
        stack.callback(_end, _recorder(sink, subprocess.DEVNULL))
        with sink.listen():
            _play_silence(sink)
        yield sink


def _play_silence(sink: NullSink) -> None:
    """The first sound on a sink that nobody had listened to still waits for its last block."""
    command = ["pacat", "--playback", *RAW, f"--latency-msec={LATENCY_MS}"]
    silence = bytes(RATE // 5)
    subprocess.run(command, input=silence, env={**os.environ, **sink.environment}, timeout=START_S)


@contextmanager
def speech_service(sink: NullSink, folder: Path, *, has_variants: bool = True) -> Iterator[None]:
    """Run a private speech-dispatcher that plays on the sink; skips where it is not installed.

    has_variants: whether each of espeak-ng's voices comes with its hundred variants, which Qt
    lists one by one: over a second, on a busy machine half a minute.  Without the service a
    program would start the user's own, which outlives the test.
    """
    program = shutil.which("speech-dispatcher")
    if program is None:
        pytest.skip("not on this machine: speech-dispatcher")
    path = Path(sink.environment["XDG_RUNTIME_DIR"]) / "speech-dispatcher" / "speechd.sock"
    logs = folder / "speech-dispatcher"
    logs.mkdir()
    command = [program, "-s", "-t", "0", "-L", str(logs), "-P", str(logs / "pid")]
    server = subprocess.Popen(
        _dying_with_us(command),
        env={**os.environ, **sink.environment, **({} if has_variants else _without_variants(logs))},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + START_S
        while not listens(path):
            if time.monotonic() > deadline or server.poll() is not None:
                raise TimeoutError("the private speech-dispatcher did not start")
            time.sleep(0.01)
        yield
    finally:
        _end(server)
        path.unlink(missing_ok=True)


def _without_variants(folder: Path) -> dict[str, str]:
    """The environment in which libespeak-ng finds its voices, but no variants of them."""
    said = subprocess.run(["espeak-ng", "--version"], capture_output=True, text=True).stdout
    there, data = Path(said.partition("Data at: ")[2].strip()), folder / "espeak-ng-data"
    if not there.is_absolute() or not (there / "voices").is_dir():
        return {}
    (data / "voices").mkdir(parents=True)
    for path in there.iterdir():
        if path.name != "voices":
            (data / path.name).symlink_to(path)
    return {"ESPEAK_DATA_PATH": str(folder)}


def listens(path: Path) -> bool:
    """Whether a program accepts connections on a socket: its file is there a little earlier."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _wait_until_it_answers(server: subprocess.Popen[bytes], sink: NullSink) -> None:
    environment = {**os.environ, **sink.environment}
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and server.poll() is None:
        probe = subprocess.run(["pactl", "info"], env=environment, capture_output=True)
        if probe.returncode == 0:
            return
        time.sleep(0.02)
    log = (sink.folder / "pulseaudio.log").read_text(errors="replace")
    raise TimeoutError(f"the private sound server did not start: {log}")


@pytest.fixture(scope="session")
def sound_card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NullSink]:
    """One server for all tests; ask for null_sink, which also points the environment at it."""
    if missing := missing_programs():
        pytest.skip(f"not on this machine: {', '.join(missing)} (Debian: pulseaudio-utils)")
    # A socket's path may hold 107 characters, which pytest's folders can exceed.
    folder = tmp_path_factory.mktemp("s")
    with sound_server(folder) as sink:
        yield sink


@pytest.fixture
def null_sink(sound_card: NullSink, monkeypatch: pytest.MonkeyPatch) -> NullSink:
    """A sound card with nobody listening: whatever the test plays can be recorded."""
    for name, value in sound_card.environment.items():
        monkeypatch.setenv(name, value)
    return sound_card
