"""The local form for human tasks in a real browser: keys alone, and what a screen reader gets."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from whichone_data.aqua.form import Desk, form_server
from whichone_data.aqua.tasks import Study, Task

from tests.steered_browser import Steered, steered

ALTERNATIVE = "Marked things:\n- cup, on the left\n- cat, on the right"
VALUE = "document.activeElement.value"
TAG = "document.activeElement.tagName"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Steered]:
    """A browser for all tests here."""
    with steered(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@contextmanager
def form(folder: Path, study: Study, names: str = "ab") -> Iterator[tuple[str, Path]]:
    """The form while it is served: its address, and the file of verdicts."""
    Image.new("RGB", (60, 40), (200, 30, 30)).save(folder / "p.jpg")
    tasks = [
        Task(id=name, study=study, picture="p", file="p.jpg", level=1,
             question=f"What is this? ({name})", answer="It is a cup.", fake="")
        for name in names
    ]  # fmt: skip
    desk = Desk(tasks, "ann", folder, folder / "said.jsonl", {"p": ALTERNATIVE}, "key")
    server = form_server(desk)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/key/", desk.file
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def verdicts(file: Path) -> list[tuple[str, str]]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [(row["task"], row["choice"]) for row in rows]


def test_all_tasks_are_judged_by_keys_alone(page: Steered, tmp_path: Path) -> None:
    with form(tmp_path, Study.CHECK) as (address, file):
        page.open(address)
        page.press("Tab")
        assert page.value(VALUE) == "PASS", "the first stop is the first choice"
        page.press("Space", "Tab")
        assert page.value(TAG) == "BUTTON", "the next is the button"
        page.press("Enter")
        page.wait_for("document.title.includes('1 left') && document.readyState === 'complete'")
        page.press("Tab", "Space", "ArrowDown")
        assert page.value(VALUE) == "FAIL"
        page.press("Tab", "Enter")
        page.wait_for("document.title === 'All done' && document.readyState === 'complete'")
        assert verdicts(file) == [("a", "PASS"), ("b", "FAIL")]


def test_sending_without_a_choice_stays_and_leads_to_the_choices(
    page: Steered, tmp_path: Path
) -> None:
    with form(tmp_path, Study.STRATEGY) as (address, file):
        page.open(address)
        page.press("Tab", "Tab")
        assert page.value(TAG) == "BUTTON"
        page.press("Enter")
        page.wait_for(f"{TAG} === 'INPUT'")
        assert "2 left" in page.value("document.title")
        assert not file.exists()


@pytest.mark.parametrize("study", list(Study))
def test_a_screen_reader_is_handed_all_of_it_in_order(
    page: Steered, tmp_path: Path, study: Study
) -> None:
    with form(tmp_path, study) as (address, _):
        page.open(address)
        assert page.violations() == []
        spoken = page.spoken()
    titles = [name for role, name in spoken if role == "heading"]
    assert titles[0] == page.value("document.title")
    assert titles[1:] == (["Question", "Answer"] if study is Study.CHECK else ["Question"])
    pictures = [name for role, name in spoken if role == "image"]
    assert [" ".join(name.split()) for name in pictures] == [" ".join(ALTERNATIVE.split())]
    assert [name for role, name in spoken if role in ("group", "radiogroup")] == ["Your judgement"]
    choices = [name for role, name in spoken if role == "radio"]
    assert len(set(choices)) == len(choices) == (2 if study is Study.CHECK else 3)
    assert all(choices)
    assert [name for role, name in spoken if role == "button"] == ["Send and go on"]
    roles = [role for role, _ in spoken]
    assert roles.index("heading") < roles.index("image") < roles.index("radio")
    assert roles.index("radio") < roles.index("button")


def test_the_other_pages_pass_axe_too(page: Steered, tmp_path: Path) -> None:
    with form(tmp_path, Study.CHECK, names="") as (address, _):
        page.open(address)
        assert page.value("document.title") == "All done"
        assert page.violations() == []
    with form(tmp_path, Study.CHECK) as (address, file):
        page.open(address)
        # A browser asks for a choice first; one that doesn't is told by the page.
        page.value("document.querySelector('form').noValidate = true")
        page.press("Tab", "Tab", "Enter")
        page.wait_for("document.querySelector('[role=alert]')")
        assert "alert" in [role for role, _ in page.spoken()]
        assert page.violations() == []
        assert not file.exists()
