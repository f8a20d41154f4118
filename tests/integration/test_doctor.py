from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from whichone_app import device_checks, doctor, local_model, probe
from whichone_app.cli import doctor as command
from whichone_app.findings import Check, Found, State, package_of, run_child
from whichone_core.paths import Folders, folders
from whichone_core.settings import Recogniser, Settings, Voice
from whichone_core.types.cancelling import Cancel
from whichone_models.files.disk import no_progress
from whichone_models.getting.importing import import_model
from whichone_models.keeping.store import Store
from whichone_models.trusting.trials import keep_verdict

from tests.hub import paper_text, paper_tower
from tests.processes import has_ended

WELL: dict[str, Found] = {
    "engine builtin": Found({"words_read": 2, "text": "OAT DRINK", "end": "Answered", "ms": 900}),
    "voice_qt": Found({"engines": ["speechd"], "engine": "speechd", "state": "Ready"}),
    "voice_pyttsx3": Found({"voices": 3}),
    "sound": Found({"outputs": ["Loudspeaker"], "inputs": ["Microphone"]}),
    "hearing moonshine": Found({"words": ""}),
    "camera": Found({"cameras": ["Front", "Back"]}),
    "desktop": Found({"platform": "xcb", "screens": [[1920, 1080]], "clipboard": True}),
    "screen_reader": Found({"bus": True, "is_running": True}),
    "runtime": Found({"version": "0.3.36"}),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    # The desk tests' Orca may run beside these: a reader that is seen to run is not asked for.
    monkeypatch.setattr(device_checks, "_processes", set[str])
    return folders()


def examined(
    home: Folders, changed: Mapping[str, Found] | None = None, settings: Settings | None = None
) -> doctor.Diagnosis:
    """The diagnosis of a healthy machine but for what is changed."""
    answers = {**WELL, **(changed or {})}
    return doctor.examine(settings or Settings(), home, ask=lambda words, _: answers[words])


def check(diagnosis: doctor.Diagnosis, name: str) -> Check:
    (found,) = [each for each in diagnosis.checks if each.name == name]
    return found


def test_a_healthy_machine_is_usable(home: Folders) -> None:
    diagnosis = examined(home)
    assert diagnosis.is_usable
    for name in ("Built-in engine", "Camera", "Display", "Clipboard", "Sound output"):
        assert check(diagnosis, name).is_ok, name
    assert check(diagnosis, "Camera").sentence == "Found: Front, Back."


def test_looking_creates_nothing(home: Folders) -> None:
    examined(home)
    assert list(home.data.iterdir()) == []


@pytest.mark.parametrize("probe_name", sorted(WELL))
def test_a_crash_of_any_part_is_a_finding(home: Folders, probe_name: str) -> None:
    crash = Found(
        failure="The check of it crashed (SIGABRT).", cause="could not connect to display"
    )
    diagnosis = examined(home, {probe_name: crash})
    assert len(diagnosis.checks) == len(examined(home).checks)
    if probe_name != "screen_reader":
        broken = [each for each in diagnosis.checks if each.state is State.BROKEN]
        assert any("crashed" in each.sentence for each in broken)
        assert diagnosis.checks[0] in broken, "the worst comes first"


def test_without_an_engine_nothing_else_matters(home: Folders) -> None:
    diagnosis = examined(
        home, {"engine builtin": Found({**WELL["engine builtin"].facts, "words_read": 0})}
    )
    assert not diagnosis.is_usable
    assert diagnosis.summary == "Questions cannot be answered here: no engine works."


def test_an_answer_that_nobody_gets_is_no_answer(home: Folders) -> None:
    diagnosis = examined(home, settings=Settings(voice=Voice.NONE))
    silent = replace(
        diagnosis,
        checks=tuple(each for each in diagnosis.checks if each.name != "Screen reader"),
        has_terminal=False,
    )
    assert silent.can_answer and not silent.is_usable
    assert replace(silent, has_terminal=True).is_usable


def test_a_voice_without_sound_still_makes_sound_files(home: Folders) -> None:
    diagnosis = examined(home, {"sound": Found({"outputs": [], "inputs": []})})
    quiet = replace(
        diagnosis,
        checks=tuple(each for each in diagnosis.checks if each.name != "Screen reader"),
        has_terminal=False,
    )
    assert quiet.is_usable == quiet.has_voice
    assert "sound files" in quiet.summary


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"package": "PySide6"}, "The Python package PySide6 is not installed."),
        ({"library": "libEGL.so.1"}, "The system library libEGL.so.1 is not installed."),
        ({"error": "It is broken.", "remedy": ""}, "It is broken."),
    ],
)
def test_what_is_not_installed_is_named(
    home: Folders, facts: dict[str, str], sentence: str
) -> None:
    found = check(examined(home, {"camera": Found(facts)}), "Camera")
    assert found.sentence == sentence
    assert found.remedy


