"""How this WhichOne came here, and what follows for who lacks a part of it.

There are two ways: as a package that is whole (a bundle: an installer for Windows, a .dmg, a .deb,
an archive), which has no pip and no folder to run `make` in; and as Python packages, with extras.
"""

from __future__ import annotations

import sys

from whichone_core.catalogue import _

LEFT_OUT = frozenset({"whisper"})
"""Extras that no bundle has: PyAV, which it needs, holds GPL code."""

OPTIONAL = frozenset({"local"})
"""Extras that a bundle can be made without."""


def is_bundle() -> bool:
    """Whether this process is a bundle's own program (PyInstaller sets `sys.frozen`)."""
    return bool(getattr(sys, "frozen", False))


def has_pyttsx3() -> bool:
    """Whether the voice pyttsx3 can be here.

    On Linux that voice is espeak-ng (GPL) as a library, so the bundle for Linux comes without it
    and starts espeak-ng as the program that it is.
    """
    return not (is_bundle() and sys.platform.startswith("linux"))


def part_remedy(extra: str, command: str = "") -> str:
    """What to do where a part of WhichOne is not installed, as one sentence to be spoken.

    extra: the extra of pyproject.toml that it belongs to.  command: what gets it as well, in a
    clone.
    """
    if is_bundle():
        if extra in LEFT_OUT:
            return _("WhichOne's packages come without it. The quick recogniser is inside.")
        if extra in OPTIONAL:
            return _("This package was made without it. Install WhichOne's full package.")
        return _("A part of WhichOne is damaged or missing. Install it again.")
    if command:
        return _(
            "Install WhichOne with its extra called {extra}, or run: {command}",
            extra=extra,
            command=command,
        )
    return _("Install WhichOne with its extra called {extra}.", extra=extra)


def model_command(name: str) -> str:
    """The command that gets a language model, and in a clone also what runs it."""
    return f"whichone models get {name}" if is_bundle() else f"make run MODEL={name}"
