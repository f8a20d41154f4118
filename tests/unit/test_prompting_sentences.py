"""A stream of text becomes whole sentences, wherever it was cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.prompting.sentence_stream import SentenceStream, plain_sentence, sentences_in


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It is red.", ["It is red."]),
        ("It is red. It is big.", ["It is red.", "It is big."]),
        ("It costs 5.99 dollars. Yes.", ["It costs 5.99 dollars.", "Yes."]),
        ("Ask Dr. Smith. He knows.", ["Ask Dr. Smith.", "He knows."]),
        ("Use by 14. 3. 2027.", ["Use by 14.", "3.", "2027."]),
        ("Fruit, e.g. apples. Done", ["Fruit, e.g. apples.", "Done"]),
        ('It says "Stop." Then more.', ['It says "Stop."', "Then more."]),
        ("Really? Yes!", ["Really?", "Yes!"]),
        ("1. The red mug\n2. The blue mug", ["1. The red mug", "2. The blue mug"]),
        ("I see:\n- a mug\n- a book\nThat is all.", ["I see:", "- a mug", "- a book",
                                                     "That is all."]),
        ("A long line\nthat goes on.", ["A long line that goes on."]),
        ("One.\n\nTwo", ["One.", "Two"]),
        ("是红色的。很大。", ["是红色的。", "很大。"]),
        ("", []),
        (" \n ", []),
    ],
)  # fmt: skip
def test_sentences_and_list_lines(text: str, sentences: list[str]) -> None:
    assert sentences_in(text) == sentences


def test_a_sentence_comes_as_soon_as_it_cannot_change() -> None:
    stream = SentenceStream()
    assert stream.feed("It costs 5.") == []
    assert stream.feed("99. ") == []
    assert stream.feed("N") == ["It costs 5.99."]
    assert stream.feed("ot more") == []
    assert stream.end() == ["Not more"]


_BITS = st.sampled_from(
    ["It is red.", " ", "\n", "\n\n", "5.", "99", "1. ", "- ", "Dr. ", "No", "e.g. ", "“Stop.”",
     "B.", "## ", "| a |", "A", "?", "!", "…", "the end", "。", "1)", "a) ", "\r\n"]
)  # fmt: skip


@given(st.lists(_BITS, max_size=12).map("".join), st.lists(st.integers(0, 60), max_size=6))
def test_where_the_pieces_are_cut_makes_no_difference(text: str, cuts: list[int]) -> None:
    stream, found, position = SentenceStream(), list[str](), 0
    for cut in sorted({min(cut, len(text)) for cut in cuts} | {len(text)}):
        found += stream.feed(text[position:cut])
        position = cut
    found += stream.end()
    assert found == sentences_in(text)
    assert "".join("".join(found).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**It** is a `mug`.", "It is a mug."),
        ("- a red mug", "a red mug"),
        ("# Description", "Description"),
        ("2. the blue mug", "2: the blue mug"),
        ("> quoted", "quoted"),
        ("[a link](http://x.y)", "a link"),
        ("<b>bold</b>", "bold"),
        ("***", ""),
        ("---", ""),
        ("?", ""),
    ],
)
def test_markup_goes_and_words_stay(written: str, shown: str) -> None:
    assert plain_sentence(written) == shown
