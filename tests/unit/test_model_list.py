"""What is said of models, and that everything the dialog does is done and told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_app import local_model
from whichone_app.presenters.model_list import (
    Doing,
    Entry,
    ModelList,
    Work,
    fetch_time,
    what_for,
    why_not,
)
from whichone_core.errors import InputError, ModelError, SetupError
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.getting.catalog import CatalogModel, catalogue

from tests.hub import Fault, LocalHub, put_paper_model, running_hub

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user of their own, without a runtime: a paper model cannot be tested with one."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setattr(local_model, "has_runtime", lambda: False)
    return tmp_path / "home"


@pytest.fixture
def hub(home: Path) -> Iterator[LocalHub]:
    with running_hub() as running:
        yield running


@pytest.fixture
def paper(hub: LocalHub, tmp_path: Path) -> CatalogModel:
    return put_paper_model(hub, tmp_path / "made")


@pytest.fixture
def models(paper: CatalogModel, hub: LocalHub, monkeypatch: pytest.MonkeyPatch) -> ModelList:
    """A list that says each percentage, though all takes only a moment."""
    monkeypatch.setattr("whichone_app.presenters.tenths.APART_S", 0.0)
    return ModelList(Settings, lambda: (paper,), lambda: 2_000_000_000, hub=hub.address)


def said(work: Work, cancel: Cancel | None = None) -> list[str]:
    return list(work(cancel or Cancel()))


def only(models: ModelList) -> Entry:
    (entry,) = models.entries()
    return entry


def test_what_a_model_costs_is_said_before_it_is_fetched(models: ModelList) -> None:
    assert only(models) == Entry(
        "paper-model",
        "paper-model: not installed, 100 kilobytes to fetch.",
        (
            "Paper model. For weak computers.",
            "100 kilobytes to fetch: less than a minute at 50 megabits a second.",
            "It needs 1 megabyte of memory; 2 gigabytes are free here: it fits.",
            "Languages: English.",
            "Licence: none.",
        ),
        frozenset({Doing.FETCH}),
    )
    assert models.summary() == "No language model is chosen; the built-in engine answers."


def test_a_machine_that_is_too_small_is_told_so(paper: CatalogModel) -> None:
    small = ModelList(Settings, lambda: (paper,), lambda: 200_000_000)
    assert "200 megabytes are free here: it does not fit now." in " ".join(only(small).details)
    unknown = ModelList(Settings, lambda: (paper,), lambda: None)
    assert "It needs 1 megabyte of memory." in only(unknown).details


def test_a_model_is_fetched_verified_and_removed_with_every_step_told(models: ModelList) -> None:
    told = said(models.work(Doing.FETCH, "paper-model"))
    assert told[0] == "Fetching Paper model, about 100 kilobytes. Licence: none."
    percents = [int(line.split()[0]) for line in told if "percent of" in line]
    assert percents == sorted(set(percents)) and percents[-1] == 100
    assert told[-2:] == [
        "The model paper-model is installed, 525 kilobytes.",
        "It was not tested, because llama-cpp-python is not installed.",
    ]
    entry = only(models)
    assert entry.line == "paper-model: installed, 525 kilobytes."
    assert entry.doings == {Doing.USE, Doing.TEST, Doing.VERIFY, Doing.REMOVE}
    assert "It was not tested on this computer yet." in entry.details
    assert said(models.work(Doing.VERIFY, "paper-model"))[-1] == (
        "The model paper-model is as it was installed."
    )
    assert said(models.work(Doing.REMOVE, "paper-model")) == [
        "The model paper-model is removed; 526 kilobytes are free again."
    ]
    assert only(models).doings == {Doing.FETCH}


def test_what_was_stopped_goes_on_from_where_it_was(models: ModelList, hub: LocalHub) -> None:
    hub.faults.append(Fault(after=100_000, then="stall"))
    cancel = Cancel()
    told = []
    for sentence in models.work(Doing.FETCH, "paper-model")(cancel):
        told.append(sentence)
        if "percent" in sentence:
            cancel.request()
    assert "installed" not in " ".join(told)
    assert "partly fetched" in only(models).line
    hub.released.set()
    again = said(models.work(Doing.FETCH, "paper-model"))
    assert again[1].startswith("Going on from ")
    assert only(models).line == "paper-model: installed, 525 kilobytes."


def test_what_goes_wrong_is_raised_with_its_sentence(models: ModelList, hub: LocalHub) -> None:
    with pytest.raises(InputError, match="is not installed"):
        said(models.work(Doing.VERIFY, "paper-model"))
    with pytest.raises(SetupError, match="llama-cpp-python is not installed"):
        said(models.work(Doing.USE, "paper-model"))
    hub.files.clear()
    with pytest.raises(ModelError, match="server"):
        said(models.work(Doing.FETCH, "paper-model"))


def test_a_damaged_model_is_named_and_can_be_removed(models: ModelList, home: Path) -> None:
    (home / "models/broken").mkdir(parents=True)
    broken = models.entries()[0]
    assert (broken.line, broken.doings) == (
        "broken: not usable.",
        frozenset({Doing.REMOVE}),
    )
    assert "not complete" in broken.details[0]


def test_files_from_a_stick_are_imported(models: ModelList, tmp_path: Path) -> None:
    told = said(models.importing([tmp_path / "made"]))
    assert told[-2].startswith("The model paper-q4_k_m is installed")
    with pytest.raises(InputError, match="called paper-q4_k_m already"):
        said(models.importing([tmp_path / "made"]))


def test_who_removes_the_model_that_answers_hears_what_answers_now(
    models: ModelList, tmp_path: Path
) -> None:
    said(models.importing([tmp_path / "made"]))
    local_model.store().choose("paper-q4_k_m")
    assert said(models.work(Doing.REMOVE, "paper-q4_k_m"))[1:] == [
        "No language model is chosen; the built-in engine answers."
    ]


@pytest.mark.parametrize(
    ("doing", "doings", "words"),
    [
        (Doing.FETCH, {Doing.TEST}, "m is installed already."),
        (Doing.USE, {Doing.TEST}, "m answers already."),
        (Doing.USE, {Doing.FETCH}, "m is not installed. Choose Fetch first."),
        (Doing.REMOVE, {Doing.FETCH}, "m is not installed. Choose Fetch first."),
    ],
)
def test_why_something_cannot_be_done_is_said(doing: Doing, doings: set[Doing], words: str) -> None:
    assert why_not(doing, "m", Entry("m", "m", (), frozenset(doings))) == words


def test_the_catalogue_has_one_for_weak_and_one_for_strong_computers() -> None:
    known = catalogue()
    words = [what_for(model, known) for model in known]
    assert words[0] == "The recommended one."
    assert words.count("For weak computers.") == 1
    assert words.count("The largest, for strong computers.") == 1


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1_000_000, "less than a minute"),
        (375_000_000, "about 1 minute"),
        (3_270_000_000, "about 9 minutes"),
    ],
)
def test_how_long_a_download_takes_is_said_for_a_usual_line(count: int, words: str) -> None:
    assert fetch_time(count) == f"{words} at 50 megabits a second"
