"""Reading: all the text in parts, or the one thing or the lines in it that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from whichone_core.answering import answers
from whichone_core.answering.things import lines_in
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.ports import Prompt
from whichone_core.text import nutrients, passages
from whichone_core.text.named_numbers import called, kind_of
from whichone_core.text.textfields import FieldValue, find_field
from whichone_core.types.answers import Reason, Sentence
from whichone_core.types.evidence import TextLine
from whichone_core.types.questions import TextField
from whichone_core.types.strategies import Role

from .abstentions import abstain
from .drafts import Plan, direct, say
from .quoting import said_lines
from .scene_answers import targets_in

Today = Callable[[], date]

_LONG_FIELDS = frozenset(
    {TextField.INGREDIENTS, TextField.INSTRUCTIONS, TextField.NUTRITION, TextField.DOSAGE}
)
MOST_VALUES = 3


def plan_reading(prompt: Prompt) -> Plan:
    """All the text in reading order, that on a thing that the question names, or the lines that
    tell who wrote it, or when something is."""
    lines = _asked_lines(prompt)
    if not lines:
        return abstain(prompt, Reason.NO_TEXT)
    asked = prompt.question.text
    if wanted := nutrients.asked(asked):
        return _plan_nutrient(prompt, wanted)
    if passages.asks_writer(asked):
        return _passage(prompt, passages.closing(lines), phrases().no_writer)
    if words := passages.asked_words(asked):
        return _passage(prompt, passages.about(words, lines), phrases().no_line)
    return direct(*reading(prompt, lines))


def _passage(prompt: Prompt, lines: Sequence[TextLine], failure: str) -> Plan:
    """These lines; where there are none, what else was read is no answer, and only offered."""
    if not lines:
        return abstain(prompt, Reason.NOT_FOUND, failure, phrases().do_other_side)
    return direct(*reading(prompt, lines))


def reading(prompt: Prompt, lines: Sequence[TextLine]) -> list[Sentence]:
    """The first part at once, the others when more is asked for."""
    first, *others = answers.parts(lines)
    frame = phrases().text_says if answers.is_clear(first) else phrases().text_seems
    parts = [said_lines(frame, first, prompt)]
    if others:
        parts.append(say(phrases().more_text))
    parts += [said_lines(phrases().goes_on, other, prompt, Role.AUXILIARY) for other in others]
    if prompt.evidence.text is not None and prompt.evidence.text.turned:
        parts.append(say(phrases().turned, Role.EXPLANATION))
    return parts


def _asked_lines(prompt: Prompt) -> tuple[TextLine, ...]:
    readable = answers.readable(prompt.evidence.text)
    boxes = [thing.box for thing in targets_in(prompt)]
    inside = {line for box in boxes for line in lines_in(box, prompt.evidence.text)}
    return tuple(line for line in readable if line in inside) or readable


# ---------------------------------------------------------------------------- one field


def plan_field(prompt: Prompt, today: Today) -> Plan:
    """The value of a field, with the line that it stands in."""
    field = prompt.question.field
    if field is None or not answers.readable(prompt.evidence.text):
        return plan_reading(prompt)
    if wanted := nutrients.asked(prompt.question.text):
        return _plan_nutrient(prompt, wanted)
    values = field_values(prompt, today)
    is_who = passages.asks_writer(prompt.question.text)
    if is_who and (not values or passages.closing(_asked_lines(prompt))):
        return plan_reading(prompt)
    if not values:
        failure = phrases().no_field.format(**grammar().field(field))
        return abstain(prompt, Reason.NOT_FOUND, failure, phrases().do_other_side)
    kind = kind_of(prompt.question.text) if field is TextField.NUMBER else None
    if kind is None:
        return direct(*_field_sentences(field, values))
    named = called(kind, values, answers.readable(prompt.evidence.text))
    return direct(*_field_sentences(field, named)) if named else direct(_unnamed(values))


def _plan_nutrient(prompt: Prompt, wanted: nutrients.Wanted) -> Plan:
    """The amount printed behind the nutrient that was asked for, or else the lines that name it.

    Never another amount of the label: a net weight that is taken for fat does harm.
    """
    text = prompt.evidence.text
    values = nutrients.amounts_of(wanted, text) if text is not None else ()
    if values:
        return direct(*_field_sentences(TextField.NUTRITION, values))
    return _passage(prompt, nutrients.rows_of(wanted, _asked_lines(prompt)), phrases().no_line)


def _unnamed(values: Sequence[FieldValue]) -> Sentence:
    """Numbers that stand in the picture, none of them called as was asked."""
    frame, words = phrases().number_unnamed, grammar()
    return say(
        frame.format(value=words.join([value.written for value in values[:MOST_VALUES]])),
        spoken=frame.format(value=words.join([value.spoken for value in values[:MOST_VALUES]])),
    )


def field_values(prompt: Prompt, today: Today) -> tuple[FieldValue, ...]:
    """What the text holds of the field that was asked for, the likeliest first."""
    field, text = prompt.question.field, prompt.evidence.text
    return find_field(field, text, today()) if field is not None and text is not None else ()


def _field_sentences(field: TextField, values: Sequence[FieldValue]) -> list[Sentence]:
    if field is TextField.DATE and any(value.label for value in values):
        return [_labelled_dates(values[:MOST_VALUES])]
    best, *others = values[:MOST_VALUES]
    is_bounded = field is TextField.TEMPERATURE and best.value is None
    if field in _LONG_FIELDS or (is_bounded and best.is_certain):
        frame = phrases().field_reads
    else:
        frame = phrases().field_is if best.is_certain else phrases().field_may_be
    parts = [
        say(
            frame.format(**grammar().field(field), value=best.written),
            spoken=frame.format(**grammar().field(field), value=best.spoken),
        )
    ]
    parts += _others(best, others)
    return parts


def _labelled_dates(values: Sequence[FieldValue]) -> Sentence:
    """Each date with its label, all at once: the day of packing is not the day of expiry."""
    is_certain = all(value.is_certain for value in values)
    frame = phrases().field_reads if is_certain else phrases().field_may_be
    written = [f"{value.label} {value.written}".strip() for value in values]
    spoken = [f"{value.label} {value.spoken}".strip() for value in values]
    about, join = grammar().field(TextField.DATE), grammar().join
    return say(
        frame.format(**about, value=join(written)), spoken=frame.format(**about, value=join(spoken))
    )


def _others(best: FieldValue, others: Sequence[FieldValue]) -> list[Sentence]:
    """The other values: at once where the first one is not certain."""
    if not others:
        return []
    role = Role.AUXILIARY if best.is_certain else Role.ANSWER
    written = grammar().join([value.written for value in others])
    spoken = grammar().join([value.spoken for value in others])
    return [
        say(
            phrases().field_also.format(value=written),
            role,
            phrases().field_also.format(value=spoken),
        )
    ]
