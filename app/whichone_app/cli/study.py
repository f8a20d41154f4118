"""`whichone study`: participants, consent, sessions and their export, for researchers.

Sessions are recorded by the window, with the setting `study`; everything around them can be
done here too.  Lines are made for the ear.  What a study is and keeps: docs/study.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from whichone_core.errors import DeviceError, InputError
from whichone_core.log import logedit
from whichone_core.log.logedit import Deleted
from whichone_core.paths import folders, is_there
from whichone_core.records import one_line
from whichone_core.settings import Settings
from whichone_core.study import changes
from whichone_core.study.changes import GROUPS, Participant
from whichone_core.study.consent import ConsentText, load_consent, template
from whichone_core.study.studyexport import export_study
from whichone_core.study.studylog import new_code
from whichone_core.study.studyreader import StudyReader

from ..catalogue import _, _n, _p
from ..presenters import study_pages
from ..presenters.rating import RatingRound
from ..presenters.study import NOT_AGREED, deleted
from .log import minutes, name_types, positive

DEFAULT_LIMIT = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    name_types()
    actions = parser.add_subparsers(dest="action", metavar=_("ACTION"), required=True)
    new = actions.add_parser("new", help=_("add a participant, by a new code or a given one"))
    new.add_argument("--id", metavar=_("CODE"), help=_("a code of yours; never a name"))
    new.add_argument("--group", choices=GROUPS, default="blind")

    consent = actions.add_parser("consent", help=_("read the consent text and note the decision"))
    consent.add_argument("participant", nargs="?", metavar=_("CODE"))
    consent.add_argument("--speak", action="store_true", help=_("read it aloud"))
    consent.add_argument(
        "--template", type=Path, metavar=_("FILE"), help=_("write the template to fill in")
    )

    sessions = actions.add_parser("sessions", help=_("the newest sessions, one a line"))
    sessions.add_argument("--search", default="", metavar=_("WORDS"))
    sessions.add_argument("--limit", type=positive, default=DEFAULT_LIMIT, metavar="N")
    sessions.add_argument("--before", type=positive, metavar=_("SESSION"))

    rate = actions.add_parser("rate", help=_("rate an answer on the five scales"))
    rate.add_argument("turn", type=positive, metavar=_("TURN"))
    rate.add_argument(
        "points", nargs="*", metavar=_("SCALE=POINTS"), help=_("instead of being asked")
    )
    for action in (new, sessions, *_add_stored(actions)):
        action.add_argument("--json", action="store_true", help=_("for programs"))


def _add_stored(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],
) -> tuple[argparse.ArgumentParser, ...]:
    """What is done with what is stored."""
    show = actions.add_parser("show", help=_("all that is stored, or all of one session"))
    show.add_argument("session", type=positive, nargs="?", metavar=_("SESSION"))

    keep = actions.add_parser("keep", help=_("note that an undecided session may be kept"))
    keep.add_argument("session", type=positive, metavar=_("SESSION"))

    withdraw = actions.add_parser("withdraw", help=_("delete a session, or all of a participant"))
    withdraw.add_argument("session", type=positive, nargs="?", metavar=_("SESSION"))
    withdraw.add_argument("--participant", metavar=_("CODE"))
    withdraw.add_argument("--yes", action="store_true", help=_("delete without a question"))

    forget = actions.add_parser("forget", help=_("delete what was kept in the last minutes"))
    forget.add_argument("minutes", type=minutes, metavar=_("MINUTES"))

    export = actions.add_parser("export", help=_("write all kept sessions into a folder"))
    export.add_argument("folder", type=Path, metavar=_("FOLDER"))
    export.add_argument("--pictures", action="store_true", help=_("copy kept pictures too"))
    return show, withdraw, forget, export


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do one action.  Raises InputError, SetupError and StorageError."""
    reader = StudyReader(folders().log_file)
    match arguments.action:
        case "new":
            _new(reader, arguments)
        case "consent":
            _consent(reader, arguments, settings)
        case "sessions":
            _sessions(reader, arguments)
        case "show":
            _show(reader, arguments)
        case "keep":
            reader.keep(arguments.session)
            print(_("Session {session} is kept.", session=arguments.session))
        case "withdraw":
            _withdraw(reader, arguments)
        case "forget":
            moment = datetime.now(UTC) - timedelta(minutes=arguments.minutes)
            _report(reader.erase(logedit.since(moment)), as_json=arguments.json)
        case "export":
            _export(arguments)
        case _:
            _rate(reader, arguments)
    return 0


