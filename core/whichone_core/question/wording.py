"""From what was typed or dictated to plain clauses: lower case, one spelling, no padding.

    "Hi, can you please tell me wat coler this is? Thank you!"  ->  ["what colour this is"]

Speech recognition leaves out punctuation, so a clause also ends where a second question
word begins.  Very long texts are read at both ends only: a question of more than 300 words
is dictation gone astray, and its first and last words are where the question stands.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from whichone_core.question.spellings import SPELLINGS

_FIRST_WORDS, _LAST_WORDS = 200, 100


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PADDING = (
    r"thank you(?: (?:very|so) much)?(?: (?:in advance|for your help))?",
    r"thanks(?: (?:a lot|so much|in advance|again))?",
    r"please|kindly|sorry(?: about that)?|excuse me|um+|uh+|er+m?|hmm+|bye",
    r"if (?:you|u) (?:can|could)(?: (?:see|read|tell))?(?: it)?",
    r"if (?:it is )?possible",
    r"for me",
    r"question mark",
)
_OPENERS = (
    r"(?:(?:hi|hello|hey)(?: there)?|good (?:morning|afternoon|evening)|okay|ok|so|well|oh|"
    r"yes|yeah|no|now|and|but|then|alright|also|siri|alexa|just|again|actually)"
)
_YOU = r"(?:you|somebody|someone|anybody|anyone)"
_WILL_YOU = rf"(?:can|could|would|will|may) {_YOU}(?: guys)?(?: (?:also|possibly|maybe|at least))?"
_QUESTION = r"(?:what|which|where|who|whose|when|how|why|if|whether)"
_ASKING = (
    rf"(?:{_WILL_YOU}(?: help me)?(?: be able to)? )?(?:tell|let|show|explain to|give|help) "
    rf"(?:me|us)(?: (?:know|to know|to find out))?(?= (?:{_QUESTION}|the|is|are)\b)",
    rf"{_WILL_YOU} (?:tell|see|say|find out|check|determine|make out)(?= {_QUESTION}\b)",
    rf"(?:{_WILL_YOU}|are you able to|is it possible to)"
    r"(?= (?:read|describe|identify|give|find|locate|count|tell|help|scan|recogni[sz]e)\b)",
    r"i (?:am (?:trying|wanting)|want|need|would (?:like|love)|wanted|have|wish) to "
    r"(?:know|see|find out|determine|figure out|ask|identify|hear|check)(?: (?:from )?you)?",
    r"(?:do you know|any idea|i (?:was|am) wondering|i wonder|i can not tell|i do not know)"
    rf"(?= {_QUESTION}\b)",
    r"(?:tell|show) (?:me|us)(?! about)",
)
_BEFORE_A_SECOND_QUESTION = _words(
    "tell me know see say us out determine describe and is of in on about in at for do "
    "wondering idea if to with check identify"
)
_STARTS_AFTER_AND = _words("is are does do can describe read whether if")
_VERBS = _words("is are does do did can has have was what which where who when how")
_QUESTION_WORDS = _words("what which where who when how")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Padding anywhere, openers at the start, ways of asking at the start, clause ends."""
    return (
        re.compile(rf"\b(?:{'|'.join(_PADDING)})\b"),
        re.compile(rf"^(?:{_OPENERS}(?: |$))+"),
        re.compile(rf"^(?:{'|'.join(_ASKING)}) ?"),
        re.compile(r"[.?!;:,…]+(?!\d)|(?<=\s)[-–—]+(?=\s)"),
    )


def plain(text: str) -> str:
    """One line in lower case with straight quotes; at most 300 words are kept."""
    folded = unicodedata.normalize("NFKC", text[:20_000]).lower().replace("’", "'")
    words = folded.replace("‘", "'").split()
    if len(words) > _FIRST_WORDS + _LAST_WORDS:
        words = words[:_FIRST_WORDS] + words[-_LAST_WORDS:]
    return " ".join(word[:60] for word in words)


@cache
def _word_pattern() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def words_of(text: str) -> list[str]:
    """The words of a piece of plain text, common misspellings and contractions put right."""
    found = _word_pattern().findall(text)
    spelt = " ".join(SPELLINGS.get(word, word) for word in found)
    return _dose_pattern().sub("does ", spelt).split()


@cache
def _dose_pattern() -> re.Pattern[str]:
    """ "Dose this contain nuts": "does", as it is typed and as speech recognition hears it."""
    return re.compile(r"(?:^|(?<=and )|(?<=or ))dose (?=(?:this|that|it|these|those)\b)")


def clauses(text: str) -> list[str]:
    """The clauses of a plain text without padding and ways of asking; none may be left."""
    ends = _patterns()[3]
    found = []
    for piece in ends.split(text):
        for words in _split_at_questions(words_of(piece)):
            clause = _strip(" ".join(words))
            if clause:
                found.append(clause)
    return found


def _split_at_questions(words: list[str]) -> list[list[str]]:
    """Cut before a second question word: "what is this what colour is it"."""
    pieces: list[list[str]] = [[]]
    for position, word in enumerate(words):
        piece = pieces[-1]
        follows = words[position - 1] if position else ""
        after_and = follows in ("and", "or") and len(piece) > 2
        if (
            after_and and word in _STARTS_AFTER_AND | _QUESTION_WORDS
        ) or word in _QUESTION_WORDS & _asks_already(piece, follows):
            pieces.append([])
        pieces[-1].append(word)
    return pieces


def _asks_already(piece: list[str], follows: str) -> frozenset[str]:
    """The question words that would begin a second question after these words."""
    is_whole = bool(_QUESTION_WORDS & set(piece)) and follows not in _BEFORE_A_SECOND_QUESTION
    return _QUESTION_WORDS if is_whole else frozenset()


def _strip(clause: str) -> str:
    """Take padding, greetings and "can you tell me" away; turn "if it is" into "is it"."""
    padding, openers, asking, _ = _patterns()
    clause = " ".join(padding.sub(" ", clause).split())
    for _round in range(3):
        clause = asking.sub("", openers.sub("", clause)).strip()
    clause = re.sub(r" (?:and|or|but)$", "", clause)
    return _turned(clause)


def _turned(clause: str) -> str:
    """ "if this is on" -> "is this on"; other clauses stay as they are."""
    found = re.match(r"(?:if|whether) (.{1,60}?) (is|are|has|have|does|do) (.+)", clause)
    if not found:
        return re.sub(r"^(?:if|whether) ", "", clause)
    return f"{found[2]} {found[1]} {found[3]}"


def is_a_choice(clause: str) -> bool:
    """Whether a clause only names one of several things ("the striped one on the left").

    It may be the reply to a clarifying question and must not pass for a question.
    """
    return bool(_choice_pattern().search(clause)) and not _VERBS & set(clause.split())


@cache
def _choice_pattern() -> re.Pattern[str]:
    return re.compile(
        r"^(?:the|an?|my|that|this) .*\b(?:ones?|left|right|middle|top|bottom|next to|in front of|"
        r"behind|with (?:the|a))\b|^(?:number|option) \w+$"
    )


def is_statement(clause: str) -> bool:
    """Whether a clause tells something rather than asks ("it looks like pasta sauce")."""
    return clause.startswith(
        ("i ", "we ", "this is ", "it is ", "it looks ", "it was ", "these are ", "there is ")
    )
