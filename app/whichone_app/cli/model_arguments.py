"""The words of `whichone models`: its actions, what each takes, and what `--help` says of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from whichone_core.languages import N_

from ..catalogue import _

ACTIONS = {
    "list": N_("say what is installed, and what can be pulled"),
    "get": N_("pull a model unless it is here, test it, and use it"),
    "pull": N_("fetch a model of the list, verify and test it"),
    "verify": N_("compare every byte with what was installed"),
    "use": N_("choose the model that answers from now on"),
    "test": N_("ask a model about pictures with known answers"),
    "remove": N_("delete a model from this computer"),
    "import": N_("install a model from files, a folder or a zip"),
    "quantize": N_("make a smaller copy of an F16 model"),
}
KINDS = ("Q4_K_M", "Q5_K_M", "Q8_0", "F16")

_LONG = ("get", "pull", "verify", "use", "test", "import", "quantize")
"""What may take minutes, and speaks meanwhile where that is wanted."""
_TESTING = ("pull", "use", "import", "quantize")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar=_("ACTION"), required=True)
    for name, line in ACTIONS.items():
        said = _(line)
        action = actions.add_parser(name, help=said, description=f"whichone models {name}: {said}.")
        _add_what(name, action)
        if name in _LONG:
            action.add_argument("--speak", action="store_true", help=_("say aloud what is printed"))
        if name in _TESTING:
            action.add_argument("--no-test", action="store_true", help=_("leave the self-test out"))
        if name == "get":
            action.set_defaults(no_test=False)


def _add_what(name: str, action: argparse.ArgumentParser) -> None:
    """What an action is about."""
    if name == "list":
        action.add_argument("--json", action="store_true", help=_("one JSON object, for programs"))
    elif name == "import":
        action.add_argument(
            "files",
            metavar=_("FILE"),
            nargs="+",
            type=Path,
            help=_("the two GGUF files of a model, or a folder or a zip with them"),
        )
    elif name == "verify":
        action.add_argument(
            "name",
            metavar=_("NAME"),
            nargs="?",
            help=_("of an installed model; all where none is given"),
        )
    else:
        fetched = name in ("get", "pull")
        of = _("as whichone models list says it") if fetched else _("of an installed model")
        action.add_argument("name", metavar=_("NAME"), help=of)
    if name == "quantize":
        _add_kind(action)
    if name in ("import", "quantize"):
        action.add_argument(
            "--name", dest="new_name", metavar=_("NEW"), default="", help=_("how it is called here")
        )


def _add_kind(action: argparse.ArgumentParser) -> None:
    """What a smaller copy is to be like."""
    action.add_argument(
        "--kind",
        metavar=_("KIND"),
        choices=KINDS,
        default=KINDS[0],
        help=_(
            "{kinds} or {last}, smallest first; {first} without it",
            kinds=", ".join(KINDS[:-1]),
            last=KINDS[-1],
            first=KINDS[0],
        ),
    )
    action.add_argument("--imatrix", metavar=_("FILE"), type=Path, help=_("an importance matrix"))
