"""What holds for every answer in Spanish and German, whatever was asked and found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.phrases import ENGLISH, Phrases, words_of
from whichone_core.answering.tongue import grammar, phrases, version
from whichone_core.languages import LANGUAGES, use_language
from whichone_core.nouns import Kind, Noun, forms
from whichone_core.picture.directions import advice_words
from whichone_core.picture.guidance import Problem, Trouble
from whichone_core.picture.retakes import compare
from whichone_core.ports import Prompt
from whichone_core.question.lexicon import DETECTOR_LABELS
from whichone_core.types.evidence import (
    Code,
    ColourShare,
    Evidence,
    LightReading,
    NameGuess,
    SceneObject,
    TextEvidence,
    TextLine,
)
from whichone_core.types.pictures import Box
from whichone_core.types.quality import Flaw, QualityReport, Side
from whichone_core.types.questions import Intent, Question, Stakes, TextField
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.engine import BuiltinEngine

from tests.answer_cases import CASES, answered
from tests.scenes import TODAY, Said, hear, poor, prompt, question, reply_to

TRANSLATED = [code for code in LANGUAGES if code != "en"]
ENGINE = BuiltinEngine(lambda: TODAY)
LABELS = sorted(DETECTOR_LABELS)
COLOURS = ("red", "light blue", "dark green", "grey", "black", "orange", "pink", "purple", "brown")
NAMES = ("teapot", "sunglasses", "wolf", "screen with text", "jeans", "guacamole", "wing")
REPLIES = ("2", "all of them", "the left one", "red", "neither", "repeat", "xyz")

share = st.floats(0, 1)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, right = sorted((draw(share), draw(share)))
    top, bottom = sorted((draw(share), draw(share)))
    return Box(left, top, right, bottom)


colours = st.lists(st.builds(ColourShare, st.sampled_from(COLOURS), share), max_size=3)


def _things(labels: list[str]) -> st.SearchStrategy[tuple[SceneObject, ...]]:
    one = st.builds(
        SceneObject,
        st.sampled_from(labels),
        share,
        boxes(),
        share,
        st.booleans(),
        colours.map(tuple),
    )
    return st.lists(one, max_size=9).map(tuple)


things = st.lists(st.sampled_from(LABELS), min_size=1, max_size=3).flatmap(_things)
lines = st.builds(TextLine, st.sampled_from(("QWX 77", "Zorb", "12/03/2027")), share, boxes())
odds = st.tuples(share, share, share).map(
    lambda chances: dict(
        zip((Strategy.INFER, Strategy.LIST, Strategy.CLARIFY), chances, strict=True)
    )
)
evidences = st.builds(
    Evidence,
    text=st.none() | st.builds(TextEvidence, st.lists(lines, max_size=3).map(tuple)),
    objects=st.none() | things,
    level_odds=st.none() | odds,
    colours=st.none() | colours.map(tuple),
    names=st.lists(st.builds(NameGuess, st.sampled_from(NAMES), share), max_size=1).map(tuple),
    light=st.none() | st.builds(LightReading, st.floats(0, 100), st.floats(0, 100), st.booleans()),
)
questions = st.builds(
    question,
    st.sampled_from(Intent),
    st.sampled_from(("qwx", "nuts")),
    targets=st.lists(st.sampled_from(LABELS), max_size=2).map(tuple),
    unknown=st.just(()) | st.just(("zorb",)),
    vague=st.booleans(),
    field=st.none() | st.sampled_from(TextField),
    stakes=st.none() | st.none() | st.sampled_from(Stakes),
    sure=st.booleans(),
)
qualities = st.none() | st.sampled_from([f for f in Flaw if f is not Flaw.CUT_OFF]).map(poor)


@contextmanager
def _spoken(language: str) -> Iterator[None]:
    use_language(language)
    try:
        yield
    finally:
        use_language("en")


def _texts(said: Said) -> list[str]:
    sentences = [sentence.text for sentence in said.sentences]
    return [*sentences, *(option.text for option in said.options), *said.retakes]


def _all_said(
    language: str, asked: Question, found: Evidence, quality: QualityReport | None, reply: str
) -> list[str]:
    with _spoken(language):
        given: Prompt = prompt(asked, found, quality)
        said = hear(ENGINE, given)
        texts = _texts(said)
        for sentence in said.sentences:
            assert sentence.text.endswith((".", "?", "!", "…")), sentence.text
            assert sentence.spoken == "" or sentence.spoken.endswith((".", "?")), sentence.spoken
        if said.options:
            assert len({option.text for option in said.options}) == len(said.options)
            chosen = reply_to(said, asked, reply)
            texts += _texts(hear(ENGINE, prompt(asked, found, quality, chosen)))
    return texts


@pytest.mark.parametrize("language", TRANSLATED)
@given(questions, evidences, qualities, st.sampled_from(REPLIES))
def test_every_answer_is_whole_and_in_its_language(
    language: str,
    asked: Question,
    found: Evidence,
    quality: QualityReport | None,
    reply: str,
) -> None:
    for text in _all_said(language, asked, found, quality, reply):
        assert "  " not in text and " ," not in text and " ." not in text and ",," not in text
        assert text == text.strip() and "{" not in text
        assert _english_in(text, language) == set(), text
        assert wrong_articles(text, language) == [], text


# ------------------------------------------------------------------------------- language

_NOT_WORDS = frozenset({"qwx", "zorb"})


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower())) - _NOT_WORDS


def _own_words(language: str) -> set[str]:
    with _spoken(language):
        own = set(words_of(phrases()))
    for noun in forms(language).values():
        own |= _words(f"{noun.singular} {noun.plural} {noun.in_object}")
    return own


_OWN = {language: _own_words(language) for language in TRANSLATED}
_ALSO_GERMAN = {
    "die",
    "so",
    "in",
    "an",
    "am",
    "was",
    "hat",
    "rot",
    "not",
    "links",
    "rechts",
    "also",
}
_ALSO_SPANISH = {"a", "no", "de", "la", "he", "me", "son"}
_BOTH = {"es": _ALSO_SPANISH, "de": _ALSO_GERMAN}
_LABEL_WORDS = {word for label in LABELS for word in _words(label)}
_COLOUR_WORDS = {word for colour in COLOURS for word in colour.split()}
_ENGLISH = words_of(ENGLISH) | _LABEL_WORDS | _COLOUR_WORDS | {"left", "right", "top", "bottom"}


def _english_in(text: str, language: str) -> set[str]:
    """English words of phrases, labels, colours and places that are no words of the language."""
    return (_words(text) & _ENGLISH) - _OWN[language] - _BOTH[language]


# ------------------------------------------------------------------------------- articles

_ARTICLES = {
    "es": {
        "m": {"un", "el", "unos", "los", "ningún"},
        "f": {"una", "la", "unas", "las", "ninguna"},
    },
    "de": {
        "m": {"ein", "einen", "der", "den", "kein", "keinen"},
        "f": {"eine", "die", "keine"},
        "n": {"ein", "das", "kein"},
    },
}
_STRESSED_A = ("ala", "hacha", "arpa")
_SINGULARS = {
    language: {
        word: noun
        for noun in forms(language).values()
        for word in {noun.singular, noun.in_object}
        if noun.kind is Kind.COUNT and word != noun.plural
    }
    for language in TRANSLATED
}
_BEFORE = {
    "es": re.compile(r"\b((?:un|el|un[ao]s?|l[ao]s?|ningún|ninguna)) ([\w -]+)", re.IGNORECASE),
    "de": re.compile(
        r"(?<!von )\b(eine?n?|der|die|das|den|keine?n?) (?:[a-zäöüß]+ )*([A-ZÄÖÜ][\w-]+)"
    ),
}


def _noun_at(words: str, language: str) -> tuple[str, Noun] | None:
    """The longest noun that a text begins with."""
    pieces = words.split()
    for length in range(len(pieces), 0, -1):
        word = " ".join(pieces[:length])
        noun = _SINGULARS[language].get(word)
        if noun is not None:
            return word, noun
    return None


def wrong_articles(text: str, language: str) -> list[str]:
    """Articles that do not go with the noun after them."""
    wrong = []
    for found in _BEFORE[language].finditer(f"{text[:1].lower()}{text[1:]}"):
        article, named = found[1].lower(), _noun_at(found[2], language)
        if named is None:
            continue
        word, noun = named
        allowed = _ARTICLES[language][noun.gender]
        if language == "es" and word.split()[0] in _STRESSED_A:
            allowed = allowed | {"un", "el", "ningún"}
        if article not in allowed:
            wrong.append(f"{article} {word}")
    return wrong


@pytest.mark.parametrize(
    ("text", "language", "wrong"),
    [
        ("Es un taza roja.", "es", ["un taza"]),
        ("Veo el ala.", "es", []),
        ("Ich sehe einen rote Tasse.", "de", ["einen Tasse"]),
        ("Ich sehe einen braunen Bären.", "de", []),
    ],
)
def test_a_wrong_article_would_be_noticed(text: str, language: str, wrong: list[str]) -> None:
    assert wrong_articles(text, language) == wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_english_in_an_answer_would_be_noticed(language: str) -> None:
    assert _english_in("I can see a mug on the left", language) >= {"can", "see", "mug", "left"}


# ------------------------------------------------------------------------------- wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_names_the_wording_s_language(language: str) -> None:
    with _spoken(language):
        assert version() == f"{language}-1" == ENGINE.template


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", list(Phrases.__dataclass_fields__))
def test_every_sentence_is_translated(language: str, name: str) -> None:
    with _spoken(language):
        assert getattr(phrases(), name) != getattr(ENGLISH, name)


@pytest.mark.parametrize("name", CASES)
def test_the_language_changes_nothing_in_english(name: str) -> None:
    before = answered("en", name)
    for language in TRANSLATED:
        answered(language, name)
    assert answered("en", name) == before


def test_the_language_is_english_unless_another_is_used() -> None:
    assert grammar().indefinite("cup", "red") == "a red cup"


# --------------------------------------------------------------------------- codes, quality

_CODE_WORDS = {
    "es": ("Un código QR con una dirección web de www.example.org.", "example punto org"),
    "de": ("Ein QR-Code mit einer Webadresse bei www.example.org.", "example Punkt org"),
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_code_is_told_in_the_language(language: str) -> None:
    code = Code("https://www.example.org/a", "QR Code", Box(0, 0, 1, 1))
    found = Evidence(codes=(code,))
    with _spoken(language):
        first = hear(ENGINE, prompt(question(Intent.CODE), found)).sentences[0]
    sentence, spoken = _CODE_WORDS[language]
    assert first.text == sentence
    assert spoken in first.spoken


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "Un poco más nítida, pero la imagen sigue borrosa."),
        ("de", "Ein wenig schärfer, aber das Bild ist noch unscharf."),
    ],
)
def test_a_second_picture_is_compared_in_the_language(language: str, said: str) -> None:
    with _spoken(language):
        assert compare(poor(Flaw.BLURRED, 20.0), poor(Flaw.BLURRED, 60.0)) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "Cámara a la izquierda. El texto está cortado."),
        ("de", "Kamera nach links. Text ist abgeschnitten."),
    ],
)
def test_the_camera_is_aimed_in_the_language(language: str, said: str) -> None:
    with _spoken(language):
        assert advice_words(Trouble(Problem.CUT_OFF, Side.LEFT)) == said
