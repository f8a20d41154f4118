"""Which lines of a text say what it is of: the name on a package, the head of a page."""

from __future__ import annotations

import math

import pytest
from whichone_core.answering.answers import letter_height, title
from whichone_core.types.evidence import TextLine
from whichone_core.types.pictures import Box


def line(
    text: str,
    height: float,
    at: tuple[float, float] = (0.5, 0.5),
    *,
    angle: float = 0.0,
    score: float = 0.95,
    gaps: float = 0.0,
) -> TextLine:
    """A line as a camera sees it: letters of this height, its box grown by its lean."""
    length = 0.6 * height * len(text.replace(" ", "")) + gaps
    lean = math.radians(abs(angle))
    width = length * math.cos(lean) + height * math.sin(lean)
    tall = length * math.sin(lean) + height * math.cos(lean)
    x, y = at
    return TextLine(
        text, score, Box(x - width / 2, y - tall / 2, x + width / 2, y + tall / 2), angle
    )


def names(*lines: TextLine) -> list[str]:
    return [chosen.text for chosen in title(lines)]


@pytest.mark.parametrize("angle", [0, 5, 15, 30, 45, 60, -10])
def test_leaning_does_not_make_letters_larger(angle: float) -> None:
    assert letter_height(line("REIZEN", 0.05, angle=angle)) == pytest.approx(0.05, rel=0.05)


def test_a_long_line_of_small_print_stays_small_where_it_leans() -> None:
    small = line("must be cooked thoroughly before it is eaten", 0.02, angle=12)
    assert small.box.height > 0.1
    assert letter_height(small) == pytest.approx(0.02, rel=0.05)


def test_wide_gaps_do_not_make_letters_larger() -> None:
    assert letter_height(line("xt 9.1", 0.03, gaps=0.6)) == pytest.approx(0.03, rel=0.05)


def test_the_picture_s_shape_is_taken_into_account() -> None:
    upright = line("soap", 0.05)
    narrow = Box(upright.box.left, 0.4, upright.box.left + upright.box.width * 2, 0.45)
    assert letter_height(TextLine("soap", 0.9, narrow), aspect=0.5) == pytest.approx(0.05, rel=0.05)


def test_a_brand_alone_is_completed_by_what_stands_nearest() -> None:
    lines = [
        line("Banquet", 0.08, (0.4, 0.5)),
        line("Chicken Fingers Meal", 0.025, (0.6, 0.57)),
        line("HUNGER", 0.026, (0.8, 0.8)),
        line("MUST BE COOKED THOROUGHLY BEFORE USE", 0.025, (0.4, 0.58)),
        *(line("keep frozen until used", 0.015, (0.5, 0.85)) for _ in range(4)),
    ]
    assert names(*lines) == ["Banquet", "Chicken Fingers Meal"]


def test_a_name_of_three_words_needs_nothing_beside_it() -> None:
    small = [line(f"small print {i}", 0.02, (0.5, 0.6 + i / 30)) for i in range(5)]
    assert names(line("Tomato Cream Soup", 0.08), *small) == ["Tomato Cream Soup"]


def test_what_is_held_in_the_middle_comes_before_what_stands_on_the_shelf_behind() -> None:
    shelf = [line("Almond", 0.05, (0.5, 0.03)), line("Oats", 0.05, (0.95, 0.05))]
    small = [line("one litre of it", 0.012, (0.5, 0.6 + i / 30)) for i in range(4)]
    assert names(*shelf, line("Not Milk Drink", 0.05), *small) == ["Not Milk Drink"]


def test_ends_of_words_that_were_cut_off_are_no_name() -> None:
    pieces = [line("g", 0.1), line("rk", 0.1, (0.2, 0.9)), line("dog years book", 0.06)]
    small = [line("a memoir of it", 0.015, (0.5, 0.8)) for _ in range(4)]
    assert names(*pieces, *small) == ["dog years book"]


def test_a_receipt_is_known_by_its_head_and_not_by_its_total() -> None:
    items = [line(f"apples and pears {i}", 0.02, (0.5, 0.2 + i / 50)) for i in range(24)]
    head, total = line("THREE BEARS SHOP", 0.03, (0.5, 0.1)), line("TOTAL 12.50", 0.05, (0.5, 0.8))
    assert names(head, *items, total)[0] == "THREE BEARS SHOP"
    assert "TOTAL 12.50" not in names(head, *items, total)


def test_a_page_is_known_by_its_head() -> None:
    page = [line(f"line {i} of a page", 0.02, (0.5, 0.1 + i / 40)) for i in range(10)]
    assert names(*page) == ["line 0 of a page", "line 1 of a page"]
