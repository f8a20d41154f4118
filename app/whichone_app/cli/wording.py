"""The command line's language before any option is read: `--help` and what is wrong in a command.

argparse has its own words ("usage", "unrecognized arguments"), and looks them up with a `gettext`
of its own, which is given our catalogue here.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Mapping

from whichone_core.errors import SetupError
from whichone_core.languages import N_, use_language
from whichone_core.paths import folders
from whichone_core.settings_file import text_of
from whichone_core.system_language import system_language

from ..catalogue import _, _n

VARIABLE = "WHICHONE_LANGUAGE"
_AUTO = "auto"

ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
)
"""argparse's own sentences; where another Python words one otherwise, that one stays English."""


def speak_early(environ: Mapping[str, str] = os.environ) -> None:
    """Use the language of the environment, the settings file or the system, and tell argparse.

    What is wrong with the settings is said later, where they are loaded.
    """
    wanted = environ.get(VARIABLE) or _in_settings_file()
    use_language(system_language() if wanted == _AUTO else wanted)
    vars(argparse).update({"_": _, "ngettext": _counted})


def _in_settings_file() -> str:
    """The setting `language` of the file; pydantic would take longer than all else here."""
    try:
        found = tomllib.loads(text_of(folders().settings_file)).get("language", _AUTO)
    except (OSError, ValueError, RecursionError, SetupError):
        return _AUTO
    return found if isinstance(found, str) else _AUTO


def _counted(one: str, many: str, count: int) -> str:
    if one == "expected %s argument":
        return _n("expected %s argument", "expected %s arguments", count)
    return one if count == 1 else many
