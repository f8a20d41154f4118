"""The guide's own words: short enough for the ear, the same in each language, and true."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from whichone_core.languages import LANGUAGES

from installers.guide.chapters import CHAPTERS, ERRORS, MADE, ROOT, page, quoted, shown
from installers.guide.errors import PACKAGES, said_errors
from installers.guide.markdown import Block, as_text, blocks

MOST_WORDS = 12
"""Words of a sentence on average; what is heard cannot be looked at again."""
LONGEST = 24
FORBIDDEN = {
    "en": ("see below", "see above", "as shown", "screenshot", "click here"),
    "es": ("véase", "ver abajo", "más abajo", "captura de pantalla", "clic aquí"),
    "de": ("siehe unten", "siehe oben", "wie gezeigt", "bildschirmfoto", "klicke hier"),
}


def chapter(language: str, name: str) -> str:
    return page(language, name).read_text(encoding="utf-8")


def written(language: str) -> list[Block]:
    """What people wrote; two chapters are made from the program."""
    return [
        block for name in CHAPTERS if name not in MADE for block in blocks(chapter(language, name))
    ]


@cache
def said_by_the_code() -> frozenset[str]:
    """Every text of the code, as it is looked up in the catalogues."""
    found: set[str] = set()
    for path in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return frozenset(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short(language: str) -> None:
    sentences = [s for block in written(language) if not block.level for s in block.sentences]
    lengths = [len(sentence.split()) for sentence in sentences]
    assert sum(lengths) / len(lengths) < MOST_WORDS
    assert [s for s, words in zip(sentences, lengths, strict=True) if words > LONGEST] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_needs_to_be_looked_at(language: str) -> None:
    for name in (name for name in CHAPTERS if name not in MADE):
        text = chapter(language, name).casefold()
        assert not re.search(r"^\||!\[|\]\(|<img", text, re.MULTILINE), name
        assert [words for words in FORBIDDEN[language] if words in text] == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_says_or_calls_itself_is_in_its_code(language: str) -> None:
    quotes = {quote for name in CHAPTERS for quote in quoted(chapter(language, name))}
    assert {quote for quote in quotes if quote not in said_by_the_code()} == set()
    assert len(quotes) > 70


def test_a_sentence_that_nobody_says_would_be_found() -> None:
    assert "There is no camera called {name}." in said_by_the_code()
    assert "There is no camera called Fred." not in said_by_the_code()


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_each_language_has_the_same_headings_and_errors(language: str) -> None:
    for name in (name for name in CHAPTERS if name not in MADE):
        english, other = chapter("en", name), chapter(language, name)
        levels = [
            [block.level for block in blocks(text) if block.level] for text in (english, other)
        ]
        assert levels[0] == levels[1], name
        said = [re.findall(r"<!-- said: (.+?) -->", text) for text in (english, other)]
        assert said[0] == said[1], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["troubleshooting", ERRORS])
def test_every_error_is_followed_by_what_to_do(name: str, language: str) -> None:
    for block, following in pairwise(blocks(chapter(language, name))):
        assert block.level < 3 or following.level == 0, block.text


def test_each_error_of_the_code_is_in_the_guide() -> None:
    headings = {b.text for n in ("troubleshooting", ERRORS) for b in blocks(chapter("en", n))}
    errors = said_errors(ROOT)
    assert len(errors) > 80
    assert [e.sentence for e in errors if shown(e.sentence).replace("`", "") not in headings] == []


def test_markdown_becomes_one_sentence_a_line() -> None:
    text = "# A `b`\n\n<!-- no -->\nOne. **Two**\ngoes on.\n\n- Three.\n- Four\n1. Five.\n## C\n"
    assert as_text([text]) == "# A b\nOne.\nTwo goes on.\nThree.\nFour\n1. Five.\n## C\n"


def test_the_text_ships_inside_the_package() -> None:
    folder = ROOT / "app" / "whichone_app" / "guide" / "text"
    assert {path.name for path in folder.iterdir()} == {
        *(f"{language}.txt" for language in LANGUAGES),
        "signs.uti",
    }
    assert Path("app/whichone_app") in folder.relative_to(ROOT).parents
