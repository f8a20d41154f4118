"""Answers about the scene: how many, where, is there a, and what is there at all.

Detectors miss things, so counts above six and counts with doubtful things are "at least",
and what is not seen is never a flat no.
"""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.answering import answers
from whichone_core.answering.grammars import OBJECT, SUBJECT
from whichone_core.answering.palette import palette_of
from whichone_core.answering.things import (
    a,
    distinct,
    has_colour,
    is_plain,
    kind_words,
    kinds,
    name_of,
    of_kinds,
    one_colour,
    places,
    summary,
)
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.picture.places import place_of
from whichone_core.ports import Prompt
from whichone_core.types.answers import Reason, Sentence
from whichone_core.types.evidence import SceneObject, TextEvidence, TextLine
from whichone_core.types.strategies import Role

from .abstentions import abstain, no_target
from .drafts import Plan, direct, inferred, named, say
from .naming import is_likely, name_hedge
from .quoting import said_lines, title_of
from .thing_answers import one

MOST_COUNTED = 6
"""Counts above this are "at least": in crowds the detectors merge and miss things."""

MUCH_PRINT = 0.04
"""Share of the picture covered by print from which a description quotes it at once."""

_DETAILED_KINDS = 3


def targets_in(prompt: Prompt) -> tuple[SceneObject, ...]:
    """The things in the picture that the question names, surest and most salient first."""
    return of_kinds(distinct(prompt.evidence.objects or ()), prompt.question.targets)


# --------------------------------------------------------------------- count and where


def plan_count(prompt: Prompt) -> Plan:
    """How many of what was named; with nothing named, how many of each kind."""
    question = prompt.question
    if question.targets:
        found = targets_in(prompt)
        if not found:
            return _missing(prompt)
        return named(_count(found))
    if question.unknown_targets:
        return search_text(prompt)
    things = distinct(prompt.evidence.objects or ())
    if not things:
        return abstain(prompt, Reason.NOT_FOUND, phrases().nothing, phrases().do_search)
    groups = list(kinds(things).values())
    if len(groups) == 1:
        return inferred(_count(things))
    return direct(say(phrases().see.format(things=summary(things))))


def _count(found: Sequence[SceneObject]) -> Sentence:
    if len(kinds(found)) > 1:
        return say(phrases().see.format(things=summary(found)))
    words, word = grammar(), name_of(found[0])
    sure = sum(thing.is_sure for thing in found)
    if sure == len(found):
        frame = phrases().see if all(is_plain(thing) for thing in found) else phrases().count_think
        frame = frame if sure <= MOST_COUNTED else phrases().count_at_least
        return say(frame.format(things=words.exactly(sure, word, OBJECT)))
    if sure == 0:
        return say(phrases().count_unsure.format(things=words.counted(len(found), word, OBJECT)))
    least = words.exactly(sure, word, OBJECT)
    return say(phrases().count_perhaps.format(things=least, more=words.number(len(found))))


def plan_where(prompt: Prompt) -> Plan | None:
    """Where the named things are; None where nothing is named ("where is it")."""
    question = prompt.question
    if not question.targets:
        return search_text(prompt) if question.unknown_targets else None
    found = targets_in(prompt)
    if not found:
        return _missing(prompt)
    if len(found) == 1:
        return named(*one(prompt, found[0]))
    text = phrases().see_at.format(things=summary(found), places=places(found))
    return named(say(text))


def _missing(prompt: Prompt) -> Plan:
    return abstain(prompt, Reason.NOT_FOUND, no_target(prompt), phrases().do_search)


# ------------------------------------------------------------------------------ presence


def plan_presence(prompt: Prompt) -> Plan:
    """Whether what was named is there; "is this a cup" is about the main thing."""
    question = prompt.question
    if not question.targets:
        return search_text(prompt) if question.unknown_targets else plan_description(prompt)
    found = targets_in(prompt)
    if found:
        return named(_presence(prompt, found))
    things = distinct(prompt.evidence.objects or ())
    if question.vague_words and len(things) == 1 and things[0].is_sure:
        words = grammar()
        missing = words.missing([words.noun(question.targets[0])])
        other = words.indefinite(name_of(things[0]))
        return inferred(say(phrases().rather.format(missing=missing, thing=other)))
    return _missing(prompt)


def _presence(prompt: Prompt, found: Sequence[SceneObject]) -> Sentence:
    main = distinct(prompt.evidence.objects or ())[0]
    if prompt.question.vague_words and found[0] == main and main.is_sure:
        return say(phrases().yes_it_is.format(thing=grammar().indefinite(name_of(found[0]))))
    sure = [thing for thing in found if thing.is_sure]
    if not sure:
        things = grammar().counted(len(found), name_of(found[0]), OBJECT)
        return say(phrases().yes_perhaps.format(things=things, place=places(found)))
    things = kind_words(sure) if len(kinds(sure)) == 1 else summary(sure)
    if not any(is_plain(thing) for thing in sure):
        return say(phrases().yes_think.format(things=things, place=places(sure)))
    frame = phrases().yes_one if len(sure) == 1 else phrases().yes_several
    return say(frame.format(things=things, place=places(sure), places=places(sure)))


