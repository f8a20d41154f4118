"""What Spanish and German speakers reply to "which one do you mean", typed and spoken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.clarify import MatchKind, make_options, match
from whichone_core.answering.spoken_reply import Said, confirmation, understand
from whichone_core.languages import use_language
from whichone_core.types.answers import Option
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_core.types.pictures import Box


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def thing(label: str, x: float, y: float, colour: str = "", size: float = 0.2) -> SceneObject:
    box = Box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
    colours = (ColourShare(colour, 1.0),) if colour else ()
    return SceneObject(label, 0.9, box, 0.7, True, colours)


THINGS = [
    thing("bottle", 0.2, 0.5, "red"),
    thing("cup", 0.5, 0.5, "blue"),
    thing("cup", 0.85, 0.5, "dark green"),
    thing("laptop", 0.5, 0.15, "grey", 0.3),
    thing("book", 0.85, 0.85, "red", 0.1),
]
"""1 red bottle left, 2 blue cup middle, 3 dark green cup right, 4 laptop top, 5 book bottom."""


def table(language: str) -> tuple[Option, ...]:
    use_language(language)
    return make_options(THINGS)


SPANISH = [
    ("2", 2), ("dos", 2), ("número dos", 2), ("la opción cuatro", 4), ("el dos", 2), ("uno", 1),
    ("la primera", 1), ("el segundo", 2), ("la tercera por favor", 3), ("la última", 5),
    ("el penúltimo", 4), ("la botella", 1), ("botella", 1), ("el libro", 5), ("libros", 5),
    ("el portátil", 4), ("la laptop", 4), ("la taza azul", 2), ("la azul", 2), ("azul", 2),
    ("la gris", 4), ("el rojo de la izquierda", 1), ("izquierda", 1), ("la de la izquierda", 1),
    ("el de más a la izquierda", 1), ("la taza de la derecha", 3), ("la taza verde oscuro", 3),
    ("la oscura", 3), ("la de arriba", 4), ("el de abajo a la derecha", 5), ("abajo", 5),
    ("la taza del medio", 2), ("quiero la botella roja por favor", 1), ("me refiero al libro", 5),
    ("no la botella, el libro", 5), ("la taza, pero no la azul", 3), ("el más grande", 4),
    ("la taza de al lado del libro", 3), ("la segunda taza", 3), ("la 3", 3),
    ("la segunda taza desde la izquierda", 3), ("la votella", 1),
]  # fmt: skip
GERMAN = [
    ("2", 2), ("zwei", 2), ("zwo", 2), ("Nummer zwei", 2), ("die Nummer vier", 4), ("eins", 1),
    ("die erste", 1), ("der zweite", 2), ("die dritte bitte", 3), ("das letzte", 5),
    ("die vorletzte", 4), ("die Flasche", 1), ("flasche", 1), ("das Buch", 5), ("bücher", 5),
    ("der Laptop", 4), ("die blaue Tasse", 2), ("die blaue", 2), ("blau", 2), ("das graue", 4),
    ("die rote links", 1), ("links", 1), ("die linke", 1), ("ganz links", 1),
    ("die rechte Tasse", 3), ("die dunkelgrüne Tasse", 3), ("die dunkelgruene", 3),
    ("die dunkle", 3), ("oben", 4), ("das obere", 4), ("unten rechts", 5), ("unten", 5),
    ("die mittlere Tasse", 2), ("ich möchte bitte die rote Flasche", 1), ("ich meine das Buch", 5),
    ("nicht die Flasche, das Buch", 5), ("die Tasse, aber nicht die blaue", 3), ("das größte", 4),
    ("die Tasse neben dem Buch", 3), ("die zweite Tasse", 3), ("die zweite Tasse von links", 3),
    ("die Flashe", 1), ("Weinflasche", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "reply", "number"),
    [("es", *row) for row in SPANISH] + [("de", *row) for row in GERMAN],
)
def test_a_reply_chooses_an_option(language: str, reply: str, number: int) -> None:
    found = match(reply, table(language))
    assert found.option is not None
    assert found.option.number == number


@pytest.mark.parametrize("language", ["es", "de"])
def test_each_offered_text_chooses_itself(language: str) -> None:
    for option in table(language):
        assert match(option.text, table(language)).option == option


@pytest.mark.parametrize(
    ("language", "reply", "kind"),
    [
        ("es", "ninguno", MatchKind.NEITHER),
        ("es", "ninguna de las dos", MatchKind.NEITHER),
        ("es", "no", MatchKind.NEITHER),
        ("es", "otra cosa", MatchKind.NEITHER),
        ("es", "todas", MatchKind.ALL),
        ("es", "los dos", MatchKind.ALL),
        ("es", "ambos", MatchKind.ALL),
        ("es", "repite por favor", MatchKind.REPEAT),
        ("es", "¿Cómo?", MatchKind.REPEAT),
        ("es", "otra vez", MatchKind.REPEAT),
        ("es", "¿cuáles eran las opciones?", MatchKind.REPEAT),
        ("es", "la taza", MatchKind.SEVERAL),
        ("es", "la roja", MatchKind.SEVERAL),
        ("es", "el perro", MatchKind.NONE),
        ("es", "¿Qué pone en el libro?", MatchKind.NONE),
        ("es", "¿cuánto cuesta la botella?", MatchKind.NONE),
        ("de", "keins", MatchKind.NEITHER),
        ("de", "keine davon", MatchKind.NEITHER),
        ("de", "nein", MatchKind.NEITHER),
        ("de", "etwas anderes", MatchKind.NEITHER),
        ("de", "alle", MatchKind.ALL),
        ("de", "beide", MatchKind.ALL),
        ("de", "alle beide", MatchKind.ALL),
        ("de", "noch mal bitte", MatchKind.REPEAT),
        ("de", "Wie bitte?", MatchKind.REPEAT),
        ("de", "wiederhole das", MatchKind.REPEAT),
        ("de", "Tasse", MatchKind.SEVERAL),
        ("de", "das rote", MatchKind.SEVERAL),
        ("de", "der Hund", MatchKind.NONE),
        ("de", "Was steht auf dem Buch?", MatchKind.NONE),
        ("de", "wie teuer ist die Flasche", MatchKind.NONE),
    ],
)
def test_whole_replies_and_replies_that_choose_nothing(
    language: str, reply: str, kind: MatchKind
) -> None:
    assert match(reply, table(language)).kind is kind


@pytest.mark.parametrize("language", ["es", "de"])
@pytest.mark.parametrize(
    ("reply", "number"), [("the blue cup", 2), ("the one on the left", 1), ("number four", 4)]
)
def test_english_is_understood_too(language: str, reply: str, number: int) -> None:
    option = match(reply, table(language)).option
    assert option is not None
    assert option.number == number


@given(st.text(max_size=200), st.sampled_from(["es", "de"]))
def test_any_reply_amounts_to_something(text: str, language: str) -> None:
    options = table(language)
    assert match(text, options).kind in MatchKind
    assert understand(text, options, is_asked=True).said in Said
    use_language("en")


WORDS = (
    "no la roja izquierda los dos taza el libro y o , de junto a más todos ninguno segunda desde "
    "nicht die rote Tasse links zwei und oder neben dem Buch von rechts alle keine zweite"
)


@given(st.lists(st.sampled_from(WORDS.split(" ")), max_size=12), st.sampled_from(["es", "de"]))
def test_any_words_choose_among_what_is_offered(words: list[str], language: str) -> None:
    options = table(language)
    assert set(match(" ".join(words), options).options) <= set(options)
    use_language("en")


# ------------------------------------------------------------------------------- spoken


@pytest.mark.parametrize(
    ("language", "heard", "number"),
    [
        ("es", "La de la izquierda.", "1"),
        ("es", "Número dos.", "2"),
        ("es", "La taza azul, por favor.", "2"),
        ("es", "El libro.", "5"),
        ("de", "Die linke.", "1"),
        ("de", "Nummer zwei.", "2"),
        ("de", "Die blaue Tasse bitte.", "2"),
        ("de", "Das Buch.", "5"),
    ],
)
def test_a_clear_spoken_reply_is_taken_at_its_word(language: str, heard: str, number: str) -> None:
    spoken = understand(heard, table(language), is_asked=True)
    assert (spoken.said, spoken.text, spoken.is_sure) == (Said.REPLY, number, True)


@pytest.mark.parametrize(
    ("language", "heard", "number"),
    [
        ("es", "La votella.", "1"),
        ("es", "la taza asul", "2"),
        ("es", "la taza pero no la azul", "3"),
        ("de", "Die Flashe.", "1"),
        ("de", "die plaue Tasse", "2"),
        ("de", "Nummer fier.", "4"),
        ("de", "die Tasse aber nicht die blaue", "3"),
    ],
)
def test_what_only_sounds_like_an_option_is_read_back(
    language: str, heard: str, number: str
) -> None:
    spoken = understand(heard, table(language), is_asked=True)
    assert (spoken.said, spoken.text, spoken.is_sure) == (Said.REPLY, number, False)


@pytest.mark.parametrize(
    ("language", "heard", "said"),
    [
        ("es", "¡Para!", Said.STOP),
        ("es", "Cállate.", Said.STOP),
        ("es", "Más.", Said.MORE),
        ("es", "Otra vez.", Said.REPEAT),
        ("es", "stop", Said.STOP),
        ("de", "Stopp!", Said.STOP),
        ("de", "Sei still.", Said.STOP),
        ("de", "Mehr bitte.", Said.MORE),
        ("de", "Noch mal.", Said.REPEAT),
        ("de", "again", Said.REPEAT),
    ],
)
def test_commands_are_heard_in_the_language_and_in_english(
    language: str, heard: str, said: Said
) -> None:
    use_language(language)
    assert understand(heard).said is said


@pytest.mark.parametrize(
    ("language", "heard", "said"),
    [
        ("es", "Sí.", Said.YES),
        ("es", "Claro.", Said.YES),
        ("es", "No.", Said.NO),
        ("es", "la azul", None),
        ("de", "Ja.", Said.YES),
        ("de", "Genau!", Said.YES),
        ("de", "Nein.", Said.NO),
        ("de", "die blaue", None),
    ],
)
def test_yes_and_no(language: str, heard: str, said: Said | None) -> None:
    use_language(language)
    assert confirmation(heard) is said


@pytest.mark.parametrize(
    ("language", "heard"),
    [("es", "Ninguno."), ("de", "Keins.")],
)
def test_none_of_them_is_a_reply(language: str, heard: str) -> None:
    spoken = understand(heard, table(language), is_asked=True)
    assert spoken.said is Said.REPLY
    assert match(spoken.text, table(language)).kind is MatchKind.NEITHER


@pytest.mark.parametrize(
    ("language", "heard"),
    [("es", "¿Qué pone en el libro de la derecha?"), ("de", "Was steht auf dem Buch da rechts?")],
)
def test_a_question_of_its_own_stays_one(language: str, heard: str) -> None:
    assert understand(heard, table(language), is_asked=True).said is Said.QUESTION
