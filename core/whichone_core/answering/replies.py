"""What a reply to a clarifying question chooses, by number, name, colour or place.

    text -> refused and wanted pieces -> features (number, kind, colour, place, size, order)
         -> the options that have them all -> Match

A question of its own is no reply, even where it names what was offered.  A reply is never
stretched: where two options fit equally it matches several, where none fits it matches none
and `nearest` holds what fits best.  Ordinals and "leftmost" count among the options that
the rest of the reply leaves ("the second cup from the right").

A reply in another language is put into English first, word for word (`replying`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.answering import replywords as words
from whichone_core.answering.heard import Heard, listen
from whichone_core.answering.replying import replies_used
from whichone_core.question.language import language_of
from whichone_core.question.lexicon import kin
from whichone_core.types.answers import Option

_APART = 0.05
"""Options further left than others by less than this share of the picture are level."""

_LONGEST = 500
"""Characters of a reply that are looked at."""

_LARGER = 1.3
"""How many times larger (or nearer) an option must be to be called the larger one."""


class MatchKind(StrEnum):
    """What a reply amounts to."""

    OPTION = "option"
    SEVERAL = "several"
    NONE = "none"
    ALL = "all"
    NEITHER = "neither"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Match:
    """options: those that the reply fits; nearest: for NONE those that fit it best."""

    kind: MatchKind
    options: tuple[Option, ...] = ()
    nearest: tuple[Option, ...] = ()

    @property
    def option(self) -> Option | None:
        """The one option that was chosen."""
        return self.options[0] if self.kind is MatchKind.OPTION else None

    @property
    def is_understood(self) -> bool:
        return self.kind is not MatchKind.NONE


_Test = Callable[[Option], bool]
_Options = tuple[Option, ...]


def match(text: str, options: Sequence[Option]) -> Match:
    """Match any text against options; never raises, never guesses between equals.

    English words are English whatever language is used now.
    """
    offered = tuple(options)
    own = replies_used()
    if own is None:
        return _match(text, offered)
    if language_of(text) == "en" and (found := _match(text, offered)).is_understood:
        return found
    return _match(own.in_english(text[:_LONGEST], offered), offered)


def _match(text: str, offered: _Options) -> Match:
    line = _plain(text)
    bare = " ".join(line.replace(",", " ").split())
    if words.REPEAT.fullmatch(bare):
        return Match(MatchKind.REPEAT)
    if words.NEITHER.fullmatch(bare):
        return Match(MatchKind.NEITHER)
    if words.QUESTION.match(bare):
        return Match(MatchKind.NONE)
    chosen, has_features = _wanted(line, offered)
    if words.ALL.search(bare) and not has_features:
        return Match(MatchKind.ALL, offered)
    if not chosen or not has_features:
        return Match(MatchKind.NONE, nearest=_nearest(line, offered))
    return Match(MatchKind.OPTION if len(chosen) == 1 else MatchKind.SEVERAL, chosen)


def _plain(text: str) -> str:
    line = text[:_LONGEST].lower().replace("’", "'").replace("left-hand", "left")
    line = re.sub(r"[^\w',]+", " ", line.replace("right-hand", "right").replace(";", ","))
    return " ".join(words.EVERYDAY.sub(" ", line).split())


def _wanted(line: str, options: _Options) -> tuple[_Options, bool]:
    """The options that a reply leaves, and whether it said anything about them."""
    positive, negative = _split_negation(line)
    kept, has_positive = _either(positive, options)
    refused, has_negative = _either(negative, options)
    if not has_positive and has_negative:
        kept = options
    if has_negative and refused == options:
        return (), True
    left = tuple(option for option in kept if option not in refused)
    is_heard = has_positive or (has_negative and bool(refused))
    return left, is_heard


def _split_negation(line: str) -> tuple[str, str]:
    """What is wanted and what is refused: "not the red one, the cup"."""
    wanted: list[str] = []
    refused: list[str] = []
    position = 0
    while found := words.NEGATION.search(line, position):
        wanted.append(line[position : found.start()])
        end = words.NEGATION_ENDS.search(line, found.end())
        stop = end.start() if end else len(line)
        refused.append(line[found.end() : stop])
        position = end.end() if end else len(line)
    wanted.append(line[position:])
    return " ".join(wanted), " and ".join(refused)


def _either(piece: str, options: _Options) -> tuple[_Options, bool]:
    """All features at once; or, where none fits, what each part of "a and b" fits."""
    whole, has_features = _beside(piece, options)
    parts = re.split(r"\b(?:and|or)\b", piece)
    if whole or len(parts) < 2:
        return whole, has_features
    chosen: set[Option] = set()
    for part in parts:
        selected, is_said = _beside(part, options)
        if is_said:
            chosen.update(selected)
    return tuple(option for option in options if option in chosen), has_features


def _beside(piece: str, options: _Options) -> tuple[_Options, bool]:
    """ "the cup next to the laptop": the nearest to the thing that it is told by."""
    found = words.BESIDE.search(piece)
    if not found:
        return _select(piece, options)
    reference, _ = _select(piece[found.end() :], options)
    if len(reference) != 1:
        return _select(piece, options)
    heads, is_said = _select(piece[: found.start()], options)
    others = tuple(o for o in (heads if is_said else options) if o not in reference)
    return _extreme(others, lambda option: -_distance(option, reference[0]), _LARGER), True


def _distance(one: Option, other: Option) -> float:
    (ax, ay), (bx, by) = one.box.centre, other.box.centre
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)


def _extreme(options: _Options, value: Callable[[Option], float], factor: float) -> _Options:
    """The option with the highest value, or all of those that nearly reach it."""
    if not options:
        return ()
    best = max(value(option) for option in options)
    limit = best / factor if best >= 0 else best * factor
    return tuple(option for option in options if value(option) > limit or value(option) == best)


def _select(piece: str, options: _Options) -> tuple[_Options, bool]:
    """The options that have every feature of a piece, and whether it has features."""
    heard = listen(piece, options)
    if heard.is_empty:
        return (), False
    kept = tuple(o for o in options if all(test(o) for test in _tests(heard, options)))
    kept = _by_place(kept, heard)
    for size in heard.sizes:
        kept = _extreme(kept, _area(size), _LARGER)
    kept = _by_order(kept, heard)
    return _by_number(kept, options, heard), True


# --------------------------------------------------------------------------------- tests


def _tests(heard: Heard, options: _Options) -> list[_Test]:
    tests: list[_Test] = [_is_kind(label, options) for label in heard.labels]
    tests += [_has_word(colour, "colour") for colour in (*heard.colours, *heard.shades)]
    return tests


def _is_kind(label: str, options: _Options) -> _Test:
    """The very label where it is offered ("mug" beside a "cup"), else its kin."""
    exact = any(option.label == label for option in options)
    labels = {label} if exact else kin(label) | {label}
    return lambda option: option.label in labels


def _has_word(word: str, field: str) -> _Test:
    return lambda option: word in re.findall(r"[a-z]+", getattr(option, field).lower())


def _by_place(options: _Options, heard: Heard) -> _Options:
    for extreme in heard.extremes:
        options = _outermost(options, extreme)
    wanted = frozenset(heard.places)
    if not wanted:
        return options
    exact = tuple(o for o in options if wanted in (_place_words(o.place), _rank_words(o)))
    within = tuple(o for o in options if wanted <= _place_words(o.place))
    if exact or within:
        return exact or within
    ends = wanted - {"middle"}
    return _outermost(options, next(iter(ends))) if len(ends) == len(wanted) == 1 else ()


def _place_words(place: str) -> frozenset[str]:
    found = re.findall(r"[a-z]+", place.lower())
    return frozenset(words.PLACES[word] for word in found if word in words.PLACES)


def _rank_words(option: Option) -> frozenset[str]:
    """ "left, in the middle": the one called left among its like."""
    rank, comma, _ = option.place.partition(",")
    return _place_words(rank) if comma else frozenset()


def _outermost(options: _Options, side: str) -> _Options:
    """The option furthest to one side; several where they are level; all where one is left."""
    if len(options) < 2:
        return options
    axis, sign = (0 if side in ("left", "right") else 1), (-1 if side in ("left", "top") else 1)
    best = max(sign * option.box.centre[axis] for option in options)
    return tuple(o for o in options if best - sign * o.box.centre[axis] < _APART)


def _area(size: str) -> Callable[[Option], float]:
    if size in words.LARGEST:
        return lambda option: option.box.area
    return lambda option: -option.box.area


def _by_order(options: _Options, heard: Heard) -> _Options:
    ordered = options
    if heard.is_counting_from:
        axis = 0 if heard.is_counting_from in ("left", "right") else 1
        backwards = heard.is_counting_from in ("right", "bottom")
        ordered = tuple(sorted(options, key=lambda o: o.box.centre[axis], reverse=backwards))
    ordinals = _last_but_one(heard.ordinals)
    if not ordinals:
        return options
    places = [n - 1 if n > 0 else len(ordered) + n for n in ordinals]
    if len(ordinals) == 1:
        return tuple(ordered[i] for i in places if 0 <= i < len(ordered))
    return ()


def _last_but_one(ordinals: list[int]) -> list[int]:
    """ "second to last" and "second last" count from the end."""
    if len(ordinals) == 2 and ordinals[1] == -1 and ordinals[0] > 0:
        return [-ordinals[0]]
    return ordinals


def _by_number(kept: _Options, options: _Options, heard: Heard) -> _Options:
    """A number is an option's own; "cup two" may also be the second cup."""
    for number in heard.numbers:
        own = {option for option in kept if option.number == number}
        if heard.labels and len(kept) < len(options) and 0 < number <= len(kept):
            own.add(kept[number - 1])
        kept = tuple(option for option in kept if option in own)
    return kept


def _nearest(line: str, options: _Options) -> _Options:
    """The options that have the most features of a reply, if they have any."""
    heard = listen(_split_negation(line)[0], options)
    tests = _tests(heard, options)
    tests += [_has_word(place, "place") for place in heard.places]
    scores = [sum(test(option) for test in tests) for option in options]
    best = max(scores, default=0)
    return tuple(o for o, score in zip(options, scores, strict=True) if best and score == best)
