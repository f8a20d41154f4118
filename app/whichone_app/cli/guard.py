"""Runs a command so that whatever happens a user gets one sentence and an exit code.

This is the command line's one broad except (see the design's three places).
"""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from whichone_core.bytecode import mended
from whichone_core.errors import (
    InputError,
    ModelError,
    SetupError,
    StorageError,
    WhichOneError,
)
from whichone_core.full_disk import full_disk
from whichone_core.settings import Settings
from whichone_models.builtin.sessions import PACKAGES, is_short_of_memory

from ..bootstrap import load, start_log_file
from ..catalogue import _
from .complaint import discard, is_output_lost, say

log = logging.getLogger(__name__)

EXIT_CODES: dict[type[WhichOneError], int] = {
    SetupError: 2,
    InputError: 3,
    ModelError: 4,
}
"""Everything else of the tree is 1: a voice or a file that does not work is no bad picture."""

Command = Callable[[argparse.Namespace, Settings], int]


def run(command: Command, arguments: argparse.Namespace) -> int:
    """Load the settings, run the command, and turn every failure into a sentence."""
    interrupts = _Interrupts()
    # Where the log file cannot be begun, Python would write what goes there to the terminal.
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        start_log_file()
        settings = _settings(arguments)
        code = command(arguments, settings)
        sys.stdout.flush()
    except WhichOneError as error:
        return report(full_disk(error) or error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader went away (`whichone log list | head`): nothing is wrong, say nothing.
        discard(sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 (the command line's broad except)
        if interrupts.came:
            return 130
        return report(_translated(error, arguments.command))
    finally:
        interrupts.end()
    return code


class _Interrupts:
    """Remembers Ctrl+C: libraries turn the KeyboardInterrupt that it raises into errors of theirs.

    Does nothing where interrupts are ignored (nohup), or beside a main thread.
    """

    def __init__(self) -> None:
        self.came = False
        is_main = threading.current_thread() is threading.main_thread()
        self._is_on = is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._is_on:
            signal.signal(signal.SIGINT, self._note)

    def end(self) -> None:
        if self._is_on:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        signal.default_int_handler(number, frame)


def _translated(error: Exception, command: str) -> WhichOneError:
    """What can go wrong in every command, as an error of ours; the rest is a fault of ours."""
    if mended(error):
        log.exception("a compiled module was damaged", exc_info=error)
        return StorageError(
            _("Files of WhichOne were damaged on the disk, as by a full one; they are mended now."),
            remedy=_("Please try again."),
            cause=type(error).__name__,
        )
    is_short = isinstance(error, ImportError) and is_short_of_memory(error)
    if isinstance(error, ImportError) and not is_short:
        return _not_installed(error, ModelError if command in {"ask", "run"} else SetupError)
    if isinstance(error, MemoryError) or is_short:
        return ModelError(
            _("There is not enough memory."), remedy=_("Close other programs, then try again.")
        )
    if isinstance(error, OSError) and is_output_lost(error):
        discard(sys.stdout.fileno())
        return StorageError(
            _("The output could not be written."),
            remedy=_("Check the space on the disk that it goes to."),
            cause=str(error),
        )
    full = full_disk(error)
    if full is not None:
        return full
    log.exception("unexpected failure of a command", exc_info=error)
    return StorageError(
        _("Something went wrong inside WhichOne; the details are in its log file."),
        cause=type(error).__name__,
    )


def _not_installed(error: ImportError, kind: type[WhichOneError]) -> WhichOneError:
    module = (error.name or "").partition(".")[0]
    package = PACKAGES.get(module, module)
    return kind(
        _("A part of WhichOne is not installed: {package}.", package=package)
        if package
        else _("A part of WhichOne is not installed."),
        remedy=_("Install WhichOne again."),
        cause=str(error),
    )


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
