"""What a model's question back offers, in Spanish and German."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_core.answering.clarify import match
from whichone_core.languages import use_language
from whichone_core.prompting.choices import choices_of


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("language", "question", "texts", "reply"),
    [
        ("de", "Meinst du die rote Tasse links oder das blaue Buch?",
         ["die rote Tasse links", "das blaue Buch"], "die linke"),
        ("de", "Was meinst du: die Flasche, die Tasse oder das Buch?",
         ["die Flasche", "die Tasse", "das Buch"], "Flasche"),
        ("es", "¿Te refieres a la taza roja de la izquierda o al libro azul?",
         ["la taza roja de la izquierda", "el libro azul"], "la roja"),
        ("es", "¿Cuál quieres decir: la botella, la taza o el libro?",
         ["la botella", "la taza", "el libro"], "botella"),
    ],
)  # fmt: skip
def test_choices_are_named_and_can_be_chosen(
    language: str, question: str, texts: list[str], reply: str
) -> None:
    use_language(language)
    options = choices_of(question)
    assert [option.text for option in options] == texts
    assert match(reply, options).option == options[0]
    assert all(match(option.text, options).option == option for option in options)
