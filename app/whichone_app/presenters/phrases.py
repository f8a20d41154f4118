"""What the window says besides answers: short, plain, and in one place."""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.types import Frame, Option, QualityReport, SourceKind

LOOKING = "Looking at the picture."
OPENING = "Opening the picture."
STILL_WORKING = "Still working. Press Escape to stop."
STOPPED = "Stopped."
READY = "Answer ready."
FAILED = "That did not work."
CHOOSE = "Type a number or a name, then press Enter."
COPIED = "Answer copied."
NOTHING_TO_REPEAT = "There is nothing to repeat yet."
NOTHING_TO_COPY = "There is no answer to copy yet."
NOTHING_MORE = "There is nothing more to say about it."
NO_OPTIONS = "There is nothing to choose from now."
NO_PICTURE = "No picture yet."
START = "Open, paste or drop a picture, then ask about it."

_KINDS = {
    SourceKind.SCREEN: "Picture of the screen",
    SourceKind.CLIPBOARD: "Pasted picture",
    SourceKind.EXAMPLE: "Example picture",
}


def elapsed(seconds: int) -> str:
    """The heartbeat while work goes on."""
    return f"Still working, {seconds} seconds."


def offered(option: Option) -> str:
    """An option with its number in front, as the list shows it and the voice says it."""
    return f"{option.number}: {option.text}"


def no_option(number: int, options: Sequence[Option]) -> str:
    """What is said when a number was typed that is not on offer."""
    return f"There is no {number}. The last one is {len(options)}."


def picture(frame: Frame, quality: QualityReport | None = None) -> str:
    """A picture in a few words: "Photo, 1200 by 800, too dark and tilted"."""
    width, height = frame.full_size
    words = f"{_KINDS.get(frame.kind, 'Photo')}, {width} by {height}"
    if quality is None:
        return words
    flaws = [_flaw_words(quality, position) for position in range(len(quality.findings))]
    return f"{words}, {_joined(flaws) if flaws else 'good quality'}"


def _flaw_words(quality: QualityReport, position: int) -> str:
    finding = quality.findings[position]
    sides = _joined([str(side) for side in finding.sides])
    return f"{finding.flaw} at the {sides}" if sides else str(finding.flaw)


def _joined(words: Sequence[str]) -> str:
    *first, last = words or [""]
    return f"{', '.join(first)} and {last}" if first else last
