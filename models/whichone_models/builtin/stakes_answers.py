"""The high-stakes guard: medicine, money, allergens, dates and electricity.

Only text that was read is quoted, with its digits said one by one (a date that is certain is
said as a date); nothing is inferred, judged or named from its looks; and a second picture
is proposed.  Where nothing was read, or what was asked for is not in it, it abstains.
"""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.answering import answers
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.languages import N_
from whichone_core.ports import Prompt
from whichone_core.text import allergens
from whichone_core.text.textfields import FieldValue
from whichone_core.types.answers import Reason, Sentence
from whichone_core.types.evidence import TextLine
from whichone_core.types.questions import Intent, Stakes, TextField
from whichone_core.types.strategies import Role

from whichone_models.catalogue import _

from .abstentions import abstain
from .code_answers import plan_code
from .drafts import Plan, direct, say
from .quoting import digit_by_digit, said_lines
from .text_answers import MOST_VALUES, Today, field_values

_DATES = frozenset({TextField.EXPIRY, TextField.DATE})
FAMILY_NAMES = (
    N_("nuts"), N_("peanuts"), N_("milk"), N_("gluten"), N_("eggs"), N_("soy"), N_("fish"),
    N_("shellfish"), N_("sesame"), N_("celery"), N_("mustard"), N_("lupin"), N_("sulphites"),
    N_("sugar"), N_("meat"),
)  # fmt: skip
"""What the families of allergens are called."""


def plan_stakes(prompt: Prompt, today: Today) -> Plan:
    """Quote what answers the question, or abstain."""
    question = prompt.question
    if question.intent is Intent.CODE:
        return plan_code(prompt)
    lines = answers.readable(prompt.evidence.text)
    if not lines and question.intent is Intent.BEYOND:
        return abstain(prompt, Reason.BEYOND_ENGINE)  # print would not judge it either
    if not lines:
        return abstain(prompt, Reason.NO_TEXT, action=phrases().do_label)
    if question.field is not None and question.field is not TextField.INGREDIENTS:
        return _field(prompt, today, lines)
    if question.stakes is Stakes.ALLERGENS:
        return _allergens(prompt, lines)
    return _quoted(prompt, answers.parts(lines))


def _quoted(
    prompt: Prompt, runs: Sequence[Sequence[TextLine]], missing: Sequence[Sentence] = ()
) -> Plan:
    """Runs of lines, the first at once, and then what is missing in them."""
    first, *others = runs
    frame = phrases().label_says if answers.is_clear(first) else phrases().label_seems
    parts = [said_lines(frame, first, prompt), *missing]
    if others:
        parts.append(say(phrases().more_text))
    parts += [said_lines(phrases().label_also, other, prompt, Role.AUXILIARY) for other in others]
    return direct(*parts, *_cautions())


def _cautions() -> list[Sentence]:
    return [
        say(phrases().second_picture, Role.SUGGESTION),
        say(phrases().only_read, Role.EXPLANATION),
    ]


# --------------------------------------------------------------------------------- field


def _field(prompt: Prompt, today: Today, lines: Sequence[TextLine]) -> Plan:
    """The field, and the allergens that are asked about beside it."""
    families = _asked_beside(prompt)
    values = field_values(prompt, today)
    if not values:
        return _no_field(prompt, lines, families)
    best, *others = _one_a_line(values)[:MOST_VALUES]
    parts = [_value(prompt, best, phrases().label_says, Role.ANSWER)]
    role = Role.AUXILIARY if best.is_certain else Role.ANSWER
    parts += [_value(prompt, other, phrases().label_also, role) for other in others]
    also = [
        said_lines(phrases().label_also, run, prompt) for run in _about(prompt, lines, families)
    ]
    return direct(*parts, *also, *_missing(lines, families), *_cautions())


def _no_field(prompt: Prompt, lines: Sequence[TextLine], families: Sequence[str]) -> Plan:
    """The field is not there; what was asked about beside it may be."""
    asked = prompt.question.field or TextField.NAME
    failure = phrases().no_field.format(**grammar().field(asked))
    runs = _about(prompt, lines, families)
    if runs:
        lost = [say(failure, Role.ANSWER_FAILURE), *_missing(lines, families)]
        return _quoted(prompt, runs, lost)
    if families:
        failure = f"{failure}. {_no_mention(families)}"
    return abstain(prompt, Reason.NOT_FOUND, failure, phrases().do_other_side)


