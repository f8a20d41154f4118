"""English grammar for fixed sentences: articles, plurals, counts and lists.

Kept apart from the sentences (`phrases.py`).  What every language has is in `grammars.py`.
The names are what people say for the detectors' labels ("mouse" is COCO's computer mouse).
"""

from __future__ import annotations

from collections.abc import Sequence

_SAID = {
    "tv": "TV",
    "mouse": "computer mouse",
    "remote": "remote control",
    "hair drier": "hair dryer",
    "sports ball": "ball",
    "dining table": "table",
    "computer monitor": "monitor",
}
_IRREGULAR = {
    "person": "people",
    "knife": "knives",
    "mouse": "mice",
    "sheep": "sheep",
    "cattle": "cattle",
    "scissors": "scissors",
    "skis": "skis",
    "heels": "heels",
    "broccoli": "broccoli",
    "footwear": "footwear",
}
_PAIRS = frozenset(
    {"scissors", "skis", "high heels", "sunglasses", "jeans", "pyjamas", "binoculars"}
)
_MASS = frozenset({"broccoli", "footwear", "cattle", "toilet paper", "guacamole", "hay", "corn"})
_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_SOUND_LIKE_YOU = ("uni", "use", "euro", "one", "ut", "ukulele")
_SOUND_LIKE_VOWELS = ("hour", "honest", "heir")


def noun(label: str) -> str:
    """What people call a detector's label."""
    return _SAID.get(label, label)


def plural(word: str) -> str:
    """The plural of a noun or noun phrase: "wine glass" -> "wine glasses"."""
    head, _, last = word.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    else:
        last += "s"
    return f"{head} {last}".strip()


def is_plural(word: str) -> bool:
    """Whether one such thing takes "are": the scissors are red."""
    return word in _PAIRS


def be(word: str) -> str:
    return "are" if is_plural(word) else "is"


def is_mass(word: str) -> bool:
    """Whether it is not counted: some broccoli."""
    return word in _MASS


def it(word: str) -> str:
    """The pronoun with its verb; a person is a "they"."""
    return "they are" if is_plural(word) or word == "person" else "it is"


def article(phrase: str) -> str:
    """ "a" or "an", by sound as far as spelling tells."""
    lower = phrase.lower()
    if lower.startswith(_SOUND_LIKE_YOU):
        return "a"
    return "an" if lower.startswith(("a", "e", "i", "o", "u", *_SOUND_LIKE_VOWELS)) else "a"


def indefinite(word: str, adjective: str = "") -> str:
    """ "an apple", "a red mug", "a pair of scissors", "some broccoli"."""
    phrase = f"{adjective} {word}".strip()
    if word in _PAIRS:
        return f"a pair of {phrase}"
    return f"some {phrase}" if word in _MASS else f"{article(phrase)} {phrase}"


def definite(word: str, adjective: str = "") -> str:
    return f"the {adjective} {word}" if adjective else f"the {word}"


def number(count: int) -> str:
    """A count as a word up to twelve, in digits above."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, word: str) -> str:
    """ "a cup", "three cups", "two pairs of scissors"."""
    if count == 1 or word in _MASS:
        return indefinite(word)
    if word in _PAIRS:
        return f"{number(count)} pairs of {word}"
    return f"{number(count)} {plural(word)}"


def join(pieces: Sequence[str], conjunction: str = "and") -> str:
    """ "a, b and c"; an empty sequence gives an empty string."""
    if len(pieces) < 2:
        return "".join(pieces)
    return f"{', '.join(pieces[:-1])} {conjunction} {pieces[-1]}"


def join_choices(pieces: Sequence[str]) -> str:
    """ "a, b, or c": the comma before "or" makes a voice pause between choices."""
    return join(pieces, "or") if len(pieces) < 3 else f"{', '.join(pieces[:-1])}, or {pieces[-1]}"


def sentence(text: str, end: str = ".") -> str:
    """With a capital and a full stop, unless it ends in a mark of its own."""
    text = text.strip().rstrip(",;: ")
    capital = text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?", "…")) else capital + end
