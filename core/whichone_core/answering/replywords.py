"""The words of replies to a clarifying question, and what they mean.

Speech recognition turns short words into others that sound alike ("to", "for"); these count
as numbers only where a reply holds nothing else.
"""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
}  # fmt: skip
SOUNDS_LIKE = {
    "won": 1, "wan": 1, "to": 2, "too": 2, "tu": 2, "tow": 2, "tree": 3, "free": 3, "for": 4,
    "fore": 4, "fife": 5, "sicks": 6, "ate": 8,
}  # fmt: skip
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "forth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5,
    "6th": 6, "7th": 7, "8th": 8, "9th": 9, "last": -1, "final": -1, "penultimate": -2,
}  # fmt: skip
PLACES = {
    "left": "left", "lefthand": "left", "right": "right", "righthand": "right", "top": "top",
    "upper": "top", "above": "top", "higher": "top", "bottom": "bottom", "lower": "bottom",
    "below": "bottom", "middle": "middle", "centre": "middle", "center": "middle",
    "central": "middle",
}  # fmt: skip
EXTREMES = {
    "leftmost": "left", "rightmost": "right", "topmost": "top", "uppermost": "top",
    "highest": "top", "lowest": "bottom", "bottommost": "bottom",
}  # fmt: skip
COLOURS = {
    "red": "red", "crimson": "red", "maroon": "red", "blue": "blue", "navy": "blue",
    "turquoise": "blue", "green": "green", "olive": "green", "yellow": "yellow",
    "golden": "yellow", "white": "white", "cream": "white", "black": "black", "grey": "grey",
    "gray": "grey", "silver": "grey", "brown": "brown", "tan": "brown", "beige": "brown",
    "pink": "pink", "purple": "purple", "violet": "purple", "lilac": "purple", "orange": "orange",
}  # fmt: skip
SHADES = {"light": "light", "lighter": "light", "pale": "light", "dark": "dark", "darker": "dark"}
LARGEST = _words("big bigger biggest large larger largest closest nearest closer")
SMALLEST = _words("small smaller smallest little tiny tiniest farthest furthest")
NUMBER_LEADS = _words("number option choice answer no")
STOP_WORDS = _words(
    """a an the one ones i i'd i'll mean meant want would like take choose pick select please it
    is it's its that that's this these those of on at in to for with my me think guess just yes
    yeah yep ok okay sure um uh er hmm well so then from side hand corner thing object item
    standing sitting lying which number option choice answer colour color coloured colored
    about tell them they are was be and or looks look looking what's there your yours part
    edge alright you said if do"""
)

REPEAT = re.compile(
    r"(?:(?:please|sorry|can you|could you|i) )*(?:repeat(?: (?:that|it|them|the \w+))*|"
    r"(?:say|tell|read)(?: \w+){0,3} again|once more|again|pardon(?: me)?|what|sorry|"
    r"come again|what (?:did|was|were|are)(?: \w+){1,4})(?: please)?"
)
QUESTION = re.compile(
    r"(?:how|where|when|who|why|does|do|is there|are there|read|describe|what's|"
    r"what (?:is|are|does|do|colour|color|kind|type|else)|"
    r"can you (?:read|see|tell|describe))\b"
)
"""How questions begin that are no replies, though they may name what was offered."""

NEITHER = re.compile(
    r"(?:no )*(?:neither|none|nothing|no|nope|not any|something else|another one|"
    r"not (?:one )?of (?:them|these|those))(?: (?:one )?of (?:the(?:m|se|\w+)?|those)(?: \w+)?)?"
    r"(?: (?:of )?(?:these|them|those))?(?: please)?"
)
ALL = re.compile(r"\b(?:all|both|every|everything|each)\b")
NEGATION = re.compile(r"\b(?:but not|not|except(?: for)?|other than|anything but|rather than)\b")
NEGATION_ENDS = re.compile(r",|;|\bbut\b|\bthe other\b")
BESIDE = re.compile(r"\b(?:next to|beside|besides|close to|near|by)\b")
EVERYDAY = re.compile(r"\ball ?right\b|\bright now\b|^right,|\bthat's right\b")