def _new(reader: StudyReader, arguments: argparse.Namespace) -> None:
    participant = Participant(arguments.id or new_code(), arguments.group)
    reader.change(changes.added(participant, datetime.now(UTC)))
    print(json.dumps(asdict(participant)) if arguments.json else participant.id)


def _consent(reader: StudyReader, arguments: argparse.Namespace, settings: Settings) -> None:
    if arguments.template is not None:
        _write_template(arguments.template)
        return
    if arguments.participant is None:
        raise InputError(
            _("Whose consent is it?"), remedy=_("Give the participant's code, or --template FILE.")
        )
    participant = Participant(arguments.participant)
    text = load_consent(Path(settings.study_consent) if settings.study_consent else None)
    for paragraph in text.paragraphs:
        print(paragraph)
    if arguments.speak:
        _read_aloud(text, settings)
    if not _says_yes(_("Do you agree?")):
        print(_(NOT_AGREED))
        return
    pictures = _says_yes(_("May your pictures be kept too?"))
    reader.change(changes.agreed(participant, text, datetime.now(UTC), with_pictures=pictures))
    print(
        _(
            "Noted: {code} agreed to version {version}, {hash}.",
            code=participant.id,
            version=text.version,
            hash=text.sha256[:12],
        )
    )


def _write_template(path: Path) -> None:
    if is_there(path):
        raise InputError(
            _("{path} is there already.", path=path), remedy=_("It was left as it is.")
        )
    from whichone_core.log.logexport import new_file

    with new_file(path, encoding="utf-8") as stream:
        stream.write(template().read_text(encoding="utf-8"))
    print(
        _(
            'Fill in what stands in brackets, then set study_consent = "{path}".',
            path=one_line(str(path)),
        )
    )


def _read_aloud(text: ConsentText, settings: Settings) -> None:
    from ..bootstrap import build_speaker

    try:
        speaker = build_speaker(settings)
    except DeviceError as error:
        print(error.spoken, file=sys.stderr)
        return
    try:
        for paragraph in text.paragraphs:
            speaker.say(paragraph)
        speaker.wait(600.0)
    finally:
        speaker.close()


def _says_yes(question: str) -> bool:
    """Only a plain yes is one; the end of the input is none."""
    try:
        said = input(_("{question} Type yes or no: ", question=question))
    except EOFError:
        return False
    yes = {"yes", "y", *_p("what is typed for yes", "yes y").split()}
    return said.strip().casefold() in yes


def _sessions(reader: StudyReader, arguments: argparse.Namespace) -> None:
    found = reader.sessions(search=arguments.search, limit=arguments.limit, before=arguments.before)
    if arguments.json:
        print(json.dumps([asdict(one) for one in found], ensure_ascii=False))
        return
    for one in found:
        print(study_pages.session_line(one))
    if not found:
        is_search = arguments.search or arguments.before
        print(_(study_pages.NONE_FOUND if is_search else study_pages.NONE))
    elif len(found) == arguments.limit:
        print(_("For older ones: whichone study sessions --before {id}", id=found[-1].id))


def _show(reader: StudyReader, arguments: argparse.Namespace) -> None:
    if arguments.session is None:
        stored = reader.stored()
        if arguments.json:
            print(json.dumps({**asdict(stored), "path": str(stored.path)}))
            return
        lines = study_pages.stored_lines(stored) + study_pages.consent_lines(reader.consents())
        print("\n".join(lines))
        return
    session = reader.session(arguments.session)
    turns = reader.turns(session.key, limit=1_000_000)
    details = reader.details(session.key)
    if arguments.json:
        plain = [turn.as_plain() for turn in turns]
        whole = {**asdict(session), **asdict(details), "turns": plain}
        print(json.dumps(whole, ensure_ascii=False))
        return
    print("\n".join(study_pages.session_lines(session, turns, details)))


