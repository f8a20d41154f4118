"""`whichone log`: what was asked and answered, one turn a line, and how to be rid of it.

Lines are made for the ear: number, time, question, then how it was answered.  Text that was
read in a picture may hold anything, so control characters never reach the terminal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.languages import N_
from whichone_core.log.logcontests import contest_items, write_items
from whichone_core.log.logedit import Deleted
from whichone_core.log.logexport import new_file, write_csv, write_jsonl
from whichone_core.log.logreader import LoggedTurn, LogReader
from whichone_core.log.logschema import damaged
from whichone_core.paths import folders
from whichone_core.records import one_line
from whichone_core.settings import LogConsent, Settings

from ..catalogue import _, _n, _p

DEFAULT_LIMIT = 20
MANNERS = {
    "direct": N_("Answer"),
    "infer": N_("Answer, inferred"),
    "list": N_("List"),
    "clarify": N_("Asked back"),
    "abstain": N_("Could not tell"),
}
WRITERS = {"csv": (write_csv, "utf-8-sig"), "jsonl": (write_jsonl, "utf-8")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    name_types()
    actions = parser.add_subparsers(dest="action", metavar=_("ACTION"), required=True)

    listing = actions.add_parser("list", help=_("the newest turns, one a line"))
    listing.add_argument(
        "--search", default="", metavar=_("WORDS"), help=_("turns with all these words")
    )
    listing.add_argument(
        "--limit", type=positive, default=DEFAULT_LIMIT, metavar="N", help=_("how many")
    )
    listing.add_argument(
        "--before", type=positive, metavar="ID", help=_("only turns before this one")
    )

    show = actions.add_parser("show", help=_("all that is known of one turn"))
    show.add_argument("id", type=positive, metavar="ID")

    export = actions.add_parser("export", help=_("write all turns out"))
    export.add_argument("--format", choices=sorted(WRITERS), default="jsonl")
    export.add_argument(
        "--contests", action="store_true", help=_("only answers called wrong, as JSON lines")
    )
    export.add_argument(
        "--output", type=Path, metavar=_("FILE"), help=_("instead of standard output")
    )

    delete = actions.add_parser("delete", help=_("delete turns, or sessions, and their pictures"))
    delete.add_argument("ids", type=positive, nargs="+", metavar="ID")
    delete.add_argument("--session", action="store_true", help=_("the numbers are of sessions"))

    forget = actions.add_parser("forget", help=_("delete what was asked in the last minutes"))
    forget.add_argument("minutes", type=minutes, metavar=_("MINUTES"))

    path = actions.add_parser("path", help=_("where the log is"))
    for action in (listing, show, delete, forget, path):
        action.add_argument("--json", action="store_true", help=_("for programs"))


def positive(text: str) -> int:
    """A number from 1, as options take it.  Raises ValueError."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def minutes(text: str) -> float:
    """A number of minutes, as options take it.  Raises ValueError."""
    number = float(text)
    if not 0 < number < 1e7:
        raise ValueError(text)
    return number


