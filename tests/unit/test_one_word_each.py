"""In Spanish and German one thing has one name, and nobody is addressed in two ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from whichone_core.answering.spanish_phrases import SPANISH
from whichone_core.study import consent

from installers import words

GUIDE = words.ROOT / "docs/guide"
CONSENT = Path(consent.__file__)
SEARCHED = re.compile(r"^[^.]*(?:, [^.]*){2,}$")
"""Words by which a setting is searched: there every name that people use has its place."""
A_LABEL_OF_WINDOWS = "Zugriff auf Ihr Mikrofon erlauben"


def said(language: str) -> Iterator[tuple[str, str]]:
    """Each sentence of the catalogues, in English and in the language."""
    for package in words.PACKAGES:
        for message in words.translations(package, language):
            if not message.id:
                continue
            english = message.id if isinstance(message.id, str) else message.id[0]
            texts = [message.string] if isinstance(message.string, str) else message.string or ()
            for text in texts:
                yield english, text


def written(language: str) -> Iterator[tuple[str, str]]:
    """Each line of the guide, and of the consent text, with the file that it is from."""
    for path in (
        *sorted((GUIDE / language).glob("*.md")),
        CONSENT.with_name(f"consent.{language}.md"),
    ):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.name, line


def found(pattern: str, texts: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(origin, text) for origin, text in texts if re.search(pattern, text)]


def test_the_key_is_called_intro_in_spanish_and_enter_in_german() -> None:
    assert found(r"\b(?:Enter|Entrar|Retorno)\b", said("es")) == []
    assert found(r"\b(?:Enter|Entrar|Retorno)\b", written("es")) == []
    for texts in (said("de"), written("de")):
        assert found(r"\b(?:Eingabetaste|Return)\b", texts) == []


def test_in_spanish_only_what_a_camera_takes_is_a_foto() -> None:
    """All else that is opened, pasted or captured is an imagen."""
    taking = re.compile(r"\btak(?:e|es|en|ing)\b|camera", re.IGNORECASE)
    wrong = [
        (english, text)
        for english, text in found(r"(?i)\bfotos?\b", said("es"))
        if not taking.search(english) and english != "Photo"
    ]
    assert wrong == []
    lines = found(r"(?i)\bfotos?\b", written("es"))
    assert [
        line for _file, line in lines if not re.search(r"(?i)c[aá]mara|\b(?:haz|toma|hac)", line)
    ] == []


def test_spanish_answers_say_imagen_but_where_another_foto_is_to_be_taken() -> None:
    texts = {field.name: getattr(SPANISH, field.name) for field in fields(SPANISH)}
    named = {name for name, text in texts.items() if re.search(r"\bfotos?\b", str(text))}
    assert all("oma" in texts[name] for name in named), named
    assert "imagen" in texts["bad_picture"] and "imagen" in texts["because"]


def test_german_says_screenreader() -> None:
    lines = [text for _english, text in said("de") if not SEARCHED.match(text)]
    lines += [line for _file, line in written("de")]
    assert [
        line for line in lines if re.search(r"(?i)bildschirmleser|bildschirmvorlese", line)
    ] == []
    assert any("Screenreader" in line for line in lines)


FORMAL = r"(?<=[a-zäöüß,;] )(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b"
"""Within a sentence, where a capital letter can only be an address."""


@pytest.mark.parametrize("texts", [said, written], ids=["catalogues", "guide and consent"])
def test_german_says_du_or_avoids_it(texts: object) -> None:
    assert callable(texts)
    wrong = [text for _origin, text in found(FORMAL, texts("de")) if A_LABEL_OF_WINDOWS not in text]
    assert wrong == []


def test_the_consent_addresses_whoever_takes_part_as_the_program_does() -> None:
    german = CONSENT.with_name("consent.de.md").read_text(encoding="utf-8")
    assert not re.search(r"\b(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b", german)
    assert len(re.findall(r"\b(?:[Dd]u|[Dd]ein\w*|dich)\b", german)) >= 10
    spanish = CONSENT.with_name("consent.es.md").read_text(encoding="utf-8")
    assert not re.search(r"\b[Uu]sted\b", spanish)
    assert len(re.findall(r"\b(?:[Tt]u|[Tt]us|[Tt]e|ti)\b", spanish)) >= 5
