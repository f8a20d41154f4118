"""Tries one part of this machine and prints what it found, in a process of its own.

    python -m whichone_app.probe NAME [ARGUMENT]

Qt aborts where it finds no display, PortAudio and speech services hang on broken sound: the
doctor must outlive them, so it asks in child processes.  The last line on standard output is
one JSON object: facts; or {"package": NAME} or {"library": NAME} for what is not installed;
or {"error": SENTENCE, "remedy": WHAT TO DO} for a failure that we know.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from whichone_core.errors import WhichOneError
from whichone_core.languages import use_language

from whichone_app.catalogue import _

Facts = dict[str, Any]

VOICE_WAIT_S = 7.0
SELF_TEST_WORDS = ("OAT", "DRINK")


def voice_qt() -> Facts:
    """Loads the system's voice through Qt: {engines, engine, state, problem}."""
    from PySide6.QtCore import QCoreApplication, QEventLoop
    from PySide6.QtTextToSpeech import QTextToSpeech

    application = QCoreApplication([])
    engines = [name for name in QTextToSpeech.availableEngines() if name != "mock"]
    if not engines:
        return {"engines": [], "state": "Error", "problem": "Qt found no speech service"}
    speech = QTextToSpeech(engines[0])
    until = time.monotonic() + VOICE_WAIT_S
    undecided = QTextToSpeech.State.Synthesizing
    while speech.state() is undecided and time.monotonic() < until:
        application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
    return {
        "engines": engines,
        "engine": engines[0],
        "state": speech.state().name,
        "problem": speech.errorString(),
    }


def voice_pyttsx3() -> Facts:
    """Makes pyttsx3's engine: {voices: how many}."""
    import pyttsx3

    return {"voices": len(pyttsx3.init().getProperty("voices") or ())}


def sound() -> Facts:
    """Asks PortAudio for devices: {outputs, inputs}: names."""
    import sounddevice

    devices = list(sounddevice.query_devices())
    return {
        "outputs": [each["name"] for each in devices if each["max_output_channels"] > 0],
        "inputs": [each["name"] for each in devices if each["max_input_channels"] > 0],
    }


def hearing(name: str) -> Facts:
    """Loads what understands speech and gives it silence, which has no words: {words}."""
    import numpy as np

    from .hearing.audio import RATE
    from .hearing.endpoint import webrtc_voice
    from .hearing.recognisers import RECOGNISERS

    webrtc_voice()
    listener = RECOGNISERS.load(name)()
    words = listener.hear(np.zeros(RATE, np.float32))
    listener.close()
    return {"words": words}


def camera() -> Facts:
    """Asks Qt for cameras, none of which is opened: {cameras: names}."""
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtMultimedia import QMediaDevices

    application = QCoreApplication([])
    names = [device.description() for device in QMediaDevices.videoInputs()]
    application.quit()
    return {"cameras": names}


def desktop() -> Facts:
    """Connects to the display: {platform, screens: [[width, height]], clipboard}."""
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication([])
    sizes = [screen.size().toTuple() for screen in application.screens()]
    return {
        "platform": application.platformName(),
        "screens": sizes,
        "clipboard": application.clipboard().mimeData() is not None,
    }


def screen_reader() -> Facts:
    """Asks the accessibility bus who listens: {bus, is_running}."""
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtDBus import QDBusConnection

    from .screen_reader import is_running

    application = QCoreApplication([])
    facts = {"bus": QDBusConnection.sessionBus().isConnected(), "is_running": is_running()}
    application.quit()
    return facts


def runtime() -> Facts:
    """Loads llama.cpp, which ends the process where it was built for another processor.

    kinds: how many kinds of arithmetic it has; with none it starts, and no model loads.
    """
    import llama_cpp

    llama_cpp.llama_backend_init()
    kinds = llama_cpp.llama_cpp._lib.ggml_backend_reg_count()
    return {"version": llama_cpp.__version__, "kinds": kinds}


def engine(name: str) -> Facts:
    """Answers a question about a drawn label: {text, strategy, words_read, ms}."""
    from PIL import Image, ImageDraw, ImageFont
    from whichone_core.events import Answered, Failed
    from whichone_core.picture.pictures import frame_of
    from whichone_core.settings import LogConsent, Settings
    from whichone_core.types.cancelling import Cancel
    from whichone_core.types.pictures import SourceKind

    from .bootstrap import build_assistant

    label = Image.new("RGB", (960, 540), "white")
    font = ImageFont.load_default(size=140)
    for line, word in enumerate(SELF_TEST_WORDS):
        ImageDraw.Draw(label).text((120, 80 + 190 * line), word, "black", font)
    assistant = build_assistant(Settings(engine=name, log=LogConsent.OFF))
    assistant.open(frame_of(label, SourceKind.EXAMPLE))
    start = time.perf_counter()
    events = list(assistant.ask(_("What does it say?"), Cancel()))
    took = round((time.perf_counter() - start) * 1000)
    last = events[-1]
    if isinstance(last, Failed):
        raise last.error
    if not isinstance(last, Answered):
        return {"text": "", "words_read": 0, "end": type(last).__name__, "ms": took}
    text = last.answer.text
    read = sum(word in text.upper() for word in SELF_TEST_WORDS)
    return {"text": text, "words_read": read, "end": "Answered", "ms": took}


PROBES: dict[str, Callable[..., Facts]] = {
    probe.__name__: probe
    for probe in (
        voice_qt,
        voice_pyttsx3,
        sound,
        hearing,
        camera,
        desktop,
        screen_reader,
        runtime,
        engine,
    )
}


def _without_library(complaint: str) -> Facts:
    """What the system's loader, or sounddevice, says when a shared library is not there."""
    if "PortAudio library not found" in complaint:
        return {"library": "libportaudio.so.2", "cause": complaint}
    found = re.match(r"(lib[\w.+-]+\.so\.\d+)", complaint)
    if found:
        return {"library": found.group(1), "cause": complaint}
    return {"error": _("A part of it does not load."), "remedy": "", "cause": complaint}


def main(words: Sequence[str]) -> int:
    """Run one probe and print its facts as the last line."""
    name, *arguments = words
    use_language(os.environ.get("WHICHONE_LANGUAGE", "en"))
    try:
        facts = PROBES[name](*arguments)
    except ModuleNotFoundError as error:
        facts = {"package": error.name, "cause": str(error)}
    except (ImportError, OSError) as error:
        facts = _without_library(str(error))
    except WhichOneError as error:
        facts = {"error": error.sentence, "remedy": error.remedy, "cause": error.cause}
    sys.stdout.write(f"\n{json.dumps(facts)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
