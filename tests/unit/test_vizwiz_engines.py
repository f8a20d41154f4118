"""When engines abstain on judged photos: verdicts, the table, risk at each coverage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whichone_core.errors import InputError
from whichone_core.types.strategies import Strategy
from whichone_data.tables import Table
from whichone_data.vizwiz.collected import Collected, read_collected
from whichone_data.vizwiz.engines import engine_tables
from whichone_data.vizwiz.photos import Verdicts, read_verdicts
from whichone_data.vizwiz.risk import risk_curve

from tests.research import research_folder


def index(folder: Path, *unrecognisable: int | None) -> Path:
    rows = [
        {"file": f"{n}.jpg", "flaws": None if lost is None else {"BLR": 2}, "unrecognizable": lost}
        for n, lost in enumerate(unrecognisable)
    ]
    (folder / "index.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


def answer(picture: str, abstains: float | None, engine: str = "one") -> Collected:
    sure = abstains if abstains is not None else 0.0
    odds = None if abstains is None else {Strategy.ABSTAIN: sure, Strategy.DIRECT: 1 - sure}
    strategy = Strategy.ABSTAIN if sure > 0.5 else Strategy.DIRECT
    return Collected(
        picture=picture,
        question="What is this?",
        engine=engine,
        text="A mug.",
        strategy=strategy,
        probabilities=odds,
    )


def figures(table: Table, name: str) -> list[float | None]:
    (row,) = (row for row in table.rows if row.name.startswith(name))
    return [cell.measured for cell in row.cells]


def test_photos_that_people_disagree_about_have_no_verdict(tmp_path: Path) -> None:
    verdicts = read_verdicts(index(tmp_path, 0, 1, 2, 3, 5, None))
    assert verdicts.is_lost == {"0.jpg": False, "3.jpg": True, "4.jpg": True}
    assert verdicts.left_out == 3


@pytest.mark.parametrize("text", ["", "{}", '[{"file": 3}]', "[]"])
def test_a_folder_without_verdicts_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="index"):
        read_verdicts(tmp_path)
    (tmp_path / "index.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="index"):
        read_verdicts(tmp_path)


def test_the_table_counts_who_abstains_from_what_people_could_not_recognise() -> None:
    verdicts = Verdicts({"a": True, "b": True, "c": False, "d": False}, 1)
    chances = {"a": 0.9, "b": 0.2, "c": 0.6, "d": 0.1}
    answers = [answer(picture, chance) for picture, chance in chances.items()]
    answers.append(answer("elsewhere", 0.9))
    answers.append(answers[0].model_copy(update={"failed": "No.", "engine": "broken"}))
    table, risk = engine_tables(answers, verdicts)
    assert figures(table, "one") == [0.5, 0.5, 0.5, 0.5, 50, 4]
    assert figures(table, "Majority") == [0.5, 0, 0, 0, 0, 4]
    assert len(table.rows) == 3
    assert table.notes[1].startswith("1 answers failed")
    # The surest first: d, b, c, a; wrong to answer: b and a.
    assert figures(risk, "one")[0] == pytest.approx((0 + 1 / 2 + 1 / 3 + 2 / 4) / 4)
    assert figures(risk, "one")[1] == pytest.approx((0 + 0 + 1 / 3 + 2 / 4) / 4)
    assert figures(risk, "one")[2:] == [0.5, 0.5, 4]


def test_an_engine_without_chances_has_no_curve() -> None:
    verdicts = Verdicts({"a": True, "b": False}, 0)
    tables = engine_tables([answer("a", None), answer("b", None)], verdicts)
    assert [table.key for table in tables] == ["engines"]


def test_a_photo_refused_before_the_engine_was_asked_comes_last() -> None:
    verdicts = Verdicts({"a": True, "b": False, "c": False}, 0)
    refused = answer("a", 0.9).model_copy(update={"probabilities": None})
    _, risk = engine_tables([refused, answer("b", 0.3), answer("c", 0.6)], verdicts)
    assert figures(risk, "one")[:2] == [pytest.approx(1 / 9), pytest.approx(1 / 9)]


def test_equal_confidences_have_the_risk_of_an_order_by_chance() -> None:
    curve = risk_curve([0.5] * 4, [True, False, False, True])
    assert curve.risk.tolist() == [0.5] * 4
    assert curve.area == curve.overall == 0.5
    with pytest.raises(ValueError, match="0 confidences"):
        risk_curve([], [])


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40))
def test_risk_is_a_share_ends_with_that_of_all_and_is_no_better_than_the_best_order(
    answers: list[tuple[float, bool]],
) -> None:
    curve = risk_curve([sure for sure, _ in answers], [wrong for _, wrong in answers])
    assert ((curve.risk >= 0) & (curve.risk <= 1)).all()
    assert curve.risk[-1] == pytest.approx(curve.overall) == curve.risk_at(1.0)
    assert curve.area >= curve.best - 1e-9


def test_answers_of_the_command_line_are_read_and_the_last_one_counts(tmp_path: Path) -> None:
    record: dict[str, object] = {
        "strategy": "abstain", "probabilities": None, "text": "I can't tell.", "options": [],
        "engine": "builtin", "quality": {"is_good": False}, "picture": "a", "question": "What?",
    }  # fmt: skip
    path = tmp_path / "answers.jsonl"
    later = record | {"text": "A mug.", "strategy": "direct"}
    path.write_text(f"{json.dumps(record)}\n\n{json.dumps(later)}\n", encoding="utf-8")
    (kept,) = read_collected([path])
    assert (kept.text, kept.strategy, kept.confidence) == ("A mug.", Strategy.DIRECT, None)
    path.write_text('{"text": "A mug."}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"Line 1 of answers\.jsonl"):
        read_collected([path])


@pytest.mark.research
def test_the_photos_here_have_verdicts_of_both_kinds() -> None:
    lost = read_verdicts(research_folder("vizwiz-photos")).is_lost.values()
    assert sum(lost) >= 5
    assert len(lost) - sum(lost) >= 15
