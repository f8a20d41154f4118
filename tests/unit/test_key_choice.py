"""Keys that are changed while the window is open: what is refused, what holds, what is said."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from whichone_app.keys_file import change_keys, read_keys, write_usual_keys
from whichone_app.presenters.command_list import rows
from whichone_app.presenters.commands import (
    HELP,
    OWN,
    Anywhere,
    Command,
    CommandTable,
    Placed,
)
from whichone_app.presenters.key_choice import KeyChoices
from whichone_app.presenters.situation import Situation
from whichone_core.errors import StorageError

FAR = Command("far", "&Far", "Meta+Shift+G", "hear how", Anywhere("take a picture"))
TABLE = CommandTable((*OWN, Placed("&Picture", FAR), *HELP))


class File:
    """What is written down, as the next start reads it."""

    def __init__(self, said: Mapping[str, str] | None = None) -> None:
        self.lines = dict(said or {})
        self.is_full = False

    def keep(self, changes: Mapping[str, str | None]) -> None:
        if self.is_full:
            raise StorageError("The disk is full.", remedy="Make room.")
        for name, keys in changes.items():
            self.lines.pop(name, None)
            if keys is not None:
                self.lines[name] = keys


def choices(said: Mapping[str, str] | None = None) -> tuple[KeyChoices, File]:
    file = File(said)
    return KeyChoices(TABLE, dict(file.lines), file.keep), file


# ---------------------------------------------------------------------- what holds


def test_a_new_key_holds_at_once_and_is_written_down() -> None:
    keys, file = choices()
    told: list[str] = []
    keys.subscribe(lambda: told.append(keys.table.keys("open")))
    assert keys.change("open", "Ctrl+T") == "Open: Control T."
    assert told == ["Ctrl+T"], "whoever listens finds it in the table already"
    assert file.lines == {"open": "Ctrl+T"}
    assert "Open a picture: Ctrl+T." in [line.shown for line in rows(keys.table, Situation())]


def test_a_key_that_was_given_up_is_free_for_another_command() -> None:
    keys, _file = choices()
    keys.change("open", "Ctrl+T")
    assert keys.change("repeat", "Ctrl+O") == "Repeat: Control O."
    assert keys.table.keys("open") == "Ctrl+T"


def test_a_command_can_be_left_without_a_key() -> None:
    keys, file = choices()
    assert keys.take_away("go question") == "Question: no key."
    assert file.lines == {"go question": ""}
    assert keys.take_away("go question") == "Question: no key."


def test_escape_silences_whatever_is_chosen() -> None:
    keys, file = choices()
    assert keys.take_away("stop") == "Escape always silences, so it cannot be taken away."
    assert (keys.table.keys("stop"), file.lines) == ("Esc", {})
    table, problems = TABLE.with_keys({"stop": ""})
    assert (table.keys("stop"), len(problems)) == ("Esc", 1)


def test_the_usual_key_of_one_command_comes_back_and_its_line_goes() -> None:
    keys, file = choices({"open": "Ctrl+T", "copy": "F9"})
    assert keys.back("open") == "Open: Control O."
    assert file.lines == {"copy": "F9"}
    assert keys.back("open") == "Open has its usual key: Control O."


def test_pressing_the_usual_key_takes_the_line_out_too() -> None:
    keys, file = choices({"open": "Ctrl+T"})
    keys.change("open", "Ctrl+O")
    assert file.lines == {}


def test_all_usual_keys_come_back_together() -> None:
    keys, file = choices({"open": "Ctrl+T", "copy": "F9", "opne": "F2"})
    assert keys.back_all() == "2 keys are the usual ones again."
    assert file.lines == {}
    assert keys.table.keys("copy") == "Ctrl+Shift+C"
    assert keys.back_all() == "All keys are the usual ones."


def test_a_key_that_waited_for_its_owner_to_change_is_told_too() -> None:
    """The file asked for it, and it was refused at the start as another command had it."""
    keys, file = choices({"open": "Ctrl+R"})
    assert keys.table.keys("open") == "Ctrl+O"
    assert keys.change("repeat", "Ctrl+T") == "Open: Control R. Repeat: Control T."
    assert TABLE.with_keys(file.lines)[0].keys("open") == "Ctrl+R"


def test_where_it_cannot_be_written_it_holds_for_now_and_that_is_said() -> None:
    keys, file = choices()
    file.is_full = True
    assert keys.change("open", "Ctrl+T") == (
        "Open: Control T. It holds until WhichOne ends. The disk is full. Make room."
    )
    assert keys.table.keys("open") == "Ctrl+T"


# ---------------------------------------------------------------------- exchanged


def test_two_commands_exchange_their_keys_in_one_step() -> None:
    keys, file = choices()
    assert keys.question("open", "Ctrl+R") == (
        "Control R belongs to Repeat. Exchange? Enter gives Repeat Control O instead. "
        "Escape leaves both as they are."
    )
    assert file.lines == {}, "asking changes nothing"
    assert keys.exchange("open", "Ctrl+R") == "Open: Control R. Repeat: Control O."
    assert file.lines == {"open": "Ctrl+R", "repeat": "Ctrl+O"}
    table, problems = TABLE.with_keys(file.lines)
    assert (table.keys("open"), table.keys("repeat"), problems) == ("Ctrl+R", "Ctrl+O", ())


def test_usual_keys_come_back_by_exchanging_too() -> None:
    keys, file = choices({"open": "Ctrl+R", "repeat": "Ctrl+O"})
    assert keys.question_back("repeat").startswith("Control R belongs to Open. Exchange? ")
    assert keys.exchange_back("repeat") == "Open: Control O. Repeat: Control R."
    assert file.lines == {}
    assert keys.question_back("repeat") == ""


def test_from_a_command_without_a_key_the_other_gets_none() -> None:
    keys, file = choices({"open": ""})
    assert keys.question("open", "Ctrl+R") == (
        "Control R belongs to Repeat. Take it? Enter takes it, and Repeat has no key then. "
        "Escape leaves both as they are."
    )
    assert keys.exchange("open", "Ctrl+R") == "Open: Control R. Repeat: no key."
    assert file.lines == {"open": "Ctrl+R", "repeat": ""}


def test_nothing_is_asked_where_one_of_the_two_could_not_have_the_others_key() -> None:
    far = {"far": "Meta+Shift+G"}
    keys, file = choices(far)
    assert keys.question("open", "Meta+Shift+G") == "", "a key of the desktop's"
    assert keys.question("open", "Ctrl+T") == "", "nobody has it"
    assert keys.question("open", "Ctrl+O") == "" and keys.question("open", "") == ""
    assert "cannot be the key" in keys.exchange("open", "Meta+Shift+G")
    assert file.lines == far


def test_silencing_gives_its_own_key_only_for_another() -> None:
    keys, _file = choices({"stop": "F12", "open": ""})
    assert keys.question("open", "F12") == "", "silencing would have no key of its own then"
    assert keys.question("copy", "F12").startswith("F12 belongs to Stop")
    assert keys.exchange("copy", "F12") == "Stop: Control Shift C. Copy: F12."


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("pressed", "why"),
    [
        ("Ctrl+R", "Control R cannot be the key of Open: it is the key of Repeat."),
        ("Ctrl+=", "Ctrl Equal"),
        ("Ctrl+Alt+Q", "Control Alt Q types letters on many keyboards, and is VoiceOver's"),
        ("AltGr", "AltGr types letters on many keyboards"),
        ("Ins", "Insert cannot be the key of Open: Insert belongs to screen readers."),
        ("CapsLock", "Caps Lock belongs to screen readers."),
        ("NumPad", "Number Pad belongs to screen readers."),
        ("Meta+Alt+S", "belongs to the desktop"),
        ("Alt+P", "Alt P goes to a menu or a control."),
        ("Ctrl+A", "Control A selects all of a text."),
        ("A", "A types text or presses what has the focus."),
        ("Tab", "Tab goes to the next control."),
        ("", "That key cannot be the key of a command."),
    ],
)
def test_whose_key_it_is_is_said_in_one_sentence_and_nothing_changes(
    pressed: str, why: str
) -> None:
    keys, file = choices()
    said = keys.change("open", pressed)
    assert why.replace("Ctrl Equal", "it is the key of Larger text.") in said
    assert said.count(". ") == 0, "one sentence"
    assert (keys.table.keys("open"), file.lines) == ("Ctrl+O", {})


def test_the_key_from_anywhere_has_rules_of_its_own() -> None:
    keys, _file = choices()
    assert "a key for every program is Super and" in keys.change("far", "Ctrl+T")
    assert "Super Alt S turns Orca on and off." in keys.change("far", "Meta+Alt+S")
    assert keys.change("far", "Meta+Shift+F5") == "Far: Super Shift F5."


def test_a_usual_key_that_another_command_has_by_now_does_not_come_back() -> None:
    keys, file = choices({"repeat": "Ctrl+T", "open": "Ctrl+R"})
    assert keys.table.keys("open") == "Ctrl+R"
    assert keys.back("repeat") == ("Control R cannot be the key of Repeat: it is the key of Open.")
    assert file.lines == {"repeat": "Ctrl+T", "open": "Ctrl+R"}


def test_the_other_key_of_a_command_is_taken_as_long_as_its_first_one_is_usual() -> None:
    assert TABLE.with_keys({"open": "Ctrl+="})[1]
    assert not TABLE.with_keys({"open": "Ctrl+=", "larger": "Ctrl+9"})[1]


NAMES = some.sampled_from(TABLE.names)
KEYS = some.sampled_from(["Ctrl+R", "Ctrl+O", "Ctrl+T", "F9", "Ctrl+=", "Ctrl+A", "", "Ctrl+V"])


@given(
    some.dictionaries(NAMES, KEYS, max_size=6),
    some.lists(some.tuples(some.sampled_from(["change", "take", "back"]), NAMES, KEYS)),
)
def test_whatever_is_done_the_next_start_finds_the_same_keys(
    said: dict[str, str], steps: list[tuple[str, str, str]]
) -> None:
    keys, file = choices(said)
    for what, name, key in steps:
        if what == "change":
            keys.change(name, key)
        elif what == "take":
            keys.take_away(name)
        else:
            keys.back(name)
        then = TABLE.with_keys(file.lines)[0]
        now = {each: keys.table.keys(each) for each in TABLE.names}
        assert now == {each: then.keys(each) for each in TABLE.names}
        given = [key for key in now.values() if key]
        assert len(given) == len(set(given))


# ---------------------------------------------------------------------- the list


def test_commands_are_found_by_word_by_key_and_by_what_they_do() -> None:
    keys, _file = choices()
    found = {query: [row.name for row in keys.rows(query)] for query in (
        "larger text", "ctrl+shift+c", "control shift c", "hear answer again", "xyzzy"
    )}  # fmt: skip
    assert found == {
        "larger text": ["larger"],
        "ctrl+shift+c": ["copy"],
        "control shift c": ["copy"],
        "hear answer again": ["repeat"],
        "xyzzy": [],
    }
    assert keys.found("larger text") == "1 command."
    assert keys.found("xyzzy") == "No command found."
    assert len(keys.rows()) == len(TABLE.names)


def test_a_line_says_what_was_changed() -> None:
    keys, _file = choices()
    assert keys.line("open") == "Open: Control O, open a picture."
    keys.change("open", "Ctrl+T")
    assert keys.line("open") == "Open: Control T, changed, open a picture."
    keys.take_away("open")
    assert keys.line("open") == "Open: no key, changed, open a picture."


# ---------------------------------------------------------------------- the file


def test_lines_and_comments_of_the_user_stay(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('# mine\n"Go question" = "F9"  # near\n\nopen = "Ctrl+T"\n# the end\n')
    change_keys(path, {"go question": "F2", "open": None, "copy": ""})
    assert path.read_text() == '# mine\n"Go question" = "F2"  # near\n\n# the end\ncopy = ""\n'
    assert list(tmp_path.iterdir()) == [path]


def test_a_command_that_stands_there_twice_is_left_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('go_question = "F9"\n"go question" = "F2"\n')
    change_keys(path, {"go question": "F3"})
    assert read_keys(path) == {"go question": "F3"}
    change_keys(path, {"go question": None})
    assert read_keys(path) == {}


def test_a_change_beside_the_usual_keys_that_are_commented_out(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    write_usual_keys(path, TABLE)
    before = path.read_text(encoding="utf-8")
    change_keys(path, {"go question": "F9"})
    assert read_keys(path) == {"go_question": "F9"}
    assert path.read_text(encoding="utf-8").startswith(before.rstrip())


@pytest.mark.parametrize("text", ["open = [", "open = 3", "[open]\nkey = 'F2'", "\x00"])
def test_a_broken_file_is_told_and_never_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    with pytest.raises(StorageError, match="damaged, so nothing was written to it"):
        change_keys(path, {"open": "Ctrl+T"})
    assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('open = "Ctrl+T"\n')
    path.chmod(0o400)
    with pytest.raises(StorageError, match="could not be written"):
        change_keys(path, {"open": "Ctrl+O"})
    assert path.read_text() == 'open = "Ctrl+T"\n'


def test_keys_of_a_study_wait_until_there_is_one_again() -> None:
    table, problems = TABLE.with_keys({"study begin": "F9", "open": "F9"})
    assert (problems, table.keys("open")) == ((), "F9")
