"""A model that knows drawn scenes only: what is said of it, where, and how often."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from whichone_app import local_model, model_checks
from whichone_app.findings import State
from whichone_app.presenters.model_list import ModelList
from whichone_app.presenters.model_steps import ModelSteps
from whichone_core.languages import use_language
from whichone_core.ports import Exchange, VisionModel
from whichone_core.settings import DoubleCheck, Settings
from whichone_core.types.questions import Intent, Question, Stakes
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.files.sidecar import read_sidecar
from whichone_models.language.demonstration import warning, without_caution
from whichone_models.language.double_check import double_checked
from whichone_models.llama.engine import LocalEngine, Options

from tests.model_client import ScriptedClient, sidecar
from tests.research import ROOT
from tests.scenes import evidence, hear, prompt, question, text, thing
from tests.severe import SMEAR

DEMO = ROOT / "models" / "demo"
WHAT = question(Intent.IDENTIFY, "What is this?", vague=True)
SCENE = evidence(thing("cup"), read=text("TOMATO SOUP"))
SAID = "Tiny is only a demonstration"


def engine(
    strategy: Strategy = Strategy.DIRECT,
    source: str = "the drawn world, training/recipes/mini/mini.yaml",
    notice: str = "",
) -> LocalEngine:
    texts = dict.fromkeys(Strategy, "It is a red cup.") | {Strategy.ABSTAIN: "I can't tell."}
    client = ScriptedClient(odds={strategy: 0.96}, by_strategy=texts)
    described = sidecar().model_copy(update={"source": source})
    return LocalEngine(client, described, FixedFinder(SCENE), options=Options(notice=notice))


@pytest.mark.parametrize(
    ("source", "is_one"),
    [
        ("the drawn world", True),
        ("the drawn world, training/recipes/mini/mini.yaml", True),
        ("the drawn world and photos", False),
        ("https://huggingface.co/ggml-org/Qwen2.5-VL-3B-Instruct-GGUF", False),
        ("", False),
    ],
)
def test_a_model_is_a_demonstration_by_what_it_was_made_from(source: str, is_one: bool) -> None:
    made = engine(source=source)
    assert (SAID in made.notice) == is_one
    assert (SAID in hear(made, prompt(WHAT, SCENE)).text) == is_one


def test_it_is_heard_before_the_first_answer_beside_what_else_there_is_to_hear() -> None:
    assert engine().notice.startswith(SAID)
    assert engine(notice="It was updated.").notice.startswith(f"It was updated. {SAID}")


@pytest.mark.parametrize("strategy", [Strategy.DIRECT, Strategy.INFER, Strategy.LIST])
def test_behind_an_answer_it_waits_for_more_to_be_asked_for(strategy: Strategy) -> None:
    *_, last = hear(engine(strategy), prompt(WHAT, SCENE)).sentences
    assert last.text.startswith(SAID)
    assert last.role is Role.AUXILIARY


@pytest.mark.parametrize(
    ("strategy", "asked"),
    [
        (Strategy.ABSTAIN, WHAT),
        (Strategy.DIRECT, question(Intent.READ, "Which pill?", stakes=Stakes.MEDICINE)),
        (Strategy.DIRECT, question(Intent.BEYOND, "Are you sure?")),
    ],
)
def test_where_nothing_new_of_the_model_was_said_it_is_not_said(
    strategy: Strategy, asked: Question
) -> None:
    earlier = (Exchange("What is this?", Strategy.DIRECT, "It is a red cup."),)
    given = replace(prompt(asked, SCENE), earlier=earlier)
    assert SAID not in hear(engine(strategy), given).text


def test_what_was_measured_at_a_severe_flaw_is_not_called_a_guess_of_the_model() -> None:
    assert SAID not in hear(engine(), prompt(WHAT, SCENE, SMEAR)).text


@pytest.mark.parametrize("way", [DoubleCheck.ASK_AGAIN, DoubleCheck.CORRECT_ITSELF])
def test_an_answer_that_is_checked_says_it_once(way: DoubleCheck) -> None:
    checked: VisionModel = double_checked(engine(), way)
    assert hear(checked, prompt(WHAT, SCENE)).text.count(SAID) == 1


@pytest.mark.parametrize(
    ("language", "words"), [("es", "es solo una demostración"), ("de", "nur zur Vorführung")]
)
def test_it_is_said_in_the_users_language(language: str, words: str) -> None:
    use_language(language)
    assert words in engine().notice


@pytest.mark.parametrize("before", ["en", "es", "de"])
@pytest.mark.parametrize("now", ["en", "es", "de"])
def test_it_is_no_part_of_an_earlier_answer_whatever_language_that_was_given_in(
    before: str, now: str
) -> None:
    described = sidecar().model_copy(update={"source": "the drawn world"})
    use_language(before)
    said = f"It is a red cup. {warning(described)}"
    use_language(now)
    earlier = (Exchange("What is this?", Strategy.DIRECT, said),)
    given = replace(prompt(WHAT, SCENE), earlier=earlier)
    (left,) = without_caution(described, given).earlier
    assert left.answer == "It is a red cup."


# ------------------------------------------------------------------ where it is chosen


class Told:
    """Hears what is told of work with models."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def tell(self, sentence: str, *, is_number: bool = False) -> None:
        self.lines.append(sentence)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the repository's model, installed for a user of their own and tested."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(local_model, "need_runtime", lambda: None)
    monkeypatch.setattr(local_model, "is_ready", lambda _model: True)
    monkeypatch.setattr(local_model, "has_passed_test", lambda _model: True)
    made = ModelSteps(Settings(), Told()).imported([DEMO / "Q8_0"])
    assert made is not None
    return made.name


def test_it_is_said_once_where_it_is_chosen(installed: str) -> None:
    told = Told()
    assert ModelSteps(Settings(), told).used(installed)
    assert [line.startswith(f"{installed} is only") for line in told.lines] == [False, True]


def test_the_list_of_models_and_the_doctor_say_it(installed: str) -> None:
    from whichone_core.paths import folders

    (entry,) = (one for one in ModelList(Settings, tuple).entries() if one.name == installed)
    assert entry.details[1].startswith(f"{installed} is only a demonstration")
    local_model.store().choose(installed)
    check = model_checks.model(folders(), Settings())
    assert check.state is State.OK
    assert "only a demonstration" in check.sentence


@pytest.mark.parametrize("kind", ["Q4_K_M", "Q8_0"])
def test_the_card_says_it_of_each_model_that_is_one(kind: str) -> None:
    described = read_sidecar(DEMO / kind)
    assert described is not None and described.is_demonstration
    assert "Only a demonstration" in (DEMO / kind / "README.md").read_text(encoding="utf-8")
