"""The list that F1 opens: what matters now first, and little said."""

from __future__ import annotations

import pytest
from whichone_app.presenters.command_list import ITSELF, MOST_NOW, now_first, opening, rows
from whichone_app.presenters.commands import HELP, OWN, CommandTable
from whichone_app.presenters.situation import Situation

TABLE = CommandTable((*OWN, *HELP))
SITUATIONS = {
    "start": Situation(),
    "picture": Situation(has_picture=True),
    "answer": Situation(has_picture=True, has_answer=True),
    "asked back": Situation(has_picture=True, is_asked_back=True, options=3),
    "failed": Situation(has_picture=True, has_failed=True),
    "busy": Situation(is_busy=True),
}
EACH = pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS.keys())


@EACH
def test_every_command_is_there_once_but_the_one_that_opened_the_list(
    situation: Situation,
) -> None:
    names = [row.name for row in rows(TABLE, situation)]
    assert sorted(names) == sorted(set(TABLE.names) - {ITSELF})


@EACH
def test_at_most_five_come_first_and_then_the_menus(situation: Situation) -> None:
    first = [name for name in now_first(situation) if name in TABLE.names]
    names = [row.name for row in rows(TABLE, situation)]
    assert 1 <= len(first) <= MOST_NOW and names[: len(first)] == first
    rest = [name for name in TABLE.names if name not in first and name != ITSELF]
    assert names[len(first) :] == rest


@EACH
def test_what_is_said_is_short_and_names_five_keys_at_most(situation: Situation) -> None:
    said = opening(TABLE, situation)
    keys = [row for row in rows(TABLE, situation) if TABLE.spoken_key(row.name) in said]
    assert len(said) < 350
    assert len(keys) <= MOST_NOW
    assert said.endswith(
        f"All {len(TABLE.names) - 1} commands are in the list. "
        "Arrows or letters go through it, Enter does one."
    )
    assert "To hear all keys" not in said, "they are there already"


def test_it_is_the_state_that_decides_what_is_said() -> None:
    said = {name: opening(TABLE, each).split(".")[0] for name, each in SITUATIONS.items()}
    assert said["start"] == "No picture is open: to open one, press Control O"
    assert said["busy"] == "I am still working"
    assert said["asked back"] == "I asked you back and offer 3 things"
    assert len(set(said.values())) >= 5


def test_a_line_says_what_it_does_first_and_letters_look_at_that() -> None:
    row = next(row for row in rows(TABLE, Situation()) if row.name == "larger")
    assert (row.shown, row.said, row.sought) == (
        "Larger text: Ctrl++.",
        "Larger text: Control Plus.",
        "Larger text",
    )
