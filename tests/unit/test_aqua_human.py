"""Human verdicts: agreement statistics, the rules of counting, files in and out, the form."""

from __future__ import annotations

import csv
import io
import json
import threading
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest
from whichone_core.errors import InputError
from whichone_data.aqua.agreement import cohens_kappa, fleiss_kappa, percent_agreement
from whichone_data.aqua.form import Desk, form_server, page_of
from whichone_data.aqua.giving_out import (
    label_studio_config,
    label_studio_tasks,
    turk_csv,
    turk_layout,
)
from whichone_data.aqua.human import checked, study_table
from whichone_data.aqua.taking_in import Said, read_said
from whichone_data.aqua.tasks import Study, Task, check_tasks, strategy_tasks

from tests.unit.test_aqua_checks import GOOD


def task(name: str, level: int = 1, fake: str = "", study: Study = Study.CHECK) -> Task:
    return Task(id=name, study=study, picture=name, file=f"{name}.jpg", level=level,
                question="What is <it>?", answer="It is a cup.", fake=fake)  # fmt: skip


def test_kappa_is_that_of_the_published_examples() -> None:
    # Cohen's kappa of 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.40.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4)
    assert percent_agreement(pairs) == pytest.approx(0.7)
    # Fleiss 1971 as worked through on his table of ten items and fourteen raters: 0.210.
    counts = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    items = [[k for k, n in enumerate(row) for _ in range(n)] for row in counts]
    assert fleiss_kappa(items) == pytest.approx(0.210, abs=0.001)


def test_without_items_or_variety_there_is_no_kappa() -> None:
    assert cohens_kappa([]) is None
    assert cohens_kappa([("y", "y")]) is None
    assert fleiss_kappa([]) is None
    assert percent_agreement([["y"]]) is None
    with pytest.raises(ValueError, match="same number"):
        fleiss_kappa([["y", "n"], ["y"]])


def test_two_must_pass_and_who_misses_a_fake_is_out() -> None:
    tasks = [task("a"), task("b"), task("c"), task("d"), task("x", fake="wrong")]
    said = [
        Said("ann", "a", "PASS"), Said("bob", "a", "PASS"),
        Said("ann", "b", "PASS"), Said("bob", "b", "FAIL"),
        Said("ann", "c", "PASS"), Said("eve", "c", "PASS"),
        Said("ann", "x", "FAIL"), Said("bob", "x", "FAIL"), Said("eve", "x", "PASS"),
        Said("eve", "d", "PASS"),
    ]  # fmt: skip
    found = checked(tasks, said)
    assert found.passed == ("a",)
    assert found.failed == ("b",)
    assert found.unfinished == ("c", "d"), "eve passed a fake: her verdicts are void"
    assert found.excluded == ("eve",)
    assert (found.workers, found.fakes_judged) == (3, 3)
    assert found.agreement == pytest.approx(0.5)


def test_the_strategy_study_counts_majorities() -> None:
    tasks = [task("a", 0, study=Study.STRATEGY), task("b", 3, study=Study.STRATEGY),
             task("c", 3, study=Study.STRATEGY), task("d", 2, study=Study.STRATEGY)]  # fmt: skip
    choices = {"a": ("answer", "answer", "ask"), "b": ("ask", "ask", "ask"),
               "c": ("ask", "list", "answer"), "d": ("list", "list")}  # fmt: skip
    said = [Said(str(n), name, word) for name, some in choices.items()
            for n, word in enumerate(some)]  # fmt: skip
    table = study_table(tasks, said)
    cells = {row.name: [cell.measured for cell in row.cells[:7]] for row in table.rows}
    assert cells["level 0, direct"] == [1, 0, 0, 0, 0, 1, 0]
    assert cells["level 3, clarify"] == [0, 0, 1, 1, 0, 1, 1]
    assert cells["level 2, list"] == [0, 0, 0, 0, 1, 0, 0]
    assert table.rows[2].cells[5].published == 32


def test_fakes_look_like_all_others_in_what_is_given_out() -> None:
    pairs = [good for _, good in GOOD]
    tasks = check_tasks(pairs, [row for row, _ in GOOD], 0.5, seed=0)
    assert sum(bool(each.fake) for each in tasks) == 2
    rows = list(csv.DictReader(io.StringIO(turk_csv(tasks, "http://a/"))))
    assert len(rows) == 6
    assert set(rows[0]) == {"task", "picture_url", "question", "answer"}
    assert len({len(row["task"]) for row in rows}) == 1
    assert not any(each.fake in label_studio_tasks(tasks, "") for each in tasks if each.fake)


def test_the_strategy_study_shows_no_answer() -> None:
    tasks = strategy_tasks([good for _, good in GOOD], 1, seed=0)
    assert [each.level for each in sorted(tasks, key=lambda each: each.level)] == [0, 1, 2, 3]
    answers = {each.answer for each in tasks}
    for text in (turk_csv(tasks, ""), label_studio_tasks(tasks, ""), turk_layout(Study.STRATEGY)):
        assert not any(answer in text for answer in answers)
    assert "${answer}" not in turk_layout(Study.STRATEGY)


