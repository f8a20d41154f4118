"""How things are called: articles, plurals, places, and what tells one from the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering import grammar, things
from whichone_core.answering.clarify import make_options
from whichone_core.picture.places import place_of, ranks, size_of
from whichone_core.question.lexicon import DETECTOR_LABELS
from whichone_core.types.evidence import ColourShare
from whichone_core.types.pictures import Box

from tests.scenes import thing


@pytest.mark.parametrize(
    ("count", "label", "said"),
    [
        (1, "apple", "an apple"), (1, "umbrella", "an umbrella"), (1, "tv", "a TV"),
        (1, "scissors", "a pair of scissors"), (2, "scissors", "two pairs of scissors"),
        (1, "skis", "a pair of skis"), (1, "broccoli", "some broccoli"),
        (2, "person", "two people"), (3, "knife", "three knives"),
        (2, "mouse", "two computer mice"),
        (2, "wine glass", "two wine glasses"), (2, "couch", "two couches"),
        (4, "sheep", "four sheep"),
        (2, "teddy bear", "two teddy bears"), (2, "toothbrush", "two toothbrushes"),
        (13, "car", "13 cars"), (2, "bus", "two buses"), (2, "box", "two boxes"),
        (2, "sandwich", "two sandwiches"), (2, "remote", "two remote controls"),
        (1, "orange", "an orange"), (1, "oven", "an oven"), (2, "dining table", "two tables"),
    ],
)  # fmt: skip
def test_counts(count: int, label: str, said: str) -> None:
    assert grammar.counted(count, grammar.noun(label)) == said


@pytest.mark.parametrize(
    ("phrase", "article"),
    [("apple", "an"), ("unicycle", "a"), ("hourglass", "an"), ("used cup", "a"), ("iPod", "an"),
     ("red apple", "a"), ("umbrella", "an"), ("one-way sign", "a")],
)  # fmt: skip
def test_articles(phrase: str, article: str) -> None:
    assert grammar.article(phrase) == article


def test_lists() -> None:
    assert grammar.join([]) == ""
    assert grammar.join(["a cup"]) == "a cup"
    assert grammar.join(["a cup", "a book", "a vase"]) == "a cup, a book and a vase"
    assert grammar.join_choices(["the cup", "the book"]) == "the cup or the book"
    assert grammar.join_choices(["a", "b", "c"]) == "a, b, or c"


@pytest.mark.parametrize("label", sorted(DETECTOR_LABELS))
def test_every_label_has_a_plural_of_its_own(label: str) -> None:
    name = grammar.noun(label)
    alike = {"scissors", "skis", "high heels", "sheep", "broccoli", "footwear"}
    assert (grammar.plural(name) != name) == (name not in alike)


@pytest.mark.parametrize(
    ("box", "place"),
    [
        (Box(0.0, 0.4, 0.2, 0.6), "on the left"),
        (Box(0.8, 0.0, 1.0, 0.2), "at the top right"),
        (Box(0.4, 0.4, 0.6, 0.6), "in the middle"),
        (Box(0.4, 0.8, 0.6, 1.0), "at the bottom"),
        (Box(0.0, 0.0, 1.0, 1.0), "in the middle"),
        (Box(0.0, 0.8, 0.8, 1.0), "at the bottom"),
        (Box(0.0, 0.0, 0.2, 1.0), "on the left"),
    ],
)
def test_places(box: Box, place: str) -> None:
    assert place_of(box) == place


def test_sizes_are_said_where_they_matter() -> None:
    assert size_of(Box(0, 0, 0.9, 0.9)) == "fills much of the picture"
    assert size_of(Box(0, 0, 0.1, 0.1)) == "is small in the picture"
    assert size_of(Box(0, 0, 0.4, 0.4)) == ""


@pytest.mark.parametrize(
    ("xs", "ys", "words"),
    [
        ([0.5], [0.5], ("",)),
        ([0.6, 0.4], [0.5, 0.5], ("right", "left")),
        ([0.5, 0.5], [0.6, 0.4], ("bottom", "top")),
        ([0.4, 0.5, 0.6], [0.5, 0.5, 0.5], ("left", "middle", "right")),
        ([0.36, 0.42, 0.5, 0.6], [0.5] * 4, (
            "first from the left", "second from the left", "third from the left",
            "fourth from the left")),
    ],
)  # fmt: skip
def test_things_in_one_place_have_a_rank(
    xs: list[float], ys: list[float], words: tuple[str, ...]
) -> None:
    boxes = [Box(x - 0.02, y - 0.02, x + 0.02, y + 0.02) for x, y in zip(xs, ys, strict=True)]
    assert ranks(boxes) == words


@given(st.integers(0, 30))
def test_ranks_are_unique_even_for_boxes_on_one_spot(count: int) -> None:
    assert len(set(ranks([Box(0.4, 0.4, 0.6, 0.6)] * count))) == count


# ------------------------------------------------------------------------------- things


def test_colours_in_words() -> None:
    def words(**shares: float) -> str:
        return things.colour_words([ColourShare(name, share) for name, share in shares.items()])

    assert words() == ""
    assert words(red=0.9, white=0.1) == "red"
    assert words(white=0.3, red=0.5) == "red and white"
    assert words(red=0.5, white=0.1) == "mostly red"
    assert words(red=0.35, white=0.3, blue=0.2, black=0.15) == "a mix of red, white and blue"


def test_the_better_name_of_one_thing_stays() -> None:
    found = things.distinct([thing("cup"), thing("mug", sure=False), thing("book")])
    assert [(t.label, t.is_sure) for t in found] == [("mug", True), ("book", True)]


def test_two_cups_side_by_side_stay_two() -> None:
    assert len(things.distinct([thing("cup", "left"), thing("mug", "right"), thing("cup")])) == 3


def test_a_summary_hedges_each_kind_by_itself() -> None:
    seen = [thing("cup", "left"), thing("cup", "right", sure=False), thing("book", sure=False)]
    assert things.summary(seen) == "one or two cups and what looks like a book"


def test_what_is_not_sure_stands_under_one_hedge() -> None:
    unsure = [thing("clock", sure=False), thing("vase", "top", sure=False)]
    assert things.summary(unsure) == "what looks like a clock and a vase"
    assert (
        things.summary([thing("cup"), *unsure]) == "a cup, and what looks like a clock and a vase"
    )
    assert (
        things.others_than(unsure[0], [*unsure, thing("dog")]) == "a dog and what looks like a vase"
    )
    crowd = [thing("donut"), *(thing("donut", p, sure=False) for p in ("left", "top", "right"))]
    assert things.summary(crowd) == "one or more donuts"


def test_kinds_that_share_a_place_are_told_apart_by_where_they_are_among_each_other() -> None:
    near = [
        replace(thing(label), box=Box(x, y, x + 0.05, y + 0.05))
        for label, x, y in (("cup", 0.4, 0.5), ("book", 0.5, 0.5), ("vase", 0.58, 0.4))
    ]
    assert [option.text for option in make_options(near)] == [
        "the cup at the bottom left",
        "the book at the bottom",
        "the vase at the top right",
    ]
    assert [option.text for option in make_options(near[:2])] == [
        "the cup on the left",
        "the book on the right",
    ]


def test_some_of_a_kind_in_one_place_are_told_from_those_elsewhere() -> None:
    cups = [thing("cup", "middle left"), thing("cup", "middle right"), thing("cup", "top")]
    assert [option.text for option in make_options(cups)] == [
        "the left cup in the middle",
        "the cup at the top",
        "the right cup in the middle",
    ]


def test_more_of_a_kind_in_one_place_are_counted_from_the_left() -> None:
    places = [Box(x, 0.45, x + 0.05, 0.55) for x in (0.34, 0.42, 0.5, 0.58)]
    cups = [replace(thing("cup"), box=box) for box in places]
    assert make_options(cups)[1].text == "the second cup from the left"


def test_at_most_nine_options_as_digits_choose_them() -> None:
    assert len(make_options([thing("cup")] * 12)) == 9
