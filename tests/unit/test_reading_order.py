"""Pieces of text come in the order in which a person reads them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_models.builtin.reading_order import Piece, Point, in_reading_order
from whichone_models.builtin.spacing import spaced, tidy

WIDTH, HEIGHT = 1000, 1000


def piece(text: str, x: float, y: float, size: float = 20, score: float = 0.99) -> Piece:
    right = x + 0.55 * size * len(text)
    return Piece(text, score, ((x, y), (right, y), (right, y + size), (x, y + size)))


def leaning(one: Piece, degrees: float) -> Piece:
    turn = math.radians(degrees)

    def moved(point: Point) -> Point:
        x, y = point[0] - WIDTH / 2, point[1] - HEIGHT / 2
        cos, sin = math.cos(turn), math.sin(turn)
        return x * cos - y * sin + WIDTH / 2, x * sin + y * cos + HEIGHT / 2

    a, b, c, d = one.corners
    return Piece(one.text, one.score, (moved(a), moved(b), moved(c), moved(d)))


def read(*pieces: Piece) -> list[str]:
    return [line.text for line in in_reading_order(pieces, WIDTH, HEIGHT)]


RECEIPT = (
    piece("12.00", 700, 200),
    piece("Milk", 100, 102),
    piece("CORNER SHOP", 350, 20),
    piece("1.29", 710, 100),
    piece("Coffee beans", 100, 203),
    piece("2", 500, 199),
    piece("TOTAL", 100, 300),
    piece("13.29", 700, 302),
)
RECEIPT_READ = ["CORNER SHOP", "Milk 1.29", "Coffee beans 2 12.00", "TOTAL 13.29"]


def test_prices_are_joined_to_their_rows() -> None:
    assert read(*RECEIPT) == RECEIPT_READ


@pytest.mark.parametrize("degrees", [-20, -7, 5, 15, 25])
def test_rows_hold_in_a_leaning_picture(degrees: float) -> None:
    lines = in_reading_order([leaning(one, degrees) for one in RECEIPT], WIDTH, HEIGHT)
    assert [line.text for line in lines] == RECEIPT_READ
    assert all(abs(line.angle - degrees) < 2 for line in lines)


def columns(rows: int) -> list[Piece]:
    left = [piece(f"left column line {row}", 50, 100 + 30 * row) for row in range(rows)]
    right = [piece(f"right column line {row}", 550, 100 + 30 * row) for row in range(rows)]
    return [one for pair in zip(left, right, strict=True) for one in pair]


def test_columns_are_read_one_after_the_other() -> None:
    lines = read(*columns(6))
    assert lines == [f"{side} column line {row}" for side in ("left", "right") for row in range(6)]


def test_a_title_over_columns_comes_first_and_a_footer_last() -> None:
    title = piece("A TITLE THAT SPANS BOTH OF THEM", 150, 20, 40)
    footer = piece("a footer line that spans them both as well", 150, 400, 30)
    lines = read(footer, *columns(5), title)
    assert lines[0] == title.text
    assert lines[-1] == footer.text
    assert lines[1:6] == [f"left column line {row}" for row in range(5)]


def test_three_columns() -> None:
    pieces = [
        piece(f"column {name} line {row}", x, 100 + 30 * row)
        for row in range(4)
        for name, x in (("a", 20), ("b", 350), ("c", 680))
    ]
    assert read(*pieces) == [f"column {n} line {row}" for n in "abc" for row in range(4)]


def test_a_table_of_facts_keeps_its_rows() -> None:
    rows = [("Energy", "1046 kJ"), ("Fat total", "3.5 g"), ("Protein content", "7 g")]
    pieces = [
        piece(text, x, 100 + 40 * row)
        for row, pair in enumerate(rows)
        for text, x in zip(pair, (50, 700), strict=True)
    ]
    assert read(*pieces) == [" ".join(pair) for pair in rows]


def test_words_far_apart_that_share_a_height_stay_apart() -> None:
    assert read(piece("BAKERY", 20, 300), piece("PHARMACY", 800, 303)) == ["BAKERY", "PHARMACY"]


def test_large_letters_are_not_joined_to_small_ones() -> None:
    assert read(piece("SALE", 100, 100, 90), piece("today only", 320, 130, 20)) == [
        "SALE",
        "today only",
    ]


def test_a_row_is_as_sure_as_its_weakest_piece() -> None:
    pieces = [piece("Milk", 100, 100), piece("1.29", 500, 100, score=0.6)]
    (line,) = in_reading_order(pieces, WIDTH, HEIGHT)
    assert line.score == 0.6
    assert (line.box.left, line.box.top) == pytest.approx((0.1, 0.1))


def test_no_pieces_are_no_lines() -> None:
    assert in_reading_order([], WIDTH, HEIGHT) == ()


places = st.tuples(st.floats(0, 900), st.floats(0, 900), st.floats(5, 90))


@given(st.lists(places, max_size=25))
def test_no_piece_is_lost_or_doubled(where: list[tuple[float, float, float]]) -> None:
    pieces = [piece(f"w{i}x", x, y, size) for i, (x, y, size) in enumerate(where)]
    words = " ".join(line.text for line in in_reading_order(pieces, WIDTH, HEIGHT)).split()
    assert sorted(words) == sorted(one.text for one in pieces)


def test_a_wide_gap_between_kinds_of_characters_is_a_space() -> None:
    columns = [1, 4, 7, 12, 15, 18]
    assert spaced("abc123", columns) == "abc 123"
    assert spaced("abcdef", columns) == "abcdef"


def test_even_gaps_stay_as_they_are() -> None:
    evenly = list(range(0, 30, 3))
    assert all(after - before == 3 for before, after in pairwise(evenly))
    assert spaced("FuelSave95", evenly) == "FuelSave95"


def test_full_width_forms_are_made_plain() -> None:
    assert tidy("S.H.H.（SUNGAI）：  7") == "S.H.H.(SUNGAI): 7"
