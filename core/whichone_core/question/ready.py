"""Questions that are asked by one key: what people ask most, in words that are understood.

The words are what a person would type, in the language that is used, so that every engine, the
log and the history have them; a test holds that each is understood as what it is for.
"""

from __future__ import annotations

from dataclasses import dataclass

from whichone_core.catalogue import _
from whichone_core.languages import N_


@dataclass(frozen=True, slots=True)
class ReadyQuestion:
    """name: stable, for keys and settings.  wants_all: nothing of the answer waits for more."""

    name: str
    english: str
    wants_all: bool = False

    @property
    def text(self) -> str:
        """The question in the language that is used now."""
        return _(self.english)


DESCRIBE = ReadyQuestion("describe", N_("Describe the picture."))
READ_ALL = ReadyQuestion("read everything", N_("Read all the text."), wants_all=True)
COLOUR = ReadyQuestion("what colour", N_("What colour is it?"))
LIGHT = ReadyQuestion("is the light on", N_("Is the light on?"))
DATE = ReadyQuestion("read the date", N_("What is the date?"))
CODE = ReadyQuestion("read the code", N_("What does the bar code say?"))
DOUBT = ReadyQuestion("are you sure", N_("Are you sure?"))

READY = (DESCRIBE, READ_ALL, COLOUR, LIGHT, DATE, CODE, DOUBT)
