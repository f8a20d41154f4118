"""Commands in Spanish and German: whole sentences, and the same JSON and exit codes as ever."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from whichone_app import doctor
from whichone_app.cli import main
from whichone_app.cli.doctor import as_text
from whichone_app.findings import Found
from whichone_core.languages import use_language
from whichone_core.paths import folders
from whichone_core.settings import Settings

from tests.integration.test_doctor import WELL
from tests.leftovers import leftovers

Ran = Callable[..., tuple[int, str, str]]
LANGUAGES = ("es", "de")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user of its own, in a folder of its own."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Runs a command in a language: its exit code, and what it printed on both streams."""

    def call(language: str, *typed: str) -> tuple[int, str, str]:
        monkeypatch.setenv("WHICHONE_LANGUAGE", language)
        try:
            code = main(typed)
        except SystemExit as end:
            code = int(end.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


COMMANDS = (
    *("--help", "ask --help", "models quantize --help", "camera aim --help", "log list --help"),
    *("study consent --help", "doctor --help", "", "ask", "log shw", "log list --limit x"),
    *("log show 1 2", "ask --reply", "ask missing.jpg", "ask .", "ask broken.jpg", "ask text.jpg"),
    *("ask empty.jpg", "ask https://a.example/b.jpg", "ask screen:x", "models list", "log list"),
    *("log list --search x", "log show 5", "log delete 5", "log forget 5", "study sessions"),
    *("study show", "study show 3", "study withdraw", "study rate 1 fluency=9", "study consent"),
)


@pytest.mark.parametrize("typed", COMMANDS)
def test_no_english_sentence_is_left_over(run: Ran, home: Path, typed: str) -> None:
    (home / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    (home / "text.jpg").write_text("A letter.")
    (home / "empty.jpg").write_bytes(b"")
    expected = run("en", *typed.split())
    for language in LANGUAGES:
        code, out, err = run(language, *typed.split())
        assert code == expected[0]
        assert (out, err) != expected[1:], "it says something of its own"
        assert leftovers(f"{out}\n{err}", language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_asked_about_without_a_word_of_english(run: Ran, language: str) -> None:
    question = {"es": "¿Cuántas tazas hay?", "de": "Wie viele Tassen sind da?"}[language]
    code, out, err = run(language, "ask", "example:table", question, "--more", "--no-speak")
    assert code == 0
    assert leftovers(f"{out}\n{err}", language) == []


@pytest.mark.parametrize(
    "typed", ["log list", "models list", "study sessions", "study show", "log path", "log forget 5"]
)
def test_programs_read_the_same_in_every_language(run: Ran, typed: str) -> None:
    expected = run("en", *typed.split(), "--json")
    for language in LANGUAGES:
        code, out, _err = run(language, *typed.split(), "--json")
        assert (code, json.loads(out)) == (expected[0], json.loads(expected[1]))


def _keys(value: object) -> object:
    if isinstance(value, dict):
        return {key: _keys(each) for key, each in value.items()}
    return [_keys(each) for each in value[:1]] if isinstance(value, list) else type(value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_for_programs_has_the_same_keys(run: Ran, language: str) -> None:
    typed = ("ask", "example:covered", "What does it say?", "--json")
    answers: list[dict[str, Any]] = [json.loads(run(code, *typed)[1]) for code in (language, "en")]
    assert _keys(answers[0]) == _keys(answers[1])
    assert answers[0]["strategy"] == answers[1]["strategy"]


FINDINGS: tuple[Found, ...] = (
    Found(facts={"package": "somewhere", "cause": "x"}),
    Found(facts={"library": "libegl.so.1", "cause": "x"}),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("found", [None, *FINDINGS])
def test_the_doctor_finds_the_same_in_every_language(found: Found | None, language: str) -> None:
    devices = Found({"outputs": ["USB 1"], "inputs": ["USB 2"]})
    answers = {**WELL, "sound": devices} if found is None else dict.fromkeys(WELL, found)
    texts = {}
    for code in ("en", language):
        use_language(code)
        diagnosis = doctor.examine(Settings(), folders(), ask=lambda words, _limit: answers[words])
        texts[code] = as_text(diagnosis)
        names = [check.name for check in diagnosis.checks]
        assert "Microphone" in names, "programs know checks by their English names"
    assert len(texts["en"].splitlines()) == len(texts[language].splitlines())
    assert leftovers(texts[language], language) == []
    assert leftovers(texts["en"], language) != [], "the search itself works"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_may_stand_in_the_settings_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    monkeypatch.delenv("WHICHONE_LANGUAGE", raising=False)
    folders().config.mkdir(parents=True)
    folders().settings_file.write_text(f'language = "{language}"\n', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["log", "--help"])
    assert capsys.readouterr().out.startswith({"es": "uso: ", "de": "Aufruf: "}[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_consent_is_read_and_noted_in_its_language(
    run: Ran, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    said = iter({"es": ["Sí", "n"], "de": ["ja", "nein"]}[language])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(said))
    code, out, _err = run(language, "study", "consent", "P07")
    assert code == 0
    assert {"es": "Consentimiento", "de": "Einwilligung"}[language] in out
    from whichone_core.study.studyreader import StudyReader

    (consent,) = StudyReader(folders().log_file).consents()
    assert (consent["language"], consent["text_version"]) == (language, "1")
    assert not consent["with_pictures"]
