"""`whichone ask PICTURE [QUESTION]`: one picture, one question, one spoken answer.

At a terminal a clarifying question is asked there; in a script `--reply` answers it.  With
`--json` one object is printed on standard output and nothing else.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence

from whichone_core.assistant import Assistant
from whichone_core.errors import DeviceError, InputError
from whichone_core.events import Abstained, Answered, Event, Failed, Remarked, SentenceReady
from whichone_core.ports import Speaker
from whichone_core.records import answer_record
from whichone_core.settings import Settings
from whichone_core.types.answers import Answer, Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame

from ..bootstrap import ENGINE_NAMES, build_assistant, build_speaker, take_picture
from ..catalogue import _
from ..presenters import phrases
from .complaint import say
from .outlet import Outlet
from .patience import patiently


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "picture",
        metavar=_("PICTURE"),
        help=_(
            "a file, - for standard input, clipboard:, screen:, camera:, camera:NAME, or an "
            "example: example:label, example:table, example:covered"
        ),
    )
    parser.add_argument(
        "question",
        metavar=_("QUESTION"),
        nargs="*",
        default=[],
        help=_("without one the picture is described"),
    )
    parser.add_argument(
        "--reply",
        metavar=_("TEXT"),
        action="append",
        default=[],
        help=_("the reply to a clarifying question; may be given several times"),
    )
    parser.add_argument(
        "--engine",
        metavar=_("NAME"),
        help=_("which engine answers: {names}", names=", ".join(ENGINE_NAMES)),
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.add_argument("--more", action="store_true", help=_("explanations and details too"))
    parser.add_argument(
        "--speak",
        action=argparse.BooleanOptionalAction,
        help=_("speak the answer (the default at a terminal)"),
    )
    parser.add_argument(
        "--save-audio", metavar=_("FILE"), type=_file_name, help=_("write the spoken answer, a WAV")
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answer and return 0; failures are raised as WhichOneError."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not arguments.json
    speaks = is_terminal if arguments.speak is None else arguments.speak
    assistant = build_assistant(settings)
    outlet = Outlet(
        _speaker(settings, speaks=speaks, must_save=bool(arguments.save_audio)),
        prints=not arguments.json,
        speaks=speaks,
        audio_file=arguments.save_audio,
        verbosity=settings.verbosity,
        wants_more=arguments.more,
    )
    try:
        frame = _picture(arguments.picture)
        for remark in frame.remarks:
            outlet.remark(remark)
        assistant.open(frame)
        answer = _converse(assistant, arguments, outlet, is_terminal=is_terminal)
        if arguments.json:
            print(json.dumps(answer_record(answer), ensure_ascii=False, indent=2), flush=True)
        outlet.finish()
    finally:
        outlet.close()
        assistant.close()
    return 0


def _picture(source: str) -> Frame:
    """The picture; a camera or clipboard that gives none is for a script an unreadable one."""
    try:
        return take_picture(source)
    except DeviceError as error:
        raise InputError(error.sentence, remedy=error.remedy, cause=error.cause) from error


def _file_name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError(_("a file name is needed"))
    return text


def _speaker(settings: Settings, *, speaks: bool, must_save: bool) -> Speaker | None:
    """A voice where one is wanted; without one the text is enough, but a WAV file is not."""
    if not speaks and not must_save:
        return None
    try:
        return build_speaker(settings)
    except DeviceError as error:
        if must_save:
            raise
        say(error.spoken)
        return None


def _converse(
    assistant: Assistant, arguments: argparse.Namespace, outlet: Outlet, *, is_terminal: bool
) -> Answer:
    """Ask, and go on as long as there is a clarifying question and a reply to it."""

    def heard(turn: Callable[[str, Cancel], Iterator[Event]], text: str) -> Answer:
        cancel = Cancel()
        events = turn(text, cancel)
        if outlet.speaks or is_terminal:
            events = patiently(events, cancel, outlet.waiting, lambda: assistant.is_starting)
        return _hear(events, outlet)

    answer = heard(assistant.ask, " ".join(arguments.question))
    replies = iter(arguments.reply)
    while assistant.pending is not None:
        reply = next(replies, "")
        if not reply and is_terminal:
            reply = _typed_reply(assistant.pending.options, outlet)
        if not reply.strip():
            break
        answer = heard(assistant.reply, reply)
    return answer


def _typed_reply(options: Sequence[Option], outlet: Outlet) -> str:
    """A reply from the terminal, asked for again while it is a number that is not on offer."""
    try:
        reply = input(_("Which one? "))
        outlet.silence()
        while phrases.is_number_off(reply, options):
            outlet.remark(phrases.no_option(reply.strip(), options))
            reply = input(_("Which one? "))
    except EOFError:
        print()
        return ""
    outlet.silence()
    return reply


def _hear(events: Iterator[Event], outlet: Outlet) -> Answer:
    """Pass a turn on to the outlet; returns its answer or raises its error."""
    for event in events:
        if isinstance(event, Remarked):
            outlet.remark(event.sentence)
        elif isinstance(event, SentenceReady):
            outlet.sentence(event.sentence)
        elif isinstance(event, Failed):
            raise event.error
        elif isinstance(event, (Answered, Abstained)):
            outlet.answer(event.answer)
            return event.answer
    raise AssertionError("a turn that nobody cancels ends with an answer or an error")
