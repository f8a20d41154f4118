"""What runs in the child process of pyttsx.py: one engine, in the main thread, told by a pipe.

The main thread speaks (macOS wants its engine there); a second thread listens on the pipe.
When the pipe closes, because the app ended or was killed, the child ends its whole process
group at once, with the player that pyttsx3 starts on Linux.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from .options import FASTEST_WPM, VoiceOptions

if TYPE_CHECKING:
    from pyttsx3.engine import Engine

NO_SOUND = "nothing plays sound"
"""In the cause of a failure that is the sound device's, not the voice's."""
LONGEST_PIECE = 2_000
"""Characters that are given to the engine at once: two minutes of speech."""
APLAY = ["aplay", "-q", "--buffer-time=100000", "--period-time=20000", "-"]
"""With its own buffer the first sound comes 1.8 s late through PulseAudio, with this 0.02 s."""


@dataclass(frozen=True, slots=True)
class Say:
    """options: how, where it is not as the child began."""

    text: str
    options: VoiceOptions | None = None


@dataclass(frozen=True, slots=True)
class Save:
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class VoiceList:
    """Asks for the installed voices."""


Request = Say | Save | VoiceList


@dataclass(frozen=True, slots=True)
class Said:
    """Done; voices are (name, language) where they were asked for."""

    voices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    cause: str


def kill_group(pid: int) -> None:
    """Kill a child that leads its own process group, with everything it started (POSIX)."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) == pid:  # it has not made its group before its first moments
                os.killpg(pid, signal.SIGKILL)


def speak_for(pipe: Connection[Said | Failed, Request], options: VoiceOptions) -> None:
    """Answer each request in turn, until the pipe closes."""
    if sys.platform != "win32":
        os.setsid()
    _be_quiet()
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, requests), daemon=True).start()
    while True:
        request = requests.get()
        try:
            answer: Said | Failed = _answer(request, options)
        except (RuntimeError, OSError, ValueError, KeyError, ImportError, AttributeError) as error:
            answer = Failed(f"{type(error).__name__}: {error}")
        with suppress(BrokenPipeError):
            pipe.send(answer)


def _be_quiet() -> None:
    """pyttsx3 prints; the app's standard output belongs to its answers."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _listen(pipe: Connection[Said | Failed, Request], requests: queue.SimpleQueue[Request]) -> None:
    with suppress(EOFError, OSError):
        while True:
            requests.put(pipe.recv())
    kill_group(os.getpid())
    os._exit(0)


def _answer(request: Request, options: VoiceOptions) -> Said:
    changed = request.options if isinstance(request, Say) else None
    engine = _engine(changed or options)
    if isinstance(request, VoiceList):
        return Said(tuple(_voices(engine)))
    if isinstance(request, Save):
        _run(engine, lambda: engine.save_to_file(request.text, request.path))
    elif sys.platform.startswith("linux"):
        _play(engine, request.text)
    else:
        _run(engine, lambda: engine.say(request.text))
    return Said()


def pieces(text: str) -> list[str]:
    """A text in parts that the engine survives, without what it cannot encode.

    pyttsx3 2.99 on Linux dies of 100,000 characters at once.
    """
    plain = text.encode("utf-8", "ignore").decode("utf-8")
    spoken = "".join(
        character for character in plain if character.isprintable() or character.isspace()
    )
    return textwrap.wrap(spoken, LONGEST_PIECE)


def _run(engine: Engine, queue_it: Callable[[], None]) -> None:
    """Queue one utterance and wait for it.

    On Linux runAndWait() returns while a long text is still being made (pyttsx3 2.99, driver
    for espeak), so its last event is waited for; the parent watches the time.
    """
    finished = threading.Event()
    engine.connect("finished-utterance", lambda **_: finished.set())
    queue_it()
    engine.runAndWait()
    if sys.platform.startswith("linux"):
        finished.wait()


def _play(engine: Engine, text: str) -> None:
    """Play through aplay, as pyttsx3 does on Linux, but leave no file and notice a failure."""
    sound = os.memfd_create("sentence.wav")
    try:
        _run(engine, lambda: engine.save_to_file(text, f"/proc/self/fd/{sound}"))
        os.lseek(sound, 0, os.SEEK_SET)
        played = subprocess.run(APLAY, stdin=sound, capture_output=True, text=True)
    finally:
        os.close(sound)
    if played.returncode != 0:
        raise OSError(f"{NO_SOUND}: {played.stderr}")


def _engine(options: VoiceOptions) -> Engine:
    """A new engine for each sentence: a used one speaks no more on some systems (report 29)."""
    from pyttsx3.engine import Engine

    engine = Engine()
    engine.setProperty("rate", min(options.words_per_minute, FASTEST_WPM))
    engine.setProperty("volume", options.volume / 100)
    if options.pitch:
        engine.setProperty("pitch", round(50 + options.pitch * 0.49))
    wanted = _voice_id(engine, options)
    if wanted is not None:
        engine.setProperty("voice", wanted)
    return engine


def _voice_id(engine: Engine, options: VoiceOptions) -> str | None:
    voices = engine.getProperty("voices")
    if options.voice:
        found = [voice.id for voice in voices if options.voice in (voice.name, voice.id)]
        if not found:
            raise ValueError(f"no voice is called {options.voice}")
        return str(found[0])
    language = options.language.lower().replace("_", "-")
    tags = [(_language(voice), voice.id) for voice in voices]
    for tag, name in tags:
        if tag == language or tag.startswith(f"{language}-"):
            return str(name)
    return None


def _voices(engine: Engine) -> list[tuple[str, str]]:
    return [(voice.name, _language(voice)) for voice in engine.getProperty("voices")]


def _language(voice: object) -> str:
    """A voice's language as a BCP 47 tag; pyttsx3 gives text or bytes, with _ or -."""
    languages = getattr(voice, "languages", None) or [""]
    first = languages[0]
    tag = first.decode("utf-8", "ignore") if isinstance(first, bytes) else str(first)
    return tag.strip("\x05\x02\x00").replace("_", "-").lower()
