"""Tries a bundle as its user would: questions with known answers, failures with known codes.

Each check is a fresh process with a folder of its own; nothing is written outside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .inside import gpl_problem
from .product import PROGRAM, version

PATIENCE_S = 300.0


@dataclass(frozen=True, slots=True)
class Check:
    """A command, the exit code that it must have, and words that it must say.

    code: None where it depends on the machine (the doctor's tells what is broken there).
    language: what the user's settings name.  voice: the one that they choose.  needs: a package
    without which it cannot be tried.  system: the start of sys.platform where it holds.
    """

    name: str
    words: tuple[str, ...]
    code: int | None = 0
    says: str = ""
    language: str = "en"
    needs: str = ""
    voice: str = "none"
    system: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a check went.  problem: empty where it passed."""

    check: Check
    seconds: float
    problem: str


CHECKS = (
    Check("version", ("--version",), 0, f"WhichOne {version()}"),
    Check("help", ("--help",), 0, "ask"),
    Check(
        "reads", ("ask", "example:label", "What is the expiry date?"), 0,
        "The label says: Best before: 14 MAR 2027.",
    ),
    Check("looks", ("ask", "example:table", "What is this?"), 0, "Which one do you mean"),
    Check("abstains", ("ask", "example:covered", "What does it say?"), 0, "can't tell"),
    Check("usage", ("ask",), 2, "For help: whichone ask --help"),
    Check("no such picture", ("ask", "no-such-picture.jpg", "What is this?"), 3, "whichone: "),
    Check("no such engine", ("ask", "example:label", "?", "--engine", "none"), 2, "whichone: "),
    Check("hears", ("doctor", "--probe", "hearing", "moonshine"), 0, '{"words": ""}'),
    Check("asks nobody by itself", ("doctor", "--updates"), 2, "knows no site"),
    Check(
        "German sentences", ("ask", "no-such-picture.jpg", "?"), 3,
        "Dort gibt es keine Datei namens no-such-picture.jpg.", "de",
    ),
    Check("German answer", ("ask", "example:table", "Was ist das?"), 0, "Was meinst du", "de"),
    Check(
        "Spanish answer", ("ask", "example:covered", "¿Qué dice?"), 0, "La foto está tapada", "es"
    ),
    Check("Spanish sentences", ("doctor", "--updates"), 2, "Esta copia de WhichOne", "es"),
    Check("German guide", ("guide",), 0, "Handbuch zu WhichOne", "de"),
    Check("Spanish guide", ("guide", "--language", "es"), 0, "WhichOne"),
    Check("German doctor", ("doctor",), None, "Eingebautes Antwortprogramm", "de"),
    Check(
        "arithmetic for this processor", ("doctor", "--probe", "runtime"), 0,
        '"kinds": 1', needs="llama_cpp",
    ),
    Check("no other program", ("-m", "http.server"), 2, "whichone: "),
    Check(
        "voice that is left out", ("ask", "example:label", "What is the expiry date?", "--speak"),
        None, "The voice pyttsx3 is not in this package.", voice="pyttsx3", system="linux",
    ),
    Check(
        "German voice left out", ("ask", "example:label", "?", "--save-audio", "answer.wav"), None,
        "Die Stimme pyttsx3 ist nicht in diesem Paket.", "de", voice="pyttsx3", system="linux",
    ),
)  # fmt: skip


def program_of(bundle: Path) -> Path:
    """The program in a bundle's folder."""
    return bundle / (f"{PROGRAM}.exe" if sys.platform == "win32" else PROGRAM)


def run_check(program: Path, check: Check) -> Result:
    """Run one check against a program."""
    with tempfile.TemporaryDirectory() as folder:
        foreign = ("WHICHONE_", "PYTHON", "DISPLAY", "WAYLAND", "QT_", "VIRTUAL_ENV", "LD_")
        environ = {key: text for key, text in os.environ.items() if not key.startswith(foreign)}
        environ |= {"WHICHONE_HOME": folder, "WHICHONE_VOICE": check.voice, "PYTHONUTF8": "1"}
        environ["WHICHONE_LANGUAGE"] = check.language
        started = time.perf_counter()
        ran = subprocess.run(
            [program, *check.words], env=environ, cwd=folder, stdin=subprocess.DEVNULL,
            capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        seconds = time.perf_counter() - started
    return Result(check, seconds, _problem(check, ran.returncode, ran.stdout + ran.stderr))


def _problem(check: Check, code: int, said: str) -> str:
    if check.code is not None and code != check.code:
        last = said.strip().splitlines()[-1:] or ["nothing"]
        return f"exit code {code} instead of {check.code}; it said: {last[0]}"
    if check.says not in said:
        return f"it did not say: {check.says}"
    return "" if "Traceback" not in said else "it showed a traceback"


def can_be_tried(program: Path, check: Check) -> bool:
    """Whether the bundle has what a check needs: it can be made without llama.cpp."""
    if not sys.platform.startswith(check.system):
        return False
    return not check.needs or (program.parent / "_internal" / check.needs).is_dir()


def check_bundle(program: Path) -> list[Result]:
    """Look into a program, run all checks with it, and say how each went."""
    results = [check_contents(program)]
    for check in (each for each in CHECKS if can_be_tried(program, each)):
        result = run_check(program, check)
        results.append(result)
        verdict = result.problem or "passed"
        print(f"{check.name}: {verdict}, {result.seconds:.1f} seconds", flush=True)
    return results


def check_contents(program: Path) -> Result:
    """Look for modules that would load GPL code, and say what was found."""
    started = time.perf_counter()
    problem = gpl_problem(program)
    print(f"no GPL code loaded: {problem or 'passed'}", flush=True)
    return Result(Check("no GPL code loaded", ()), time.perf_counter() - started, problem)
