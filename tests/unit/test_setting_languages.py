"""Settings, errors and consent in Spanish and German: shown in them, typed in English."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_app.chosen import Chosen
from whichone_app.presenters.settings_page import SettingsPage, all_rows
from whichone_core.decimals import decimal
from whichone_core.errors import ModelError, SetupError
from whichone_core.languages import use_language
from whichone_core.setting_words import SHOWN, TITLES, shown
from whichone_core.settings import LogConsent, Settings, described, write_default
from whichone_core.settings_sources import load_settings
from whichone_core.study.consent import load_consent
from whichone_core.succession import Succession

from installers import words

LANGUAGES = ("es", "de")


def test_every_setting_has_a_title_that_is_its_name_in_english() -> None:
    assert list(TITLES) == list(Settings.model_fields)
    for key, title in TITLES.items():
        assert title == key.replace("_", " ").capitalize()


def test_every_word_of_a_choice_is_translated_or_the_name_of_a_program() -> None:
    programs = {"qt", "espeak", "pyttsx3", "moonshine", "whisper"}
    choices = {choice for row in all_rows() for choice in row.choices}
    assert choices - programs == set(SHOWN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_stays_english(language: str, tmp_path: Path) -> None:
    use_language(language)
    chosen = Chosen(Settings(), tmp_path / "settings.toml")
    page = SettingsPage(chosen)
    row = next(row for row in all_rows() if row.key == "log")
    assert page.set(row, "text").startswith(
        {"es": "Registro: texto.", "de": "Protokoll: Text."}[language]
    )
    assert 'log = "text"' in (tmp_path / "settings.toml").read_text(encoding="utf-8")
    assert load_settings({}, environ={}, file=tmp_path / "settings.toml").log is LogConsent.TEXT


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_of_one_setting_never_sound_the_same(language: str) -> None:
    use_language(language)
    for row in all_rows():
        said = [shown(choice) for choice in row.choices]
        assert len(set(said)) == len(said)
    titles = [row.title for row in all_rows()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_is_found_by_its_own_words_and_by_english_ones(language: str) -> None:
    use_language(language)
    page = SettingsPage(Chosen(Settings(), None))
    native = {"es": "lector de pantalla", "de": "Screenreader"}[language]
    for query in (native, "screen reader"):
        assert "speak_through" in [row.key for row in page.rows(query)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", 'El ajuste speech_rate no puede ser "fast". Debe ser un número de -1 a 1.'),
        (
            "de",
            'Die Einstellung speech_rate kann nicht "fast" sein. '
            "Erlaubt ist eine Zahl von -1 bis 1.",
        ),
    ],
)
def test_a_wrong_value_is_refused_in_the_language(language: str, sentence: str) -> None:
    use_language(language)
    with pytest.raises(SetupError) as caught:
        Chosen(Settings(), None).change(speech_rate="fast")
    assert caught.value.spoken == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_settings_file_to_start_from_is_explained_in_the_language(
    language: str, tmp_path: Path
) -> None:
    use_language(language)
    write_default(tmp_path / "settings.toml")
    text = (tmp_path / "settings.toml").read_text(encoding="utf-8")
    for key in Settings.model_fields:
        assert f"# {key} = " in text
        assert described(key) in text


def test_a_settings_without_description_has_no_words_of_a_catalogue() -> None:
    use_language("de")
    assert all(
        described(key) and "Content-Type" not in described(key) for key in Settings.model_fields
    )


def test_decimals_are_written_as_the_language_does() -> None:
    assert (decimal(0.5), decimal(18.62, 1), decimal(3.0)) == ("0.5", "18.6", "3")
    use_language("de")
    assert (decimal(0.5), decimal(18.62, 1), decimal(-1.0)) == ("0,5", "18,6", "-1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_asking_again_is_not_advised_where_another_engine_answers(language: str) -> None:
    """The remedies that ask for another try are known by how they begin, in each language."""
    use_language(language)
    again = {"Ask again.", "Please try again.", "Please close other programs."}
    for package in words.PACKAGES:
        for message in words.translations(package, language):
            if message.id in again:
                error = ModelError("X.", remedy=str(message.string))
                said = Succession().failed("local", error, "builtin")
                assert str(message.string) not in said
    kept = Succession().failed("local", ModelError("X.", remedy="Y."), "builtin")
    assert kept.endswith(" Y.")


@pytest.mark.parametrize("language", ("en", *LANGUAGES))
def test_the_consent_that_comes_with_whichone_is_in_the_language(language: str) -> None:
    use_language(language)
    text = load_consent()
    assert (text.language, text.version) == (language, "1")
    paragraphs = {"en": 7, "es": 7, "de": 7}
    assert len(text.paragraphs) == paragraphs[language]


def test_a_consent_of_ones_own_says_its_language_by_its_name(tmp_path: Path) -> None:
    use_language("es")
    (tmp_path / "consent.de.md").write_text("Einwilligung\n\nVersion: 3", encoding="utf-8")
    (tmp_path / "mine.md").write_text("Consentimiento\n\nVersión: 4", encoding="utf-8")
    found = [load_consent(tmp_path / name) for name in ("consent.de.md", "mine.md")]
    assert [(each.language, each.version) for each in found] == [("de", "3"), ("es", "4")]