def _one_a_line(values: Sequence[FieldValue]) -> list[FieldValue]:
    """The values whose lines were not quoted already: whole lines are quoted."""
    lines: list[TextLine] = []
    kept = []
    for value in values:
        if value.line not in lines:
            lines.append(value.line)
            kept.append(value)
    return kept


def _value(prompt: Prompt, value: FieldValue, frame: str, role: Role) -> Sentence:
    """The whole line as it stands, or all lines of a longer value; a certain date in it is
    said as a date."""
    line = answers.quote([value.line])
    if value.written not in line:
        # "directions" is our word; only what was read is quoted.
        label = "" if value.field is TextField.DOSAGE else value.label
        line = " ".join(f"{label} {value.written}".split())
    said = digit_by_digit(line)
    if prompt.question.field in _DATES and value.is_certain and value.written in line:
        before, after = line.split(value.written, 1)
        said = f"{digit_by_digit(before)} {value.spoken} {digit_by_digit(after)}".strip()
    return say(frame.format(text=line), role, frame.format(text=said))


# ----------------------------------------------------------------------------- allergens


def _allergens(prompt: Prompt, lines: Sequence[TextLine]) -> Plan:
    """What is said about what was asked for; nothing said is no proof of anything."""
    question = prompt.question.text
    families, diets = allergens.asked(question), allergens.diets(question)
    found = list(allergens.statements(lines, (*families, *diets), question))
    if diets:
        found = sorted(found, key=lambda statement: not allergens.is_claim(statement, diets))
        return _diet(prompt, lines, found, _missing(lines, families))
    if found:
        return _quoted(prompt, _runs(found), _missing(lines, families))
    if not families:
        return _quoted(prompt, answers.parts(lines))
    return abstain(prompt, Reason.NOT_FOUND, _no_mention(families), phrases().do_other_side)


def _asked_beside(prompt: Prompt) -> tuple[str, ...]:
    """The families of allergens that are asked about beside another thing."""
    question = prompt.question
    is_asked = question.stakes is Stakes.ALLERGENS and allergens.is_asked_beside(question.text)
    return allergens.asked(question.text) if is_asked else ()


def _about(
    prompt: Prompt, lines: Sequence[TextLine], families: Sequence[str]
) -> list[list[TextLine]]:
    """What is said about families, in runs; nothing for none."""
    if not families:
        return []
    return _runs(list(allergens.statements(lines, families, prompt.question.text)))


def _diet(
    prompt: Prompt,
    lines: Sequence[TextLine],
    found: Sequence[Sequence[TextLine]],
    missing: Sequence[Sentence],
) -> Plan:
    """All that was read, what is about the diet first: any of the ingredients may decide."""
    said = [line for statement in found for line in statement]
    others = [line for line in lines if line not in said]
    return _quoted(prompt, [*_runs(found), *answers.parts(others)], missing)


def _runs(found: Sequence[Sequence[TextLine]]) -> list[list[TextLine]]:
    """Statements in runs that are said at once; none is parted from the line that decides it."""
    runs: list[list[TextLine]] = []
    for statement in found:
        if runs and _length([*runs[-1], *statement]) <= answers.FIRST_PART_WORDS:
            runs[-1] += statement
        else:
            runs.append(list(statement))
    return runs


def _length(lines: Sequence[TextLine]) -> int:
    return sum(len(line.text.split()) for line in lines)


def _missing(lines: Sequence[TextLine], families: Sequence[str]) -> list[Sentence]:
    """That some of the families were not found: the quotes are about the others."""
    missing = [family for family in families if not allergens.mentions(lines, (family,))]
    return [say(_no_mention(missing), Role.ANSWER_FAILURE)] if missing else []


def _no_mention(families: Sequence[str]) -> str:
    named = grammar().join_or([_(family) for family in families])
    return phrases().no_mention.format(what=named)
