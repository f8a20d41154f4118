"""What the window says besides answers: short, plain, and in one place.

The constants are English; whoever says one of them translates it, as the language can change.
"""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.languages import N_
from whichone_core.settings import Punctuation, SpeakThrough
from whichone_core.types.answers import Option
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import Flaw, QualityReport, Side

from ..catalogue import _, _n, _p

LOOKING = N_("Looking at the picture.")
STARTING = N_("Starting the model.")
OPENING = N_("Opening the picture.")
STILL_WORKING = N_("Still working. Press Escape to stop.")
STOPPED = N_("Stopped.")
READY = N_("Answer ready.")
FAILED = N_("That did not work.")
CHOOSE = N_("Type a number or a name, then press Enter.")
REPLY = N_("Type your reply, then press Enter.")
COPIED = N_("Answer copied.")
NOTHING_TO_REPEAT = N_("There is nothing to repeat yet.")
NOTHING_TO_COPY = N_("There is no answer to copy yet.")
NOTHING_MORE = N_("There is nothing more to say about it.")
NO_OPTIONS = N_("There is nothing to choose from now.")
NO_OTHER_QUESTION = N_("There is no other question.")
EMPTY_LINE = N_("The line is empty.")
NO_PICTURE = N_("No picture yet.")
SAME_PICTURE = N_("Questions are still about the picture before.")
NOTHING_TO_READ = N_("There is no answer to read yet.")
FIRST_SENTENCE = N_("This is the first sentence.")
LAST_SENTENCE = N_("That was the last sentence.")
FIRST_WORD = N_("This is the first word.")
LAST_WORD = N_("That was the last word.")
SENTENCE_COPIED = N_("Sentence copied.")
READER_SPEAKS = N_("The screen reader speaks now, in its own way.")
NO_OTHER_VOICE = N_("There is no other voice for this language.")
NO_EARLIER = N_("This is the first answer.")
NO_LATER = N_("This is the newest answer.")
COMPARE = N_("Compare with the last picture.")
CORRECT = N_("What is right? Type it, then press Enter. Escape leaves the answer as it is.")
NOT_CORRECTED = N_("The answer stays as it is.")
NOTHING_TO_CHECK = N_("There is no answer to check yet.")
REPLY_FIRST = N_("I have only asked you back. Reply to that first.")
NOTHING_TO_CORRECT = N_("There is no answer to correct yet.")
START = N_("Open, paste or drop a picture, then ask about it.")

_KINDS = {
    SourceKind.SCREEN: N_("Picture of the screen"),
    SourceKind.CLIPBOARD: N_("Pasted picture"),
    SourceKind.EXAMPLE: N_("Example picture"),
    SourceKind.CAMERA: N_("Photo"),
}
_FLAWS = {
    Flaw.BLURRED: N_("blurred"),
    Flaw.DARK: N_("too dark"),
    Flaw.BRIGHT: N_("too bright"),
    Flaw.UNIFORM: N_("covered or blank"),
    Flaw.SMALL: N_("too small"),
    Flaw.CUT_OFF: N_("cut off"),
    Flaw.TILTED: N_("tilted"),
}
_SPEAKERS = {
    SpeakThrough.AUTOMATIC: N_("Automatic: the screen reader speaks where one runs."),
    SpeakThrough.OWN_VOICE: N_("WhichOne speaks with its own voice."),
    SpeakThrough.SCREEN_READER: N_("Only the screen reader speaks."),
}
_LEVELS = {
    Punctuation.NONE: N_("Punctuation: none."),
    Punctuation.SOME: N_("Punctuation: some."),
    Punctuation.ALL: N_("Punctuation: all."),
}


def elapsed(seconds: int) -> str:
    """The heartbeat while work goes on."""
    return _n("Still working, {count} second.", "Still working, {count} seconds.", seconds)


def details(cause: str) -> str:
    """The cause of an error, as programs put it; no longer than can be listened to."""
    most = 400
    shown = cause if len(cause) <= most else f"{cause[:most]}…"
    return _("Technical details: {cause}", cause=shown)


def speed(percent: int) -> str:
    return _("Speed {percent} percent.", percent=percent)


def pitch(percent: int) -> str:
    return _("Pitch {percent} percent.", percent=percent)


def volume(percent: int) -> str:
    return _("Volume {percent} percent.", percent=percent)


def voice(name: str) -> str:
    return _("Voice: {name}.", name=name)


def who_speaks(through: SpeakThrough) -> str:
    """Who speaks from now on."""
    return _(_SPEAKERS[through])


def language(name: str) -> str:
    return _("Language: {name}.", name=name)


def punctuation(level: Punctuation) -> str:
    """Which signs are said from now on: "Punctuation: some." """
    return _(_LEVELS[level])


def place_in_history(number: int, count: int, question: str) -> str:
    """Which of the answers of this session is shown: "Answer 2 of 5, to: what is this?" """
    if not question:
        return _("Answer {number} of {count}, a description.", number=number, count=count)
    place = _(
        "Answer {number} of {count}, to: {question}",
        number=number,
        count=count,
        question=question.rstrip("."),
    )
    return place if question.endswith("?") else f"{place}."


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
    return _("There is no {number}. The last one is {last}.", number=number, last=len(options))


def kind(frame: Frame) -> str:
    """What sort of picture it is: "Photo"; in Spanish only what a camera here took is one."""
    known = _KINDS.get(frame.kind)
    return _(known) if known is not None else _p("opened from a file", "Photo")


def picture(frame: Frame, quality: QualityReport | None = None) -> str:
    """A picture in a few words: "Photo, 1200 by 800, too dark and tilted"."""
    width, height = frame.full_size
    words = _("{picture}, {width} by {height}", picture=kind(frame), width=width, height=height)
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
    return joined(flaws) if flaws else _("good quality")


def _flaw_words(quality: QualityReport, position: int) -> str:
    finding = quality.findings[position]
    flaw = _FLAWS[finding.flaw]
    sides = joined([_side(side) for side in finding.sides])
    return _("{flaw} at the {sides}", flaw=_(flaw), sides=sides) if sides else _(flaw)


def _side(side: Side) -> str:
    return {
        Side.LEFT: _p("where a picture is cut off", "left"),
        Side.RIGHT: _p("where a picture is cut off", "right"),
        Side.TOP: _p("where a picture is cut off", "top"),
        Side.BOTTOM: _p("where a picture is cut off", "bottom"),
    }[side]


def joined(words: Sequence[str]) -> str:
    """Words as a list: "too dark, blurred and tilted"."""
    *first, last = words or [""]
    return _("{first} and {last}", first=", ".join(first), last=last) if first else last
