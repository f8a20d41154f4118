"""Own words that come back through the microphone: they are no reply.

    what was heard, what was being said meanwhile -> what of it somebody else said

A loudspeaker is heard by the microphone beside it, and what the program says holds the very
words that a reply is made of ("the mug or the bowl?").  So words that were being said while
they were heard do not count.  What follows them does: somebody who speaks into the speech.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches

from whichone_core.answering.spoken_reply import plain

_ALIKE = 0.72
"""Likeness of spelling from which a word is one that was said, heard a little wrong."""
_SHORT = 3
"""Letters up to which a word has to be heard as it was said: "three" is no "the"."""
_MOSTLY = 0.4
"""Share of the heard words, in the order of what was said, from which it is an echo: of "Looking
at the picture" in a robot's voice, half came back right ("looking at the big chirp")."""


def beyond_echo(heard: str, being_said: str) -> str:
    """What was heard, where it is not mostly what was being said; else what comes after that.

    being_said: all that was said aloud while it was heard, "" where it was quiet.  The empty
    text means that nobody else spoke.
    """
    said = plain(being_said).split()
    pieces = heard.split()
    words = [_as_said(plain(piece), said) for piece in pieces]
    if not said or not any(words):
        return heard
    blocks = SequenceMatcher(None, words, said, autojunk=False).get_matching_blocks()
    common = sum(block.size for block in blocks)
    if common < min(2, len(words)) or common / len(words) < _MOSTLY:
        return heard
    return " ".join(pieces[max(block.a + block.size for block in blocks if block.size) :])


def _as_said(word: str, said: Sequence[str]) -> str:
    """The word that was said, where what was heard is like it; short words are like many."""
    long = [one for one in said if len(one) > _SHORT]
    return word if word in said else next(iter(get_close_matches(word, long, 1, _ALIKE)), word)
