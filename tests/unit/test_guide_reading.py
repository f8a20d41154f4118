"""Reading the user guide: headings, sentences, search, plain text and braille."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from whichone_app.cli import main
from whichone_app.guide import guide_text, plain
from whichone_app.guide.plain import CELLS, ROWS, as_braille, as_plain
from whichone_app.presenters.guide import GuideReading, Heading, read_book
from whichone_core.errors import SetupError
from whichone_core.languages import LANGUAGES, use_language

TEXT = """\
# One
First sentence.
Second, about cups.
## Two
Third sentence.

# Three
About cups again.
"""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@dataclass
class Reader:
    """Somebody who reads, and what they hear."""

    line: int = 0
    said: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.book = read_book(TEXT)
        self.reading = GuideReading(
            self.book, lambda: self.line, self.go, self.said.append, self.told.append
        )

    def go(self, line: int) -> None:
        self.line = line


def test_a_book_has_no_empty_line_and_knows_its_headings() -> None:
    book = read_book(TEXT)
    assert book.headings == (Heading(1, "One", 0), Heading(2, "Two", 3), Heading(1, "Three", 5))
    assert book.lines[3] == "Heading: Two"
    assert all(line.strip() for line in book.lines)


def test_sentences_come_one_after_the_other_and_the_ends_are_told() -> None:
    reader = Reader()
    reader.reading.previous_sentence()
    reader.reading.next_sentence()
    reader.reading.next_sentence()
    reader.reading.previous_sentence()
    reader.reading.this_sentence()
    assert reader.said == ["First sentence.", "Second, about cups.", *["First sentence."] * 2]
    reader.line = len(reader.book.lines) - 1
    reader.reading.next_sentence()
    assert reader.told == ["This is the beginning of the guide.", "This is the end of the guide."]
    assert reader.line == len(reader.book.lines) - 1


def test_headings_are_gone_to_in_both_directions() -> None:
    reader = Reader(line=1)
    reader.reading.next_heading()
    reader.reading.next_heading()
    reader.reading.next_heading()
    reader.reading.previous_heading()
    assert reader.said == ["Heading: Two", "Heading: Three", "Heading: Two"]
    reader.line = 4
    reader.reading.previous_heading()
    assert reader.line == 3
    reader.line = 0
    reader.reading.previous_heading()
    assert reader.told == [
        "There is no heading after this one.",
        "This is the beginning of the guide.",
    ]


def test_words_are_found_again_from_the_start() -> None:
    reader = Reader()
    assert reader.reading.find(" CUPS ")
    assert reader.reading.find("cups")
    assert reader.reading.find("cups")
    assert reader.said == ["Second, about cups.", "About cups again.", "Second, about cups."]
    assert not reader.reading.find("saucer")
    assert not reader.reading.find("  ")
    assert reader.told == ["The guide does not hold that."] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_is_there_in_each_language_and_in_that_of_the_user(language: str) -> None:
    book = read_book(guide_text(language))
    assert len([heading for heading in book.headings if heading.level == 1]) == 12
    assert len(book.lines) > 500
    use_language(language)
    assert guide_text() == guide_text(language)


def test_plain_text_has_headings_between_empty_lines() -> None:
    assert as_plain(TEXT).startswith("One\n\nFirst sentence.\nSecond, about cups.\n\nTwo\n\nThird")
    assert "#" not in as_plain(TEXT)


@pytest.fixture
def louis() -> None:
    if shutil.which(plain.TRANSLATOR) is None:
        pytest.skip("liblouis is not installed (apt install liblouis-bin)")


@pytest.mark.usefixtures("louis")
@pytest.mark.parametrize("language", LANGUAGES)
def test_braille_is_ascii_in_pages_of_forty_by_twenty_five(language: str) -> None:
    braille = as_braille(guide_text(language), language)
    pages = braille.split("\f")
    assert braille.isascii()
    assert braille.endswith("\f")
    assert max(len(row) for page in pages for row in page.split("\r\n")) <= CELLS
    assert max(page.count("\r\n") for page in pages) <= ROWS
    assert len(pages) > 40


@pytest.mark.usefixtures("louis")
def test_braille_is_contracted_and_begins_a_page_with_each_chapter() -> None:
    pages = as_braille(TEXT.replace("First sentence", "The people and you"), "en").split("\f")
    assert pages[0].split("\r\n")[:2] == ['    ,"O', "  ,! P & Y4"]
    assert pages[1].startswith("    ,?REE\r\n")
    assert "\r\n\r\n    ,TWO\r\n" in pages[0]


@pytest.mark.usefixtures("louis")
def test_a_word_longer_than_a_row_is_cut_and_never_lost() -> None:
    path = "x" * 100
    rows = as_braille(f"# A\n{path}\n", "de").replace("\f", "").split("\r\n")
    assert "".join("".join(rows[1:]).split()) == path.upper()


def test_without_liblouis_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SetupError, match="What writes braille") as error:
        as_braille(TEXT, "en")
    assert "liblouis-bin" in error.value.remedy


def test_the_command_prints_the_guide_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide", "--language", "de"]) == 0
    assert capsys.readouterr().out == as_plain(guide_text("de"))


def test_the_command_writes_a_file(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path_factory.mktemp("guide") / "guide.txt"
    assert main(["guide", "--language", "en", "--output", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == as_plain(guide_text("en"))
    assert "The guide is in" in capsys.readouterr().err
