"""Drawing questions from VizWiz annotations: strict reading, what is left out, the seed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import InputError
from whichone_core.types.questions import QuestionType
from whichone_data.cli import main
from whichone_data.vizwiz.collect import read_items
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.sample import Unfit, built_in_type, draw, listed_types, unfit
from whichone_data.vizwiz.vqa import Asked, Fault, majority, read_annotations

from tests.research import research_folder

QUESTIONS = {
    QuestionType.IDENTIFICATION: "What is this?",
    QuestionType.DESCRIPTION: "What color is this shirt?",
    QuestionType.READING: "What is the expiration date?",
    QuestionType.OTHERS: "Is this lemon juice bad?",
}


def entry(number: int, question: str, *answers: str, split: str = "train") -> dict[str, Any]:
    said = answers or ("mug",) * 10
    return {
        "image": f"VizWiz_{split}_{number:08}.jpg",
        "question": question,
        "answers": [{"answer": one, "answer_confidence": "yes"} for one in said],
        "answer_type": "other",
        "answerable": int(majority(said) != "unanswerable"),
    }


def written(folder: Path, entries: list[dict[str, Any]], split: str = "train") -> Path:
    path = folder / f"{split}.json"
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def asked(number: int, question: str) -> Asked:
    return Asked(f"{number}.jpg", "train", question, ("mug",), True)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("", Unfit.INCOMPLETE),
        ("What is the", Unfit.INCOMPLETE),
        ("Okay, so, um.", Unfit.INCOMPLETE),
        ("Can you please tell me what", Unfit.INCOMPLETE),
        ("What kind of", Unfit.INCOMPLETE),
        ("The sky over there", Unfit.INCOMPLETE),
        ("How does VizWiz work?", Unfit.SERVICE),
        ("Hello? Is anybody there?", Unfit.SERVICE),
        ("Are you a real person?", Unfit.SERVICE),
        ("Who is this mail for?", None),
        ("Color?", None),
        ("whats on the screen", None),
        ("Which app is open on the screen of my phone?", None),
        ("I dropped a spoon here, please help me find it.", None),
    ],
)
def test_only_whole_questions_about_a_picture_are_kept(question: str, why: Unfit | None) -> None:
    assert unfit(question) is why


def test_as_many_of_each_type_are_drawn_and_all_where_there_are_fewer() -> None:
    pool = [asked(n, QUESTIONS[kind]) for n, kind in enumerate(list(QuestionType) * 20)]
    pool += [asked(1000 + n, QUESTIONS[QuestionType.READING]) for n in range(30)]
    sample = draw(pool, "1", 25)
    counts = Counter(kind for _, kind in sample.drawn)
    assert counts[QuestionType.READING] == 25
    assert {counts[kind] for kind in QuestionType if kind is not QuestionType.READING} == {20}
    assert sample.pool[QuestionType.READING] == 50


def test_a_sample_is_the_same_for_a_seed_whatever_the_order_of_the_annotations() -> None:
    pool = [asked(n, "What is this?") for n in range(100)]
    first, again = draw(pool, "1", 10), draw(reversed(pool), "1", 10)
    assert first.drawn == again.drawn
    assert draw(pool, "2", 10).drawn != first.drawn
    more = draw([*pool, asked(500, "What is this?")], "1", 10)
    assert len({one for one, _ in more.drawn} - {one for one, _ in first.drawn}) <= 1


def test_no_question_meets_a_picture_of_another_split_or_of_another_question(
    tmp_path: Path,
) -> None:
    train = written(
        tmp_path,
        [
            entry(1, "What is this?"),
            entry(1, "What color is it?"),
            entry(2, "What is this?", split="val"),
            entry(3, "  "),
            entry(4, "What is\r\nthis?", *["unanswerable"] * 9),
        ],
    )
    found = read_annotations([train, written(tmp_path, [entry(5, "Hm?", split="val")], "val")])
    assert [one.picture[-6:] for one in found.asked] == ["01.jpg", "04.jpg", "05.jpg"]
    assert found.asked[1].question == "What is this?"
    assert not found.asked[1].is_answerable
    assert [(number, fault) for _, number, fault in found.faults] == [
        (2, Fault.TWICE),
        (3, Fault.OTHER_SPLIT),
        (4, Fault.EMPTY),
        (5, Fault.CROWD),
    ]


@pytest.mark.parametrize(
    "spoilt",
    [
        {"image": "../x.jpg"},
        {"answers": []},
        {"answers": [{"answer": "a", "answer_confidence": "sure"}]},
        {"answerable": 2},
        {"more": 1},
    ],
)
def test_what_is_not_as_released_is_refused_with_its_entry(
    spoilt: dict[str, Any], tmp_path: Path
) -> None:
    path = written(tmp_path, [entry(1, "What?"), entry(2, "What?") | spoilt])
    with pytest.raises(InputError, match=r"Entry 1.* of train\.json"):
        read_annotations([path])


@pytest.mark.parametrize("content", ["", "{", '"text"'])
def test_another_file_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "train.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"train\.json"):
        read_annotations([path])


def test_types_can_be_given_by_a_list(tmp_path: Path) -> None:
    path = tmp_path / "types.csv"
    path.write_text("picture,type\n1.jpg,Reading\n", encoding="utf-8")
    type_of = listed_types(path)
    assert type_of(asked(1, "What is this?")) is QuestionType.READING
    assert type_of(asked(2, "What is this?")) is QuestionType.IDENTIFICATION
    path.write_text("picture,type\n1.jpg,Poetry\n", encoding="utf-8")
    with pytest.raises(InputError, match="list of types"):
        listed_types(path)


def test_a_sample_is_made_by_the_command_and_can_be_collected_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [entry(n, QUESTIONS[kind]) for n, kind in enumerate(list(QuestionType) * 5)]
    entries.append(entry(99, "How does VizWiz work?"))
    path = written(tmp_path, entries)
    words = ["sample", "--annotations", str(path), "--per-type", "3", "--output", str(tmp_path)]
    assert main(["vizwiz", *words]) == 0
    out = capsys.readouterr().out
    assert "| Reading | 5 | 3 | 3 | 0 |" in out
    assert "| About the service | 1 |" in out
    items = read_items(tmp_path / "items.jsonl")
    assert [item.item for item in items] == [str(n) for n in range(1, 13)]
    by_picture = {made["image"]: made["question"] for made in entries}
    assert all(by_picture[item.picture] == item.question for item in items)
    assert "about the service" in (tmp_path / "left-out.jsonl").read_text(encoding="utf-8")


@pytest.mark.research
def test_nearly_all_released_questions_are_kept_and_most_types_are_told() -> None:
    answers = load_release(research_folder("vizwiz-lf")).answers["Expert"]
    kept = [answer for answer in answers if unfit(answer.question) is None]
    assert len(kept) / len(answers) > 0.99
    told = [
        built_in_type(Asked("", "", answer.question, (), True)) is answer.question_type
        for answer in answers
    ]
    assert sum(told) / len(told) > 0.85
    assert all(majority(answer.crowd_answers) == answer.crowd_majority for answer in answers)