def test_the_microphone_of_the_settings_has_to_be_there(home: Folders) -> None:
    devices = {"sound": Found({"outputs": ["Loudspeaker"], "inputs": ["Webcam Mic", "Yeti X"]})}
    there = check(examined(home, devices, Settings(microphone="yeti")), "Microphone")
    assert (there.state, there.sentence) == (State.OK, "Found: Webcam Mic, Yeti X.")
    gone = check(examined(home, devices, Settings(microphone="Jabra")), "Microphone")
    assert (gone.state, gone.sentence) == (
        State.MISSING,
        "The microphone Jabra is not connected.",
    )
    assert gone.remedy


def test_what_understands_speech_is_tried_and_without_it_typing_is_left(home: Folders) -> None:
    assert check(examined(home), "Speech recognition").state is State.OK
    gone = {"hearing moonshine": Found({"package": "moonshine_voice"})}
    missing = check(examined(home, gone), "Speech recognition")
    assert missing.state is State.MISSING and "extra called voice" in missing.remedy
    mad = {"hearing moonshine": Found({"words": "Thank you for watching"})}
    assert check(examined(home, mad), "Speech recognition").state is State.BROKEN
    whisper = {"hearing whisper": Found({"words": ""})}
    diagnosis = examined(home, whisper, Settings(recogniser=Recogniser.WHISPER))
    assert "whisper" in check(diagnosis, "Speech recognition").sentence


def test_wrong_settings_and_a_damaged_log_are_findings(home: Folders) -> None:
    home.settings_file.write_text('voise = "qt"')
    home.log_file.parent.mkdir()
    home.log_file.write_bytes(b"no database" * 100)
    diagnosis = examined(home)
    assert check(diagnosis, "Settings").remedy == "Did you mean 'voice'?"
    assert check(diagnosis, "Session log").sentence == "The session log is damaged."


