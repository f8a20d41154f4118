"""A finder that reads the text of a picture once, whoever asks for it.

The assistant reads it where a question needs it, and an engine where a model's answer claims
print that nobody has read: reading takes a second or more, and the text stays the same.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from whichone_core.ports import EvidenceFinder
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look, TextEvidence
from whichone_core.types.pictures import Frame

_KEPT = 4
"""Pictures whose text is kept: the one in front, cut-outs of it, the one before."""


class KeptText:
    """An EvidenceFinder over another one; looks of one picture come one at a time."""

    def __init__(self, finder: EvidenceFinder) -> None:
        self._finder = finder
        self._texts: OrderedDict[str, TextEvidence] = OrderedDict()

    def look(self, frame: Frame, looks: frozenset[Look], cancel: Cancel) -> Evidence:
        """Run the given parts, the text only where it is not known.  Raises ModelError."""
        known = self._texts.get(frame.digest) if Look.TEXT in looks else None
        left = looks - {Look.TEXT} if known is not None else looks
        found = self._finder.look(frame, left, cancel) if left else Evidence()
        if known is not None:
            return replace(found, text=known)
        if found.text is not None:
            self._texts[frame.digest] = found.text
            while len(self._texts) > _KEPT:
                self._texts.popitem(last=False)
        return found

    def warm_up(self, looks: frozenset[Look]) -> None:
        """Load what these parts need.  Raises ModelError."""
        self._finder.warm_up(looks)
