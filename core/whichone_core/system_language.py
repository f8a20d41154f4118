"""The language that this computer's user has chosen for all programs.

POSIX says it in the environment, as GNU's gettext reads it: `LANGUAGE` (several, best first),
which counts only where `LC_ALL`, `LC_MESSAGES` or `LANG` name a language at all.  Windows tells
the language of its own windows, macOS keeps a list in the user's preferences.  `LANGUAGE` is
heard everywhere, as nobody sets it by accident.
"""

from __future__ import annotations

import ctypes
import locale
import os
import plistlib
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from whichone_core.languages import LANGUAGES, family

_NONE = ("C", "POSIX")
_PREFERENCES = "Library/Preferences/.GlobalPreferences.plist"


def system_language(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """The first of the user's languages that WhichOne speaks, by its code; else English."""
    return next((family(one) for one in _wished(environ, platform) if _is_known(one)), "en")


def _is_known(code: str) -> bool:
    return family(code) in LANGUAGES


def _wished(environ: Mapping[str, str], platform: str) -> Iterable[str]:
    """Codes or names of locales, best first."""
    listed = environ.get("LANGUAGE", "").split(":")
    if platform == "win32":
        return (*listed, _of_windows())
    if platform == "darwin":
        return (*listed, *_of_macos(Path.home() / _PREFERENCES))
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    one = next(filter(None, names), "C")
    return (one,) if one.partition(".")[0] in _NONE else (*listed, one)


@cache
def _of_windows() -> str:
    """The language of Windows' own menus; not run here (docs/platforms.md)."""
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - elsewhere there is none
    return locale.windows_locale.get(kernel.GetUserDefaultUILanguage(), "")


@cache
def _of_macos(preferences: Path) -> tuple[str, ...]:
    """The list in the system's settings; programs started from the Dock get no LANG."""
    try:
        with preferences.open("rb") as stream:
            found = plistlib.load(stream).get("AppleLanguages", ())
    except (OSError, ValueError, AttributeError, plistlib.InvalidFileException):
        return ()
    return tuple(str(one) for one in found) if isinstance(found, list) else ()
