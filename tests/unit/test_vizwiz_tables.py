"""Figures beside published ones: what agrees, what differs, and what is said about it."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from whichone_data.page import Page, Plot, Section, as_html, as_markdown
from whichone_data.tables import (
    ROWS,
    Cell,
    Column,
    Row,
    Table,
    Unit,
    agreement,
    is_agreeing,
    reasons,
    shown,
)

TABLE = Table(
    "shares",
    "Shares & more",
    "Who",
    (Column("Answer", Unit.PERCENT), Column("F1", Unit.SCORE)),
    (
        Row("A | B", (Cell(53.6, 53), Cell(0.5, 0.7, "Another draw."))),
        Row("C", (Cell(20.0, 53), Cell(None, 0.3))),
        Row("D", (Cell(7.0), Cell(None))),
    ),
    ("A note <here>.",),
)


@pytest.mark.parametrize(
    ("measured", "published", "unit", "agrees"),
    [
        (53.6, 53, Unit.PERCENT, True),
        (54.6, 53, Unit.PERCENT, False),
        (0.625, 0.63, Unit.SCORE, True),
        (0.61, 0.63, Unit.SCORE, False),
        (47.5, 47.9, Unit.WORDS, True),
        (None, 0.5, Unit.SCORE, None),
        (0.5, None, Unit.SCORE, None),
    ],
)
def test_a_point_is_counted_in_the_digits_that_were_printed(
    measured: float | None, published: float | None, unit: Unit, agrees: bool | None
) -> None:
    assert is_agreeing(Cell(measured, published), unit) is agrees


def test_a_cell_says_what_the_paper_has_and_by_how_much_it_differs() -> None:
    assert shown(Cell(53.6, 53), Unit.PERCENT) == "54 (paper 53, +1)"
    assert shown(Cell(53.2, 53), Unit.PERCENT) == "53 (paper 53, same)"
    assert shown(Cell(None, 0.3), Unit.SCORE) == "not released (paper 0.30)"
    assert shown(Cell(None), Unit.SCORE) == "not measured"
    assert shown(Cell(0.25), Unit.SCORE) == "0.25"


def test_differences_are_counted_and_named_with_their_reason() -> None:
    found = agreement([TABLE])
    assert (found.compared, found.agreeing, found.explained, found.open) == (3, 1, 1, 1)
    assert reasons(TABLE) == [
        "A | B, F1: 0.50 (paper 0.70, -0.20). Another draw.",
        "C, Answer: 20 (paper 53, -33). No reason is known.",
    ]


def test_a_table_comes_back_from_json_as_it_was() -> None:
    assert ROWS.validate_json(ROWS.dump_json(TABLE)) == TABLE


class Outline(HTMLParser):
    """What a screen reader would find: headings, captions, scopes, alternatives."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


PAGE = Page(
    "Report",
    ("Opening.",),
    (Section("Part", ("Text.",), (TABLE,), (Plot("a.svg", 'It "rises".', "Rise"),)),),
)


def test_the_html_has_what_a_screen_reader_needs() -> None:
    html = as_html(PAGE)
    outline = Outline(html)
    assert outline.all("html") == [{"lang": "en"}]
    headings = [tag for tag, _ in outline.tags if tag in ("h1", "h2", "h3")]
    assert headings == ["h1", "h2"]
    assert len(outline.all("caption")) == len(outline.all("table")) == 1
    assert all(cell.get("scope") in ("col", "row") for cell in outline.all("th"))
    assert len(outline.all("th")) == 3 + 3
    assert outline.all("img") == [{"src": "a.svg", "alt": 'It "rises".'}]
    assert "Shares &amp; more" in html
    assert "<here>" not in html
    ids = [a["id"] for _, a in outline.tags if "id" in a]
    assert len(ids) == len(set(ids))


def test_the_markdown_keeps_its_columns() -> None:
    text = as_markdown(PAGE)
    assert "| A \\| B | 54 (paper 53, +1) | 0.50 (paper 0.70, -0.20) |" in text
    assert '![It "rises".](a.svg)' in text
    assert "- C, Answer: 20 (paper 53, -33). No reason is known." in text