def test_no_display_is_told_without_trying(home: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has sessions without a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert check(examined(home), "Display").sentence == "There is no display."


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


def test_prints_the_summary_first_and_one_line_a_check(
    home: Folders, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    diagnosis = examined(home, {"camera": Found({"cameras": []})})
    monkeypatch.setattr(command, "examine", lambda settings, folders: diagnosis)
    assert command.run(parsed(), Settings()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == diagnosis.summary
    assert len(lines) == 1 + len(diagnosis.checks)
    assert any(line.startswith("Missing: Camera. No camera was found. Connect") for line in lines)


def test_json_is_the_same_and_the_exit_code_tells(
    home: Folders, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    diagnosis = examined(
        home, {"engine builtin": Found(failure="The check of it crashed (SIGILL).")}
    )
    monkeypatch.setattr(command, "examine", lambda settings, folders: diagnosis)
    assert command.run(parsed("--json"), Settings()) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["can_answer"] is False
    assert found["checks"][0]["name"] == "Built-in engine"
    assert found["checks"][0]["state"] == "broken"


# ------------------------------------------------------------------- the child processes


def script(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_facts_are_the_last_line_whatever_was_printed_before() -> None:
    found = run_child(script("print('Qt says hello'); print('{\"voices\": 2}')"), 20)
    assert found == Found({"voices": 2})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_an_abort_is_named_with_the_last_complaint() -> None:
    found = run_child(
        script("import os, sys; sys.stderr.write('no display\\n'); sys.stderr.flush(); os.abort()"),
        20,
    )
    assert (found.failure, found.cause) == ("The check of it crashed (SIGABRT).", "no display")


def test_a_check_that_took_too_long_may_be_a_busy_computers_fault(home: Folders) -> None:
    late = Found(failure="The check of it did not answer within 8 seconds.", is_late=True)
    diagnosis = examined(home, {"engine builtin": late})
    assert not diagnosis.can_answer
    assert diagnosis.summary.startswith("Whether questions can be answered here is not known")
    found = check(diagnosis, "Built-in engine")
    assert found.remedy.startswith("Try again when this computer is less busy.")


def test_nonsense_is_a_failure() -> None:
    assert (
        run_child(script("print('hello')"), 20).failure == "The check of it failed (exit code 0)."
    )
    assert (
        run_child(script("raise SystemExit(3)"), 20).failure
        == "The check of it failed (exit code 3)."
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_a_hang_ends_in_time_and_takes_its_children_with_it(tmp_path: Path) -> None:
    """Neither of the two would ever end by itself, so that it returns shows that it ended them."""
    note = tmp_path / "pid"
    hang = (
        "import subprocess, sys, threading;"
        "wait = 'import threading; threading.Event().wait()';"
        "child = subprocess.Popen([sys.executable, '-c', wait]);"
        f"open({str(note)!r}, 'w').write(str(child.pid));"
        "threading.Event().wait()"
    )
    for patience_s in (1, 4, 16, 64):  # a busy machine takes its time to start two processes
        found = run_child(script(hang), patience_s)
        assert found.failure == f"The check of it did not answer within {patience_s} seconds."
        if note.exists() and note.read_text():
            break
    assert has_ended(int(note.read_text()))


def test_a_probe_prints_what_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_package() -> probe.Facts:
        import whichone_no_such_module  # type: ignore[import-not-found]

        return {"never": whichone_no_such_module}

    def without_library() -> probe.Facts:
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file")

    def without_portaudio() -> probe.Facts:
        raise OSError("PortAudio library not found")

    for fails, facts in (
        (without_package, {"package": "whichone_no_such_module"}),
        (without_library, {"library": "libEGL.so.1"}),
        (without_portaudio, {"library": "libportaudio.so.2"}),
    ):
        monkeypatch.setitem(probe.PROBES, "camera", fails)
        assert probe.main(["camera"]) == 0
        assert facts.items() <= json.loads(capsys.readouterr().out).items()


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libX11.so.6", "libx11-6"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
    ],
)
def test_a_library_is_found_in_its_debian_package(library: str, package: str) -> None:
    assert package_of(library) == package


def test_all_checks_run_at_the_same_time_each_with_the_limit(home: Folders) -> None:
    """So the whole takes as long as the slowest check, under ten seconds, however many there are.

    Each probe answers only once every other one has been asked.
    """
    limits: list[float] = []
    all_were_asked = threading.Barrier(len(WELL), timeout=60)

    def ask(words: str, limit_s: float) -> Found:
        limits.append(limit_s)
        all_were_asked.wait()
        return WELL[words]

    diagnosis = doctor.examine(Settings(), home, ask=ask)
    assert limits == [doctor.LIMIT_S] * len(WELL)
    assert doctor.LIMIT_S < 10
    assert check(diagnosis, "Built-in engine").is_ok


def test_this_machine_is_examined(home: Folders) -> None:
    diagnosis = doctor.examine(Settings(), home)
    names = {each.name for each in diagnosis.checks}
    assert {"Built-in engine", "Sound output", "Microphone", "Clipboard", "Python"} <= names
    assert check(diagnosis, "Python").is_ok


def test_what_runs_models_must_have_arithmetic_for_this_processor(home: Folders) -> None:
    """llama.cpp starts without any, and fails only once a model is loaded."""
    found = examined(home, {"runtime": Found({"version": "0.3.36", "kinds": 0})})
    engine = check(found, "Language model engine")
    assert (engine.state, engine.is_ok) == (State.BROKEN, False)
    assert engine.sentence == "What runs language models has nothing for this processor."
    well = examined(home, {"runtime": Found({"version": "0.3.36", "kinds": 1})})
    assert check(well, "Language model engine").is_ok


def test_a_language_model_is_offered_where_there_is_none(home: Folders) -> None:
    diagnosis = examined(home, {"runtime": Found({"package": "llama_cpp"})})
    assert check(diagnosis, "Language model engine").state is State.MISSING
    missing = check(diagnosis, "Language model")
    assert missing.sentence == "No language model is chosen; the built-in engine answers."
    assert missing.remedy == "To use a language model, run: make run MODEL=qwen2.5-vl-3b"
    assert diagnosis.is_usable


def test_a_runtime_for_another_processor_is_told(home: Folders) -> None:
    diagnosis = examined(home, {"runtime": Found(failure="The check of it crashed (SIGILL).")})
    broken = check(diagnosis, "Language model engine")
    assert "crashed (SIGILL)" in broken.sentence and "llama-cpp-python" in broken.remedy


def test_the_chosen_model_is_checked_without_reading_gigabytes(
    home: Folders, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    paper_text(stick / "Paper.gguf")
    paper_tower(stick / "mmproj-Paper.gguf")
    store = Store(home.models)
    model = import_model([stick], store, no_progress, Cancel(), "paper")
    assert model is not None
    store.choose("paper")
    untested = check(examined(home), "Language model")
    assert untested.remedy == "Run: whichone models test paper"
    keep_verdict(model.folder, local_model.runtime_version(), is_sound=True)
    assert check(examined(home), "Language model").sentence == (
        "paper passed its test and fits into memory."
    )
    model.text.touch()
    changed = check(examined(home), "Language model")
    assert changed.state is State.BROKEN
    assert changed.remedy == "Run: whichone models verify paper"
    gone = check(examined(home, settings=Settings(model="other")), "Language model")
    assert gone.sentence == "The model other is not installed."


def test_a_screen_reader_that_is_seen_to_run_is_not_asked_for(
    home: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_checks, "_processes", lambda: {"orca", "python3"})
    silent = {
        **WELL,
        "screen_reader": Found(failure="The check of it did not answer within 8.5 seconds."),
    }
    diagnosis = examined(home, silent)
    assert check(diagnosis, "Screen reader").sentence == "Orca runs."
