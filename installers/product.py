"""What is said about the product in every package: names, versions, sentences for permissions."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

NAME = "WhichOne"
PROGRAM = "whichone"
BUNDLE_ID = "io.github.whichone.WhichOne"
SUMMARY = "visual assistant for blind and low-vision people"
DESCRIPTION = (
    "WhichOne answers a question about a picture, aloud, on this computer.  It chooses how to "
    "answer: directly, by a list, by one question back, or by saying that it can't tell and how "
    "to take a better picture.  Nothing leaves the computer unless you choose a server."
)
MAINTAINER = "The WhichOne authors <whichone@localhost>"
"""No address is known that somebody reads; who publishes packages puts theirs here."""

USAGE = {
    "NSCameraUsageDescription": "WhichOne takes a picture when you ask it to, to answer your "
    "question about it. The picture stays on this computer.",
    "NSMicrophoneUsageDescription": "WhichOne listens while you speak a question. What you say "
    "stays on this computer.",
}
"""What macOS asks the user with, read out by VoiceOver."""


def version() -> str:
    """The version that the package has, read without importing it."""
    text = (ROOT / "core" / "whichone_core" / "version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__\s*=\s*"([^"]+)"', text)
    if found is None:
        raise ValueError("core/whichone_core/version.py names no version")
    return found.group(1)
