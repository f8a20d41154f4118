"""Where one sentence of an answer ends and the next begins.

The released files were cut at every full stop, question mark and exclamation mark, so
"2.44-inch" or "CONST. CO." became several sentences while the labels, made on properly
split answers, did not.  The rules here are few and were chosen for how many of the release's
misfitting rows they bring back to one sentence for each label (docs/vizwiz-lf.md).
"""

from __future__ import annotations

import re

_END = re.compile(r"""([.!?]+["'”’)\]]*)(\s+)(?=["'“‘(\[]?\w|["'“‘\[(-])|\n+""")
_ABBREVIATION = re.compile(
    r"(?<![\w'’])(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|oz|fl|ft|Co|Inc|Ltd|approx)\.$|\.\.$",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"(?:^|\b[A-Z][\w.]*\s|\.)[A-Z]\.$")
"""A single capital after a capitalised word ("John F.", "U.S."), but not "vitamin C."."""
_LIST_NUMBER = re.compile(r"^\s*(?:\d+|[-*•])\.?\s*$")


def split(paragraph: str) -> tuple[str, ...]:
    """The sentences of a paragraph, trimmed, with their closing marks; none is empty."""
    parts: list[str] = []
    start = 0
    for end in _END.finditer(paragraph):
        piece = paragraph[start : end.start() + len(end.group(1) or "")]
        if end.group(1) and _goes_on(piece, paragraph[end.end() :]):
            continue
        parts.append(piece)
        start = end.end()
    parts.append(paragraph[start:])
    return tuple(part.strip() for part in parts if any(mark.isalnum() for mark in part))


def _goes_on(piece: str, rest: str) -> bool:
    """The full stop ends no sentence: an abbreviation, a list number, a small letter next.

    Some models write everything small: a piece that begins small may be followed by another.
    """
    if _LIST_NUMBER.match(piece.rsplit("\n", 1)[-1]):
        return True
    if rest[:1].islower() and not piece.strip()[:1].islower():
        return True
    return bool(_ABBREVIATION.search(piece) or _INITIAL.search(piece))
