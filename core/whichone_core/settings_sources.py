"""Settings put together: command line > environment > file > default, checked where they enter.

A setting can be given as an option of a command, as an environment variable
(WHICHONE_SPEECH_RATE), or in a TOML file (`speech_rate = 0.5`).  Unknown keys and wrong
values are errors that say where they stand and what would be right: a setting that is
silently ignored is worse for someone who cannot see the screen than a program that says so.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from whichone_core.catalogue import _
from whichone_core.errors import SetupError
from whichone_core.paths import HOME_VARIABLE
from whichone_core.registry import suggestion
from whichone_core.settings import Settings, allowed
from whichone_core.settings_file import Given, values_in

PREFIX = "WHICHONE_"
LONGEST_SHOWN = 60
"""Characters of a wrong name or value that a sentence repeats."""
OTHER_VARIABLES = frozenset({HOME_VARIABLE, "WHICHONE_RESEARCH_DATA", "WHICHONE_SERVER_KEY"})
"""Environment variables with our prefix that are not settings."""


def load_settings(
    overrides: Mapping[str, object] | None = None,
    environ: Mapping[str, str] = os.environ,
    file: Path | None = None,
) -> Settings:
    """Put the settings together; what comes first in the docstring above wins.

    overrides: options of the command line; None stands for "not given".
    file: a TOML file; one that does not exist counts as empty.
    Raises SetupError for an unknown key or a wrong value, saying where it stands.
    """
    given = values_in(file) if file is not None else {}
    given |= _from_environment(environ)
    for key, value in (overrides or {}).items():
        if value is not None:
            option = f"--{key.replace('_', '-')}"
            given[key] = Given(value, _("in the option {option}", option=option))
    for key, one in given.items():
        if key not in Settings.model_fields:
            raise SetupError(
                _(
                    "There is no setting called {name!r} ({place}).",
                    name=_short(key),
                    place=one.place[:200],
                ),
                remedy=suggestion(key, Settings.model_fields),
            )
    try:
        return Settings.model_validate({key: one.value for key, one in given.items()})
    except ValidationError as error:
        key = str(error.errors()[0]["loc"][0])
        raise _wrong_value(key, given[key], error) from error


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """The settings with these values instead, checked like any other.

    Raises SetupError for an unknown name or a wrong value, saying what would be right.
    """
    for key in values:
        if key not in Settings.model_fields:
            raise SetupError(
                _("There is no setting called {name!r}.", name=_short(key)),
                remedy=suggestion(key, Settings.model_fields),
            )
    try:
        return Settings.model_validate({**dict(settings), **values})
    except ValidationError as error:
        key = str(error.errors()[0]["loc"][0])
        raise _wrong_value(key, Given(values.get(key), ""), error) from error


def _from_environment(environ: Mapping[str, str]) -> dict[str, Given]:
    """Settings in variables; an empty variable counts as not given."""
    return {
        name.removeprefix(PREFIX).lower(): Given(
            value, _("in the environment variable {name}", name=name)
        )
        for name, value in environ.items()
        if name.startswith(PREFIX) and name not in OTHER_VARIABLES and value != ""
    }


def _wrong_value(key: str, given: Given, error: ValidationError) -> SetupError:
    shown = f'"{_short(given.value)}"' if isinstance(given.value, str) else _short(given.value)
    place = f" ({given.place})" if given.place else ""
    return SetupError(
        _("The setting {key} cannot be {shown}{place}.", key=key, shown=shown, place=place),
        remedy=_("It must be {allowed}.", allowed=allowed(key)),
        cause=str(error),
    )


def _short(value: object) -> str:
    """A value as a sentence repeats it: TOML's true, and no more than can be listened to."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
