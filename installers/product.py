"""What is said about the product in every package: names, versions, sentences for permissions."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from .steps import BuildError

ROOT = Path(__file__).resolve().parents[1]

NAME = "WhichOne"
PROGRAM = "whichone"
BUNDLE_ID = "invalid.whichone.WhichOne"
"""Under this name macOS keeps what the user allowed.  It begins with a domain, and none belongs to
the project: who publishes puts theirs here once, and keeps it."""
SUMMARY = "visual assistant for blind and low-vision people"
DESCRIPTION = (
    "WhichOne answers a question about a picture, aloud, on this computer.  It chooses how to "
    "answer: directly, by a list, by one question back, or by saying that it can't tell and how "
    "to take a better picture.  Nothing leaves the computer unless you choose a server."
)
NOBODY = "WhichOne authors <nobody@whichone.invalid>"
"""Stands in a package as long as nobody says who answers for it: the domain "invalid" is kept free
for such a purpose (RFC 2606), and mail to it fails at once."""

MAINTAINER_VARIABLE = "WHICHONE_MAINTAINER"

BUILD_ONLY = frozenset({
    "pyinstaller", "pyinstaller-hooks-contrib", "altgraph", "macholib", "hatchling", "pathspec",
    "trove-classifiers", "pip", "setuptools", "pefile", "pywin32-ctypes",
})  # fmt: skip
"""Used to make a bundle, not part of it.  PyInstaller's loader is, under GPL-2.0-or-later with
the exception that lets programs of any licence be bundled by it."""

USAGE = {
    "NSCameraUsageDescription": "WhichOne takes a picture when you ask it to, to answer your "
    "question about it. The picture stays on this computer.",
    "NSMicrophoneUsageDescription": "WhichOne listens while you speak a question. What you say "
    "stays on this computer.",
}
"""What macOS asks the user with, read out by VoiceOver."""


def maintainer(environ: Mapping[str, str] = os.environ) -> str:
    """Who answers for a package, "Name <address>", from WHICHONE_MAINTAINER, else NOBODY.

    Raises BuildError for what Debian's packages do not take.
    """
    named = environ.get(MAINTAINER_VARIABLE, "").strip()
    if named and not re.fullmatch(r"[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>", named):
        raise BuildError(f"{MAINTAINER_VARIABLE} must be like: Ada Example <ada@example.org>")
    return named or NOBODY


def version() -> str:
    """The version that the package has, read without importing it."""
    text = (ROOT / "core" / "whichone_core" / "version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__\s*=\s*"([^"]+)"', text)
    if found is None:
        raise ValueError("core/whichone_core/version.py names no version")
    return found.group(1)
