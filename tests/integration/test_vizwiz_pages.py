"""The report and the study's forms in a real browser, checked by axe-core."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_data.cli import main
from whichone_data.page import Page, Plot, Section, as_html
from whichone_data.tables import Cell, Column, Row, Table, Unit
from whichone_data.vizwiz.fake import made_up_release, write_release
from whichone_data.vizwiz.forms import rating_form, writing_form
from whichone_data.vizwiz.ratings import read_key, read_ratings
from whichone_data.vizwiz.scales import Group
from whichone_data.vizwiz.sheets import deal, key_csv

from tests.browser import browser_and_axe, check_page, said_by

pytestmark = pytest.mark.timeout(400)
"""A browser may take its time to start on a busy machine."""


def without_faults(text: str, folder: Path) -> None:
    page = folder / "page.html"
    page.write_text(text, encoding="utf-8")
    assert check_page(page, folder).violations == ()


def test_the_check_finds_what_is_wrong(tmp_path: Path) -> None:
    """A page with an unnamed picture and field: a check that finds nothing would prove nothing."""
    page = tmp_path / "page.html"
    page.write_text('<html><body><img src="x.png"><input></body></html>', encoding="utf-8")
    found = " ".join(check_page(page, tmp_path).violations)
    assert "image-alt" in found
    assert "label" in found
    assert "html-has-lang" in found


def test_a_report_has_no_fault(tmp_path: Path) -> None:
    table = Table(
        "words",
        "Words of an answer",
        "Writer",
        (Column("Mean", Unit.WORDS), Column("Share", Unit.PERCENT)),
        (Row("Expert", (Cell(41.2, 44.0, "Counted otherwise."), Cell(12.0))),),
        ("A note.",),
    )
    section = Section("Answers", ("Some words.",), (table,), (Plot("x.svg", "A plot.", "Shares"),))
    without_faults(as_html(Page("A report", ("It begins.",), (section,))), tmp_path)


@pytest.mark.parametrize("group", list(Group))
def test_a_rating_form_has_no_fault(group: Group, tmp_path: Path) -> None:
    told = {("a.jpg", "What is this?"): {"one": "A mug.", "two": "A cup."}}
    lines = deal(told, {group: 1}, 1, "0").sheets[f"{group.value[0].upper()}1"]
    without_faults(rating_form(lines, "photos"), tmp_path)


def test_a_form_for_answers_has_no_fault(tmp_path: Path) -> None:
    without_faults(writing_form("P1", [("1", "a.jpg", "What is this?")], "photos"), tmp_path)


def test_the_whole_report_has_no_fault(tmp_path: Path) -> None:
    browser_and_axe()
    release = write_release(tmp_path / "release", made_up_release(20))
    output = tmp_path / "report"
    page = output / "report.html"
    words = ["report", "--release", str(release), "--output", str(output)]
    assert main(["vizwiz", *words]) == 0
    assert check_page(page, tmp_path).violations == ()


SAVE = """
<script>
URL.createObjectURL = blob => {
  blob.text().then(text => {
    const place = document.createElement("pre");
    place.id = "said-by-test";
    place.textContent = text;
    document.body.append(place);
  });
  return "#";
};
for (const field of document.querySelectorAll("select")) field.selectedIndex = 1;
for (const field of document.querySelectorAll("select[id*='-B-']")) field.selectedIndex = 2;
for (const field of document.querySelectorAll("input[value='3']")) field.checked = true;
document.querySelector("textarea").value = 'Said "so", twice';
document.querySelector("form").requestSubmit();
</script>
"""


def test_what_a_form_saves_is_read_as_ratings(tmp_path: Path) -> None:
    told = {("a.jpg", "What is this?"): {"one": "A mug.", "two": "=2+3, a cup."}}
    study = deal(told, {Group.BLIND: 1}, 1, "0")
    page, saved, key = (tmp_path / name for name in ("page.html", "B1.csv", "key.csv"))
    page.write_text(rating_form(study.sheets["B1"]), encoding="utf-8")
    saved.write_text(said_by(page, tmp_path, SAVE), encoding="utf-8", newline="")
    key.write_text(key_csv(study), encoding="utf-8")
    ratings = read_ratings([saved], read_key(key))
    assert [rating.rank for rating in ratings] == [1, 2]
    assert {rating.condition for rating in ratings} == {"one", "two"}
    assert all(set(rating.scores.values()) == {3} for rating in ratings)
    assert ratings[0].remark == 'Said "so", twice'
    assert ratings[0].seconds is not None
