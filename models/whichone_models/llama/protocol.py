"""What the app and the model's worker say to each other, and how it lies on the pipe.

A frame is four bytes of length (big-endian), then `VERSION KIND JSON`: the version of this
protocol, the kind of message, and its fields.  Frames go over the worker's own standard
input and output, so no port is open; pixels go through shared memory (`shared_pixels.py`).

Every message about a piece of work carries its task, a number that the app never uses twice,
whatever worker it goes to: what arrives about any other task is not for the one that waits.
Decoding is strict.  A frame that is not understood ends the connection: both sides come
from the same release, so a stranger's frame means that the pipe is no longer to be trusted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from whichone_models.llama.runtime import (
    Facts,
    Fault,
    Finished,
    LoadOrder,
    Odds,
    Request,
    RuntimeFault,
    Seen,
)
from whichone_models.llama.strict import MismatchError, builder

VERSION = 1
LARGEST_FRAME = 4_000_000
"""Bytes.  A request that fills 32,768 tokens of context takes some 200,000."""

EXIT_NOT_INSTALLED = 3
"""The runtime, or a library that it needs, is not installed."""

EXIT_CUT_OFF = 4
"""The app is gone, or what came from it was no message."""

_LENGTH_BYTES = 4


class FrameError(Exception):
    """Bytes on the pipe that are no message of this protocol; says what is wrong with them."""


# --------------------------------------------------------------------- to the worker


@dataclass(frozen=True, slots=True)
class Load:
    """Load these files; answered by Loaded."""

    task: int
    order: LoadOrder


@dataclass(frozen=True, slots=True)
class See:
    """Encode the picture that lies in the shared memory; answered by Taken, then WasSeen.

    height, width: pixels; three bytes each.
    """

    task: int
    key: str
    height: int
    width: int
    system: str


@dataclass(frozen=True, slots=True)
class Start:
    """Prefill a question and score its words; answered by Scored."""

    task: int
    request: Request


@dataclass(frozen=True, slots=True)
class GoOn:
    """Say the rest after the word; answered by Pieces and Ended.

    question: the task of the Start that it belongs to.
    """

    task: int
    question: int
    word: str


@dataclass(frozen=True, slots=True)
class CancelTask:
    """End this task soon; one that has ended already stays as it is."""

    task: int


@dataclass(frozen=True, slots=True)
class Bye:
    """Free everything and exit."""


# --------------------------------------------------------------------- from the worker


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker runs and reads."""

    pid: int


@dataclass(frozen=True, slots=True)
class Loaded:
    task: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class Taken:
    """The pixels of this See were copied: the shared memory may be written again."""

    task: int


@dataclass(frozen=True, slots=True)
class WasSeen:
    """None where it was cancelled."""

    task: int
    seen: Seen | None


@dataclass(frozen=True, slots=True)
class Scored:
    """None where it was cancelled."""

    task: int
    odds: Odds | None


@dataclass(frozen=True, slots=True)
class Piece:
    task: int
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    task: int
    finished: Finished


@dataclass(frozen=True, slots=True)
class Failed:
    task: int
    kind: Fault
    cause: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Sent about twice a second, whatever else goes on.

    task: what it works on, 0 for nothing; still_s: seconds since that last made progress
    (a token, a look whether it was cancelled).  resident_bytes: memory of the process.
    """

    task: int
    still_s: float
    resident_bytes: int


ToWorker = Load | See | Start | GoOn | CancelTask | Bye
FromWorker = Ready | Loaded | Taken | WasSeen | Scored | Piece | Ended | Failed | Beat
Message = ToWorker | FromWorker

_KINDS: dict[str, Any] = {kind.__name__: kind for kind in Message.__args__}


# --------------------------------------------------------------------- frames


def encode(message: Message) -> bytes:
    """The whole frame of a message.  Raises RuntimeFault (REQUEST) where it is too large.

    Half surrogates, which a pasted question can hold and UTF-8 cannot, become "?"; in the
    names of files they stand for bytes that are no text, and stay.
    """
    fields = json.dumps(asdict(message), ensure_ascii=isinstance(message, Load))
    body = f"{VERSION} {type(message).__name__} {fields}".encode("utf-8", "replace")
    if len(body) > LARGEST_FRAME:
        raise RuntimeFault(Fault.REQUEST, f"a message of {len(body)} bytes is too large")
    return len(body).to_bytes(_LENGTH_BYTES) + body


def decode(body: bytes) -> Message:
    """The message of a frame, without its length.  Raises FrameError."""
    version, _, rest = body.partition(b" ")
    if version != str(VERSION).encode():
        raise FrameError(f"protocol version {version[:20]!r} instead of {VERSION}")
    name, _, fields = rest.partition(b" ")
    kind = name[:40].decode("ascii", "replace")
    if kind not in _KINDS:
        raise FrameError(f"unknown kind of message {kind!r}")
    try:
        message: Message = builder(_KINDS[kind])(json.loads(fields))
    except (ValueError, RecursionError, MismatchError) as error:
        raise FrameError(f"{kind}: {error}") from error
    return message


def sent(request: Request) -> Request:
    """A request as it arrives in a worker: what is asked in this process is then the same."""
    message = decode(encode(Start(0, request))[_LENGTH_BYTES:])
    assert isinstance(message, Start)
    return message.request


def read_frame(stream: BinaryIO) -> Message | None:
    """The next message of a stream; None where it ended between two frames.

    Raises FrameError, also where it ended inside a frame.
    """
    head = _exactly(stream.read, _LENGTH_BYTES)
    if not head:
        return None
    length = int.from_bytes(head)
    if len(head) < _LENGTH_BYTES or length > LARGEST_FRAME:
        raise FrameError(f"a broken head of a frame: {head.hex()}")
    body = _exactly(stream.read, length)
    if len(body) < length:
        raise FrameError(f"the stream ended after {len(body)} of {length} bytes of a frame")
    return decode(body)


def _exactly(read: Callable[[int], bytes | None], count: int) -> bytes:
    """So many bytes, or fewer where the stream ends."""
    parts = bytearray()
    while len(parts) < count:
        part = read(count - len(parts))
        if not part:
            break
        parts += part
    return bytes(parts)
