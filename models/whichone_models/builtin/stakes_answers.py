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
    if not lines:
        return abstain(prompt, Reason.NO_TEXT, action=phrases().do_label)
    if question.field is not None and question.field is not TextField.INGREDIENTS:
        return _field(prompt, today)
    if question.stakes is Stakes.ALLERGENS:
        return _allergens(prompt, lines)
    return _quoted(prompt, lines)


def _quoted(prompt: Prompt, lines: Sequence[TextLine]) -> Plan:
    """The lines in parts, the first at once."""
    first, *others = answers.parts(lines)
    frame = phrases().label_says if answers.is_clear(first) else phrases().label_seems
    parts = [said_lines(frame, first, prompt)]
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


def _field(prompt: Prompt, today: Today) -> Plan:
    values = field_values(prompt, today)
    if not values:
        asked = prompt.question.field or TextField.NAME
        failure = phrases().no_field.format(**grammar().field(asked))
        return abstain(prompt, Reason.NOT_FOUND, failure, phrases().do_other_side)
    best, *others = _one_a_line(values)[:MOST_VALUES]
    parts = [_value(prompt, best, phrases().label_says, Role.ANSWER)]
    role = Role.AUXILIARY if best.is_certain else Role.ANSWER
    parts += [_value(prompt, other, phrases().label_also, role) for other in others]
    return direct(*parts, *_cautions())


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
    """The lines that mention what was asked about; none of them is no proof of anything."""
    families = allergens.asked(prompt.question.text)
    found = allergens.mentions(lines, families)
    if found:
        return _quoted(prompt, found)
    if not families:
        return _quoted(prompt, lines)
    failure = phrases().no_mention.format(
        what=grammar().join_or([_(family) for family in families])
    )
    return abstain(prompt, Reason.NOT_FOUND, failure, phrases().do_other_side)
