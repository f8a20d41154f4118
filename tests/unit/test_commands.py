"""The one table of commands: its keys, what a user may make of them, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from whichone_app.keys_file import read_keys, write_usual_keys
from whichone_app.presenters import reserved_keys
from whichone_app.presenters.command_list import rows
from whichone_app.presenters.commands import (
    HELP,
    ITS_OWN,
    OWN,
    Anywhere,
    Command,
    CommandTable,
    Placed,
)
from whichone_app.presenters.key_names import said_keys
from whichone_app.presenters.situation import Situation
from whichone_core.errors import SetupError, StorageError

TABLE = CommandTable((*OWN, *HELP))


def refused(choices: dict[str, str]) -> list[str]:
    return [problem.spoken for problem in TABLE.with_keys(choices)[1]]


# ---------------------------------------------------------------------- default keys


def test_every_command_has_a_name_of_its_own_and_a_line_of_help() -> None:
    commands = [one.command for one in (*OWN, *HELP)]
    assert len({command.name for command in commands}) == len(commands)
    assert [command.name for command in commands if not command.help] == []


def test_no_default_key_is_somebody_elses() -> None:
    for one in TABLE:
        name, keys = one.command.name, one.command.keys
        if keys and (name, keys) not in ITS_OWN:
            assert reserved_keys.owner_of(keys) == "", name


@pytest.mark.parametrize("layout", reserved_keys.ALTGR_LETTERS)
def test_letters_that_altgr_types_are_never_a_commands(layout: str) -> None:
    for letter in reserved_keys.ALTGR_LETTERS[layout]:
        assert "types letters" in reserved_keys.owner_of(f"Ctrl+Alt+{letter}")
        assert "types letters" in reserved_keys.owner_of(f"Ctrl+Alt+Shift+{letter}")


@pytest.mark.parametrize(
    "keys",
    ["Ins", "Ctrl+Ins", "CapsLock", "Meta+L", "Alt+F4", "Ctrl+C", "Ctrl+Left", "Shift+End", "A",
     "Shift+A", "5", "Alt+P", "Space", "Tab", "F10", "Ctrl+F5", "Del", "Ctrl+Shift+U"],
)  # fmt: skip
def test_keys_of_readers_desktops_and_texts_are_known(keys: str) -> None:
    assert reserved_keys.owner_of(keys)


@pytest.mark.parametrize("keys", ["Ctrl+O", "F6", "Ctrl++", "Ctrl+Shift+O", "Shift+F1", "Alt+Up"])
def test_other_keys_are_free(keys: str) -> None:
    assert reserved_keys.owner_of(keys) == ""


# ---------------------------------------------------------------------- keys from anywhere

ANYWHERE = Command("far", "&Far", "Meta+Shift+G", "hear how", Anywhere("take a picture"))


@pytest.mark.parametrize("keys", ["Meta+Shift+G", "Meta+Ctrl+7", "Meta+Alt+F5"])
def test_a_key_for_every_program_may_hold_super_and_one_more(keys: str) -> None:
    assert reserved_keys.owner_anywhere(keys) == ""


@pytest.mark.parametrize(
    "keys", ["Meta+G", "Ctrl+Shift+G", "F9", "Meta+Alt+S", "Meta+Shift+Left", "Meta+Ctrl+Alt+Q"]
)
def test_a_key_for_every_program_takes_none_away_from_anybody(keys: str) -> None:
    assert reserved_keys.owner_anywhere(keys)


def test_the_key_from_anywhere_is_listed_written_and_chosen_like_any_other(tmp_path: Path) -> None:
    usual = CommandTable((*OWN, Placed("&Picture", ANYWHERE)))
    assert "Take a picture: Super+Shift+G." in [line.shown for line in rows(usual, Situation())]
    write_usual_keys(tmp_path / "keys.toml", usual)
    assert '# far = "Meta+Shift+G"' in (tmp_path / "keys.toml").read_text(encoding="utf-8")
    table, problems = usual.with_keys({"far": "Windows + Shift + F5"})
    assert (table.keys("far"), problems) == ("Meta+Shift+F5", ())
    table, problems = usual.with_keys({"far": "Ctrl+Shift+G"})
    assert table.keys("far") == "Meta+Shift+G"
    assert "a key for every program is Super and" in problems[0].spoken


def test_where_the_desktop_gives_no_such_key_choosing_one_says_so() -> None:
    refusing = replace(ANYWHERE, keys="", anywhere=Anywhere("take a picture", "Not here."))
    table, problems = CommandTable([Placed("&Picture", refusing)]).with_keys(
        {"far": "Meta+Shift+G"}
    )
    assert table.keys("far") == ""
    assert [problem.sentence for problem in problems] == ["Not here."]


# ---------------------------------------------------------------------- how keys are written


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("ctrl+o", "Ctrl+O"),
        ("Shift + Control + c", "Ctrl+Shift+C"),
        ("Ctrl++", "Ctrl++"),
        ("control+plus", "Ctrl++"),
        ("f12", "F12"),
        ("Cmd+Enter", "Ctrl+Return"),
        ("page up", "PgUp"),
        ("Hyper+X", ""),
        ("Ctrl+", ""),
        ("Ctrl+Foo", ""),
        ("F99", ""),
        ("", ""),
    ],
)
def test_a_key_is_read_as_people_write_it(written: str, normal: str) -> None:
    assert reserved_keys.normal(written) == normal


@given(some.text(max_size=30))
def test_no_text_breaks_the_reading_of_keys(text: str) -> None:
    key = reserved_keys.normal(text)
    assert reserved_keys.normal(key) == key
    if key:
        reserved_keys.owner_of(key)
        assert said_keys(key)


def test_keys_are_said_in_words() -> None:
    assert said_keys("Ctrl++") == "Control Plus"
    assert said_keys("Ctrl+Shift+C") == "Control Shift C"
    assert said_keys("") == ""


# ---------------------------------------------------------------------- the user's own keys


def test_a_chosen_key_takes_the_place_of_the_usual_one() -> None:
    table, problems = TABLE.with_keys({"open": "ctrl+shift+o", "go_question": ""})
    assert problems == ()
    assert table.keys("open") == "Ctrl+Shift+O"
    assert table.keys("go question") == ""
    lines = [line.shown for line in rows(table, Situation())]
    assert "Open a picture: Ctrl+Shift+O." in lines
    assert not [line for line in lines if line.endswith("Ctrl+L.")]


def test_a_command_without_a_key_is_told_with_the_menu_that_it_stands_in() -> None:
    table, _problems = TABLE.with_keys({"go_question": ""})
    lines = [line.said for line in rows(table, Situation())]
    assert "Go to the question: no key, Question in the menu Go." in lines
    assert len(lines) == len(table.names) - 1, "all but the one that opens the list"


def test_two_commands_may_change_keys() -> None:
    table, problems = TABLE.with_keys({"repeat": "Ctrl+I", "more": "Ctrl+R"})
    assert problems == ()
    assert (table.keys("repeat"), table.keys("more")) == ("Ctrl+I", "Ctrl+R")


def test_an_unknown_command_names_the_nearest() -> None:
    assert refused({"opne": "Ctrl+T"}) == [
        "In the keys file, there is no command called 'opne'. Did you mean 'open'?"
    ]


def test_a_key_of_another_command_is_refused_by_its_name() -> None:
    table, problems = TABLE.with_keys({"open": "Ctrl+R"})
    assert table.keys("open") == "Ctrl+O"
    assert problems[0].sentence == "Ctrl+R cannot be the key of open: it is the key of repeat."


def test_a_refused_half_of_an_exchange_lets_no_key_do_two_things() -> None:
    table, problems = TABLE.with_keys({"repeat": "Ctrl+I", "more": "Ctrl+A"})
    keys = [table.keys(name) for name in table.names if table.keys(name)]
    assert len(keys) == len(set(keys))
    assert len(problems) == 2


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("Ctrl+A", "selects all of a text"),
        ("Insert+F", "is no key"),
        ("Insert", "belongs to screen readers"),
        ("Ctrl+Alt+Q", "types letters"),
        ("Windows+D", "belongs to the desktop"),
        ("nonsense", "is no key"),
    ],
)
def test_keys_of_others_are_refused_with_the_reason(key: str, why: str) -> None:
    table, problems = TABLE.with_keys({"open": key})
    assert why in problems[0].sentence
    assert table.keys("open") == "Ctrl+O"


def test_one_wrong_line_costs_no_other() -> None:
    table, problems = TABLE.with_keys({"nothing like it": "F2", "copy": "F9"})
    assert len(problems) == 1
    assert table.keys("copy") == "F9"


def test_a_key_that_means_the_same_in_text_stays_allowed() -> None:
    assert refused({"paste": "Ctrl+V", "stop": "Escape"}) == []


# ---------------------------------------------------------------------- the file


def test_without_a_file_there_are_no_choices(tmp_path: Path) -> None:
    assert read_keys(tmp_path / "keys.toml") == {}


def test_the_usual_keys_are_written_commented_out_and_never_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "keys.toml"
    write_usual_keys(path, TABLE)
    assert read_keys(path) == {}
    path.write_text(path.read_text().replace("# go_question =", "go_question ="))
    assert read_keys(path) == {"go_question": "Ctrl+L"}
    write_usual_keys(path, TABLE)
    assert read_keys(path) == {"go_question": "Ctrl+L"}


@pytest.mark.parametrize("text", ["open = [", "open = 3", "open = {a = 1}", "\x00", "open = 'x"])
def test_a_file_that_is_none_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    with pytest.raises(SetupError, match="keys"):
        read_keys(path)


def test_a_folder_in_the_place_of_the_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        read_keys(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        write_usual_keys(tmp_path / "file" / "keys.toml", TABLE)


def test_features_commands_can_be_given_keys_too() -> None:
    table = CommandTable((*OWN, Placed("&Camera", Command("camera", "&Camera", "F9", "look"))))
    changed, problems = table.with_keys({"camera": "F12"})
    assert problems == ()
    assert changed.spoken_key("camera") == "F12"
