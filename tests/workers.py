"""Workers with a scripted runtime: quick to start, and they fail where they are told to."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.child import Launch
from whichone_models.llama.fake import answer_text
from whichone_models.llama.runtime import Finished, LoadOrder, Picture, Request
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.llama.watchdog import Limits

WORDS = ("direct", "ask")
SCRIPTED = Launch(runtime="scripted", beat_s=0.05)


@contextmanager
def a_process(
    load: str = "", *, limits: Limits | None = None, launch: Launch = SCRIPTED
) -> Iterator[ModelProcess]:
    """A model process that is closed in the end.  load: deeds while it loads."""
    process = ModelProcess(LoadOrder(load or "scripted"), launch=launch, limits=limits)
    try:
        yield process
    finally:
        process.close()


def a_picture(key: str = "A", *, shade: int = 7, side: int = 32) -> Picture:
    return Picture(key, np.full((side, side, 3), shade, np.uint8))


def a_request(
    user: str = "What is this?",
    about: Picture | None = None,
    *,
    system: str = "",
    most_tokens: int = 5000,
) -> Request:
    key = about.key if about is not None else ""
    return Request(key, system, user, words=WORDS, most_tokens=most_tokens)


def asked(
    process: ModelProcess, user: str, about: Picture, *, system: str = "", cancel: Cancel
) -> tuple[str, Finished] | None:
    """A whole turn: the text and its end; None where the question was cancelled."""
    if process.ask(a_request(user, about, system=system), about, cancel) is None:
        return None
    *pieces, end = process.go_on("direct", cancel)
    assert isinstance(end, Finished)
    return "".join(str(piece) for piece in pieces), end


def answered(process: ModelProcess, user: str, about: Picture, *, system: str = "") -> str:
    """The text of a turn that nobody cancels."""
    told = asked(process, user, about, system=system, cancel=Cancel())
    assert told is not None
    return told[0]


def expected(user: str, about: Picture, more: int = 0) -> str:
    """What the scripted runtime says when nothing goes wrong."""
    seen = zlib.crc32(about.pixels.tobytes(), about.pixels.shape[0])
    return answer_text(about.key, seen, user, more)
