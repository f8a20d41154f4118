"""The human study: dealt sheets hide who wrote what, come back whole, and are tested."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from whichone_core.errors import InputError
from whichone_data.cli import main
from whichone_data.vizwiz.collected import Collected, read_collected
from whichone_data.vizwiz.forms import rating_form, writing_form
from whichone_data.vizwiz.preferences import compare, preference_tables
from whichone_data.vizwiz.ratings import Rating, read_key, read_ratings
from whichone_data.vizwiz.scales import COLUMNS, RANK, Group, Scale
from whichone_data.vizwiz.sheets import Dealt, as_csv, conditions_of, deal, key_csv
from whichone_data.vizwiz.workbook import as_workbook, read_workbook

NAMES = ("one", "two", "three", "four")
RUNNERS = """
5.40 5.50 5.55 5.85 5.70 5.75 5.20 5.60 5.50 5.55 5.50 5.40 5.90 5.85 5.70 5.45 5.55 5.60 5.40
5.40 5.35 5.45 5.50 5.35 5.25 5.15 5.00 5.85 5.80 5.70 5.25 5.20 5.10 5.65 5.55 5.45 5.60 5.35
5.45 5.05 5.00 4.95 5.50 5.50 5.40 5.45 5.55 5.50 5.55 5.55 5.35 5.45 5.50 5.55 5.50 5.45 5.25
5.65 5.60 5.40 5.70 5.65 5.55 6.30 6.30 6.25
"""
"""Seconds of 22 runners on three ways round first base."""


def answers(count: int = 8) -> list[Collected]:
    return [
        Collected(
            picture=f"{n}.jpg",
            question="What is this?",
            engine=name,
            prompting="vanilla",
            text=f'=It is "mug" <{n}>, by {name}.',
        )
        for n in range(count)
        for name in NAMES
    ]


def dealt(blind: int = 4, sighted: int = 2, questions: int = 4) -> Dealt:
    raters = {Group.BLIND: blind, Group.SIGHTED: sighted}
    return deal(conditions_of(answers(), NAMES), raters, questions, "1")


def filled(study: Dealt, rater: str, dice: Random) -> list[dict[str, str]]:
    """A sheet as a rater sends it back: condition "one" is always best, the rest by chance."""
    hidden = {(key[0], key[1], key[2]): key[3] for key in study.key}
    rows = []
    ranks: dict[int, list[int]] = {}
    for line in study.sheets[rater]:
        left = ranks.setdefault(line.number, dice.sample([2, 3, 4], 3))
        is_best = hidden[rater, line.number, line.label] == "one"
        row = dict.fromkeys(COLUMNS, "") | line.as_row()
        row[RANK] = "1" if is_best else str(left.pop())
        for scale in Scale:
            if scale.is_asked(line.group):
                row[scale.value] = "3" if is_best else str(dice.randint(1, 2))
        rows.append(row | {"seconds": "12.5"})
    return rows


def sent_back(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


def read_back(study: Dealt, folder: Path, seed: int = 3) -> list[Rating]:
    dice = Random(seed)
    paths = [
        sent_back(folder / f"{rater}.csv", filled(study, rater, dice)) for rater in study.sheets
    ]
    key = folder / "key.csv"
    key.write_text(key_csv(study), encoding="utf-8")
    return read_ratings(paths, read_key(key))


def test_every_condition_stands_at_every_place_equally_often_and_every_question_as_often() -> None:
    study = dealt(questions=4)
    places = Counter((key[0], key[2], key[3]) for key in study.key)
    assert set(places.values()) == {1}
    assert len(places) == 6 * 4 * 4
    for group in "BS":
        asked = Counter(key[4] for key in study.key if key[0].startswith(group))
        assert max(asked.values()) - min(asked.values(), default=0) <= 4


def test_a_study_is_the_same_for_a_seed_and_raters_have_orders_of_their_own() -> None:
    assert dealt() == dealt()
    first, other = (
        [line.picture for line in dealt(questions=8).sheets[rater]] for rater in ("B1", "B2")
    )
    assert first != other
    assert sorted(first) == sorted(other)


def test_no_sheet_says_who_wrote_an_answer() -> None:
    study = deal(
        {("a.jpg", "What?"): {"engine-x": "A mug.", "engine-y": "A cup."}},
        {Group.SIGHTED: 1},
        1,
        "1",
    )
    lines = study.sheets["S1"]
    for text in (as_csv(lines), rating_form(lines, "photos")):
        assert "engine-" not in text
    assert b"engine-" not in as_workbook(lines)
    assert "engine-x" in key_csv(study)


def test_only_questions_with_all_answers_are_dealt() -> None:
    some = [a for a in answers() if (a.picture, a.engine) != ("3.jpg", "two")]
    assert len(conditions_of(some, NAMES)) == 7
    assert len(conditions_of(some, ["one, vanilla", "two"])) == 7
    with pytest.raises(InputError, match="under all of these conditions"):
        conditions_of(some, ["one", "nobody"])
    with pytest.raises(InputError, match="can't have 9 questions"):
        dealt(questions=9)


def test_a_sheet_is_inert_in_spreadsheets() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(dealt().sheets["B1"]).lstrip("\ufeff"))))
    assert all(row["answer"].startswith("'=It is") for row in rows)
    assert tuple(rows[0]) == COLUMNS


def test_a_workbook_has_no_merged_or_hidden_cells_and_comes_back(tmp_path: Path) -> None:
    from openpyxl import load_workbook  # type: ignore[import-untyped]

    path = tmp_path / "B1.xlsx"
    lines = dealt().sheets["B1"]
    path.write_bytes(as_workbook(lines))
    sheet = load_workbook(path).worksheets[0]
    assert not sheet.merged_cells.ranges
    assert not any(d.hidden for d in sheet.row_dimensions.values())
    assert sheet.freeze_panes == "A2"
    assert [cell.value for cell in sheet[1]] == list(COLUMNS)
    assert {rule.formula1 for rule in sheet.data_validations.dataValidation} == {
        '"1,2,3"',
        '"1,2,3,4"',
    }
    rows = read_workbook(path)
    assert [row["label"] for row in rows] == [line.label for line in lines]
    assert rows[0]["number"] == "1"
    path.write_bytes(b"no workbook")
    with pytest.raises(InputError, match="can't be read as a workbook"):
        read_workbook(path)


def test_ratings_meet_their_conditions_again(tmp_path: Path) -> None:
    ratings = read_back(dealt(), tmp_path)
    assert len(ratings) == 6 * 4 * 4
    assert all((rating.condition == "one") == (rating.rank == 1) for rating in ratings)
    for rating in ratings:
        is_blind = rating.group is Group.BLIND
        assert (Scale.CORRECTNESS in rating.scores) is not is_blind
        assert (Scale.PLAUSIBILITY in rating.scores) is is_blind


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        ({"rank": "2"}, "gave the ranks"),
        ({"rank": ""}, "Row 2 of B1.csv needs a whole number from 1 to 26 for rank"),
        ({"fluency": "4"}, "from 1 to 3 for fluency: '4'"),
        ({"helpfulness": "good"}, "for helpfulness: 'good'"),
        ({"label": "Z"}, "was not dealt: B1, question 1, Z"),
        ({"group": "deaf"}, "lacks its rater, group"),
        ({"seconds": "long"}, "no number of seconds"),
        ({"seconds": "nan"}, "no number of seconds"),
        ({"seconds": "inf"}, "no number of seconds"),
    ],
)
def test_what_is_wrong_in_a_sheet_is_told_with_its_row(
    spoilt: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    study = dealt()
    rows = filled(study, "B1", Random(1))
    place = next(n for n, row in enumerate(rows) if row["rank"] == "1")
    first = place if spoilt.get("rank") else 0
    rows[first] |= spoilt
    key = tmp_path / "key.csv"
    key.write_text(key_csv(study), encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(sentence)):
        read_ratings([sent_back(tmp_path / "B1.csv", rows)], read_key(key))


def test_a_sheet_that_comes_twice_is_refused(tmp_path: Path) -> None:
    study = dealt()
    path = sent_back(tmp_path / "B1.csv", filled(study, "B1", Random(1)))
    (tmp_path / "key.csv").write_text(key_csv(study), encoding="utf-8")
    with pytest.raises(InputError, match="was rated before"):
        read_ratings([path, path], read_key(tmp_path / "key.csv"))
    with pytest.raises(InputError, match="no key of a study"):
        read_key(path)


def test_a_condition_that_is_always_best_is_told_apart_and_others_are_not(tmp_path: Path) -> None:
    ratings = [r for r in read_back(dealt(blind=12), tmp_path) if r.group is Group.BLIND]
    found = compare(ratings, RANK)
    assert found is not None
    assert found.raters == 12
    assert found.p < 0.001
    by_pair = {frozenset((pair.first, pair.second)): pair.p for pair in found.pairs}
    assert len(by_pair) == 6
    for name in ("two", "three", "four"):
        assert (by_pair[frozenset(("one", name))] or 1) < 0.01
    assert (by_pair[frozenset(("two", "three"))] or 0) > 0.05


def test_the_statistics_are_those_of_a_worked_example() -> None:
    """Hollander and Wolfe's rounding first base: 22 runners, chi-squared 11.1, p 0.0038."""
    times = RUNNERS.split()
    ratings = [
        Rating(
            str(n // 3),
            Group.BLIND,
            1,
            "",
            "",
            NAMES[n % 3],
            round(float(time) * 100),
            {},
            None,
            "",
        )
        for n, time in enumerate(times)
    ]
    found = compare(ratings, RANK)
    assert found is not None
    assert found.raters == 22
    assert found.statistic == pytest.approx(11.14, abs=0.01)
    assert found.p == pytest.approx(0.0038, abs=0.0001)


def test_too_few_raters_or_equal_ratings_are_not_tested(tmp_path: Path) -> None:
    ratings = read_back(dealt(blind=2, sighted=0), tmp_path)
    assert compare(ratings, RANK) is None
    tables = preference_tables(ratings)
    assert [table.key for table in tables] == ["ratings-blind", "ranks-blind"]
    shares = [cell.measured for cell in tables[1].rows[1].cells]
    assert tables[1].rows[1].name == "one"
    assert shares == [100, 0, 0, 0]


class Form(HTMLParser):
    """The ids, labels and fields of a form."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.headings: list[int] = []
        self.open: list[str] = []
        self.pictures = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag == "label":
            self.open.append("label")
            self.labelled.add(given.get("for") or "")
        if tag in ("input", "select", "textarea"):
            self.fields.append(given | {"wrapped": "yes" if self.open else None})
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.pictures += tag == "img"

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self.open.pop()


@pytest.mark.parametrize("rater", ["B1", "S1"])
def test_a_form_names_every_field_and_goes_down_in_headings(rater: str) -> None:
    form = Form(rating_form(dealt().sheets[rater], "photos"))
    assert len(form.ids) == len(set(form.ids))
    assert all(field["wrapped"] or field["id"] in form.labelled for field in form.fields)
    assert form.headings[0] == 1
    assert all(b - a <= 1 for a, b in zip(form.headings, form.headings[1:], strict=False))
    assert form.pictures == (4 if rater == "S1" else 0)
    assert sum(field.get("type") == "radio" for field in form.fields) == 4 * 4 * 4 * 3


def test_a_form_can_not_be_broken_by_an_answer() -> None:
    nasty = '</script><img src=x onerror="alert(1)">'
    told = {("a.jpg", nasty): {"one": nasty, "two": "A mug."}}
    text = rating_form(deal(told, {Group.BLIND: 1}, 1, "1").sheets["B1"])
    assert text.count("<script") == 2 == text.count("</script>")
    assert Form(text).pictures == 0
    written = writing_form("me", [("1", "a.jpg", nasty)], "photos")
    assert written.count("</script>") == 2


def test_a_whole_study_by_its_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "answers.jsonl"
    source.write_text("\n".join(a.model_dump_json() for a in answers()), encoding="utf-8")
    output = tmp_path / "project"
    words = ["human", "deal", "--answers", str(source), "--output", str(output)]
    for name in NAMES:
        words += ["--condition", name]
    assert main(["vizwiz", *words, "--blind", "3", "--sighted", "3", "--questions", "2"]) == 0
    folder = output / "human"
    names = {path.name for path in folder.iterdir()}
    assert {"protocol.md", "key.csv", "B1.csv", "B1.xlsx", "B1.html", "S3.csv"} <= names
    assert "3 blind raters and 3 sighted raters" in (folder / "protocol.md").read_text("utf-8")
    raters = {Group.BLIND: 3, Group.SIGHTED: 3}
    study = deal(conditions_of(read_collected([source]), NAMES), raters, 2, "0")
    sheets = [
        sent_back(tmp_path / f"{rater}.csv", filled(study, rater, Random(5)))
        for rater in study.sheets
    ]
    words = ["human", "evaluate", "--output", str(output)]
    for sheet in sheets:
        words += ["--ratings", str(sheet)]
    capsys.readouterr()
    assert main(["vizwiz", *words]) == 0
    out = capsys.readouterr().out
    assert "How blind raters ranked the answers" in out
    assert "Whether sighted raters tell the conditions apart" in out
    page = (output / "human.html").read_text(encoding="utf-8")
    assert 'src="ranks-blind.svg" alt="Stacked bars. four:' in page
    assert (output / "ranks-sighted.svg").exists()
    assert len((output / "ratings.jsonl").read_text(encoding="utf-8").splitlines()) == 48


def test_people_write_answers_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = tmp_path / "items.jsonl"
    row = {"item": "1", "picture": "a.jpg", "question": "What is this?"}
    items.write_text(json.dumps(row), encoding="utf-8")
    words = ["human", "write", "--items", str(items), "--writer", "P1", "--pictures", "photos"]
    assert main(["vizwiz", *words, "--output", str(tmp_path)]) == 0
    form = Form((tmp_path / "human" / "answers-P1.html").read_text(encoding="utf-8"))
    assert [field["id"] for field in form.fields] == ["q1-text"]
    assert form.pictures == 1
    sent = tmp_path / "answers-P1.csv"
    sent.write_text(
        'item,picture,question,engine,text,seconds\r\n1,a.jpg,What is this?,P1,"A\nmug.",61.5\r\n'
        "2,b.jpg,What is this?,P1,,\r\n",
        encoding="utf-8",
    )
    assert main(["vizwiz", "human", "take", "--written", str(sent), "--output", str(tmp_path)]) == 0
    assert "1 answers in" in capsys.readouterr().out
    (answer,) = read_collected([tmp_path / "written.jsonl"])
    assert (answer.text, answer.seconds, answer.engine) == ("A mug.", 61.5, "P1")
