"""What goes over the worker's pipe arrives as it was sent, or is refused for what it is."""

from __future__ import annotations

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_models.llama.protocol import (
    LARGEST_FRAME,
    Beat,
    Bye,
    CancelTask,
    Ended,
    Failed,
    FrameError,
    GoOn,
    Load,
    Loaded,
    Message,
    Piece,
    Ready,
    Scored,
    See,
    Start,
    Taken,
    WasSeen,
    decode,
    encode,
    read_frame,
    sent,
)
from whichone_models.llama.runtime import (
    Ending,
    Facts,
    Fault,
    Finished,
    LoadOrder,
    Odds,
    Request,
    RuntimeFault,
    Sampling,
    Seen,
    Turn,
)

REQUEST = Request(
    "key",
    "Système",
    'A "question"\x00\n',
    (Turn("u", "a"), Turn("日本", "🙂")),
    ("direct", "ask"),
    'root ::= "x"',
    Sampling(0.7, 0.9, 3),
    64,
)
MESSAGES: list[Message] = [
    Load(1, LoadOrder("/Ordner Über/model.gguf", "", 2048, 256, 2, 5)),
    See(2, "key", 28, 56, "system"),
    Start(3, REQUEST),
    GoOn(4, 3, "direct\n"),
    CancelTask(4),
    Bye(),
    Ready(4711),
    Loaded(1, Facts("a model", 32000, 2048, 256, True, 12.5, 10**10)),
    Taken(2),
    WasSeen(2, Seen("key", 64, 1.5, 0.25, False)),
    WasSeen(2, None),
    Scored(3, Odds((-0.5, -math.inf), 12, 100, 3.25)),
    Scored(3, None),
    Piece(4, " half a wörd"),
    Ended(4, Finished(Ending.LOOP, 12, 3.5)),
    Failed(4, Fault.MEMORY, "why"),
    Beat(4, 0.5, 123),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_every_message_arrives_as_it_was_sent(message: Message) -> None:
    assert read_frame(io.BytesIO(encode(message))) == message


def test_messages_follow_each_other_and_end() -> None:
    stream = io.BytesIO(b"".join(encode(message) for message in MESSAGES))
    assert [read_frame(stream) for _ in MESSAGES] == MESSAGES
    assert read_frame(stream) is None


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_arrives_whole(text: str) -> None:
    assert decode(encode(Piece(1, text))[4:]) == Piece(1, text)


@given(st.lists(st.floats(allow_nan=False), max_size=6))
def test_any_number_arrives_whole(numbers: list[float]) -> None:
    odds = Scored(1, Odds(tuple(numbers), 0, 0, 0.0))
    assert decode(encode(odds)[4:]) == odds


def test_half_a_surrogate_pair_becomes_a_question_mark() -> None:
    assert sent(Request("", "", "\ud83d here")).user == "? here"


def test_the_name_of_a_file_arrives_byte_for_byte() -> None:
    order = LoadOrder("/home/h\udcff/model.gguf", "/home/ö模型/mmproj.gguf")
    assert decode(encode(Load(1, order))[4:]) == Load(1, order)


@given(st.binary(max_size=200))
def test_noise_is_refused_and_nothing_else_happens(noise: bytes) -> None:
    stream = io.BytesIO(noise)
    try:
        while read_frame(stream) is not None:
            pass
    except FrameError:
        return
    assert noise == b""


@given(st.data())
def test_a_frame_that_was_cut_is_refused(data: st.DataObject) -> None:
    frame = encode(data.draw(st.sampled_from(MESSAGES)))
    cut = data.draw(st.integers(1, len(frame) - 1))
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(frame[:cut]))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'2 Ready {"pid": 1}', "version"),
        (b'Ready {"pid": 1}', "version"),
        (b'1 Reddy {"pid": 1}', "unknown kind"),
        (b"1 Ready {}", "fields"),
        (b'1 Ready {"pid": 1, "port": 8080}', "fields"),
        (b'1 Ready {"pid": "1"}', "is no int"),
        (b'1 Ready {"pid": true}', "is no int"),
        (b'1 Ready {"pid": 1.0}', "is no int"),
        (b'1 Ready {"pid": 1', "Ready"),
        (b"1 Ready []", "fields"),
        (b"1 Ready " + b"[" * 100_000, "Ready"),
        (b'1 Piece {"task": 1, "text": "\xff"}', "Piece"),
        (b'1 Failed {"task": 1, "kind": "sulk", "cause": ""}', "sulk"),
        (b'1 WasSeen {"task": 1, "seen": {}}', "fields of Seen"),
        (b'1 Scored {"task": 1, "odds": {"log_probabilities": {}, "evaluated": 0,'
         b' "reused": 0, "prefill_ms": 0.0}}', "no list"),
        (b"", "version"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused_with_its_reason(body: bytes, reason: str) -> None:
    with pytest.raises(FrameError, match=reason):
        decode(body)


def test_a_frame_that_claims_to_be_huge_is_refused_before_it_is_read() -> None:
    head = (LARGEST_FRAME + 1).to_bytes(4)
    stream = io.BytesIO(head + b"x" * 100)
    with pytest.raises(FrameError, match="head"):
        read_frame(stream)
    assert stream.tell() == 4


def test_what_is_too_large_is_not_sent() -> None:
    with pytest.raises(RuntimeFault, match="too large") as caught:
        encode(Start(1, Request("", "", "x" * LARGEST_FRAME)))
    assert caught.value.kind is Fault.REQUEST


def test_a_message_comes_in_pieces() -> None:
    class Trickle(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(min(size or 0, 1))

    assert read_frame(Trickle(encode(MESSAGES[2]))) == MESSAGES[2]
