"""How well spoken replies are understood: 60 of them, by several synthetic voices.

    espeak-ng -> a quiet room -> endpoint -> recogniser -> snapped onto the options

What counts is the last column: a reply that chose something else than was said, without being
read back.  Synthetic voices are harder for these recognisers than people are (facts, offline
engine), and the same text gives the same sound each time, so an error here repeats itself.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from whichone_app.hearing.audio import BLOCK, as_speech
from whichone_app.hearing.endpoint import Endpoint, Heard, webrtc_voice
from whichone_app.hearing.recognisers import RECOGNISERS
from whichone_core.answering.spoken_reply import Said, confirmation, plain, understand
from whichone_core.ports import Listener
from whichone_core.types.answers import Option
from whichone_core.types.pictures import Box

from tests.bench.report import publish, table
from tests.hearing import Samples, quiet, spoken, together

OPTIONS = (
    Option(1, "the grey cup on the left", "cup", "on the left", "grey", Box(0.05, 0.4, 0.2, 0.7)),
    Option(2, "the blue cup on the right", "cup", "on the right", "blue", Box(0.75, 0.4, 0.9, 0.7)),
    Option(
        3,
        "a green apple in the middle",
        "apple",
        "in the middle",
        "green",
        Box(0.4, 0.4, 0.5, 0.5),
    ),
    Option(4, "the red book at the top", "book", "at the top", "red", Box(0.35, 0.02, 0.55, 0.2)),
)
BY_NUMBER = {
    "1": (
        *("one", "number one", "the first one", "option one", "the left one", "the grey cup"),
        *("the cup on the left", "the grey one", "the one on the left", "left"),
        *("the left cup please",),
    ),
    "2": (
        *("two", "number two", "the second one", "option two", "the right one", "the blue cup"),
        *("the cup on the right", "the blue one", "the one on the right", "the right cup"),
    ),
    "3": (
        *("three", "number three", "the third one", "the apple", "the green one"),
        *("the green apple", "the one in the middle", "the middle one", "an apple please"),
    ),
    "4": (
        *("four", "number four", "the last one", "the book", "the red one", "the red book"),
        *("the one at the top", "the top one", "I mean the book"),
        *("number four please",),
    ),
}
WORDS = {
    "neither": ("neither", "none of them", "neither of them"),
    "all": ("all of them", "both cups", "everything"),
    Said.REPEAT: ("repeat", "again", "say that again"),
    Said.STOP: ("stop", "cancel"),
    Said.MORE: ("more", "tell me more"),
    Said.QUESTION: ("what is this?", "what does the label say?", "what colour is the cup?"),
    Said.YES: ("yes", "yes please"),
    Said.NO: ("no", "no, that's wrong"),
}
VOICES = ("en-us", "en-gb", "en-us+f3")
RUNS: tuple[tuple[str, tuple[str, ...]], ...] = (("moonshine", VOICES), ("whisper", VOICES[:1]))
"""Whisper takes ten times as long; one voice shows what it is like."""


@dataclass
class Score:
    """Of one recogniser and one voice."""

    ways: Counter[str] = field(default_factory=Counter)
    word_errors: int = 0
    words: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def replies() -> list[tuple[str, str]]:
    """What is said, and what it means."""
    pairs = [(text, meaning) for meaning, texts in BY_NUMBER.items() for text in texts]
    return pairs + [(text, str(meaning)) for meaning, texts in WORDS.items() for text in texts]


def utterance(samples: Samples) -> Samples:
    """What the endpoint makes of it in a quiet room; empty where it hears no speech."""
    endpoint = Endpoint(webrtc_voice())
    sound = together(quiet(1.0), samples, quiet(1.2))
    for start in range(0, len(sound) - BLOCK + 1, BLOCK):
        if endpoint.feed(sound[start : start + BLOCK]) is Heard.ENDED:
            return endpoint.utterance()
    return sound[:0]


def way(heard: str, meaning: str) -> str:
    """How a reply ended: right, read back, said again, or wrong."""
    if meaning in (Said.YES, Said.NO):
        answer = confirmation(heard)
        return "right" if answer == meaning else ("said again" if answer is None else "wrong")
    got = understand(heard, OPTIONS, is_asked=True)
    if got.said in (Said.UNCLEAR, Said.NOTHING):
        return "said again"
    if got.said is Said.REPLY:
        is_right = got.text == meaning or _means(got.text) == meaning
    else:
        is_right = got.said == meaning
    if not got.is_sure:
        return "read back, right" if is_right else "read back, wrong"
    return "right" if is_right else "wrong"


def _means(text: str) -> str:
    if text in ("neither", "none of them", "neither of them", "none", "no"):
        return "neither"
    return "all" if text in ("all of them", "both cups", "everything", "both", "all") else text


def word_errors(said: str, heard: str) -> int:
    """Words that were exchanged, left out or added (edit distance)."""
    wanted, got = plain(said).split(), plain(heard).split()
    row = list(range(len(got) + 1))
    for position, word in enumerate(wanted, 1):
        before, row = row, [position]
        for other, guess in enumerate(got):
            row.append(min(before[other] + (word != guess), before[other + 1] + 1, row[other] + 1))
    return row[-1]


def score(listener: Listener, voice: str, pairs: Sequence[tuple[str, str]]) -> Score:
    result = Score()
    for text, meaning in pairs:
        speech = as_speech(utterance(spoken(text, voice)))
        began = time.perf_counter()
        heard = listener.hear(speech) if len(speech) else ""
        result.seconds.append(time.perf_counter() - began)
        outcome = way(heard, meaning)
        result.ways[outcome] += 1
        result.word_errors += word_errors(text, heard)
        result.words += len(plain(text).split())
        if outcome == "wrong":
            result.wrong.append(f'"{text}" as "{heard}" ({listener.name}, {voice})')
        print(f"{listener.name} {voice}: {text!r} -> {heard!r}: {outcome}", flush=True)
    return result


def row(name: str, voice: str, result: Score) -> list[object]:
    ways = result.ways
    return [
        name,
        voice,
        f"{100 * result.word_errors / result.words:.0f}%",
        *(ways[each] for each in ("right", "read back, right", "read back, wrong")),
        ways["said again"],
        ways["wrong"],
        f"{statistics.median(result.seconds):.2f}",
    ]


def main() -> None:
    pairs = replies()
    assert len(pairs) == 60, len(pairs)
    rows, wrong = [], list[str]()
    for name, voices in RUNS:
        make: Callable[[], Listener] = RECOGNISERS.load(name)
        listener = make()
        listener.warm_up()
        for voice in voices:
            result = score(listener, voice, pairs)
            rows.append(row(name, voice, result))
            wrong += result.wrong
        listener.close()
    head = ["recogniser", "voice of espeak-ng", "words wrong", "right at once"]
    head += ["read back, right", "read back, wrong", "asked to say it again", "wrong", "s, median"]
    note = (
        f"{len(pairs)} replies to a question back with four options, each said once by each voice."
    )
    note += f" Wrong without being read back: {'; '.join(wrong) or 'none'}."
    publish("hearing", "Spoken replies", f"{table(head, rows)}\n\n{note}")


if __name__ == "__main__":
    main()
