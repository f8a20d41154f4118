"""Human tasks for Amazon's Mechanical Turk and for Label Studio, as files.

Mechanical Turk: a layout (`hit.html`, with ${question} and the like) and a CSV with one line a
task.  Label Studio: a labelling configuration (XML) and the tasks as JSON.  Pictures are named
by address: base address + file.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from html import escape

from .tasks import CHOICES, STRATEGIES, Study, Task

COLUMNS = ("task", "picture_url", "question", "answer")
_CHECK_WORDS = (
    "PASS only if all of this holds: the question makes sense for the picture and a picture can "
    "answer it; everything that the answer says is right; the answer answers in a helpful way. "
    "A question back is helpful where the question could mean many things."
)
_STRATEGY_WORDS = "A blind person asks this about the picture. How should an assistant reply?"
HIT = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<script src="https://assets.crowd.aws/crowd-html-elements.js"></script></head>
<body><crowd-form>
<h1>{title}</h1>
<p>{words}</p>
<p><img src="${{picture_url}}" alt="The picture that is asked about" style="max-width: 100%"></p>
<p><strong>Question:</strong> ${{question}}</p>
{answer}<input type="hidden" name="task" value="${{task}}">
<fieldset><legend>{legend}</legend>
{choices}
</fieldset>
</crowd-form></body></html>
"""


def title_of(study: Study) -> str:
    return "Check a question and its answer" if study is Study.CHECK else "Choose how to reply"


def words_of(study: Study) -> str:
    return _CHECK_WORDS if study is Study.CHECK else _STRATEGY_WORDS


def choices_of(study: Study) -> tuple[tuple[str, str], ...]:
    """Value and label of each choice."""
    if study is Study.CHECK:
        return (("PASS", "Pass"), ("FAIL", "Fail"))
    return tuple(zip(CHOICES, STRATEGIES, strict=True))


def turk_layout(study: Study) -> str:
    """The HIT's layout; variables in ${} are columns of the CSV."""
    choices = "\n".join(
        f'<p><label><input type="radio" name="choice" value="{value}" required> '
        f"{escape(label)}</label></p>"
        for value, label in choices_of(study)
    )
    answer = "<p><strong>Answer:</strong> ${answer}</p>\n" if study is Study.CHECK else ""
    return HIT.format(
        title=title_of(study),
        words=escape(words_of(study)),
        answer=answer,
        legend="Your judgement",
        choices=choices,
    )


def turk_csv(tasks: Sequence[Task], base: str) -> str:
    """One line a task.  What is the answer's column is empty where nobody may see it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for task in tasks:
        shown = task.answer if task.study is Study.CHECK else ""
        writer.writerow([task.id, base + task.file, task.question, shown])
    return text.getvalue()


def label_studio_config(study: Study) -> str:
    """The labelling configuration."""
    answer = (
        '  <Header value="Answer"/>\n  <Text name="answer" value="$answer"/>\n'
        if study is Study.CHECK
        else ""
    )
    choices = "\n".join(
        f'    <Choice value="{escape(label)}" alias="{value}"/>'
        for value, label in choices_of(study)
    )
    return (
        f'<View>\n  <Header value="{escape(words_of(study))}"/>\n'
        '  <Image name="picture" value="$picture_url"/>\n'
        '  <Header value="Question"/>\n  <Text name="question" value="$question"/>\n'
        f'{answer}  <Choices name="choice" toName="picture" choice="single" required="true">\n'
        f"{choices}\n  </Choices>\n</View>\n"
    )


def label_studio_tasks(tasks: Sequence[Task], base: str) -> str:
    """The tasks as Label Studio imports them."""
    rows = [
        {
            "data": {
                "task": task.id,
                "picture_url": base + task.file,
                "question": task.question,
                **({"answer": task.answer} if task.study is Study.CHECK else {}),
            }
        }
        for task in tasks
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
