"""How quickly each voice begins and falls silent, from recordings of a private sound card."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from whichone_app.voice import espeak, pyttsx
from whichone_app.voice.options import VoiceOptions
from whichone_core.ports import Speaker
from whichone_core.settings import SpeakThrough

from tests.bench.report import publish, table
from tests.sound import NullSink, missing_programs, sound_server, speech_service

ROUNDS = 50
SENTENCE = "This is a red mug, and behind it there are a blue bowl and a green plate. " * 3
LISTEN_ON_S = 0.5
LONGEST_S = 60.0


class Voice(Protocol):
    """The part of a Speaker that is measured."""

    def say(self, sentence: str, /) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


@dataclass
class Times:
    """Milliseconds; the first sound of a new voice, and then one entry a round."""

    cold: float = 0.0
    first_sound: list[float] = field(default_factory=list)
    after_stop: list[float] = field(default_factory=list)


def measure(open_speaker: Callable[[], Voice], sink: NullSink) -> Times:
    """Say and stop, again and again; the times on the recording against those of the calls."""
    times = Times()
    with ExitStack() as stack:
        heard = stack.enter_context(sink.listen())
        asked = time.monotonic()
        speaker = open_speaker()
        stack.callback(speaker.close)
        speaker.say(SENTENCE)
        times.cold = 1000 * (heard.wait_for_sound(asked, LONGEST_S) - asked)
        speaker.stop()
        for _ in range(ROUNDS):
            heard.listen_until(time.monotonic() + LISTEN_ON_S)
            asked = time.monotonic()
            speaker.say(SENTENCE)
            times.first_sound.append(1000 * (heard.wait_for_sound(asked, LONGEST_S) - asked))
            heard.listen_until(time.monotonic() + LISTEN_ON_S)
            stopped = time.monotonic()
            speaker.stop()
            heard.listen_until(stopped + LISTEN_ON_S)
            times.after_stop.append(1000 * max(0.0, (heard.last_sound() or 0.0) - stopped))
    return times


def _qt() -> Speaker:
    from whichone_app.voice.qt import QtSpeaker

    options = VoiceOptions()
    return QtSpeaker(options, engine="speechd", saver=espeak.saver)


VOICES: dict[str, Callable[[], Voice]] = {
    "the window's Escape, espeak-ng": lambda: WindowsVoice(),
    "espeak-ng, one process a sentence": lambda: espeak.open_speaker(VoiceOptions()),
    "QTextToSpeech, speech-dispatcher": _qt,
    "pyttsx3, in a child that is killed": lambda: pyttsx.open_speaker(VoiceOptions()),
}


class WindowsVoice:
    """What the window silences: its announcer, over a voice of one process a sentence."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QWidget
        from whichone_app.announcer import Announcer

        self._speaker = espeak.open_speaker(VoiceOptions())
        self._window = QWidget()
        self._announcer = Announcer(
            self._window, self._speaker, SpeakThrough.OWN_VOICE, lambda error: sys.exit(str(error))
        )
        self.say = self._announcer.say
        self.stop = self._announcer.silence

    def close(self) -> None:
        self._speaker.close()
        self._window.deleteLater()


def _row(name: str, times: Times) -> list[object]:
    first, after = times.first_sound, times.after_stop
    return [
        name,
        f"{times.cold:.0f}",
        f"{statistics.median(first):.0f} / {max(first):.0f}",
        f"{statistics.median(after):.0f} / {max(after):.0f}",
        sum(ms >= 200 for ms in after),
    ]


def main() -> None:
    if missing := missing_programs():
        sys.exit(f"This needs {', '.join(missing)}.")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sink = stack.enter_context(sound_server(folder))
        os.environ.update(sink.environment)
        stack.enter_context(speech_service(sink, folder))
        rows = [_row(name, measure(opener, sink)) for name, opener in VOICES.items()]
    application.quit()
    head = ["voice", "new voice to sound", "say to sound", "sound after stop", "over 200 ms"]
    note = (
        f"Milliseconds; median / largest of {ROUNDS} rounds. The recording is exact to 10 ms. "
        "`new voice to sound` includes loading the engine, which the window does beside its work."
    )
    publish("speech", "Speech", f"{table(head, rows)}\n\n{note}")


if __name__ == "__main__":
    main()
