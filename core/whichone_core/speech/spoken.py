"""From an answer to plain sentences for a voice: deterministic, and only in what is spoken.

    Answer -> utterances() -> what is said at once, the answer first
           -> more()       -> what waits until the user asks for more
    text   -> speakable()  -> no markup, no signs that a voice stumbles over

The written text stays as it is on the screen and in the log.  speakable() works on whole
sentences (field reports 35 to 37) and is repeated until nothing changes, so that applying it
twice is the same as once; a text that keeps changing is cut off after MOST_ROUNDS, with all
that could be markup dropped.
"""

from __future__ import annotations

import re
import unicodedata

from whichone_core.settings import Punctuation
from whichone_core.settings import Verbosity as Verbosity
from whichone_core.speech.punctuation import said_so
from whichone_core.speech.spelling import spell as spell
from whichone_core.speech.spoken_markup import (
    joined_lines,
    without_addresses,
    without_controls,
    without_emphasis,
    without_html,
)
from whichone_core.speech.spoken_numbers import digits_one_by_one as digits_one_by_one
from whichone_core.speech.spoken_numbers import spoken_date as spoken_date
from whichone_core.speech.spoken_numbers import with_numbers_said
from whichone_core.speech.spoken_sentences import sentences_of as sentences_of
from whichone_core.speech.spoken_symbols import (
    with_abbreviations_in_full,
    with_words_for_signs,
    without_left_overs,
)
from whichone_core.types.answers import Answer, Option, Sentence
from whichone_core.types.strategies import Role, Strategy

MOST_ROUNDS = 8
"""More than any text written by a person or a model needs (two, and a third to see it)."""

_FIRST = {Role.ANSWER, Role.ANSWER_FAILURE, Role.SUGGESTION}
_SAID_AT_ONCE: dict[Verbosity, set[Role]] = {
    Verbosity.ANSWER_ONLY: _FIRST,
    Verbosity.EXPLAINED: _FIRST | {Role.EXPLANATION, Role.AUXILIARY_FAILURE},
    Verbosity.EVERYTHING: set(Role),
}


def speakable(text: str) -> str:
    """A sentence or paragraph as one line of words that any voice can say; never raises."""
    for _ in range(MOST_ROUNDS):
        plainer = _plainer(text)
        if plainer == text:
            break
        text = plainer
    return text


def _plainer(text: str) -> str:
    text = without_html(without_controls(text))
    text = joined_lines(text)
    text = without_emphasis(without_addresses(text))
    text = with_numbers_said(with_abbreviations_in_full(text))
    text = with_words_for_signs(unicodedata.normalize("NFKC", text))
    return _tidy(without_left_overs(text))


def _tidy(text: str) -> str:
    """Single spaces, none before a comma or full stop, no pause twice."""
    text = " ".join(text.split())
    text = re.sub(r"\s+([,.;:!?])(?![\w.])", r"\1", text)
    text = re.sub(r"[,;:](?:\s*[,;:])+", lambda found: found[0][0], text)
    text = re.sub(r"\.{2,}", "…", text)
    text = re.sub(r"[,;](?=[.!?…])", "", text)
    return text.strip(" ,;")


def utterances(
    answer: Answer, verbosity: Verbosity, punctuation: Punctuation = Punctuation.SOME
) -> tuple[str, ...]:
    """What is said at once: the answer, its failure, what to do; then the options, the retake.

    Where an answer has nothing but explanations these are said, rather than nothing.
    """
    spoken = [said(sentence, punctuation) for sentence in _at_once(answer, verbosity)]
    if answer.strategy is Strategy.CLARIFY:
        spoken += [offered(option) for option in answer.options]
    if answer.retake is not None:
        retake = speakable(answer.retake)
        at_once = (said(sentence) for sentence in _at_once(answer, verbosity))
        if not any(retake.rstrip(".") in sentence for sentence in at_once):
            spoken.append(said_so(answer.retake, retake, punctuation))
    return tuple(filter(None, spoken))


def more(answer: Answer, verbosity: Verbosity = Verbosity.ANSWER_ONLY) -> tuple[str, ...]:
    """What utterances() held back at this verbosity, in its order."""
    return tuple(filter(None, map(said, held_back(answer, verbosity))))


def held_back(answer: Answer, verbosity: Verbosity) -> tuple[Sentence, ...]:
    """The sentences that wait until the user asks for more."""
    at_once = _at_once(answer, verbosity)
    return tuple(sentence for sentence in answer.sentences if sentence not in at_once)


def is_said_at_once(sentence: Sentence, verbosity: Verbosity) -> bool:
    """Whether a sentence is said as soon as it is there, as far as its role tells."""
    return sentence.role in _SAID_AT_ONCE[verbosity]


def said(sentence: Sentence, punctuation: Punctuation = Punctuation.SOME) -> str:
    """A sentence as it is said; empty where nothing of it can be."""
    usual = speakable(sentence.spoken or sentence.text)
    has_codes = bool(sentence.spoken)  # said otherwise than written: digit by digit
    return said_so(sentence.text, usual, punctuation, has_codes=has_codes)


def offered(option: Option) -> str:
    """An option as it is said, its number first."""
    return f"{option.number}: {speakable(option.text).rstrip('.')}."


def _at_once(answer: Answer, verbosity: Verbosity) -> tuple[Sentence, ...]:
    chosen = tuple(s for s in answer.sentences if is_said_at_once(s, verbosity))
    return chosen or answer.sentences
