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
from whichone_core.log.logcontests import contest_items, write_items
from whichone_core.log.logedit import Deleted
from whichone_core.log.logexport import new_file, write_csv, write_jsonl
from whichone_core.log.logreader import LoggedTurn, LogReader
from whichone_core.log.logschema import damaged
from whichone_core.paths import folders
from whichone_core.records import one_line
from whichone_core.settings import LogConsent, Settings

DEFAULT_LIMIT = 20
MANNERS = {
    "direct": "Answer",
    "infer": "Answer, inferred",
    "list": "List",
    "clarify": "Asked back",
    "abstain": "Could not tell",
}
WRITERS = {"csv": (write_csv, "utf-8-sig"), "jsonl": (write_jsonl, "utf-8")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    listing = actions.add_parser("list", help="the newest turns, one a line")
    listing.add_argument("--search", default="", metavar="WORDS", help="turns with all these words")
    listing.add_argument(
        "--limit", type=positive, default=DEFAULT_LIMIT, metavar="N", help="how many"
    )
    listing.add_argument("--before", type=positive, metavar="ID", help="only turns before this one")

    show = actions.add_parser("show", help="all that is known of one turn")
    show.add_argument("id", type=positive, metavar="ID")

    export = actions.add_parser("export", help="write all turns out")
    export.add_argument("--format", choices=sorted(WRITERS), default="jsonl")
    export.add_argument(
        "--contests", action="store_true", help="only answers called wrong, as JSON lines"
    )
    export.add_argument("--output", type=Path, metavar="FILE", help="instead of standard output")

    delete = actions.add_parser("delete", help="delete turns, or sessions, and their pictures")
    delete.add_argument("ids", type=positive, nargs="+", metavar="ID")
    delete.add_argument("--session", action="store_true", help="the numbers are of sessions")

    forget = actions.add_parser("forget", help="delete what was asked in the last minutes")
    forget.add_argument("minutes", type=minutes, metavar="MINUTES")

    path = actions.add_parser("path", help="where the log is")
    for action in (listing, show, delete, forget, path):
        action.add_argument("--json", action="store_true", help="for programs")


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


positive.__name__ = "number"
minutes.__name__ = "number of minutes"


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
        print(f"For older ones: whichone log list --before {turns[-1].id}")


def _nothing(arguments: argparse.Namespace, settings: Settings) -> str:
    if arguments.search or arguments.before:
        return "No such turns in the log."
    if settings.log is LogConsent.OFF:
        return 'The log is empty, because the setting log is "off": nothing is kept.'
    return "The log is empty."


def line(turn: LoggedTurn) -> str:
    """A turn in one line: "12. 2026-11-29 14:03. What is this? Answer: A cup." """
    when = turn.asked_at.astimezone().strftime("%Y-%m-%d %H:%M")
    asked = _ended(one_line(turn.question) or "No question")
    reply = f" Reply: {_ended(one_line(turn.reply))}" if turn.reply else ""
    return f"{turn.id}. {when}. {asked}{reply} {_outcome(turn)}"


def _outcome(turn: LoggedTurn) -> str:
    if turn.strategy is None:
        return f"Failed: {one_line(turn.error or 'no reason was noted')}"
    return f"{MANNERS[turn.strategy]}: {one_line(turn.text or '')}"


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
        "Session": str(turn.session),
        "Reason": turn.reason or "",
        "To do": turn.retake or "",
        "Options": "; ".join(option["text"] for option in turn.options or ()),
        "Picture flaws": ", ".join(flaws),
        "Things found": ", ".join(seen),
        "Text read": " / ".join(read),
        "Chances": ", ".join(chances),
        "Engine": f"{turn.engine or 'none'} {turn.engine_version}",
        "Wording": turn.template,
        "Milliseconds": ", ".join(times),
        "Picture": str(turn.picture_file or "not kept") if turn.picture else "",
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
    print(f"{_counted(count, 'turn')} written to {output}.", file=sys.stderr)


def _export_contests(path: Path, output: Path | None) -> None:
    """Items of an evaluation (`logcontests.py`): what was answered, and what the user said."""
    items = contest_items(path)
    if output is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        write_items(items, sys.stdout)
        return
    with new_file(output, encoding="utf-8") as stream:
        count = write_items(items, stream)
    print(f"{_counted(count, 'item')} written to {output}.", file=sys.stderr)


def _delete(reader: LogReader, arguments: argparse.Namespace, path: Path) -> None:
    if arguments.session:
        gone = reader.delete_sessions(arguments.ids)
    else:
        gone = reader.delete_turns(arguments.ids)
    if not gone.turns:
        raise InputError(
            "There is nothing of that number in the log.",
            remedy="List what there is with: whichone log list",
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
    print(f"{_counted(gone.turns, 'turn')} and {_counted(gone.pictures, 'picture')} deleted.")
    if not gone.is_wiped:
        print("Another program reads the log just now; the words are gone when it has finished.")
    if aside:
        names = ", ".join(file.name for file in aside)
        print(f"A damaged log that was set aside may still hold them, in {path.parent}: {names}")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
