"""`whichone study`: participants, consent, sessions and their export, for researchers.

Sessions are recorded by the window, with the setting `study`; everything around them can be
done here too.  Lines are made for the ear.  What a study is and keeps: docs/study.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from whichone_core.errors import DeviceError, InputError
from whichone_core.log import logedit
from whichone_core.log.logedit import Deleted
from whichone_core.paths import folders
from whichone_core.settings import Settings
from whichone_core.study import changes
from whichone_core.study.changes import GROUPS, Participant
from whichone_core.study.consent import ConsentText, load_consent, template
from whichone_core.study.studyexport import export_study
from whichone_core.study.studylog import new_code
from whichone_core.study.studyreader import StudyReader

from ..presenters import study_pages
from ..presenters.rating import RatingRound
from ..presenters.study import NOT_AGREED, counted, deleted
from .log import minutes, positive

DEFAULT_LIMIT = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="add a participant, by a new code or a given one")
    new.add_argument("--id", metavar="CODE", help="a code of yours; never a name")
    new.add_argument("--group", choices=GROUPS, default="blind")

    consent = actions.add_parser("consent", help="read the consent text and note the decision")
    consent.add_argument("participant", nargs="?", metavar="CODE")
    consent.add_argument("--speak", action="store_true", help="read it aloud")
    consent.add_argument(
        "--template", type=Path, metavar="FILE", help="write the template to fill in"
    )

    sessions = actions.add_parser("sessions", help="the newest sessions, one a line")
    sessions.add_argument("--search", default="", metavar="WORDS")
    sessions.add_argument("--limit", type=positive, default=DEFAULT_LIMIT, metavar="N")
    sessions.add_argument("--before", type=positive, metavar="SESSION")

    rate = actions.add_parser("rate", help="rate an answer on the five scales")
    rate.add_argument("turn", type=positive, metavar="TURN")
    rate.add_argument("points", nargs="*", metavar="SCALE=POINTS", help="instead of being asked")
    for action in (new, sessions, *_add_stored(actions)):
        action.add_argument("--json", action="store_true", help="for programs")


def _add_stored(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],
) -> tuple[argparse.ArgumentParser, ...]:
    """What is done with what is stored."""
    show = actions.add_parser("show", help="all that is stored, or all of one session")
    show.add_argument("session", type=positive, nargs="?", metavar="SESSION")

    keep = actions.add_parser("keep", help="note that an undecided session may be kept")
    keep.add_argument("session", type=positive, metavar="SESSION")

    withdraw = actions.add_parser("withdraw", help="delete a session, or all of a participant")
    withdraw.add_argument("session", type=positive, nargs="?", metavar="SESSION")
    withdraw.add_argument("--participant", metavar="CODE")

    forget = actions.add_parser("forget", help="delete what was kept in the last minutes")
    forget.add_argument("minutes", type=minutes, metavar="MINUTES")

    export = actions.add_parser("export", help="write all kept sessions into a folder")
    export.add_argument("folder", type=Path, metavar="FOLDER")
    export.add_argument("--pictures", action="store_true", help="copy kept pictures too")
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
            print(f"Session {arguments.session} is kept.")
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
            "Whose consent is it?", remedy="Give the participant's code, or --template FILE."
        )
    participant = Participant(arguments.participant)
    text = load_consent(Path(settings.study_consent) if settings.study_consent else None)
    for paragraph in text.paragraphs:
        print(paragraph)
    if arguments.speak:
        _read_aloud(text, settings)
    if not _says_yes("Do you agree?"):
        print(NOT_AGREED)
        return
    pictures = _says_yes("May your pictures be kept too?")
    reader.change(changes.agreed(participant, text, datetime.now(UTC), with_pictures=pictures))
    print(f"Noted: {participant.id} agreed to version {text.version}, {text.sha256[:12]}.")


def _write_template(path: Path) -> None:
    if path.exists():
        raise InputError(f"{path} is there already.", remedy="It was left as it is.")
    from whichone_core.log.logexport import new_file

    with new_file(path, encoding="utf-8") as stream:
        stream.write(template().read_text(encoding="utf-8"))
    print(f'Fill in what stands in brackets, then set study_consent = "{path}".')


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
        said = input(f"{question} Type yes or no: ")
    except EOFError:
        return False
    return said.strip().casefold() in {"yes", "y"}


def _sessions(reader: StudyReader, arguments: argparse.Namespace) -> None:
    found = reader.sessions(search=arguments.search, limit=arguments.limit, before=arguments.before)
    if arguments.json:
        print(json.dumps([asdict(one) for one in found], ensure_ascii=False))
        return
    for one in found:
        print(study_pages.session_line(one))
    if not found:
        is_search = arguments.search or arguments.before
        print(study_pages.NONE_FOUND if is_search else study_pages.NONE)
    elif len(found) == arguments.limit:
        print(f"For older ones: whichone study sessions --before {found[-1].id}")


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
        raise InputError("Give the number of a session, or --participant CODE.")
    if arguments.session is not None:
        gone = reader.withdraw(arguments.session)
    else:
        gone = reader.withdraw_participant(arguments.participant)
    _report(gone, as_json=arguments.json)


def _report(gone: Deleted, *, as_json: bool) -> None:
    print(json.dumps(asdict(gone)) if as_json else deleted(gone))


def _export(arguments: argparse.Namespace) -> None:
    gone = export_study(folders().log_file, arguments.folder, with_pictures=arguments.pictures)
    if arguments.json:
        print(json.dumps({**asdict(gone), "folder": str(gone.folder)}))
        return
    print(
        f"{counted(gone.sessions, 'session')} with {counted(gone.turns, 'answer')} and"
        f" {counted(gone.pictures, 'picture')} written to {gone.folder}."
    )


def _rate(reader: StudyReader, arguments: argparse.Namespace) -> None:
    key = reader.key_of_turn(arguments.turn)
    given, seconds = (_points(arguments.points), 0.0) if arguments.points else _asked()
    reader.change(changes.rated(key, given, seconds, datetime.now(UTC)))
    print(f"Turn {arguments.turn} is rated.")


def _points(words: list[str]) -> Mapping[str, int | None]:
    """What was given as SCALE=POINTS; 0 stands for skipped."""
    given: dict[str, int | None] = {}
    for word in words:
        scale, _, points = word.partition("=")
        if scale not in changes.SCALES or points not in {"0", "1", "2", "3"}:
            raise InputError(
                f"{word[:40]!r} is no rating.",
                remedy=f"Write {changes.SCALES[0]}=3; scales: {', '.join(changes.SCALES)}.",
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
