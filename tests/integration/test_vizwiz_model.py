"""`vizwiz annotate --model` and `vizwiz lave`: a language model labels and grades, over HTTP."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from whichone_data.cli import main
from whichone_data.vizwiz.answer_accuracy import judged_accuracy
from whichone_data.vizwiz.fake import made_up_release, write_release
from whichone_data.vizwiz.lave import Case, Grade, cases, lave_table
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.scores import Part, Reference

from tests.chat_answers import saying
from tests.stub_server import fails, serving


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_release(tmp_path_factory.mktemp("release"), made_up_release(12))


def run(*words: object) -> int:
    return main(["vizwiz", *map(str, words)])


def label(body: dict[str, Any]) -> dict[str, object]:
    text = body["messages"][1]["content"][0]["text"]
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]
    roles = ["answer"] if "mug" in text else []
    return {"sentences": [{"number": n, "roles": roles, "sources": []} for n in numbers]}


def test_a_model_labels_answers_and_what_is_not_sound_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    rows = [{"question": "What?", "answer": text} for text in ("A mug. Yes.", "A cup.")]
    answers.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    words = ("annotate", "--answers", answers, "--output", tmp_path, "--model", "small")
    with serving(saying(label)) as stub:
        assert run(*words, "--url", stub.url) == 0
        assert run(*words, "--url", stub.url) == 0
        assert len(stub.requests) == 2
    assert "1 answers labelled, 1 without labels" in capsys.readouterr().out
    (line,) = (tmp_path / "annotated.jsonl").read_text(encoding="utf-8").splitlines()
    labelled = json.loads(line)
    assert labelled["labelled_by"] == "small"
    assert [s["roles"] for s in labelled["sentences"]] == [["answer"], ["answer"]]


def grade(body: dict[str, Any]) -> dict[str, object]:
    text = body["messages"][1]["content"][0]["text"]
    return {"reason": "It says so.", "grade": 3 if text.count("\n- ") == 1 else 2}


def test_answers_are_graded_and_stand_in_the_report(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words: tuple[object, ...] = ("lave", "--release", release, "--output", tmp_path)
    words = (*words, "--model", "small", "--writer", "Gemini", "--rows", 3)
    assert run(*words, "--dry-run", "--url", "http://127.0.0.1:9/v1") == 0
    assert "12 calls" in capsys.readouterr().out
    with serving(saying(grade)) as stub:
        assert run(*words, "--url", stub.url) == 0
    out = capsys.readouterr().out
    assert "| Gemini, short reference, whole answer (3) | 0.50 (paper 0.63, -0.13) |" in out
    assert "| Gemini, long reference, whole answer (3) | 1.00 (paper 0.45, +0.55) |" in out
    assert "Answer accuracy by a language model's grades" in out
    assert len((tmp_path / "lave.jsonl").read_text(encoding="utf-8").splitlines()) == 12
    assert run("report", "--release", release, "--output", tmp_path) == 0
    assert "Answers graded by a language model" in (tmp_path / "report.md").read_text(
        encoding="utf-8"
    )


def test_grades_are_correlated_with_what_people_think(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = cases(load_release(release), ["Gemini"], 3)
    rows = sorted({case.row for case in some})
    human = tmp_path / "human.csv"
    lines = [f"Gemini,{row},{5 - row}" for row in rows]
    human.write_text("\n".join(["writer,row,score", *lines]), encoding="utf-8")

    def falling(body: dict[str, Any]) -> dict[str, object]:
        text = body["messages"][1]["content"][0]["text"]
        (row,) = {case.row for case in some if case.order.text == text}
        return {"reason": "By its row.", "grade": 3 - rows.index(row)}

    words: tuple[object, ...] = ("lave", "--release", release, "--output", tmp_path)
    words = (*words, "--model", "small", "--writer", "Gemini", "--rows", 3, "--human", human)
    with serving(saying(falling)) as stub:
        assert run(*words, "--url", stub.url) == 0
    (line,) = (
        line
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("| Gemini, long reference, whole answer (3)")
    )
    assert line.endswith("| 1.00 |")


def test_grading_without_a_model_or_a_key_is_one_sentence(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("lave", "--release", release, "--output", tmp_path) == 3
    assert "Name one with --model" in capsys.readouterr().err
    words = ("lave", "--release", release, "--output", tmp_path, "--model", "small", "--rows", 1)
    with serving(fails(401, "wrong key")) as stub:
        assert run(*words, "--url", stub.url) == 1
    assert "The server refuses the key." in capsys.readouterr().err


def test_only_what_expert_and_writer_answer_is_graded_against_both_references(
    release: Path,
) -> None:
    some = cases(load_release(release), ["Gemini", "Expert"], 600)
    assert all(case.reference is Reference.SHORT for case in some if case.writer == "Expert")
    for case in some:
        assert case.text and case.references
        assert f"Answer: {case.text}" in case.order.text
    long = [case for case in some if case.reference is Reference.LONG]
    assert {len(case.references) for case in long} == {1}
    assert {case.part for case in long} == set(Part)


def test_a_grade_is_a_score_from_zero_to_one() -> None:
    case = Case("Gemini", 1, Reference.SHORT, Part.WHOLE, "What?", ("mug",), "A mug.")
    grades = {case: Grade(reason="", grade=1)}
    assert [Grade(reason="", grade=n).score for n in (1, 2, 3)] == [0, 0.5, 1]
    table = lave_table(grades, 2, "small", {})
    assert table.notes[0].startswith("1 of 2 answers graded")
    assert [column.name for column in table.columns] == ["LAVE"]


def test_answer_accuracy_is_of_answered_answerable_questions_alone(release: Path) -> None:
    loaded = load_release(release)
    some = cases(loaded, ["Gemini"], 600)
    grades = {case: Grade(reason="", grade=3 if case.row % 2 else 1) for case in some}
    unanswerable = some[0].row
    gemini = tuple(
        replace(a, is_answerable=False) if a.row == unanswerable else a
        for a in loaded.answers["Gemini"]
    )
    changed = replace(loaded, answers={**loaded.answers, "Gemini": gemini})
    (row,) = judged_accuracy(grades, changed, "small").rows
    kept = [number % 2 for number in {case.row for case in some} - {unanswerable}]
    assert row.cells[0].measured == pytest.approx(sum(kept) / len(kept))
    assert row.cells[1].measured == len(kept) > 0