def _withdraw(reader: StudyReader, arguments: argparse.Namespace) -> None:
    if (arguments.session is None) == (arguments.participant is None):
        raise InputError(_("Give the number of a session, or --participant CODE."))
    question = _of_withdrawing(reader, arguments.session, arguments.participant)
    if not arguments.yes and not _may_delete(question):
        print(_("Nothing was deleted."))
        return
    if arguments.session is not None:
        gone = reader.withdraw(arguments.session)
    else:
        gone = reader.withdraw_participant(arguments.participant)
    _report(gone, as_json=arguments.json)


def _of_withdrawing(reader: StudyReader, number: int | None, participant: str) -> str:
    """What is asked before it is deleted.  Raises InputError where there is nothing of it."""
    if number is None:
        sessions = len(reader.sessions_of(participant))
        return _n(
            "Delete {count} session of {code} for good?",
            "Delete {count} sessions of {code} for good?",
            sessions,
            code=participant,
        )
    session = reader.session(number)
    return _n(
        "Delete session {session} of {code} with {count} answer for good?",
        "Delete session {session} of {code} with {count} answers for good?",
        session.turns,
        session=number,
        code=session.participant,
    )


def _may_delete(question: str) -> bool:
    """Ask on the terminal.  Raises InputError where there is none."""
    if sys.stdin.isatty():
        return _says_yes(question)
    raise InputError(
        _("Nothing was deleted: there is no terminal to ask on."),
        remedy=_("Add --yes to delete without a question."),
    )


def _report(gone: Deleted, *, as_json: bool) -> None:
    print(json.dumps(asdict(gone)) if as_json else deleted(gone))


def _export(arguments: argparse.Namespace) -> None:
    gone = export_study(folders().log_file, arguments.folder, with_pictures=arguments.pictures)
    if arguments.json:
        print(json.dumps({**asdict(gone), "folder": str(gone.folder)}))
        return
    print(
        _(
            "{sessions} with {answers} and {pictures} written to {folder}.",
            sessions=_n("{count} session", "{count} sessions", gone.sessions),
            answers=_n("{count} answer", "{count} answers", gone.turns),
            pictures=_n("{count} picture", "{count} pictures", gone.pictures),
            folder=one_line(str(gone.folder)),
        )
    )
    if gone.undecided:
        print(_left_out(gone.undecided))


def _left_out(numbers: Sequence[int]) -> str:
    """Sessions of which nobody decided whether they are kept, also those that still run."""
    return _n(
        "{count} session was left out, as it is not decided whether it is kept: {numbers}. "
        "To keep one: whichone study keep NUMBER.",
        "{count} sessions were left out, as it is not decided whether they are kept: {numbers}. "
        "To keep one: whichone study keep NUMBER.",
        len(numbers),
        numbers=", ".join(map(str, numbers)),
    )


def _rate(reader: StudyReader, arguments: argparse.Namespace) -> None:
    key = reader.key_of_turn(arguments.turn)
    given, seconds = (_points(arguments.points), 0.0) if arguments.points else _asked()
    reader.change(changes.rated(key, given, seconds, datetime.now(UTC)))
    print(_("Turn {turn} is rated.", turn=arguments.turn))


def _points(words: list[str]) -> Mapping[str, int | None]:
    """What was given as SCALE=POINTS; 0 stands for skipped."""
    given: dict[str, int | None] = {}
    for word in words:
        scale, _equals, points = word.partition("=")
        if scale not in changes.SCALES or points not in {"0", "1", "2", "3"}:
            raise InputError(
                _("{word!r} is no rating.", word=word[:40]),
                remedy=_(
                    "Write {scale}=3; scales: {scales}.",
                    scale=changes.SCALES[0],
                    scales=", ".join(changes.SCALES),
                ),
            )
        given[scale] = int(points) or None
    return given


def _asked() -> tuple[Mapping[str, int | None], float]:
    """The five questions on the terminal; b goes back, the end of the input ends it."""
    asked = RatingRound()
    print(asked.prompt)
    while not asked.is_done:
        try:
            said = input().strip()
        except EOFError:
            break
        if said == "b":
            print(asked.back())
        else:
            print(asked.press(int(said) if said.isdecimal() else -1))
    return asked.given, asked.seconds
