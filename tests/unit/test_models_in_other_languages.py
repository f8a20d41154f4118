"""A language model that answers in German or Spanish is understood: strategy, options, roles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_core.languages import use_language
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.llama.engine import LocalEngine, Options

from tests.model_client import ScriptedClient, Text, sidecar
from tests.scenes import TODAY, Said, evidence, hear, prompt, question, thing

CUPS = evidence(thing("cup", "left", "red"), thing("cup", "right", "blue"))


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def _ask(language: str, strategy: Strategy, words: str) -> Said:
    use_language(language)
    given = prompt(question(Intent.IDENTIFY, vague=True), CUPS)
    engine = LocalEngine(
        ScriptedClient([Text(words)], {strategy: 0.9}),
        sidecar(words=True),
        FixedFinder(given.evidence),
        options=Options(today=lambda: TODAY),
    )
    return hear(engine, given)


@pytest.mark.parametrize(
    ("language", "words", "options"),
    [
        (
            "de",
            "Welche Tasse meinst du: die rote links oder die blaue rechts?",
            ["die rote links", "die blaue rechts"],
        ),
        (
            "es",
            "¿Qué taza quieres decir: la roja de la izquierda o la azul de la derecha?",
            ["la roja de la izquierda", "la azul de la derecha"],
        ),
    ],
)
def test_a_question_back_offers_what_it_names(
    language: str, words: str, options: list[str]
) -> None:
    said = _ask(language, Strategy.CLARIFY, words)
    assert said.strategy is Strategy.CLARIFY
    assert [option.text for option in said.options] == options


@pytest.mark.parametrize("strategy", [Strategy.DIRECT, Strategy.ABSTAIN])
@pytest.mark.parametrize(
    ("language", "failure", "advice"),
    [
        ("de", "Das kann ich nicht erkennen.", "Halte die Kamera ruhiger."),
        ("es", "No puedo distinguirlo.", "Acerca la cámara."),
    ],
)
def test_a_failure_abstains_with_its_advice(
    language: str, failure: str, advice: str, strategy: Strategy
) -> None:
    said = _ask(language, strategy, f"{failure} {advice}")
    assert said.strategy is Strategy.ABSTAIN
    assert [(s.text, s.role) for s in said.sentences] == [(failure, Role.ANSWER_FAILURE)]
    assert said.retakes == (advice,)


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "Das ist eine rote Tasse. Sie steht links."), ("es", "Es una taza. Está llena.")],
)
def test_an_answer_stays_an_answer(language: str, words: str) -> None:
    said = _ask(language, Strategy.DIRECT, words)
    assert said.strategy is Strategy.DIRECT
    assert said.text == words
