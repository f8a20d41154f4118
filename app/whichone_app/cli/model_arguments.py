"""The words of `whichone models`: its actions, what each takes, and what `--help` says of it."""

from __future__ import annotations

import argparse
from pathlib import Path

ACTIONS = {
    "list": "say what is installed, and what can be pulled",
    "get": "pull a model unless it is here, test it, and use it",
    "pull": "fetch a model of the list, verify and test it",
    "verify": "compare every byte with what was installed",
    "use": "choose the model that answers from now on",
    "test": "ask a model about pictures with known answers",
    "remove": "delete a model from this computer",
    "import": "install a model from files, a folder or a zip",
    "quantize": "make a smaller copy of an F16 model",
}
KINDS = ("Q4_K_M", "Q5_K_M", "Q8_0", "F16")

_LONG = ("get", "pull", "verify", "use", "test", "import", "quantize")
"""What may take minutes, and speaks meanwhile where that is wanted."""
_TESTING = ("pull", "use", "import", "quantize")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, line in ACTIONS.items():
        action = actions.add_parser(name, help=line, description=f"whichone models {name}: {line}.")
        _add_what(name, action)
        if name in _LONG:
            action.add_argument("--speak", action="store_true", help="say aloud what is printed")
        if name in _TESTING:
            action.add_argument("--no-test", action="store_true", help="leave the self-test out")
        if name == "get":
            action.set_defaults(no_test=False)


def _add_what(name: str, action: argparse.ArgumentParser) -> None:
    """What an action is about."""
    if name == "list":
        action.add_argument("--json", action="store_true", help="one JSON object, for programs")
    elif name == "import":
        action.add_argument(
            "files",
            metavar="FILE",
            nargs="+",
            type=Path,
            help="the two GGUF files of a model, or a folder or a zip with them",
        )
    elif name == "verify":
        action.add_argument(
            "name", metavar="NAME", nargs="?", help="of an installed model; all where none is given"
        )
    else:
        fetched = name in ("get", "pull")
        of = "as whichone models list says it" if fetched else "of an installed model"
        action.add_argument("name", metavar="NAME", help=of)
    if name == "quantize":
        action.add_argument(
            "--kind",
            metavar="KIND",
            choices=KINDS,
            default=KINDS[0],
            help=f"{', '.join(KINDS[:-1])} or {KINDS[-1]}, smallest first; {KINDS[0]} without it",
        )
        action.add_argument("--imatrix", metavar="FILE", type=Path, help="an importance matrix")
    if name in ("import", "quantize"):
        action.add_argument(
            "--name", dest="new_name", metavar="NEW", default="", help="how it is called here"
        )
