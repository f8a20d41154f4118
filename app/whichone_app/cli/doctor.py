"""`whichone doctor`: what works on this machine, and exactly what to install or do.

The most important sentence comes first, then what is broken, what is missing, and what
works.  Exit code 0 where a question can be answered and the answer delivered, else 1.
`--updates` asks instead whether there is a newer WhichOne: 0 where the site answered.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from whichone_core.languages import use_language
from whichone_core.paths import folders
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel

from .. import probe
from ..catalogue import _
from ..doctor import Diagnosis, examine
from ..presenters.doctor_page import lines
from ..presenters.new_version import NewVersion


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help=_("for programs"))
    parser.add_argument(
        "--updates",
        action="store_true",
        help="ask the site of this package now whether there is a newer WhichOne; "
        "it sees your address on the network",
    )
    # For bundles, which have no Python of their own: see findings.ask_child.
    parser.add_argument("--probe", nargs="+", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the diagnosis."""
    if arguments.probe:
        return probe.main(arguments.probe)
    if arguments.updates:
        return ask_for_updates(NewVersion(lambda: settings))
    if arguments.json:
        use_language("en")  # programs read the same in every language
    diagnosis = examine(settings, folders())
    print(as_json(diagnosis) if arguments.json else as_text(diagnosis))
    return 0 if diagnosis.is_usable else 1


def ask_for_updates(page: NewVersion) -> int:
    """Say whom it asks, ask, and print the answer.  Raises WhichOneError."""
    print(page.asking(), file=sys.stderr, flush=True)
    for said in page.work(Cancel()):
        print("\n".join(said))
    return 0


def as_text(diagnosis: Diagnosis) -> str:
    """One line a check, the most important first."""
    return "\n".join(lines(diagnosis))


def as_json(diagnosis: Diagnosis) -> str:
    """The same as one object."""
    return json.dumps(
        {
            "summary": diagnosis.summary,
            "can_answer": diagnosis.can_answer,
            "can_deliver": diagnosis.can_deliver,
            "checks": [asdict(check) for check in diagnosis.checks],
        },
        ensure_ascii=False,
    )
