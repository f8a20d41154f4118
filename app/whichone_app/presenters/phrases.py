"""What the window says besides answers: short, plain, and in one place."""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.types import Frame, Option, QualityReport, SourceKind

LOOKING = "Looking at the picture."
STARTING = "Starting the model."
OPENING = "Opening the picture."
STILL_WORKING = "Still working. Press Escape to stop."
STOPPED = "Stopped."
READY = "Answer ready."
FAILED = "That did not work."
CHOOSE = "Type a number or a name, then press Enter."
REPLY = "Type your reply, then press Enter."
COPIED = "Answer copied."
NOTHING_TO_REPEAT = "There is nothing to repeat yet."
NOTHING_TO_COPY = "There is no answer to copy yet."
NOTHING_MORE = "There is nothing more to say about it."
NO_OPTIONS = "There is nothing to choose from now."
NO_OTHER_QUESTION = "There is no other question."
EMPTY_LINE = "The line is empty."
NO_PICTURE = "No picture yet."
HELP = "Help."
NOTHING_TO_READ = "There is no answer to read yet."
FIRST_SENTENCE = "This is the first sentence."
LAST_SENTENCE = "That was the last sentence."
FIRST_WORD = "This is the first word."
LAST_WORD = "That was the last word."
SENTENCE_COPIED = "Sentence copied."
READER_SPEAKS = "The screen reader speaks now, in its own way."
NO_OTHER_VOICE = "There is no other voice for this language."
NO_EARLIER = "This is the first answer."
NO_LATER = "This is the newest answer."
COMPARE = "Compare with the last picture."
CORRECT = "What is right? Type it, then press Enter. Escape leaves the answer as it is."
NOT_CORRECTED = "The answer stays as it is."
NOTHING_TO_CORRECT = "There is no answer to correct yet."
START = "Open, paste or drop a picture, then ask about it."

_KINDS = {
    SourceKind.SCREEN: "Picture of the screen",
    SourceKind.CLIPBOARD: "Pasted picture",
    SourceKind.EXAMPLE: "Example picture",
}


def elapsed(seconds: int) -> str:
    """The heartbeat while work goes on."""
    return f"Still working, {seconds} seconds."


def speed(percent: int) -> str:
    return f"Speed {percent} percent."


def pitch(percent: int) -> str:
    return f"Pitch {percent} percent."


def volume(percent: int) -> str:
    return f"Volume {percent} percent."


def voice(name: str) -> str:
    return f"Voice: {name}."


def language(name: str) -> str:
    return f"Language: {name}."


def punctuation(level: str) -> str:
    """Which signs are said from now on: "Punctuation: some." """
    return f"Punctuation: {level}."


def place_in_history(number: int, count: int, question: str) -> str:
    """Which of the answers of this session is shown: "Answer 2 of 5, to: what is this?" """
    to = f"to: {question}" if question else "a description"
    return f"Answer {number} of {count}, {to.rstrip('.')}{'' if to.endswith('?') else '.'}"


def offered(option: Option) -> str:
    """An option with its number in front, as the list shows it."""
    return f"{option.number}: {option.text}"


def is_number_off(text: str, options: Sequence[Option]) -> bool:
    """Whether a reply is a number that is not on offer; asking again beats guessing."""
    number = text.strip()
    offered_numbers = {str(option.number) for option in options}
    return number.isascii() and number.isdigit() and number.lstrip("0") not in offered_numbers


def no_option(number: str, options: Sequence[Option]) -> str:
    """What is said when a number was typed that is not on offer."""
    return f"There is no {number}. The last one is {len(options)}."


def kind(frame: Frame) -> str:
    """What sort of picture it is: "Photo"."""
    return _KINDS.get(frame.kind, "Photo")


def picture(frame: Frame, quality: QualityReport | None = None) -> str:
    """A picture in a few words: "Photo, 1200 by 800, too dark and tilted"."""
    width, height = frame.full_size
    words = f"{kind(frame)}, {width} by {height}"
    return words if quality is None else f"{words}, {_quality_words(quality)}"


def opened(frame: Frame, quality: QualityReport, compared: Sequence[str]) -> str:
    """What is said of a new picture; its size says nothing to a user who can't see.

    compared: how it differs from the last one, which names its faults already.
    """
    if compared:
        return " ".join((f"{kind(frame)}.", *compared))
    return f"{kind(frame)}, {_quality_words(quality)}."


def _quality_words(quality: QualityReport) -> str:
    flaws = [_flaw_words(quality, position) for position in range(len(quality.findings))]
    return _joined(flaws) if flaws else "good quality"


def _flaw_words(quality: QualityReport, position: int) -> str:
    finding = quality.findings[position]
    sides = _joined([str(side) for side in finding.sides])
    return f"{finding.flaw} at the {sides}" if sides else str(finding.flaw)


def _joined(words: Sequence[str]) -> str:
    *first, last = words or [""]
    return f"{', '.join(first)} and {last}" if first else last
