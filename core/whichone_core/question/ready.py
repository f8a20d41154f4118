"""Questions that are asked by one key: what people ask most, in words that are understood.

The words are what a person would type, so that every engine, the log and the history have
them; a test holds that each is understood as what it is for.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadyQuestion:
    """name: stable, for keys and settings.  wants_all: nothing of the answer waits for more."""

    name: str
    text: str
    wants_all: bool = False


DESCRIBE = ReadyQuestion("describe", "Describe the picture.")
READ_ALL = ReadyQuestion("read everything", "Read all the text.", wants_all=True)
COLOUR = ReadyQuestion("what colour", "What colour is it?")
LIGHT = ReadyQuestion("is the light on", "Is the light on?")
DATE = ReadyQuestion("read the date", "What is the date?")
CODE = ReadyQuestion("read the code", "What does the bar code say?")
DOUBT = ReadyQuestion("are you sure", "Are you sure?")

READY = (DESCRIBE, READ_ALL, COLOUR, LIGHT, DATE, CODE, DOUBT)