def name_types() -> None:
    """Let argparse call what these functions take as a user would."""
    positive.__name__, minutes.__name__ = _("number"), _("number of minutes")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do one action on the log of this user.  Raises InputError and StorageError."""
    path = folders().log_file
    reader = LogReader(path)
    match arguments.action:
        case "list":
            _list(reader, arguments, settings)
        case "show":
            _show(reader.turn(arguments.id), as_json=arguments.json)
        case "export":
            if arguments.contests:
                _export_contests(path, arguments.output)
            else:
                _export(reader, arguments.format, arguments.output)
        case "delete":
            _delete(reader, arguments, path)
        case "forget":
            _report(reader.forget(arguments.minutes), path, as_json=arguments.json)
        case _:
            print(json.dumps({"path": str(path)}) if arguments.json else path)
    return 0


def _list(reader: LogReader, arguments: argparse.Namespace, settings: Settings) -> None:
    turns = reader.turns(search=arguments.search, limit=arguments.limit, before=arguments.before)
    if arguments.json:
        print(json.dumps([turn.as_plain() for turn in turns], ensure_ascii=False))
        return
    for turn in turns:
        print(line(turn))
    if not turns:
        print(_nothing(arguments, settings))
    elif len(turns) == arguments.limit:
        print(_("For older ones: whichone log list --before {id}", id=turns[-1].id))


def _nothing(arguments: argparse.Namespace, settings: Settings) -> str:
    if arguments.search or arguments.before:
        return _("No such turns in the log.")
    if settings.log is LogConsent.OFF:
        return _('The log is empty, because the setting log is "off": nothing is kept.')
    return _("The log is empty.")


def line(turn: LoggedTurn) -> str:
    """A turn in one line: "12. 2026-11-29 14:03. What is this? Answer: A cup." """
    when = turn.asked_at.astimezone().strftime("%Y-%m-%d %H:%M")
    asked = _ended(one_line(turn.question) or _("No question"))
    parts = [f"{turn.id}. {when}. {asked}"]
    if turn.reply:
        parts.append(_("Reply: {reply}", reply=_ended(one_line(turn.reply))))
    return " ".join([*parts, _outcome(turn)])


def _outcome(turn: LoggedTurn) -> str:
    if turn.strategy is None:
        why = one_line(turn.error) if turn.error else _("no reason was noted")
        return _("Failed: {why}", why=why)
    return f"{_(MANNERS[turn.strategy])}: {one_line(turn.text or '')}"


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def _show(turn: LoggedTurn, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(turn.as_plain(), ensure_ascii=False))
        return
    print(line(turn))
    for name, value in _details(turn):
        print(f"{name}: {one_line(value)}")


def _details(turn: LoggedTurn) -> Iterable[tuple[str, str]]:
    """What a person may want to know beyond the line, where there is any."""
    chances = [f"{name} {chance:.0%}" for name, chance in (turn.probabilities or {}).items()]
    flaws = [finding["flaw"] for finding in (turn.quality or {}).get("findings", ())]
    seen = [thing["label"] for thing in (turn.evidence or {}).get("objects") or ()]
    read = [entry["text"] for entry in ((turn.evidence or {}).get("text") or {}).get("lines", ())]
    times = [f"{name} {time:.0f}" for name, time in (turn.timings_ms or {}).items()]
    everything = {
        _("Session"): str(turn.session),
        _("Reason"): turn.reason or "",
        _("To do"): turn.retake or "",
        _("Options"): "; ".join(option["text"] for option in turn.options or ()),
        _("Picture flaws"): ", ".join(flaws),
        _("Things found"): ", ".join(seen),
        _("Text read"): " / ".join(read),
        _("Chances"): ", ".join(chances),
        _("Engine"): " ".join((turn.engine or _p("an engine", "none"), turn.engine_version)),
        _("Wording"): turn.template,
        _("Milliseconds"): ", ".join(times),
        _("Picture"): str(turn.picture_file or _("not kept")) if turn.picture else "",
    }
    return [(name, value) for name, value in everything.items() if value]


def _export(reader: LogReader, form: str, output: Path | None) -> None:
    write, encoding = WRITERS[form]
    if output is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        write(reader.every_turn(), sys.stdout)
        return
    with new_file(output, encoding=encoding) as stream:
        count = write(reader.every_turn(), stream)
    print(_written(_n("{count} turn", "{count} turns", count), output), file=sys.stderr)


def _export_contests(path: Path, output: Path | None) -> None:
    """Items of an evaluation (`logcontests.py`): what was answered, and what the user said."""
    items = contest_items(path)
    if output is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        write_items(items, sys.stdout)
        return
    with new_file(output, encoding="utf-8") as stream:
        count = write_items(items, stream)
    print(_written(_n("{count} item", "{count} items", count), output), file=sys.stderr)


def _delete(reader: LogReader, arguments: argparse.Namespace, path: Path) -> None:
    if arguments.session:
        gone = reader.delete_sessions(arguments.ids)
    else:
        gone = reader.delete_turns(arguments.ids)
    if not gone.turns:
        raise InputError(
            _("There is nothing of that number in the log."),
            remedy=_("List what there is with: whichone log list"),
        )
    _report(gone, path, as_json=arguments.json)


def _report(gone: Deleted, path: Path, *, as_json: bool) -> None:
    aside = damaged(path)
    if as_json:
        print(
            json.dumps(
                {
                    "turns": gone.turns,
                    "pictures": gone.pictures,
                    "is_wiped": gone.is_wiped,
                    "set_aside": [str(file) for file in aside],
                }
            )
        )
        return
    print(
        _(
            "{turns} and {pictures} deleted.",
            turns=_n("{count} turn", "{count} turns", gone.turns),
            pictures=_n("{count} picture", "{count} pictures", gone.pictures),
        )
    )
    if not gone.is_wiped:
        print(_("Another program reads the log just now; the words are gone when it has finished."))
    if aside:
        names = ", ".join(file.name for file in aside)
        print(
            _(
                "A damaged log that was set aside may still hold them, in {folder}: {names}",
                folder=path.parent,
                names=names,
            )
        )


def _written(what: str, output: Path) -> str:
    return _("{what} written to {file}.", what=what, file=one_line(str(output)))
