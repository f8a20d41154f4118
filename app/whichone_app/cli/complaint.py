"""One plain sentence on standard error, whatever the terminal can show."""

from __future__ import annotations

import sys


def say(sentence: str) -> None:
    """Print one line; characters that the terminal does not have become question marks."""
    encoding = sys.stderr.encoding or "utf-8"
    line = f"whichone: {' '.join(sentence.split())}"
    print(line.encode(encoding, "replace").decode(encoding), file=sys.stderr, flush=True)
