"""What somebody said, snapped onto what was asked: a reply, a command, a question, or nothing.

    words of the recogniser -> command? -> option? -> sounds like one? -> question? -> Spoken

A recogniser mishears, and a wrong choice is worse than one more question.  So a reply counts
as sure only where every word of it is a reply's word and the matcher understands it; what only
sounds like an option is read back first ("Did you say the blue cup?").  What is like nothing
is said to be so.  Nothing is ever made up: without words there is no reply (field report 86).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from whichone_core.answering import replywords as words
from whichone_core.answering.heard import listen
from whichone_core.answering.likeness import ENGLISH, likeness, sounds
from whichone_core.answering.replies import Match, MatchKind, match
from whichone_core.answering.replying import replies_used
from whichone_core.answering.replying.tongue import ReplyTongue
from whichone_core.answering.tongue import phrases as own_phrases
from whichone_core.question import questions
from whichone_core.types.answers import Option


class Said(StrEnum):
    """What an utterance amounts to."""

    REPLY = "reply"
    QUESTION = "question"
    STOP = "stop"
    REPEAT = "repeat"
    MORE = "more"
    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Spoken:
    """text: what to hand on as if it had been typed (an option's number, or the words);
    shown: how it is read back; is_sure: whether it may be handed on without asking."""

    said: Said
    text: str = ""
    shown: str = ""
    is_sure: bool = True


_NEAR = 0.70
"""Likeness from which a phrase may have been meant; below it is no more than a guess."""
_APART = 0.06
"""By how much the likest meaning has to be ahead of the next one."""
_SHORTEST = 3
"""Rough sounds that a phrase needs, to be told from others by its sound."""
_MOST_WORDS = 8
"""A reply that is only alike; longer ones are no replies that were misheard."""

_COMMANDS = {
    Said.STOP: ("stop", "stop it", "stop please", "be quiet", "silence", "cancel", "quiet"),
    Said.REPEAT: ("repeat", "again", "say that again", "repeat that", "once more"),
    Said.MORE: ("more", "tell me more", "say more", "more please", "more details"),
}
_YES = (
    *("yes", "yeah", "yep", "yup", "yes please", "yes i did", "that's right", "right"),
    *("correct", "ok", "okay", "sure", "exactly", "yes that's right", "yes i do"),
)
_NO = (
    "no",
    "nope",
    "nah",
    "no i didn't",
    "no i did not",
    "wrong",
    "not that",
    "know",
    "no that's wrong",
)
_WHOLE = {"neither": "neither", "none of them": "neither", "all of them": "all of them",
          "both of them": "all of them", "everything": "all of them"}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def plain(text: str) -> str:
    """Words as they are compared: lower case, without marks; music signs are no words."""
    kept = re.sub(r"[^\w' ]+", " ", text.casefold().replace("’", "'"))
    return " ".join(kept.split())


def confirmation(text: str) -> Said | None:
    """YES or NO, where an utterance is just that; None for everything else."""
    bare, own = plain(text), replies_used()
    if bare in _YES or (own is not None and own.is_said(text, own.yes)):
        return Said.YES
    if bare in _NO or (own is not None and own.is_said(text, own.no)):
        return Said.NO
    return None


def understand(text: str, options: Sequence[Option] = (), *, is_asked: bool = False) -> Spoken:
    """What was said, after a clarifying question (is_asked) or at any other time.

    options: what the clarifying question offers; it may offer nothing.
    """
    bare = plain(text)
    if not re.search(r"\w", bare):
        return Spoken(Said.NOTHING)
    if command := _command(bare):
        return Spoken(command, shown=bare)
    if is_asked:
        reply = _reply(text, bare, tuple(options))
        if reply is not None:
            return reply
    return _question(text, bare, is_asked=is_asked)


def _command(bare: str) -> Said | None:
    english = next((said for said, phrases in _COMMANDS.items() if bare in phrases), None)
    own = replies_used()
    if own is None:
        return english
    said = own.plain(bare)
    return next((command for command, phrases in _commands(own) if said in phrases), english)


def _commands(own: ReplyTongue) -> tuple[tuple[Said, tuple[str, ...]], ...]:
    return ((Said.STOP, own.stop), (Said.REPEAT, own.again), (Said.MORE, own.more))


def _question(text: str, bare: str, *, is_asked: bool) -> Spoken:
    """A question of its own; one that nobody understands is read back before it is asked."""
    text = text.strip()
    is_sure = questions.understand(text).is_sure
    if is_asked and not (is_sure and (text.endswith("?") or len(bare.split()) > 3)):
        return Spoken(Said.UNCLEAR, shown=text.rstrip(".?!"), is_sure=False)
    return Spoken(Said.QUESTION, text, text.rstrip("."), is_sure)


def _reply(text: str, bare: str, options: tuple[Option, ...]) -> Spoken | None:
    """The reply that was given, or the one that was probably meant; None for neither."""
    if not options:
        is_question = questions.understand(text).is_sure and text.strip().endswith("?")
        return None if is_question else Spoken(Said.REPLY, text.strip(), bare)
    found = match(bare, options)
    if found.kind is MatchKind.REPEAT:
        return Spoken(Said.REPEAT, shown=bare)
    if found.is_understood and _holds_only_reply_words(bare, options):
        return _as_reply(found, bare)
    if words.QUESTION.match(_in_english(bare, options)):
        return None
    return _alike(bare, options) or _last_start(text, options)


def _last_start(text: str, options: tuple[Option, ...]) -> Spoken | None:
    """The reply in "It' The first one.": a breath before it became a word of its own.

    Recognisers begin again with a capital letter there; it is always read back.
    """
    start = max((found.start() for found in re.finditer(r"(?<=\s)[A-Z]\w", text)), default=0)
    bare = plain(text[start:]) if start else ""
    found = match(bare, options)
    if found.kind is MatchKind.OPTION and _holds_only_reply_words(bare, options):
        return replace(_as_reply(found, bare), is_sure=False)
    return _alike(bare, options)


def _as_reply(found: Match, bare: str) -> Spoken:
    option = found.option
    if option is not None:
        # "the one on the right" comes out as "not the right", "blue one" as "little one": what
        # is refused or only compared is read back.
        said = _in_english(bare, ())
        is_sure = words.NEGATION.search(said) is None and not listen(said, ()).sizes
        return Spoken(Said.REPLY, str(option.number), _name(option), is_sure)
    # "the green one" came out as "every one"; nobody says that for all of them.
    return Spoken(Said.REPLY, bare, bare, is_sure="every" not in bare.split())


def _holds_only_reply_words(bare: str, options: tuple[Option, ...]) -> bool:
    """Whether every word is one that replies are made of, spelled as it should be."""
    names = {part for option in options for part in plain(option.text).split()}
    names |= {part for option in options for part in option.label.split()}
    tokens = re.findall(r"[\w']+", _exactly_in_english(bare, options))
    if len(tokens) == 1 and tokens[0] in words.SOUNDS_LIKE:
        return True
    return all(
        token in names
        or token in _KNOWN
        or ((heard := listen(token, ())).unknown == 0 and not heard.is_empty)
        for token in tokens
    )


def _in_english(bare: str, options: tuple[Option, ...]) -> str:
    """What was said, word for word in English where that is not the language used now."""
    own = replies_used()
    return bare if own is None else own.in_english(bare, options)


def _exactly_in_english(bare: str, options: tuple[Option, ...]) -> str:
    """The same, without taking a word for a name that it only nearly spells."""
    own = replies_used()
    return bare if own is None else own.in_english(bare, options, is_exact=True)


_KNOWN = (
    words.STOP_WORDS
    | words.NUMBER_LEADS
    | frozenset(words.NUMBERS)
    | {"neither", "none", "nothing", "not", "all", "both", "every", "everything", "each"}
    | {"of", "any", "but", "no"}
)


# ------------------------------------------------------------------------- by its sound


def _alike(bare: str, options: tuple[Option, ...]) -> Spoken | None:
    """The reply that sounds most like it, to be read back; None where nothing does clearly."""
    own = replies_used()
    if own is None:
        said, meanings, rules = bare, _phrases(options), ENGLISH
    else:
        said, meanings, rules = own.plain(bare), tuple(_own_phrases(own, options)), own.sounds
    if len(bare.split()) > _MOST_WORDS or len(sounds(said, rules)) < _SHORTEST:
        return None
    best: dict[tuple[Said, str, str], float] = {}
    for meaning, phrase in meanings:
        if len(sounds(phrase, rules)) >= _SHORTEST:
            best[meaning] = max(best.get(meaning, 0.0), likeness(said, phrase, rules))
    ranked = sorted(best.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < _NEAR:
        return None
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < _APART:
        return None
    (kind, text, shown), _ = ranked[0]
    return Spoken(kind, text, shown, is_sure=False)


def _own_phrases(
    own: ReplyTongue, options: tuple[Option, ...]
) -> Iterator[tuple[tuple[Said, str, str], str]]:
    """The same as `_phrases` in another language."""
    for whole in (own.all_of_them, own.none_of_them):
        yield (Said.REPLY, whole, whole), own.plain(whole)
    for command, phrases in _commands(own):
        yield from (((command, "", phrases[0]), p) for p in phrases if len(p) > 4)
    for option in options:
        meaning = (Said.REPLY, str(option.number), _name(option))
        for phrase in dict.fromkeys(own.wordings(option)):
            if match(phrase, options).option == option:
                yield meaning, phrase


@lru_cache(maxsize=8)
def _phrases(options: tuple[Option, ...]) -> tuple[tuple[tuple[Said, str, str], str], ...]:
    """Everything that is likely to be said now, each with what it would mean.

    A wording of an option counts only where the matcher understands it as just that option.
    """
    found = [((Said.REPLY, meaning, meaning), phrase) for phrase, meaning in _WHOLE.items()]
    found += [
        ((said, "", said.value), phrase)
        for said, phrases in _COMMANDS.items()
        for phrase in phrases
        if len(phrase) > 4
    ]
    for option in options:
        meaning = (Said.REPLY, str(option.number), _name(option))
        for phrase in dict.fromkeys(_wordings(option)):
            if match(phrase, options).option == option:
                found.append((meaning, phrase))
    return tuple(found)


def _wordings(option: Option) -> Iterator[str]:
    """How people name one thing: by number, kind, colour, place, and these together."""
    number = _NUMBERS[option.number - 1] if option.number <= len(_NUMBERS) else ""
    if number:
        yield from (
            f"number {number}",
            f"option {number}",
            f"the {_ORDINALS[option.number - 1]} one",
        )
        yield from (_ORDINALS[option.number - 1], number)
    colour = re.sub(r"^(?:light|dark) ", "", option.colour.split(" and ")[0])
    kinds = [name for name in (option.label, f"{colour} {option.label}") if name.strip()]
    kinds += [f"{colour} one"] if colour else []
    for kind in kinds:
        yield from (kind, f"the {kind}")
    for place in re.findall(r"left|right|top|bottom|middle", option.place):
        yield from (place, f"the {place} one", f"the one on the {place}", f"on the {place}")
        yield from (f"the {place} {option.label}", f"the {option.label} on the {place}")
        if place == "middle":
            yield "the one in the middle"
    yield plain(_name(option))


def _name(option: Option) -> str:
    """What is offered, without a hedge: the doubt is about the thing, not about the reply."""
    return option.text.removeprefix(own_phrases().maybe.partition("{")[0])
