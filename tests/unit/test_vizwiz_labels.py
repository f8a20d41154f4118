"""Labels of people and of language models: agreement, the majority, replies that fit or don't."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whichone_core.errors import InputError
from whichone_core.types.strategies import Role
from whichone_data.cli import main
from whichone_data.llm.answers import Reply, Status
from whichone_data.tables import Table
from whichone_data.vizwiz.annotate import AnswerLine, read_answers
from whichone_data.vizwiz.labelling import LABEL, RoleName, SourceName, label_orders, labels_of
from whichone_data.vizwiz.people_labels import (
    COLUMNS,
    agreement_table,
    fleiss_kappa,
    label_sheet,
    majority_rows,
    read_labels,
)
from whichone_data.vizwiz.schema import Source

LINE = AnswerLine(question="What is this?", answer="It is a mug. It is red. Try again.")


def sheet(path: Path, annotator: str, *labels: tuple[str, str], sentence: str = "") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for place, (roles, sources) in enumerate(labels, 1):
            writer.writerow((annotator, "1", place, "What?", sentence or place, roles, sources))
    return path


def three(folder: Path) -> list[Path]:
    answer, more = ("answer", "image content"), ("auxiliary", "image content")
    return [
        sheet(folder / "1.csv", "A1", answer, more, ("suggestion", "")),
        sheet(folder / "2.csv", "A2", ("Answer; confirmation", "image content"), more, more),
        sheet(folder / "3.csv", "A3", answer, answer, ("explanation", "image quality")),
    ]


def measured(table: Table, name: str) -> float | None:
    (row,) = (row for row in table.rows if row.name == name)
    return row.cells[0].measured


def test_kappa_is_that_of_a_worked_example() -> None:
    # Three annotators, four things: 3, 2, 0 and 1 said yes.  Observed 2/3, expected 1/2.
    assert fleiss_kappa([3, 2, 0, 1], 3) == pytest.approx((2 / 3 - 0.5) / 0.5)
    assert fleiss_kappa([3, 0, 3], 3) == 1
    assert fleiss_kappa([0, 0], 3) is None
    with pytest.raises(ValueError, match="1 annotators"):
        fleiss_kappa([1], 1)


@settings(deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_kappa_is_never_above_one_and_treats_yes_and_no_alike(yes: list[int]) -> None:
    kappa = fleiss_kappa(yes, 3)
    other = fleiss_kappa([3 - n for n in yes], 3)
    assert (kappa is None) == (other is None)
    if kappa is not None and other is not None:
        assert kappa <= 1 + 1e-9
        assert kappa == pytest.approx(other)


def test_agreement_is_told_for_each_label_and_the_majority_is_kept(tmp_path: Path) -> None:
    some = read_labels(three(tmp_path))
    table = agreement_table(some)
    assert measured(table, "Answer") == pytest.approx(fleiss_kappa([3, 1, 0], 3))
    assert measured(table, "Auxiliary failure") is None
    first, second, third = majority_rows(some)
    assert first["roles"] == ["answer"]
    assert second["roles"] == ["auxiliary"]
    assert (third["roles"], third["sources"], third["is_agreed"]) == ([], [], False)


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ([("poem", "")], "Row 2 of 1.csv has no place, or a label"),
        ([("", "")], "needs one to 3 roles"),
        ([("answer;auxiliary;explanation;suggestion", "")], "needs one to 3 roles"),
    ],
)
def test_a_sheet_with_other_labels_is_refused(
    labels: list[tuple[str, str]], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=sentence):
        read_labels([sheet(tmp_path / "1.csv", "A1", *labels)])


def test_sheets_that_are_not_about_the_same_sentences_are_refused(tmp_path: Path) -> None:
    one = sheet(tmp_path / "1.csv", "A1", ("answer", ""), ("answer", ""))
    less = sheet(tmp_path / "2.csv", "A2", ("answer", ""))
    with pytest.raises(InputError, match="same number of annotators"):
        read_labels([one, less])
    with pytest.raises(InputError, match="was labelled before"):
        read_labels([one, one])
    other = sheet(tmp_path / "3.csv", "A2", ("answer", ""), ("answer", ""), sentence="Else.")
    with pytest.raises(InputError, match="differs in sheets"):
        read_labels([one, other])


def test_people_get_a_line_for_each_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.DictReader(io.StringIO(label_sheet([LINE], "A1").lstrip("\ufeff"))))
    assert [row["sentence"] for row in rows] == ["It is a mug.", "It is red.", "Try again."]
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"question": "What?", "text": "A mug."}\n', encoding="utf-8")
    assert read_answers(answers)[0].answer == "A mug."
    words = ["labels", "deal", "--answers", str(answers), "--output", str(tmp_path)]
    assert main(["vizwiz", *words]) == 0
    assert len(list((tmp_path / "labels").iterdir())) == 3
    words = ["labels", "take", "--output", str(tmp_path)]
    for path in three(tmp_path):
        words += ["--sheets", str(path)]
    capsys.readouterr()
    assert main(["vizwiz", *words]) == 0
    assert re.search(r"\| All roles \| 0\.\d\d \(paper 0\.76", capsys.readouterr().out)
    assert len((tmp_path / "labels.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def reply(*roles: list[str], numbers: tuple[int, ...] = (1, 2, 3)) -> Reply:
    said = [
        {"number": n, "roles": some, "sources": ["image content"]}
        for n, some in zip(numbers, roles, strict=True)
    ]
    text = json.dumps({"sentences": said})
    return Reply("key", "answer 1", LABEL.label, "small", "small-1", Status.ANSWERED, text)


def test_a_model_labels_every_sentence_of_an_answer() -> None:
    (order,) = label_orders([LINE])
    assert order.text.splitlines()[1:] == ["1. It is a mug.", "2. It is red.", "3. Try again."]
    labelled = labels_of(LINE, reply(["answer", "confirmation"], ["auxiliary"], ["suggestion"]))
    assert labelled is not None
    assert labelled[0].labels.roles == {Role.ANSWER, Role.CONFIRMATION}
    assert set(labelled[2].labels.sources or ()) == {Source.CONTENT}


@pytest.mark.parametrize(
    "other",
    [
        None,
        reply(["answer"], ["auxiliary"], numbers=(1, 2)),
        reply(["answer"], ["auxiliary"], ["suggestion"], numbers=(1, 3, 2)),
        reply(["answer"], [], ["suggestion"]),
        reply(["answer"], ["poem"], ["suggestion"]),
    ],
)
def test_labels_about_other_sentences_are_never_used(other: Reply | None) -> None:
    assert labels_of(LINE, other) is None


def test_a_model_may_say_just_the_labels_that_there_are() -> None:
    assert RoleName.__args__ == tuple(Role)  # type: ignore[attr-defined]
    assert SourceName.__args__ == tuple(Source)  # type: ignore[attr-defined]
    assert all(f"- {label.value}: " in LABEL.text for label in (*Role, *Source))
