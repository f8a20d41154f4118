"""Accessible HTML forms of a human study: one page for each rater, or for each writer.

A page needs no server and no network: it keeps what was filled in in the browser and saves it as
the same CSV as the sheets.  Every field has a label of its own that names its answer, groups of
radio buttons have a legend, questions are headings, what is missing is listed with links to it,
and the seconds that a question was in use are counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from itertools import groupby

from .scales import COLUMNS, POINTS, RANK, Group, Scale, SheetLine
from .sheets import inert

STYLE = """
:root { color-scheme: light dark; }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem; }
fieldset { margin: 0.75rem 0; }
legend, .name { font-weight: bold; }
label { display: inline-block; padding: 0.3rem 1rem 0.3rem 0; }
textarea { width: 100%; box-sizing: border-box; font: inherit; }
img { max-width: 100%; height: auto; }
button, select, input { font: inherit; min-height: 1.6rem; }
:focus-visible { outline: 0.2rem solid; outline-offset: 0.15rem; }
"""

SCRIPT = """
"use strict";
const study = JSON.parse(document.getElementById("study").textContent);
const form = document.querySelector("form");
const place = "whichone/" + study.name;
const seconds = {};
let current = null, since = 0;
function tick() {
  const now = performance.now();
  if (current !== null) {
    seconds[current] = (seconds[current] || 0) + Math.min(now - since, 60000) / 1000;
  }
  since = now;
}
document.addEventListener("focusin", event => {
  tick();
  const part = event.target.closest("section[data-number]");
  current = part ? part.dataset.number : null;
});
document.addEventListener("visibilitychange", () => {
  tick();
  if (document.hidden) current = null;
});
form.addEventListener("input", () => { tick(); keep(); });
function values() { return Object.fromEntries(new FormData(form).entries()); }
function keep() {
  try { localStorage.setItem(place, JSON.stringify({ values: values(), seconds })); } catch (e) {}
}
try {
  const kept = JSON.parse(localStorage.getItem(place) || "null");
  if (kept) {
    Object.assign(seconds, kept.seconds);
    for (const [name, value] of Object.entries(kept.values)) {
      for (const field of form.elements) {
        if (field.name !== name) continue;
        if (field.type === "radio") field.checked = field.value === value;
        else field.value = value;
      }
    }
  }
} catch (e) {}
function missing(given) {
  const found = [];
  for (const [name, said] of Object.entries(study.fields)) {
    if (!given[name]) found.push([name, said]);
  }
  return found;
}
function cell(text) { return '"' + String(text).replaceAll('"', '""') + '"'; }
form.addEventListener("submit", event => {
  event.preventDefault();
  tick();
  const given = values();
  const list = document.getElementById("missing");
  const found = missing(given);
  list.replaceChildren(...found.map(([name, said]) => {
    const item = document.createElement("li"), link = document.createElement("a");
    const field = form.querySelector('[name="' + name + '"]');
    link.href = "#" + field.id;
    link.textContent = said;
    item.append(link);
    return item;
  }));
  const said = document.getElementById("said");
  said.textContent = found.length
    ? found.length + " fields are still empty. They are listed below; the file was saved as it is."
    : "Saved. Please send the file that was downloaded.";
  const lines = study.rows.map(row => study.columns.map(column => {
    if (column in row.given) return cell(row.given[column]);
    if (column === "seconds") {
      return cell(((seconds[row.number] || 0) / row.shared).toFixed(1));
    }
    return cell(given[row.prefix + column] || "");
  }).join(","));
  const head = study.columns.map(cell).join(",");
  const text = "\\ufeff" + [head, ...lines].join("\\r\\n") + "\\r\\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = study.name + ".csv";
  link.click();
  said.focus();
});
"""


def rating_form(lines: Sequence[SheetLine], pictures: str = "") -> str:
    """The form of one rater.  pictures: the folder of the pictures, for sighted raters.

    lines: one rater's sheet.  Blind raters get no picture.
    """
    rater, group = lines[0].rater, lines[0].group
    parts = [
        _question(number, list(some), pictures if group is Group.SIGHTED else "")
        for number, some in groupby(lines, key=lambda line: line.number)
    ]
    fields = {
        _name(line, column): f"Question {line.number}, answer {line.label}: {column}"
        for line in lines
        for column in (RANK, *(s.value for s in Scale if s.is_asked(group)))
    }
    counts = {n: len(list(some)) for n, some in groupby(lines, key=lambda line: line.number)}
    rows = [
        {
            "given": {name: inert(value) for name, value in line.as_row().items()},
            "prefix": _name(line, ""),
            "number": line.number,
            "shared": counts[line.number],
        }
        for line in lines
    ]
    study = {"name": f"ratings-{rater}", "columns": COLUMNS, "fields": fields, "rows": rows}
    opening = (
        "Please read each question and its answers, then rank the answers from 1 (the best) on, "
        "each rank once, and rate each of them. What you fill in is kept in this browser until "
        "you save it."
    )
    return page(f"Ratings of {rater}", opening, parts, study)


def _name(line: SheetLine, column: str) -> str:
    return f"q{line.number}-{line.label}-{column}"


def _question(number: int, lines: Sequence[SheetLine], pictures: str) -> str:
    first = lines[0]
    answers = "\n".join(_answer(line, len(lines)) for line in lines)
    return f"""<section data-number="{number}" aria-labelledby="question-{number}">
