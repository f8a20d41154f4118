"""The lines of a read text that a question is about: who wrote it, when something is, "about ...".

    asks_writer("who wrote it?")           -> closing("... Yours, / J. Brown")
    asked_words("when is the meter read?") -> {"meter", "read"} -> about(words, lines)

Trade-off: words are compared without accents and endings, and nothing is understood.  What shares
no word with the question is not found, and the answer says so rather than reading something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.question.tongues.folding import fold, words_in
from whichone_core.types.evidence import TextLine

_WRITER = re.compile(
    r"\bwho (?:wrote|has written|signed|sent)\b|\bwho (?:is|are|was) .*\bfrom$"
    r"|\bquien(?:es)? .*\b(?:escri\w+|firm\w+|envi\w+|mand\w+)\b"
    r"|\bde quien(?:es)? (?:es|son|viene) .*\b(?:carta|nota|correo|mensaje|postal)\b"
    r"|\bwer .*\b(?:geschrieben|schreibt|unterschrieben|verfasst|geschickt|schickt)\b"
    r"|\bvon wem (?:ist|sind|kommt|stammt)\b"
)
_WHEN = re.compile(r"^(?:and |y |und )?(?:since when|until when|when|desde cuando|cuando|wann|"
                   r"seit wann)\b")  # fmt: skip
_ABOUT = re.compile(r"\b(?:about|sobre|acerca de|uber) (.+)$")
_FUNCTION_WORDS = """
when since until is are was were will would do does did can could be been being has have
had the a an this that these those it its i you we they he she my your our their his her
me us him them to of in on at by for from with about and or please tell know there here
going supposed all
cuando desde hasta es son era fue sera esta estan el la los las lo un una unos unas este
esto ese esa eso estos estas le les se te nos mi tu su mis tus sus de del al en a por
para con y o que hay tengo tiene tenemos va van puede favor sobre
wann seit bis ist sind war wird werden wurde wurden kann soll der die das den dem des
ein eine einen einem einer dieser diese dieses es ich du wir sie er man mein meine dein
ihr zu zum zur von vom im am an auf bei mit fur und oder habe hat haben mir mich uns
bitte uber denn eigentlich
"""
_LEAST_OF_WORDS = frozenset(_FUNCTION_WORDS.split())
"""What tells nothing of what a question is about, in English, Spanish and German."""
_FROM = re.compile(r"^(?:from|sender|signed|signed by|written by|de|remitente|firmado|firmado por|"
                   r"von|absender|gez|gezeichnet)\s*[:.]|^(?:signed|written|firmado|escrito) "
                   r"(?:by|por) ")  # fmt: skip
_CLOSING = re.compile(
    r"^(?:yours|your (?:son|daughter|friend)|sincerely|respectfully|faithfully|(?:with )?(?:best|"
    r"kind|warm|kindest|warmest)?\s?(?:regards|wishes)|(?:with )?(?:lots of |much |all my )?love|"
    r"cheers|(?:many )?thanks|thank you|"
    r"(?:muy )?atentamente|(?:un )?(?:cordial |afectuoso )?saludos?|(?:muchos )?(?:besos|saludos)|"
    r"(?:un )?(?:fuerte )?abrazo|cordialmente|con carino|"
    r"mit (?:\w+ )?(?:gru(?:ss|ssen)|dank)|(?:\w+ )?gru(?:ss|sse)|hochachtungsvoll|"
    r"dein|deine|euer|eure)\b"
)
_SHORT = 6
"""Words of a line that closes a letter, at most: "Thank you for your letter of 3 May" is none."""
_AFTER_CLOSING, _SENTENCE_LINES = 3, 3
_MOST_FOUND = 2
_MOST_WORDS = 200
"""Of a question; its rules take time that grows with the square of its length."""
_STEM = 4
_ENDING = 3


def asks_writer(question: str) -> bool:
    """Whether it is asked who wrote, signed or sent what was read."""
    return _WRITER.search(_plain(question)) is not None


def asked_words(question: str) -> frozenset[str]:
    """What a question is about that asks when something is, or for what is said about it.

    Empty where it asks for nothing special: then the whole text is wanted.
    """
    plain = _plain(question)
    about = _ABOUT.search(plain)
    if about is None and not _WHEN.search(plain):
        return frozenset()
    return frozenset((about[1] if about else plain).split()) - _LEAST_OF_WORDS


def closing(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The lines that name a sender, then those from a closing formula on."""
    senders = [line for line in lines if _FROM.search(fold(line.text.strip()))]
    ends = [at for at, line in enumerate(lines) if _closes(line)]
    if not ends:
        return tuple(senders)
    last = lines[ends[-1] : ends[-1] + 1 + _AFTER_CLOSING]
    signed = [line for at, line in enumerate(last) if not at or _is_short(line)]
    return tuple(dict.fromkeys((*senders, *signed)))


def about(words: frozenset[str], lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The sentences with the most of these words, at most two, in reading order."""
    sentences = list(dict.fromkeys(_sentence_at(at, lines) for at in range(len(lines))))
    shares = [_shared(words, sentence) for sentence in sentences]
    most = max(shares, default=(0, False))
    if not most[0]:
        return ()
    best = [s for s, share in zip(sentences, shares, strict=True) if share == most]
    return tuple(dict.fromkeys(line for sentence in best[:_MOST_FOUND] for line in sentence))


def _plain(question: str) -> str:
    return " ".join(fold(word) for word in words_in(question)[:_MOST_WORDS])


def _closes(line: TextLine) -> bool:
    return _is_short(line) and _CLOSING.search(fold(line.text.strip())) is not None


def _is_short(line: TextLine) -> bool:
    return len(line.text.split()) <= _SHORT


def _sentence_at(at: int, lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The line, from where its sentence begins to where it ends, as far as both are near."""
    first, last = at, at
    while first > max(0, at - _SENTENCE_LINES + 1) and not _ends(lines[first - 1], lines[first]):
        first -= 1
    while last + 1 < min(len(lines), at + _SENTENCE_LINES) and not _ends(
        lines[last], lines[last + 1]
    ):
        last += 1
    return tuple(lines[first : last + 1])


def _ends(line: TextLine, following: TextLine) -> bool:
    """Whether a sentence ends with a line: by its sign, or as the next begins anew."""
    begins = following.text.lstrip()[:1]
    return line.text.rstrip()[-1:] in set(".!?:") or not (begins.islower() or begins.isdigit())


def _shared(words: frozenset[str], sentence: Sequence[TextLine]) -> tuple[int, bool]:
    """How many of the words stand in it; and whether a number does, as most times have one."""
    text = " ".join(line.text for line in sentence)
    there = [fold(word) for word in words_in(text)]
    count = sum(any(_is_like(word, other) for other in there) for word in words)
    return count, any(sign.isdigit() for sign in text)


def _is_like(one: str, other: str) -> bool:
    """The same word, but for its ending: "close" and "closing", "lesen" and "liest" not."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    stem = max(_STEM, len(short) - 1)
    return len(short) >= _STEM and len(long) - len(short) <= _ENDING and long[:stem] == short[:stem]
