"""An output module of speech-dispatcher that writes what it is to speak into a pipe.

speech-dispatcher starts it and talks to it on standard input and output, by its module
protocol.  Its own "generic" module, which runs a command for each text, now and then waits
for ever when it is stopped at the wrong moment, and takes the screen reader with it.

Run as: capture_module.py PIPE
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_SETTINGS = {
    "SET": ("203 OK RECEIVING SETTINGS", "203 OK SETTINGS RECEIVED"),
    "AUDIO": ("207 OK RECEIVING AUDIO SETTINGS", "203 OK AUDIO INITIALIZED"),
    "LOGLEVEL": ("207 OK RECEIVING LOGLEVEL SETTINGS", "203 OK LOGLEVEL SET"),
}
_TEXTS = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")
_TAG = re.compile(r"<[^>]*>")


def answer(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def body(lines: Iterator[str]) -> list[str]:
    """The lines up to a lone dot; a dot that stands for itself was doubled."""
    found = []
    for line in lines:
        if line == ".":
            break
        found.append(line.removeprefix(".") if line.startswith("..") else line)
    return found


def plain(text: str) -> str:
    """Text without the marks that screen readers put between words."""
    return " ".join(html.unescape(_TAG.sub("", text)).split(" ")).strip("\n")


def serve(lines: Iterator[str], pipe: Path) -> None:
    """Obey commands until QUIT or the end of the input."""
    for command in lines:
        if command in _SETTINGS:
            receiving, received = _SETTINGS[command]
            answer(receiving)
            body(lines)
            answer(received)
        elif command in _TEXTS:
            answer("202 OK RECEIVING MESSAGE")
            text = plain(" ".join(body(lines)))
            with pipe.open("a", encoding="utf-8") as spoken:
                spoken.write(f"{text}\n")
            answer("200 OK SPEAKING", "701 BEGIN", "702 END")
        elif command == "INIT":
            answer("299-capture", "299 OK LOADED SUCCESSFULLY")
        elif command == "LIST VOICES":
            answer("200-capture\ten\tnone", "200 OK VOICE LIST SENT")
        elif command.startswith("DEBUG"):
            answer("200 OK DEBUGGING OFF")
        elif command == "QUIT":
            answer("210 OK QUIT")
            return


if __name__ == "__main__":
    serve((line.rstrip("\n") for line in sys.stdin), Path(sys.argv[1]))
