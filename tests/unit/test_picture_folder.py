"""The next picture of a folder, and which files were opened in this session."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from whichone_app.presenters.opened_paths import MOST, OpenedPaths
from whichone_app.presenters.picture_folder import Place, _in_order, pictures_in, step


def made(folder: Path, *names: str) -> tuple[str, ...]:
    for name in names:
        (folder / name).write_bytes(b"")
    return pictures_in(folder)


def test_only_pictures_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "folder.jpg.d").mkdir()
    paths = made(tmp_path, "IMG 10.jpg", "IMG 2.JPG", "notes.txt", ".hidden.png", "a.heic")
    assert [Path(path).name for path in paths] == ["a.heic", "IMG 2.JPG", "IMG 10.jpg"]


def test_the_next_and_the_one_before_with_their_places(tmp_path: Path) -> None:
    one, two, three = made(tmp_path, "1.png", "2.png", "3.png")
    assert step((one, two, three), one, 1) == Place(two, 2, 3)
    assert step((one, two, three), two, -1) == Place(one, 1, 3)
    assert Place(two, 2, 3).spoken == "2 of 3, 2.png."


def test_a_folder_ends(tmp_path: Path) -> None:
    one, two = made(tmp_path, "1.png", "2.png")
    assert step((one, two), two, 1) is None
    assert step((one, two), one, -1) is None
    assert step((), one, 1) is None


def test_one_that_was_deleted_stands_where_its_name_would(tmp_path: Path) -> None:
    one, three = made(tmp_path, "1.png", "3.png")
    gone = str(tmp_path / "2.png")
    assert step((one, three), gone, 1) == Place(three, 2, 2)
    assert step((one, three), gone, -1) == Place(one, 1, 2)


def test_a_folder_that_is_gone_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        pictures_in(tmp_path / "none")


@given(some.lists(some.text(max_size=12), max_size=8))
def test_any_names_can_be_put_in_order(names: list[str]) -> None:
    assert Counter(sorted(names, key=_in_order)) == Counter(names)


# ---------------------------------------------------------------------- this session's files


def test_the_last_one_is_first_and_none_stands_twice() -> None:
    opened = OpenedPaths()
    for path in ("a", "b", "a"):
        opened.add(path)
    assert opened.recent == ("a", "b")
    assert opened.current == "a"


def test_only_a_few_are_remembered() -> None:
    opened = OpenedPaths()
    for number in range(30):
        opened.add(str(number))
    assert len(opened.recent) == MOST
    assert opened.recent[0] == "29"


def test_a_slow_picture_that_was_passed_by_does_not_become_the_current_one() -> None:
    opened = OpenedPaths()
    opened.add("a")
    opened.expect("b")
    opened.expect("c")
    opened.add("b")
    assert opened.current == "c"
    opened.add("c")
    assert opened.current == "c"
