"""Which engines answer: `auto` means the chosen model, then the built-in engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_app import local_model
from whichone_app.bootstrap import build_engines
from whichone_app.engines import UnreadyEngine
from whichone_core.errors import InputError, SetupError
from whichone_core.question.questions import understand
from whichone_core.settings import Settings
from whichone_models.builtin.finder import BuiltinFinder
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.store import Store
from whichone_models.trusting.trials import keep_verdict

from tests.papers import install_paper


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    monkeypatch.setattr(local_model, "RUNTIME", "json")  # as if it were installed
    return local_model.store()


def names(settings: Settings) -> list[str]:
    engines = build_engines(settings, BuiltinFinder())
    try:
        return [engine.name for engine in engines]
    finally:
        for engine in engines:
            engine.close()


def test_without_a_model_the_builtin_engine_answers(store: Store) -> None:
    assert names(Settings()) == ["builtin"]


def test_a_model_that_is_installed_but_not_chosen_does_not_answer(store: Store) -> None:
    install_paper(store)
    assert names(Settings()) == ["builtin"]
    assert names(Settings(model="paper")) == ["local", "builtin"]


def test_the_chosen_model_answers_first(store: Store) -> None:
    install_paper(store)
    store.choose("paper")
    assert names(Settings()) == ["local", "builtin"]
    assert names(Settings(engine="builtin")) == ["builtin"]
    assert names(Settings(engine="local")) == ["local"]


def test_without_what_runs_models_they_are_passed_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_paper(store)
    store.choose("paper")
    monkeypatch.setattr(local_model, "RUNTIME", "no_such_module_anywhere")
    assert names(Settings()) == ["builtin"]
    with pytest.raises(SetupError, match="llama-cpp-python is not installed"):
        names(Settings(engine="local"))


def test_a_model_by_setting_that_is_not_there_is_said_when_asked(store: Store) -> None:
    engine = build_engines(Settings(model="gone"), BuiltinFinder())[0]
    assert isinstance(engine, UnreadyEngine) and engine.looks_for(understand("")) is None
    with pytest.raises(InputError, match="The model gone is not installed"):
        names(Settings(engine="local", model="gone"))


def test_asking_for_local_without_a_choice_says_how_to_choose(store: Store) -> None:
    with pytest.raises(SetupError) as raised:
        names(Settings(engine="local"))
    assert "whichone models use NAME" in raised.value.remedy


def notices(model: Installed) -> list[str]:
    """What is heard before the first answer (`build_assistant` collects it)."""
    engines = build_engines(Settings(model=model.name), BuiltinFinder())
    try:
        return [notice for engine in engines if (notice := getattr(engine, "notice", ""))]
    finally:
        for engine in engines:
            engine.close()


def test_a_model_tested_with_an_older_runtime_is_to_be_tested_again_and_that_is_said(
    store: Store,
) -> None:
    model = install_paper(store)
    old = "What runs language models was updated since paper was tested."
    assert notices(model) == [], "it was never tested"
    keep_verdict(model.folder, "0.0.1", is_sound=True)
    assert notices(model) == [f"{old} To test it again: whichone models test paper."]
    keep_verdict(model.folder, local_model.runtime_version(), is_sound=True)
    assert notices(model) == []


def test_a_server_is_only_used_where_it_was_chosen(store: Store) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    there = {"server": "localhost:11434", "server_model": "some-model"}
    assert names(Settings.model_validate(there)) == ["builtin"]
    assert names(Settings.model_validate(there | {"engine": "server"})) == ["server"]
    with pytest.raises(SetupError):
        names(Settings(engine="server"))
