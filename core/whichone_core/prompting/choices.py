"""The choices that a model's own question names, as options that replies can be matched to.

    "Which mug do you mean: the red one on the left, or the blue one?"
        -> 1: the red mug on the left   2: the blue mug

Label, colour and place are filled as far as the words tell, and a thing that the detectors
found with the same features lends its box, so that "the left one" chooses too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.answering.clarify import MOST_OPTIONS
from whichone_core.answering.replying import replies_used
from whichone_core.answering.replywords import COLOURS, PLACES, SHADES
from whichone_core.answering.things import one_colour
from whichone_core.picture.places import place_of
from whichone_core.question.lexicon import kin, label_of, singular
from whichone_core.types.answers import Option
from whichone_core.types.evidence import SceneObject
from whichone_core.types.pictures import WHOLE_PICTURE, Box


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OR = re.compile(r"(?:^|\s)(?:or|oder|o)(?:\s|$)")
_LONGEST = 14
"""Words of a choice; more is a sentence, not a choice."""

_HEAD = re.compile(
    r"^.*?(?:\bdo you mean|\bdid you mean|\byou mean|\b(?:asking|talking|want(?:ing)? to know|"
    r"curious|interested|know) (?:about|in)|\breferring to|\bpointing (?:at|to)|\binterested in|"
    r"\bwould you like (?:me )?to (?:describe|know about|read)|\bis it|\blike to know about|"
    r"\bshould i (?:describe|read|tell you about)|\bdo you want (?:to know about|me to describe)?|"
    r"\bmeinst du|\bmeinen sie|\bte refieres a(?=l?\b)|\bquieres decir|\bpreguntas por|\bhablas de)"
    r"\b[\s,:–—-]*",
    re.IGNORECASE,
)
_COLON = re.compile(r"[:–—]\s+|\s-\s+")
_SPLIT = re.compile(
    r"\s*[,;]\s*(?:or|and|oder|und|o|y)\s+(?=\S)|\s+(?:or|oder|o)\s+|\s*;\s*|\s*,\s*(?=(?:the|a|an|my|your|one|"
    r"some|both|[a-z]+ [a-z]+|[a-z]+\b)\b)",
    re.IGNORECASE,
)
_CLEAN = re.compile(
    r"^(?:(?:either|maybe|perhaps|is it|are they|do you mean|about|and|or|to|for example|such as|"
    r"like|whether|you mean)\b[\s,]*)+",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[.?!]\s|\s[-–—]\s*(?=which\b)")
_SEEING = re.compile(
    r"\b(?:i (?:can )?see|there (?:is|are)|i found)\b(?:[^:]*:)?\s+(.+)$", re.IGNORECASE
)
_SPLIT_SEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_SINGLE = re.compile(r"(?:a|an|the|one|another|your|my)\s", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:^|[\s(])(?:\(?(?:\d|[a-h])[.):])\s*", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:\(?(?:\d{1,2}|[a-hA-H])[.):]|[-*•])\s+")
_ONE = re.compile(r"\b(one|ones)\b(?! of\b)", re.IGNORECASE)
_KIND = re.compile(r"\bwhich (?:of the (?:\w+ )?)?(\w+)\b", re.IGNORECASE)
_NO_KIND = _word_set(
    """
    one of do are is object item thing things items objects part would did the these those
    """
)
_PLACE = re.compile(
    r"\b(?:on|at|in|to|near|towards?) the (?:far |very |bottom |top |upper |lower |middle )?"
    r"(?:left|right|top|bottom|middle|centre|center|front|back|foreground|background|corner)"
    r"(?: (?:left|right|corner|side|hand side))*|\b(?:left|right|top|bottom|upper|lower|middle)"
    r"(?:most)?(?:[- ](?:left|right))?\b",
    re.IGNORECASE,
)
_NOT_A_CHOICE = frozenset(
    {
        "something else",
        "anything else",
        "another one",
        "other",
        "others",
        "none",
        "neither",
        "both",
        "all",
        "all of them",
        "somewhere else",
        "another",
        "something",
        "anything",
        "something different",
    }
)
_SPOTS = {"left": 0.17, "right": 0.83, "top": 0.17, "bottom": 0.83}


def choices_of(
    question: str, others: Sequence[str] = (), things: Sequence[SceneObject] = ()
) -> tuple[Option, ...]:
    """Two to nine options that a question names; none where it names no choices.

    others: further sentences of the model, of which list lines are choices.
    things: what detectors found, to lend their boxes.
    """
    texts = _listed(others) or _listed(_lines(question)) or _named(question) or _seen(others)
    kind = _kind_of(question, texts)
    options: list[Option] = []
    for text in texts:
        option = _option(len(options) + 1, text, kind, things)
        if option.text.lower() not in {other.text.lower() for other in options}:
            options.append(option)
    return tuple(options[:MOST_OPTIONS]) if len(options) > 1 else ()


def _listed(lines: Sequence[str]) -> list[str]:
    """The lines of a list: "1. the red mug"."""
    marked = [_cleaned(_MARK.sub("", line)) for line in lines if _MARK.match(line)]
    return [text for text in marked if _is_choice(text)] if len(marked) > 1 else []


def _lines(question: str) -> list[str]:
    """A list within one sentence: "1) the mug 2) the book"."""
    places = [found.start() for found in _NUMBERED.finditer(question)]
    if len(places) < 2:
        return []
    pieces = [question[a:b] for a, b in zip(places, [*places[1:], None], strict=True)]
    return [piece.strip(" ,;?(") for piece in pieces]


def _named(question: str) -> list[str]:
    """What stands between "or"s and commas after "do you mean"."""
    bare = question.strip().rstrip("?!. \"'”")
    after_colon = _COLON.split(bare, maxsplit=1)
    tail = after_colon[1] if len(after_colon) > 1 else _HEAD.sub("", bare, count=1)
    if not re.search(r"\bor\b|,|;", tail) and not _OR.search(tail):
        return []
    if len(after_colon) < 2 and not _OR.search(tail):
        return []
    pieces = [_cleaned(piece) for piece in _SPLIT.split(tail) if piece]
    pieces = _joined([piece for piece in pieces if piece])
    return [piece for piece in pieces if _is_choice(piece)]


def _seen(others: Sequence[str]) -> list[str]:
    """What was named before the question: "I see a cup, a book and a pen. Which one?"."""
    for sentence in others:
        found = _SEEING.search(sentence)
        if found:
            pieces = [_cleaned(piece) for piece in _SPLIT_SEEN.split(found[1]) if piece.strip()]
            if len(pieces) > 1 and all(_SINGLE.match(piece) for piece in pieces):
                return [piece for piece in pieces if _is_choice(piece)]
    return []


def _joined(pieces: Sequence[str]) -> list[str]:
    """Put a place back that a comma parted: "the cup", "on the left"."""
    joined: list[str] = []
    for piece in pieces:
        is_tail = re.match(r"(?:on|at|in|with|near|next|behind|beside|that|which)\b", piece)
        if is_tail and joined:
            joined[-1] = f"{joined[-1]} {piece}"
        else:
            joined.append(piece)
    return joined


def _cleaned(piece: str) -> str:
    text = " ".join(_AFTER.split(piece, maxsplit=1)[0].split()).strip(" .,;:?!*\"“”'’()[]")
    return _CLEAN.sub("", text).strip(" ,")


def _is_choice(text: str) -> bool:
    words = text.split()
    is_other = text.lower() in _NOT_A_CHOICE or text.lower().startswith(("something else", "else"))
    return 0 < len(words) <= _LONGEST and any(c.isalpha() for c in text) and not is_other


def _kind_of(question: str, texts: Sequence[str]) -> str:
    """What "one" stands for: "which mug", or the thing that the first choice names."""
    found = _KIND.search(question)
    if found and found[1].lower() not in _NO_KIND:
        return singular(found[1].lower())
    for text in texts:
        if not _ONE.search(text) and (label := _label(text)):
            return label
    return ""


def _option(number: int, text: str, kind: str, things: Sequence[SceneObject]) -> Option:
    own = replies_used()
    text = re.sub(r"^al\b", "el", re.sub(r"^a (?=l[ao]s?\b)", "", text)) if own else text
    said = own.in_english(text) if own else text
    found = _PLACE.search(said)
    place = found[0].lower() if found else ""
    if kind and _ONE.search(text):
        text = _ONE.sub(kind, text, count=1)
    colour = _colour(said if own else text)
    label = _label(said if own else text) or kind or text.lower()
    thing = _thing(label, colour, place, things)
    return Option(number, text, label, place, colour, thing.box if thing else _spot(place))


def _label(text: str) -> str:
    """The thing that a choice names: as the detectors call it, else its last noun."""
    bare = _PLACE.sub(" ", text.lower())
    bare = re.split(r"\b(?:with|next to|beside|behind|near|that|which|of the|in|on)\b", bare)[0]
    words = [word for word in re.findall(r"[a-z]+", bare) if not _ONE.fullmatch(word)]
    for length in (3, 2, 1):
        for start in range(len(words) - length, -1, -1):
            label = label_of(" ".join(words[start : start + length]))
            if label and not (length == 1 and label in COLOURS and start < len(words) - 1):
                return label
    nouns = [w for w in words if w not in COLOURS and w not in SHADES and w not in _ARTICLES]
    return singular(nouns[-1]) if nouns else ""


_ARTICLES = _word_set(
    """
    the a an my your this that some other second first big small large
    """
)


def _colour(text: str) -> str:
    """Colour words as replies are matched: "dark red"."""
    words = re.findall(r"[a-z]+", text.lower())
    shades = [SHADES[word] for word in words if word in SHADES]
    last = words[-1] if words else ""
    colours = [COLOURS[w] for w in words if w in COLOURS and not (w == "orange" and w == last)]
    return " ".join([*shades, *dict.fromkeys(colours)]) if colours else ""


def _thing(
    label: str, colour: str, place: str, things: Sequence[SceneObject]
) -> SceneObject | None:
    """The only thing found that has all features of a choice."""
    names = kin(label) | {label}
    fits = [thing for thing in things if thing.label in names]
    if colour:
        fits = [t for t in fits if set(colour.split()) & set(one_colour(t).split())] or fits
    sides = _sides(place)
    if sides:
        fits = [thing for thing in fits if sides <= _sides(place_of(thing.box))] or fits
    return fits[0] if len(fits) == 1 else None


def _sides(place: str) -> frozenset[str]:
    words = re.findall(r"[a-z]+", place.replace("most", ""))
    return frozenset(PLACES[word] for word in words if word in PLACES)


def _spot(place: str) -> Box:
    """A box where a place says that something is; the whole picture for no place."""
    sides = _sides(place)
    if not sides:
        return WHOLE_PICTURE
    across = next((_SPOTS[side] for side in ("left", "right") if side in sides), 0.5)
    down = next((_SPOTS[side] for side in ("top", "bottom") if side in sides), 0.5)
    return Box(across - 0.1, down - 0.1, across + 0.1, down + 0.1)
