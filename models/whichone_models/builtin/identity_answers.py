"""What is it: from the thing that stands out, the print on it, its code, at worst a guess."""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.answering import answers
from whichone_core.answering.things import distinct, others_than, summary
from whichone_core.answering.tongue import phrases
from whichone_core.ports import Prompt
from whichone_core.types.answers import Reason, Sentence
from whichone_core.types.evidence import TextLine
from whichone_core.types.strategies import Role, Strategy

from .abstentions import abstain, no_target
from .code_answers import code_sentences
from .drafts import Draft, Plan, direct, inferred, named, say
from .naming import is_likely, name_hedge
from .quoting import said_lines, title_of
from .referents import meant, plan_referents, print_share
from .scene_answers import targets_in
from .several_answers import several
from .thing_answers import label_lines, may_be_a_hand, one

_MUCH = 0.3
"""Share of what lets print alone decide, from which on it is told at once."""

_HELD = 0.64
"""Nearness to the middle of print on what is held.  Chosen on every other of 85 photos of
packages: of their answers that tell what it says, those with another brand in them fall from 7
to 4 of 36, and on the other half from 10 to 6 of 32; as many as before name the product."""


def plan_identity(prompt: Prompt) -> Plan:
    """The named thing, else what "this" means, else the print, the code or a guess."""
    if prompt.question.targets:
        found = targets_in(prompt)
        if found:
            parts = one(prompt, found[0]) if len(found) == 1 else several(prompt, found[:3])
            return named(
                *parts, *_print_beside(prompt, parts), *code_sentences(prompt, Role.AUXILIARY)
            )
        return _from_print(prompt) or abstain(
            prompt, Reason.NOT_FOUND, no_target(prompt), phrases().do_closer
        )
    if prompt.question.unknown_targets:
        return _from_print(prompt) or _unnamed(prompt)
    if not _is_mostly_print(prompt):
        plan = plan_referents(prompt)
        if plan is not None:
            return _completed(prompt, plan)
    return _from_print(prompt) or _from_guess(prompt) or abstain(prompt, Reason.NOT_FOUND)


def _unnamed(prompt: Prompt) -> Plan:
    """Which soup it is stands on the tin, or nowhere that this engine could look."""
    failure = phrases().no_name_read.format(name=prompt.question.unknown_targets[0])
    return abstain(prompt, Reason.NO_TEXT, failure, phrases().do_label)


def _is_mostly_print(prompt: Prompt) -> bool:
    """Print covers much of the picture and is no label of a thing that is surely there, or
    stands on what a hand holds."""
    things = distinct(prompt.evidence.objects or ())
    if not things:
        return True
    if may_be_a_hand(meant(things)) and _has_clear_print(prompt):
        return True
    is_label = things[0].is_sure and bool(label_lines(prompt, things[0]))
    return not is_label and print_share(prompt) >= _MUCH


def _has_clear_print(prompt: Prompt) -> bool:
    lines = answers.readable(prompt.evidence.text)
    return any(line.score >= answers.CLEAR and answers.has_letters(line) for line in lines)


def _completed(prompt: Prompt, plan: Plan) -> Plan:
    """The inferred answer with what print, codes and the classifier add to it."""
    inferred_parts = plan.drafts[Strategy.INFER]
    sentences = [part for part in inferred_parts if isinstance(part, Sentence)]
    things = distinct(prompt.evidence.objects or ())
    main = meant(things)
    extra: list[Sentence] = [*_print_beside(prompt, sentences)]
    extra += code_sentences(prompt, Role.AUXILIARY)
    guess = [] if main.is_sure else name_hedge(prompt, is_alone=False, already=main.label)
    if guess and is_likely(prompt):
        inferred_parts = tuple(name_hedge(prompt, is_alone=True))
        extra.append(say(phrases().also.format(things=summary(things)), Role.AUXILIARY))
    elif len(things) > 1:
        others = others_than(main, things)
        extra += [*guess, say(phrases().also.format(things=others), Role.AUXILIARY)]
    else:
        extra += guess
    draft: Draft = (*inferred_parts, *extra)
    drafts = {**plan.drafts, Strategy.INFER: draft}
    return Plan(plan.strategy, drafts, plan.probabilities)


def _print_beside(prompt: Prompt, parts: list[Sentence]) -> list[Sentence]:
    """Print that the answer has not quoted yet."""
    lines = title_of(answers.readable(prompt.evidence.text), prompt)
    if not lines or any(line.text in part.text for part in parts for line in lines):
        return []
    is_main = print_share(prompt) >= _MUCH
    return [
        said_lines(phrases().read_too, lines, prompt, Role.ANSWER if is_main else Role.AUXILIARY)
    ]


def _from_print(prompt: Prompt) -> Plan | None:
    """Quote the print, which names most packages; and the code."""
    lines = answers.readable(prompt.evidence.text)
    codes = code_sentences(prompt, Role.AUXILIARY if lines else Role.ANSWER)
    if not lines:
        return direct(*codes) if codes else None
    parts = [*_said_print(prompt, lines), *codes, *_beside_print(prompt)]
    return inferred(*parts) if prompt.question.vague_words else direct(*parts)


def _said_print(prompt: Prompt, lines: Sequence[TextLine]) -> list[Sentence]:
    """What it says; where a hand holds it, print near the edges is that of other things."""
    title = title_of(lines, prompt)
    on_it = _on_what_is_held(prompt, title, lines)
    if not on_it:
        return [said_lines(phrases().read_too, title, prompt)]
    around = [line for line in title if line not in on_it]
    frame = phrases().text_says if answers.is_clear(on_it) else phrases().text_seems
    parts = [said_lines(frame, on_it, prompt)]
    if around:
        parts.append(said_lines(phrases().read_around, around, prompt, Role.AUXILIARY))
    return parts


def _on_what_is_held(
    prompt: Prompt, title: Sequence[TextLine], lines: Sequence[TextLine]
) -> Sequence[TextLine]:
    """The title, or that of the print near the middle where a part of it lies elsewhere."""
    things = distinct(prompt.evidence.objects or ())
    if not any(may_be_a_hand(thing) for thing in things):
        return title
    near = [line for line in lines if answers.nearness(line.box) >= _HELD]
    if all(line in near for line in title):
        return title
    return title_of([line for line in near if answers.has_letters(line)], prompt)


def _beside_print(prompt: Prompt) -> list[Sentence]:
    """What else there surely is; a page of text passes for a book, a carton for a phone."""
    things = [thing for thing in distinct(prompt.evidence.objects or ()) if thing.is_sure]
    if not things:
        return name_hedge(prompt, is_alone=False)
    return [say(phrases().also.format(things=summary(things)), Role.AUXILIARY)]


def _from_guess(prompt: Prompt) -> Plan | None:
    guess = name_hedge(prompt, is_alone=True)
    return inferred(*guess) if guess else None
