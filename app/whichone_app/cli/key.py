"""`whichone key`: the key of a model server, kept in the system's keyring and nowhere else.

It is typed unseen or comes on standard input, never as an argument, which the shell's history
and every other program could read.  It is never shown again.
"""

from __future__ import annotations

import argparse
import sys

from whichone_core.settings import Settings
from whichone_models.endpoint.address import Address, read_address
from whichone_models.endpoint.keys import LONGEST, forget_key, keep_key, read_key

from .complaint import visible

MOST_NAMED = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their option."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("set", help="keep a key: type or paste it, or give it on standard input")
    actions.add_parser("forget", help="take the key out of the keyring")
    actions.add_parser("check", help="ask the server which models it has; sends no picture")
    for action in actions.choices.values():
        action.add_argument(
            "--server", metavar="ADDRESS", help="instead of the one in the setting server"
        )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do one action.  Raises SetupError, InputError and ModelError."""
    address = read_address(settings.server)
    match arguments.action:
        case "set":
            keep_key(address, _typed(address))
            print(f"The key for {address.spoken} is kept in the keyring.")
        case "forget":
            was_kept = forget_key(address)
            print(f"{'The key is gone' if was_kept else 'No key was kept'} for {address.spoken}.")
        case _:
            print(_checked(address))
    return 0


def _typed(address: Address) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.read(LONGEST + 1)
    import getpass

    return getpass.getpass(f"Key for {address.spoken}, not shown while you type: ")


def _checked(address: Address) -> str:
    from whichone_models.endpoint.openai_server import OpenAIServer

    key = read_key(address)
    models = OpenAIServer(address, "", key).models()
    named = ", ".join(visible(model) for model in models[:MOST_NAMED])
    used = "with your key" if key else "without a key"
    if not models:
        return f"{address.spoken} answers {used}, but has no models."
    count = f"{len(models)} model{'s' if len(models) != 1 else ''}"
    return f"{address.spoken} answers {used}. It has {count}: {named}."
