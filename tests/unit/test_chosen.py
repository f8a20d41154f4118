"""A setting that is changed holds at once and stays; the file remains the user's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from whichone_app.chosen import Chosen
from whichone_core.errors import SetupError
from whichone_core.settings import LogConsent, Settings, Voice
from whichone_core.settings_sources import load_settings

OWN_FILE = """\
# My settings, from my nephew.
voice = "qt"   # the nice one

# Do not touch.
speech_rate = 0.5
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def opened(file: Path, **environ: str) -> Chosen:
    return Chosen(load_settings({}, environ, file), file, environ)


def own(file: Path) -> Path:
    file.parent.mkdir(parents=True)
    file.write_text(OWN_FILE, encoding="utf-8")
    return file


def test_a_change_holds_now_and_after_the_next_start(file: Path) -> None:
    chosen = opened(file)
    change = chosen.change(voice="espeak", speech_rate=0.25)
    assert (change.is_kept, change.notice) == (True, "")
    assert chosen.current.voice is Voice.ESPEAK
    assert opened(file).current == chosen.current
    assert [entry.name for entry in file.parent.iterdir()] == ["settings.toml"]


def test_what_the_user_wrote_into_the_file_stays_there(file: Path) -> None:
    opened(own(file)).change(speech_rate=-0.5, log="text")
    kept = file.read_text(encoding="utf-8")
    assert kept == OWN_FILE.replace("0.5", "-0.5") + 'log = "text"\n'


def test_a_value_that_cannot_be_is_refused_in_words_and_changes_nothing(file: Path) -> None:
    chosen = opened(own(file))
    before = chosen.current
    with pytest.raises(SetupError) as refused:
        chosen.change(speech_rate=7, voice="espeak")
    assert refused.value.spoken == (
        "The setting speech_rate cannot be 7. It must be a number from -1 to 1."
    )
    assert chosen.current == before
    assert file.read_text(encoding="utf-8") == OWN_FILE


def test_a_setting_that_does_not_exist_is_named_with_its_neighbour(file: Path) -> None:
    with pytest.raises(SetupError, match="no setting called 'voise'") as refused:
        opened(file).change(voise="qt")
    assert refused.value.remedy == "Did you mean 'voice'?"
    with pytest.raises(SetupError, match="no setting called 'voise'"):
        opened(file).reset("voise")


def test_listeners_hear_what_was_and_what_is(file: Path) -> None:
    chosen = opened(file)
    heard: list[tuple[Settings, Settings, Settings]] = []
    chosen.subscribe(lambda before, after: heard.append((before, after, chosen.current)))
    chosen.change(log=LogConsent.TEXT)
    before, after, then = heard[0]
    assert (before.log, after.log, then.log) == (LogConsent.OFF, LogConsent.TEXT, LogConsent.TEXT)


def test_a_reset_takes_the_line_out_and_leaves_the_others(file: Path) -> None:
    chosen = opened(own(file))
    chosen.reset("voice")
    assert chosen.current.voice is Voice.AUTO
    assert "speech_rate = 0.5" in file.read_text(encoding="utf-8")
    assert "voice" not in file.read_text(encoding="utf-8")
    chosen.reset()
    assert chosen.current == Settings()
    assert "# My settings, from my nephew." in file.read_text(encoding="utf-8")


def test_what_wins_at_the_next_start_is_said(file: Path) -> None:
    file.parent.mkdir()
    environ = {"WHICHONE_VOICE": "qt"}
    settings = load_settings({"speech_rate": 0.7}, environ, file)
    chosen = Chosen(settings, file, environ)
    change = chosen.change(voice="espeak")
    assert change.is_kept
    assert chosen.current.voice is Voice.ESPEAK
    assert (
        change.notice == "At the next start the environment variable WHICHONE_VOICE wins over it."
    )
    assert chosen.change(speech_rate=0.1).notice == (
        "At the next start the option --speech-rate wins over it."
    )
    assert chosen.change(language="de").notice == ""


def test_a_file_that_is_read_only_leaves_the_change_for_this_session(file: Path) -> None:
    own(file).chmod(0o444)
    chosen = opened(file)
    change = chosen.change(voice="espeak")
    assert chosen.current.voice is Voice.ESPEAK
    assert not change.is_kept
    assert change.notice == (
        f"It holds until WhichOne ends. The settings file {file} could not be written."
        " Check that you may write there and that the disk is not full."
    )
    assert file.read_text(encoding="utf-8") == OWN_FILE


def test_a_folder_that_cannot_be_made_leaves_the_change_for_this_session(file: Path) -> None:
    file.parent.write_text("a file where the folder should be")
    change = Chosen(Settings(), file).change(voice="espeak")
    assert not change.is_kept
    assert "could not be written" in change.notice


@pytest.mark.parametrize("damage", [b"voice = ", b"\xff\xfe", b"[[[", b'voice = "qt"\nvoice = 1'])
def test_a_damaged_file_is_left_as_it_is(file: Path, damage: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(damage)
    chosen = Chosen(Settings(), file)
    change = chosen.change(voice="espeak")
    assert chosen.current.voice is Voice.ESPEAK
    assert "is damaged, so nothing was written to it." in change.notice
    assert file.read_bytes() == damage


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_its_place_is_not_waited_for(file: Path) -> None:
    chosen = Chosen(Settings(), file)
    file.parent.mkdir()
    os.mkfifo(file)
    change = chosen.change(voice="espeak")
    assert chosen.current.voice is Voice.ESPEAK
    assert not change.is_kept and "could not be written" in change.notice
    assert file.is_fifo()


def test_a_link_to_the_file_and_its_permissions_and_line_ends_stay(file: Path) -> None:
    own(file).chmod(0o600)
    file.write_bytes(OWN_FILE.replace("\n", "\r\n").encode())
    link = file.with_name("link.toml")
    link.symlink_to(file)
    opened(link).change(speech_rate=0.0)
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_bytes() == OWN_FILE.replace("0.5", "0.0").replace("\n", "\r\n").encode()


def test_without_a_file_nothing_is_kept_and_nothing_is_said() -> None:
    change = Chosen(Settings()).change(voice="espeak")
    assert change.notice == ""


def test_a_setting_that_somebody_puts_into_effect_needs_no_restart() -> None:
    chosen = Chosen(Settings())
    chosen.subscribe(lambda before, after: None, "verbosity")
    assert chosen.is_live("verbosity")
    assert not chosen.is_live("voice")