<h2 id="question-{number}">Question {number}: {escape(first.question)}</h2>
{picture(pictures, first.picture)}{answers}
</section>"""


def picture(folder: str, name: str) -> str:
    """The picture of a question, where there is a folder; whoever sees the form sees it."""
    if not folder:
        return ""
    source = escape(f"{folder.rstrip('/')}/{name}")
    return f'<p><img src="{source}" alt="The picture that the question is about"></p>\n'


def _answer(line: SheetLine, count: int) -> str:
    ranks = "".join(f"<option>{rank}</option>" for rank in range(1, count + 1))
    name = _name(line, RANK)
    asked = [scale for scale in Scale if scale.is_asked(line.group)]
    scales = "\n".join(_scale(line, scale) for scale in asked)
    remark = _name(line, "remark")
    return f"""<h3>Answer {line.label}</h3>
<p>{escape(line.answer)}</p>
<p><label for="{name}">Rank of answer {line.label}, 1 is the best</label>
<select id="{name}" name="{name}"><option value="">not yet</option>{ranks}</select></p>
{scales}
<p><label for="{remark}">Remarks on answer {line.label}</label>
<textarea id="{remark}" name="{remark}" rows="2"></textarea></p>"""


def _scale(line: SheetLine, scale: Scale) -> str:
    name = _name(line, scale.value)
    points = "\n".join(
        f'<label><input type="radio" name="{name}" value="{point}"'
        f"{f' id={chr(34)}{name}{chr(34)}' if point == 1 else ''}> {said}</label>"
        for point, said in POINTS.items()
    )
    return (
        f"<fieldset><legend>Answer {line.label}, {scale.value}: {escape(scale.question)}</legend>\n"
        f"{points}</fieldset>"
    )


def page(title: str, opening: str, parts: Sequence[str], study: object) -> str:
    """A whole form in English with its script; study: what the script reads."""
    data = json.dumps(study, ensure_ascii=False).replace("<", "\\u003c")
    body = "\n".join(parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<header><h1>{escape(title)}</h1></header>
<main>
<p>{escape(opening)}</p>
<form novalidate>
{body}
<p><button type="submit">Save as a file</button></p>
<p id="said" role="status" tabindex="-1"></p>
<ul id="missing" aria-label="Empty fields"></ul>
</form>
</main>
<script type="application/json" id="study">{data}</script>
<script>{SCRIPT}</script>
</body>
</html>
"""


WRITING_COLUMNS = ("item", "picture", "question", "engine", "text", "seconds")


def writing_form(writer: str, items: Sequence[tuple[str, str, str]], pictures: str) -> str:
    """The form in which a person writes long answers.  items: item, picture, question."""
    parts, fields, rows = [], {}, []
    for number, (item, shown, question) in enumerate(items, 1):
        name = f"q{number}-text"
        fields[name] = f"Question {number}: your answer"
        given = {"item": item, "picture": shown, "question": question, "engine": writer}
        rows.append({"given": given, "prefix": f"q{number}-", "number": number, "shared": 1})
        parts.append(
            f'<section data-number="{number}" aria-labelledby="question-{number}">\n'
            f'<h2 id="question-{number}">Question {number}: {escape(question)}</h2>\n'
            f"{picture(pictures, shown)}"
            f'<p><label for="{name}">Your answer to question {number}</label>\n'
            f'<textarea id="{name}" name="{name}" rows="6"></textarea></p>\n</section>'
        )
    study = {"name": f"answers-{writer}", "columns": WRITING_COLUMNS, "fields": fields}
    opening = (
        "Somebody who cannot see this picture asked a question about it. Please answer in your "
        "own words, in as many sentences as the person needs. Where the picture does not tell, "
        "say so and why, and what would help. What you write is kept in this browser until you "
        "save it."
    )
    return page(f"Answers of {writer}", opening, parts, study | {"rows": rows})
