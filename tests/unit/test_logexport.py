from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.log.logexport import FORMULA_STARTS, write_csv
from whichone_core.log.logreader import LoggedTurn
from whichone_core.log.logrows import queued, turn_row

from tests.turns import a_turn


def logged(question: str) -> LoggedTurn:
    asked_at = datetime(2026, 11, 29, tzinfo=UTC)
    row = turn_row(queued(a_turn(question), asked_at, with_picture=False))
    known = {name: row.get(name) for name in LoggedTurn.__dataclass_fields__}
    parts = dict.fromkeys(("probabilities", "sentences", "options", "timings_ms"))
    return LoggedTurn(**{**known, **parts, "id": 1, "session": 1, "asked_at": asked_at})  # type: ignore[arg-type]


def written(question: str) -> str:
    stream = io.StringIO(newline="")
    write_csv([logged(question)], stream)
    (row,) = csv.DictReader(io.StringIO(stream.getvalue(), newline=""))
    return row["question"]


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1+1", "\n@x"]
)
def test_text_that_a_spreadsheet_would_compute_is_quoted(text: str) -> None:
    assert written(text) == f"'{text}"


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_any_text_comes_back_and_never_as_a_formula(text: str) -> None:
    found = written(text)
    assert found in (text, f"'{text}")
    assert found.lstrip()[:1] not in FORMULA_STARTS
