"""The settings as a page: nothing is forgotten, everything is found, said, and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_app.chosen import Chosen
from whichone_app.presenters.setting_synonyms import SYNONYMS
from whichone_app.presenters.settings_page import Kind, Row, SettingsPage, all_rows
from whichone_core.errors import SetupError
from whichone_core.languages import language_used, use_language
from whichone_core.settings import LogConsent, Settings, Voice


@pytest.fixture
def chosen(tmp_path: Path) -> Chosen:
    return Chosen(Settings(), tmp_path / "settings.toml")


@pytest.fixture
def page(chosen: Chosen) -> SettingsPage:
    return SettingsPage(chosen)


def row(key: str) -> Row:
    return next(row for row in all_rows() if row.key == key)


def test_every_setting_has_a_row_with_what_it_is_and_what_it_may_be() -> None:
    rows = all_rows()
    assert [row.key for row in rows] == list(Settings.model_fields)
    assert len({row.title for row in rows}) == len(rows)
    for each in rows:
        assert each.description and each.help.endswith(".")
        assert each.kind is not Kind.CHOICE or len(each.choices) > 1
        assert each.kind is not Kind.NUMBER or (each.least < each.most and each.step > 0)


def test_a_line_says_name_and_value_first(page: SettingsPage) -> None:
    assert page.line(row("speech_rate")) == (
        "Speech rate: 0. How fast: -1 slowest, 0 normal, 1 fastest."
    )
    assert page.line(row("server")).startswith("Server: empty. ")
    assert row("speak_through").help == (
        'Who speaks. It can be "automatic", "own voice" or "screen reader".'
    )


def test_a_search_looks_at_names_words_and_values_and_says_the_count(page: SettingsPage) -> None:
    assert [each.key for each in page.rows("how FAST")] == ["speech_rate"]
    assert "voice" in {each.key for each in page.rows("espeak")}
    assert page.found("how fast") == "1 setting."
    assert page.found("xyzzy") == "Nothing found for xyzzy."
    assert page.found("") == f"{len(Settings.model_fields)} settings."


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("speed", "speech_rate"),
        ("Pace", "speech_rate"),
        ("loudness", "speech_volume"),
        ("short", "verbosity"),
        ("history", "log"),
        ("speech recognition", "recogniser"),
    ],
)
def test_a_setting_is_found_by_what_it_is_usually_called(
    page: SettingsPage, query: str, key: str
) -> None:
    assert key in {each.key for each in page.rows(query)}


@pytest.mark.parametrize(("language", "query"), [("de", "Tempo"), ("es", "velocidad")])
def test_it_is_found_so_in_the_users_language_and_in_english(
    page: SettingsPage, language: str, query: str
) -> None:
    before = language_used()
    use_language(language)
    try:
        assert [each.key for each in page.rows(query)] == ["speech_rate"]
        assert [each.key for each in page.rows("speed")] == ["speech_rate"]
    finally:
        use_language(before)


def test_every_other_name_belongs_to_a_setting() -> None:
    assert set(SYNONYMS) <= set(Settings.model_fields)


def test_a_change_is_said_with_the_restart_that_it_needs(
    page: SettingsPage, chosen: Chosen
) -> None:
    assert page.set(row("log"), "text") == "Log: text. It holds after a restart."
    assert chosen.current.log is LogConsent.TEXT
    chosen.subscribe(lambda before, after: None, "voice")
    assert page.set(row("voice"), "espeak") == "Voice: espeak."


def test_the_same_value_again_is_no_change(page: SettingsPage) -> None:
    assert page.set(row("voice"), "auto") == ""
    assert not page.can_undo


def test_a_value_that_cannot_be_is_an_error_with_a_sentence(page: SettingsPage) -> None:
    with pytest.raises(SetupError, match="The setting language cannot be"):
        page.set(row("language"), "?")
    assert not page.can_undo


def test_undo_takes_back_one_change_after_the_other(page: SettingsPage, chosen: Chosen) -> None:
    page.set(row("voice"), "espeak")
    page.set(row("speech_rate"), 0.5)
    assert page.undo() == "Speech rate: 0, taken back. It holds after a restart."
    assert page.undo() == "Voice: auto, taken back. It holds after a restart."
    assert chosen.current == Settings()
    assert page.undo() == "There is nothing to take back."


def test_a_reset_of_one_setting_can_be_taken_back(page: SettingsPage, chosen: Chosen) -> None:
    page.set(row("voice"), "espeak")
    assert page.reset(row("voice")).startswith("Voice is as it came: auto.")
    page.undo()
    assert chosen.current.voice is Voice.ESPEAK
    assert page.reset(row("log")) == "Log is as it came: off."


def test_a_reset_of_all_is_one_step_and_can_be_taken_back(
    page: SettingsPage, chosen: Chosen
) -> None:
    page.set(row("voice"), "espeak")
    page.set(row("speech_rate"), 0.5)
    before = chosen.current
    assert page.reset_all().startswith("2 settings set back. Undo takes it back.")
    assert chosen.current == Settings()
    assert page.undo().startswith("2 settings taken back.")
    assert chosen.current == before
    page.reset_all()
    assert page.reset_all() == "All settings are as they came."


def test_what_is_not_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    page = SettingsPage(Chosen(Settings(), tmp_path / "folder" / "settings.toml"))
    assert "It holds until WhichOne ends." in page.set(row("voice"), "espeak")