@pytest.mark.parametrize("study", list(Study))
def test_layouts_name_the_columns_that_the_tasks_have(study: Study) -> None:
    tasks = [task("a", study=study)]
    layout, columns = turk_layout(study), turk_csv(tasks, "").splitlines()[0].split(",")
    import re

    assert set(re.findall(r"\$\{(\w+)\}", layout)) <= set(columns)
    config = ET.fromstring(label_studio_config(study))
    used = {value[1:] for node in config.iter() for value in node.attrib.values()
            if value.startswith("$")}  # fmt: skip
    (row,) = json.loads(label_studio_tasks(tasks, "http://a/"))
    assert used <= set(row["data"])


def test_results_of_all_three_are_read(tmp_path: Path) -> None:
    tasks = [task("a"), task("b")]
    turk = tmp_path / "r.csv"
    turk.write_text(
        "WorkerId,AssignmentStatus,Input.task,Answer.choice.PASS,Answer.choice.FAIL\n"
        "W1,Approved,a,true,false\nW1,Rejected,b,true,false\nW2,Submitted,b,false,true\n"
    )
    assert read_said(turk, Study.CHECK, tasks) == [Said("W1", "a", "PASS"), Said("W2", "b", "FAIL")]
    studio = tmp_path / "r.json"
    result = [{"from_name": "choice", "value": {"choices": ["Pass"]}}]
    rows = [{"data": {"task": "a"}, "annotations": [
        {"completed_by": 3, "result": result},
        {"completed_by": {"email": "b@x"}, "result": result},
        {"completed_by": 4, "was_cancelled": True, "result": []}]}]  # fmt: skip
    studio.write_text(json.dumps(rows))
    found = read_said(studio, Study.CHECK, tasks)
    assert found == [Said("3", "a", "PASS"), Said("b@x", "a", "PASS")]
    form = tmp_path / "r.jsonl"
    words = [{"worker": "w", "task": "a", "choice": each} for each in ("PASS", "FAIL")]
    form.write_text("".join(json.dumps(row) + "\n" for row in words))
    assert read_said(form, Study.CHECK, tasks) == [Said("w", "a", "FAIL")], "the last word counts"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("r.txt", "", "no file of verdicts"),
        ("r.json", "{", "can't be read"),
        ("r.csv", "WorkerId\nw\n", "can't be read"),
        ("r.jsonl", '{"worker": "w", "task": "z", "choice": "PASS"}\n', "never gave out"),
        ("r.jsonl", '{"worker": "w", "task": "a", "choice": "maybe"}\n', "is none: maybe"),
    ],
)
def test_bad_results_are_one_sentence(name: str, text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=sentence):
        read_said(tmp_path / name, Study.CHECK, [task("a")])


class Outline(HTMLParser):
    """What matters to a screen reader: language, headings, alternatives, labelled controls."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.found: dict[str, list[dict[str, str | None]]] = {}
        self.open_labels = 0
        self.labelled = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found.setdefault(tag, []).append(dict(attrs))
        self.open_labels += tag == "label"
        self.labelled += tag == "input" and dict(attrs).get("type") == "radio" and self.open_labels

    def handle_endtag(self, tag: str) -> None:
        self.open_labels -= tag == "label"


@pytest.mark.parametrize("study", list(Study))
def test_a_page_can_be_read_and_filled_without_seeing_it(study: Study) -> None:
    page = Outline(page_of(task("a", study=study), 3, "Marked things: a cup", "key"))
    assert page.found["html"] == [{"lang": "en"}]
    assert page.tags.count("h1") == 1
    assert page.found["img"][0]["alt"] == "Marked things: a cup"
    assert page.tags.count("fieldset") == page.tags.count("legend") == 1
    radios = [each for each in page.found["input"] if each.get("type") == "radio"]
    assert page.labelled == len(radios) == (2 if study is Study.CHECK else 3)
    assert {each["name"] for each in radios} == {"choice"}
    assert page.found["button"] == [{"type": "submit"}]
    assert "script" not in page.tags
    assert "<it>" not in page_of(task("a", study=study), 3, "", "key")


@contextmanager
def working(desk: Desk) -> Iterator[str]:
    server = form_server(desk)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def fetched(address: str, **fields: str) -> str:
    data = urllib.parse.urlencode(fields).encode() if fields else None
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, data, timeout=60) as answer:
        return str(answer.read().decode("utf-8", "replace"))


def test_the_form_goes_through_the_tasks_and_keeps_each_verdict(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"picture")
    tasks = [task("a"), task("b")]
    desk = Desk(tasks, "w", tmp_path, tmp_path / "said.jsonl", {}, "key")
    with working(desk) as start:
        assert "2 left" in fetched(f"{start}/key/")
        assert fetched(f"{start}/key/picture/a") == "picture"
        assert "Choose one of the answers first." in fetched(f"{start}/key/", task="a")
        assert "1 left" in fetched(f"{start}/key/", task="a", choice="PASS")
        assert "All done" in fetched(f"{start}/key/", task="b", choice="FAIL")
        for path in ("/", "/other/", "/key/picture/../said.jsonl", "/key/picture/b"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                fetched(start + path)
            assert refused.value.code == 404
            refused.value.close()
    assert read_said(tmp_path / "said.jsonl", Study.CHECK, tasks) == [
        Said("w", "a", "PASS"), Said("w", "b", "FAIL"),
    ]  # fmt: skip
    again = Desk(tasks, "w", tmp_path, tmp_path / "said.jsonl", {}, "key")
    assert again.done() == {"a", "b"}
    assert Desk(tasks, "v", tmp_path, tmp_path / "said.jsonl", {}, "key").done() == set()
