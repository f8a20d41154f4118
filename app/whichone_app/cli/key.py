"""`whichone key`: the key of a model server, kept in the system's keyring and nowhere else.

It is typed unseen or comes on standard input, never as an argument, which the shell's history
and every other program could read.  It is never shown again.
"""

from __future__ import annotations

import argparse
import sys

from whichone_core.languages import N_
from whichone_core.settings import Settings
from whichone_models.endpoint.address import Address, read_address
from whichone_models.endpoint.keys import LONGEST, forget_key, keep_key, read_key

from ..catalogue import _, _n
from .complaint import visible

MOST_NAMED = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their option."""
    actions = parser.add_subparsers(dest="action", metavar=_("ACTION"), required=True)
    actions.add_parser("set", help=_("keep a key: type or paste it, or give it on standard input"))
    actions.add_parser("forget", help=_("take the key out of the keyring"))
    actions.add_parser("check", help=_("ask the server which models it has; sends no picture"))
    for action in actions.choices.values():
        action.add_argument(
            "--server", metavar=_("ADDRESS"), help=_("instead of the one in the setting server")
        )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do one action.  Raises SetupError, InputError and ModelError."""
    address = read_address(settings.server)
    match arguments.action:
        case "set":
            keep_key(address, _typed(address))
            print(_("The key for {server} is kept in the keyring.", server=address.spoken))
        case "forget":
            was_kept = forget_key(address)
            said = (
                N_("The key is gone for {server}.")
                if was_kept
                else N_("No key was kept for {server}.")
            )
            print(_(said, server=address.spoken))
        case _:
            print(_checked(address))
    return 0


def _typed(address: Address) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.read(LONGEST + 1)
    import getpass

    return getpass.getpass(_("Key for {server}, not shown while you type: ", server=address.spoken))


def _checked(address: Address) -> str:
    from whichone_models.endpoint.openai_server import OpenAIServer

    key = read_key(address)
    models = OpenAIServer(address, "", key).models()
    named = ", ".join(visible(model) for model in models[:MOST_NAMED])
    used = _("with your key") if key else _("without a key")
    if not models:
        return _("{server} answers {used}, but has no models.", server=address.spoken, used=used)
    count = _n("{count} model", "{count} models", len(models))
    return _(
        "{server} answers {used}. It has {count}: {named}.",
        server=address.spoken,
        used=used,
        count=count,
        named=named,
    )