def search_text(prompt: Prompt) -> Plan:
    """Something no detector knows: found where its name is printed, else out of reach."""
    lines = answers.readable(prompt.evidence.text)
    for name in prompt.question.unknown_targets:
        found = [line for line in lines if name.lower() in line.text.lower()]
        if found:
            return named(_word_found(prompt, found[0]))
    name = prompt.question.unknown_targets[0]
    return abstain(prompt, Reason.BEYOND_ENGINE, phrases().cant_look_for.format(name=name))


def _word_found(prompt: Prompt, line: TextLine) -> Sentence:
    is_upright = prompt.evidence.text is not None and not prompt.evidence.text.turned
    place = grammar().place(place_of(line.box)) if is_upright else ""
    return say(phrases().word_found.format(text=answers.quote([line]), place=place).strip())


# --------------------------------------------------------------------------- description


def plan_description(prompt: Prompt) -> Plan:
    """What is there: things with counts, then places, print, colours."""
    question = prompt.question
    if question.targets and question.is_sure:
        found = targets_in(prompt)
        if not found:
            return _missing(prompt)
        return named(*_described(prompt, found))
    parts = _description(prompt)
    if not parts:
        return abstain(prompt, Reason.NOT_FOUND, phrases().nothing, phrases().do_search)
    if not question.is_sure:
        # First, and never held back: else a description passes for the answer.
        parts.insert(0, say(phrases().not_understood_question, Role.ANSWER_FAILURE))
    return direct(*parts)


def _described(prompt: Prompt, found: Sequence[SceneObject]) -> list[Sentence]:
    if len(found) == 1:
        return one(prompt, found[0])
    return [say(phrases().see_at.format(things=summary(found), places=places(found)))]


def _description(prompt: Prompt) -> list[Sentence]:
    """What was measured, the most telling first; empty where nothing was."""
    things = _described_things(prompt)
    parts = [say(phrases().see.format(things=summary(things)))] if things else []
    if things and not any(thing.is_sure for thing in things) and is_likely(prompt):
        already = things[0].label
        parts = [*name_hedge(prompt, is_alone=True, already=already), *parts]
    read = _print(prompt, is_first=not things)
    parts = read + parts if print_covers(prompt.evidence.text) >= MUCH_PRINT else parts + read
    if things:
        return parts + _positions(things)
    parts += name_hedge(prompt, is_alone=not parts)
    colour = grammar().colours(palette_of(prompt.evidence.colours or ()))
    if colour:
        frame = phrases().picture_colour if parts else phrases().no_name
        parts.append(say(frame.format(colour=colour), Role.AUXILIARY if parts else Role.ANSWER))
    return parts


def _described_things(prompt: Prompt) -> tuple[SceneObject, ...]:
    """The things there are; on a page of text only what is sure, as the page passes for one."""
    things = distinct(prompt.evidence.objects or ())
    if print_covers(prompt.evidence.text) < MUCH_PRINT:
        return things
    return tuple(thing for thing in things if thing.is_sure)


def print_covers(text: TextEvidence | None) -> float:
    """The share of the picture that clear print covers."""
    return answers.area([line for line in answers.readable(text) if line.score >= answers.CLEAR])


def _print(prompt: Prompt, *, is_first: bool) -> list[Sentence]:
    lines = answers.readable(prompt.evidence.text)
    if not lines:
        return []
    is_main = is_first or answers.area(lines) >= MUCH_PRINT
    role = Role.ANSWER if is_main else Role.AUXILIARY
    return [said_lines(phrases().read_too, title_of(lines, prompt), prompt, role)]


def _positions(things: Sequence[SceneObject]) -> list[Sentence]:
    """Where the main kinds are, and the colour of the single things."""
    groups = list(kinds(things).values())[:_DETAILED_KINDS]
    return [say(_position(group), Role.AUXILIARY) for group in groups]


def _position(group: Sequence[SceneObject]) -> str:
    words, place = grammar(), places(group)
    word = name_of(group[0])
    if len(group) > 1:
        are_sure = all(thing.is_sure for thing in group)
        named = words.group(len(group), word)["group"] if are_sure else kind_words(group, SUBJECT)
        return words.located(named, place, are_many=True)
    thing = group[0]
    colour = one_colour(thing)
    subject = words.definite(word, colour) if thing.is_sure else a(thing)
    told = words.located(subject, place, are_many=words.is_plural(word) and thing.is_sure)
    return words.join([told, has_colour(thing)]) if thing.colours and not colour else told
