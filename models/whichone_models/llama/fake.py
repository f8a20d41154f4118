"""A runtime that does what texts tell it to, also the worst: for tests and demonstrations.

It keeps the contract of `runtime.py` without a model.  Its answers name the picture that they
are about and a checksum of the pixels that arrived, so that a wrong picture shows.  Deeds
stand in the texts that it is given, in any order:

    {PLACE:DEED}   {PLACE:DEED AMOUNT}   {PLACE:DEED once=FILE}   {go_on@5:DEED}

PLACE is load (in the order's text), see (in the system prompt), start or go_on (in the
question); `@5` waits for five pieces
(slow goes on from there).  With `once` it happens only while FILE is absent, and
FILE is made then: the second life of a worker gets past it.

    segv sigill abort   die of that       exit N   end with status N
    hang                never return, deaf to a cancel       clutch   so, and nothing else runs
    stop                the whole process stops    slow S   take S seconds (in go_on: a piece)
    eat N               keep N megabytes of memory           noise    write to standard output
    say N               N more words in the answer           fail F   a RuntimeFault of kind F
    raise               an error that nobody expects
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from whichone_models.llama.runtime import (
    Ending,
    Facts,
    Fault,
    Finished,
    IsCancelled,
    LoadOrder,
    Odds,
    Picture,
    Request,
    RuntimeFault,
    Seen,
)

_DEED = re.compile(
    r"\{(?P<place>load|see|start|go_on)(?:@(?P<at>\d+))?:(?P<name>\w+)"
    r"(?: (?!once=)(?P<amount>[^ }]+))?(?: once=(?P<once>[^}]+))?\}"
)
_PICTURES_KEPT = 8
_POLL_S = 0.005


@dataclass(frozen=True, slots=True)
class _Deed:
    name: str
    amount: str
    at: int
    once: str

    @property
    def is_due(self) -> bool:
        """Whether it happens now; one that happens once leaves its mark."""
        if not self.once:
            return True
        try:
            Path(self.once).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


def _deeds(place: str, text: str) -> list[_Deed]:
    return [
        _Deed(found["name"], found["amount"] or "", int(found["at"] or 0), found["once"] or "")
        for found in _DEED.finditer(text)
        if found["place"] == place
    ]


class ScriptedRuntime:
    """The runtime; a question without deeds is repeated behind the picture's name."""

    def __init__(self) -> None:
        self._order: LoadOrder | None = None
        self._pictures: dict[str, int] = {}
        self._request: Request | None = None
        self._eaten: list[bytearray] = []

    def load(self, order: LoadOrder) -> Facts:
        self.forget()
        self._do("load", order.text, lambda: False)
        self._order = order
        return Facts("scripted", 256, order.context_tokens, 1, True, 0.0, 0)

    def see(self, picture: Picture, system: str, is_cancelled: IsCancelled) -> Seen | None:
        was_cached = picture.key in self._pictures
        self._do("see", system, is_cancelled)
        if is_cancelled():
            return None
        self._pictures.pop(picture.key, None)
        self._pictures[picture.key] = checksum(picture)
        while len(self._pictures) > _PICTURES_KEPT:
            del self._pictures[next(iter(self._pictures))]
        return Seen(picture.key, 1 + picture.pixels.size // 2352, 0.0, 0.0, was_cached)

    def start(self, request: Request, is_cancelled: IsCancelled) -> Odds | None:
        if request.picture and request.picture not in self._pictures:
            raise RuntimeFault(Fault.PICTURE, f"no picture {request.picture!r} was seen")
        if request.grammar.count('"') % 2:
            raise RuntimeFault(Fault.REQUEST, "the grammar is broken")
        tokens = len(request.user.split())
        if self._order is None or tokens > self._order.context_tokens:
            raise RuntimeFault(Fault.CONTEXT, f"{tokens} tokens do not fit")
        self._do("start", request.user, is_cancelled)
        if is_cancelled():
            return None
        self._request = request
        return Odds(_evenly_falling(len(request.words)), tokens, 0, 0.0)

    def go_on(self, word: str, is_cancelled: IsCancelled) -> Iterator[str | Finished]:
        request = self._request
        if request is None:
            raise RuntimeFault(Fault.REQUEST, "nothing was asked")
        deeds = _deeds("go_on", request.user)
        pieces = self._pieces(request, deeds)
        for count, piece in enumerate(pieces):
            for deed in deeds:
                if deed.at == count or (deed.name == "slow" and deed.at < count):
                    self._perform(deed, is_cancelled)
            if is_cancelled():
                yield Finished(Ending.CANCELLED, count, 0.0)
                return
            if count == request.most_tokens:
                yield Finished(Ending.LENGTH, count, 0.0)
                return
            yield piece
        yield Finished(Ending.END, len(pieces), 0.0)

    def forget(self) -> None:
        self._pictures.clear()
        self._request = None

    def close(self) -> None:
        self.forget()

    def _pieces(self, request: Request, deeds: list[_Deed]) -> list[str]:
        more = sum(int(deed.amount) for deed in deeds if deed.name == "say")
        seen = self._pictures.get(request.picture, 0)
        text = answer_text(request.picture, seen, request.user, more)
        return re.findall(r"\S+\s*", text)

    def _do(self, place: str, text: str, is_cancelled: IsCancelled) -> None:
        for deed in _deeds(place, text):
            self._perform(deed, is_cancelled)

    def _perform(self, deed: _Deed, is_cancelled: IsCancelled) -> None:
        if deed.name == "say" or not deed.is_due:
            return
        if deed.name == "fail":
            raise RuntimeFault(Fault(deed.amount), "as it was told")
        if deed.name == "eat":
            self._eaten.append(bytearray(os.urandom(1) * (int(deed.amount) << 20)))
        elif deed.name == "slow":
            _take(float(deed.amount), is_cancelled)
        elif deed.name == "exit":
            os._exit(int(deed.amount))
        else:
            _DISASTERS[deed.name]()


def checksum(picture: Picture) -> int:
    """What an answer shows of the pixels that arrived."""
    return zlib.crc32(picture.pixels.tobytes(), picture.pixels.shape[0])


def answer_text(key: str, seen: int, user: str, more: int = 0) -> str:
    """The whole answer about a picture of this key and checksum to this question."""
    words = " ".join(f"word{number}" for number in range(more))
    said = " ".join(_DEED.sub("", user).split())
    return f"[{key} {seen:08x}] {said} {words}".strip()


def _evenly_falling(count: int) -> tuple[float, ...]:
    """Log-probabilities of words of which each is half as likely as the one before."""
    return tuple(-0.6931 * (place + 1) for place in range(count))


def _take(seconds: float, is_cancelled: IsCancelled) -> None:
    until = time.monotonic() + seconds
    never = threading.Event()
    while time.monotonic() < until and not is_cancelled():
        never.wait(_POLL_S)


def _clutch() -> None:
    """Block in C without letting go of the interpreter's lock: no other thread runs."""
    ctypes.PyDLL(None).pause()


def _make_noise() -> None:
    """Write to standard output in each way that a C library and its wrapper do."""
    print("noise of Python")  # noqa: T201
    sys.stdout.flush()
    os.write(1, b"\x00\x00\x00\x05noise of C\n" * 50)


def _raise() -> None:
    raise ZeroDivisionError("an error that nobody expects")


_DISASTERS: dict[str, Callable[[], object]] = {
    "segv": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "sigill": lambda: os.kill(os.getpid(), signal.SIGILL),
    "abort": os.abort,
    "hang": threading.Event().wait,
    "clutch": _clutch,
    "stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "noise": _make_noise,
    "raise": _raise,
}
