"""The doctor's checks of voices, devices, screen reader and engines.

Each says one thing in one plain sentence.  They ask a child process (`probe.py`), because
these libraries crash and hang on broken machines.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from whichone_core.decimals import decimal
from whichone_core.installation import has_pyttsx3, part_remedy
from whichone_core.languages import N_

from .catalogue import _, _n
from .findings import Ask, Check, Found, State, install, package_of

IS_LINUX = sys.platform.startswith("linux")
READERS = {"orca": "Orca", "brltty": "BRLTTY", "fenrir": "Fenrir", "espeakup": "Speakup"}
"""Linux screen readers by the name of their process."""
BUSY = N_("Try again when this computer is less busy. If it stays so:")


# ------------------------------------------------------------------------------- voices


def voice_qt(ask: Ask, limit_s: float) -> Check:
    name = "Voice of the window"
    remedy = _("Switch on a voice in the system's speech settings.")
    if IS_LINUX:
        remedy = install("speech-dispatcher speech-dispatcher-espeak-ng libspeechd2")
    found = ask("voice_qt", limit_s)
    if bad := shortcoming(name, found, part_remedy("app")):
        return bad
    if not found.facts["engines"]:
        return Check(name, State.MISSING, _("Qt found no speech service."), remedy)
    if found.facts["state"] != "Ready":
        return Check(
            name, State.BROKEN, _("The speech service does not answer."), remedy,
            str(found.facts["problem"] or found.facts["state"]),
        )  # fmt: skip
    return Check(
        name, State.OK, _("The speech service works ({engine}).", engine=found.facts["engine"])
    )


def voice_espeak(limit_s: float) -> Check:
    name = "Voice espeak-ng"
    program = shutil.which("espeak-ng")
    if program is None:
        return Check(name, State.MISSING, _("espeak-ng is not installed."), install("espeak-ng"))
    try:
        said = subprocess.run(
            [program, "--stdout", "test"], capture_output=True, timeout=limit_s, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Check(
            name, State.BROKEN, _("espeak-ng does not run."), install("espeak-ng"), str(error)
        )
    if said.returncode or not said.stdout.startswith(b"RIFF"):
        cause = said.stderr.decode("utf-8", "replace").strip()
        return Check(
            name, State.BROKEN, _("espeak-ng does not speak."),
            install("--reinstall espeak-ng espeak-ng-data"), cause,
        )  # fmt: skip
    return Check(name, State.OK, _("espeak-ng speaks."))


def voice_pyttsx3(ask: Ask, limit_s: float, *, is_chosen: bool = True) -> tuple[Check, ...]:
    """is_chosen: whether the settings ask for it; nobody else misses it in a package without it."""
    if has_pyttsx3():
        return (_pyttsx3(ask, limit_s),)
    if not is_chosen:
        return ()
    return (
        Check(
            "Voice pyttsx3", State.MISSING, _("The voice pyttsx3 is not in this package."),
            _("Set voice to auto, or to espeak."),
        ),
    )  # fmt: skip


def _pyttsx3(ask: Ask, limit_s: float) -> Check:
    name = "Voice pyttsx3"
    found = ask("voice_pyttsx3", limit_s)
    if bad := shortcoming(name, found, part_remedy("app")):
        return bad
    if not found.facts["voices"]:
        return Check(name, State.MISSING, _("pyttsx3 found no voices."), install("espeak-ng"))
    return Check(
        name,
        State.OK,
        _n(
            "pyttsx3 works; {count} voice.", "pyttsx3 works; {count} voices.", found.facts["voices"]
        ),
    )


# ------------------------------------------------------------------------------- devices


def sound(ask: Ask, limit_s: float, wanted: str = "") -> tuple[Check, Check]:
    """The sound output and the microphone, which are asked for together.

    wanted: the microphone of the settings; another one is never taken in its place.
    """
    output, microphone = "Sound output", "Microphone"
    found = ask("sound", limit_s)
    if bad := shortcoming(output, found, part_remedy("app")):
        return bad, _renamed(bad, microphone)
    return (
        _devices(
            output, found.facts["outputs"], _("No sound output was found."),
            _("Connect a loudspeaker or headphones and check that the sound service runs."),
        ),
        _microphone(microphone, found.facts["inputs"], wanted),
    )  # fmt: skip


def _microphone(name: str, inputs: Sequence[str], wanted: str) -> Check:
    if inputs and not any(wanted.casefold() in each.casefold() for each in inputs):
        remedy = _("Connect it, or choose another in the settings; typing always works.")
        sentence = _("The microphone {name} is not connected.", name=wanted[:60])
        return Check(name, State.MISSING, sentence, remedy, ", ".join(inputs))
    return _devices(
        name, inputs, _("No microphone was found."),
        _("Connect one and allow its use in the system's privacy settings; typing always works."),
    )  # fmt: skip


def hearing(ask: Ask, limit_s: float, recogniser: str) -> Check:
    """Loads what understands speech; the microphone is not opened for that."""
    name = "Speech recognition"
    found = ask(f"hearing {recogniser}", limit_s)
    if bad := shortcoming(name, found, _without_voice()):
        return bad
    if found.facts["words"]:
        said = str(found.facts["words"])
        return Check(name, State.BROKEN, _("It hears words in silence."), _without_voice(), said)
    return Check(
        name,
        State.OK,
        _("Speech is understood on this computer ({recogniser}).", recogniser=recogniser),
    )


def _without_voice() -> str:
    return " ".join((part_remedy("voice"), _("Typing always works.")))


def camera(ask: Ask, limit_s: float) -> Check:
    name = "Camera"
    remedy = _("Connect one and allow its use; picture files and the clipboard always work.")
    found = ask("camera", limit_s)
    if bad := shortcoming(name, found, part_remedy("app")):
        return bad
    cameras = found.facts["cameras"]
    files = [] if cameras else sorted(str(file) for file in Path("/dev").glob("video*"))
    if files:
        return Check(
            name, State.BROKEN, _("{file} is there, but is not usable as a camera.", file=files[0]),
            _("Check that you may use it: sudo usermod -aG video $USER, then log in again."),
        )  # fmt: skip
    return _devices(name, cameras, _("No camera was found."), remedy)


def desktop(ask: Ask, limit_s: float) -> tuple[Check, Check]:
    """The display and the clipboard, which live and die together."""
    if IS_LINUX and not _has_display():
        remedy = _("Use the command line here, or start WhichOne from a desktop session.")
        nothing = Check("Display", State.MISSING, _("There is no display."), remedy)
        clipboard = Check("Clipboard", State.MISSING, _("Without a display there is no clipboard."))
        return nothing, clipboard
    found = ask("desktop", limit_s)
    if bad := shortcoming("Display", found, part_remedy("app")):
        if bad.state is State.BROKEN and IS_LINUX:
            packages = "libegl1 libgl1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4"
            bad = Check(bad.name, bad.state, bad.sentence, install(packages), bad.cause)
        return bad, _renamed(bad, "Clipboard")
    width, height = found.facts["screens"][0]
    display = _(
        "The display works ({platform}, {width} by {height}).",
        platform=found.facts["platform"],
        width=width,
        height=height,
    )
    if not found.facts["clipboard"]:
        return (
            Check("Display", State.OK, display),
            Check("Clipboard", State.BROKEN, _("The clipboard cannot be read."), _("Use a file.")),
        )
    return (
        Check("Display", State.OK, display),
        Check("Clipboard", State.OK, _("The clipboard can be read.")),
    )


def _has_display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def screen_reader(ask: Ask, limit_s: float) -> Check:
    name = "Screen reader"
    running = sorted(READERS[process] for process in _processes() if process in READERS)
    if running:
        return Check(name, State.OK, _("{readers} runs.", readers=_(" and ").join(running)))
    found = ask("screen_reader", limit_s)
    if found.facts.get("is_running"):
        return Check(name, State.OK, _("A screen reader runs."))
    if not IS_LINUX:
        return Check(
            name, State.MISSING, _("No screen reader runs; WhichOne speaks with its own voice.")
        )
    if shutil.which("orca") is None:
        return Check(name, State.MISSING, _("No screen reader is installed."), install("orca"))
    if found.failure or not found.facts.get("bus"):
        return Check(
            name, State.MISSING, _("Orca is installed, but there is no accessibility bus here."),
            _("Start WhichOne from a desktop session."), found.failure or found.cause,
        )  # fmt: skip
    return Check(
        name, State.MISSING, _("Orca is installed, but does not run."), _("Press Alt, Super and S.")
    )


def _processes() -> set[str]:
    """Names of the running programs on Linux; elsewhere none."""
    names = set()
    for file in Path("/proc").glob("[0-9]*/comm"):
        try:
            names.add(file.read_text().strip())
        except OSError:  # it ended just now
            continue
    return names


# ------------------------------------------------------------------------------- engines


def engine_builtin(ask: Ask, limit_s: float) -> Check:
    """Reads a label that is drawn for the purpose: the whole way of one question."""
    name = "Built-in engine"
    remedy = _("Install WhichOne again.")
    found = ask("engine builtin", limit_s)
    if bad := shortcoming(name, found, remedy):
        return bad
    if found.facts["words_read"] == 0:
        said = found.facts["text"] or found.facts["end"]
        return Check(name, State.BROKEN, _("It could not read a drawn label."), remedy, said)
    return Check(
        name,
        State.OK,
        _("It read a drawn label in {seconds} s.", seconds=decimal(found.facts["ms"] / 1000, 1)),
    )


# ------------------------------------------------------------------------------- shared


def shortcoming(name: str, found: Found, remedy: str) -> Check | None:
    """The check of a probe that could not tell, or None where it did."""
    facts = found.facts
    if "package" in facts:
        sentence = _("The Python package {package} is not installed.", package=facts["package"])
        return Check(name, State.MISSING, sentence, remedy, found.cause)
    if "library" in facts:
        library = str(facts["library"])
        sentence = _("The system library {library} is not installed.", library=library)
        return Check(name, State.MISSING, sentence, install(package_of(library)), found.cause)
    if found.failure:
        sentence = found.failure
        remedy = f"{_(BUSY)} {remedy}" if found.is_late else remedy
        return Check(name, State.BROKEN, sentence, remedy, found.cause, found.is_late)
    if "error" in facts:
        return Check(
            name, State.BROKEN, str(facts["error"]), str(facts["remedy"]) or remedy, found.cause
        )
    return None


def _devices(name: str, names: Iterable[str], nothing: str, remedy: str) -> Check:
    known = list(dict.fromkeys(names))
    if not known:
        return Check(name, State.MISSING, nothing, remedy)
    shown = ", ".join(known[:3])
    more = len(known) - 3
    if more > 0:
        said = _n(
            "Found: {names} and {count} more.",
            "Found: {names} and {count} more.",
            more,
            names=shown,
        )
    else:
        said = _("Found: {names}.", names=shown)
    return Check(name, State.OK, said)


def _renamed(check: Check, name: str) -> Check:
    return Check(name, check.state, check.sentence, check.remedy, check.cause)
