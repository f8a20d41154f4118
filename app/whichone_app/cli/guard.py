"""Runs a command so that whatever happens a user gets one sentence and an exit code.

This is the command line's one broad except (see the design's three places).
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable

from whichone_core.errors import (
    DeviceError,
    InputError,
    ModelError,
    SetupError,
    WhichOneError,
)
from whichone_core.settings import Settings

from ..bootstrap import load, start_log_file
from .complaint import say

log = logging.getLogger(__name__)

EXIT_CODES: dict[type[WhichOneError], int] = {
    SetupError: 2,
    InputError: 3,
    DeviceError: 3,
    ModelError: 4,
}
"""Everything else of the tree (StorageError) is 1."""

Command = Callable[[argparse.Namespace, Settings], int]


def run(command: Command, arguments: argparse.Namespace) -> int:
    """Load the settings, run the command, and turn every failure into a sentence."""
    try:
        start_log_file()
        settings = _settings(arguments)
        code = command(arguments, settings)
        sys.stdout.flush()
    except WhichOneError as error:
        return report(error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader went away (`whichone log list | head`): nothing is wrong, say nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        log.exception("unexpected failure of a command")
        say("Something went wrong inside WhichOne; the details are in its log file.")
        return 1
    return code


def _settings(arguments: argparse.Namespace) -> Settings:
    """The settings; the doctor works with wrong ones too, for it says what is wrong in them."""
    try:
        return load(arguments)
    except SetupError:
        if arguments.command != "doctor":
            raise
        return Settings()


def report(error: WhichOneError) -> int:
    """Say an error on standard error and give its exit code."""
    log.warning("%s: %s (%s)", type(error).__name__, error.sentence, error.cause)
    say(error.spoken)
    return next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 1)
