"""Whether a window can be opened here, found out without Qt.

Qt ends the whole process where the display that is named does not answer, so this asks
first.  Windows and macOS always have one.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

CONNECT_S = 2.0


def has_display(environ: Mapping[str, str] = os.environ) -> bool:
    """True where a Wayland or X11 display answers, or Qt is told to draw off the screen."""
    if not sys.platform.startswith("linux"):
        return True
    wanted = environ.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if wanted in {"offscreen", "minimal", "vnc"}:
        return True
    if wanted.startswith("xcb"):
        return _x11_answers(environ.get("DISPLAY", ""))
    if wanted.startswith("wayland"):
        return _wayland_answers(environ)
    if wanted:  # a platform that Qt has no plug-in for, or one without windows
        return False
    return _wayland_answers(environ) or _x11_answers(environ.get("DISPLAY", ""))


def _wayland_answers(environ: Mapping[str, str]) -> bool:
    name = environ.get("WAYLAND_DISPLAY", "")
    folder = environ.get("XDG_RUNTIME_DIR", "")
    return bool(name) and _connects(str(Path(folder) / name))


def _x11_answers(display: str) -> bool:
    """Whether an X server listens: a socket file for ":1", TCP for "host:1"."""
    parts = re.fullmatch(r"(?:unix/?)?([^:]*):(\d+)(?:\.\d+)?", display)
    if parts is None:
        return False
    host, number = parts.group(1), int(parts.group(2))
    if host:
        return _connects((host, 6000 + number))
    path = f"/tmp/.X11-unix/X{number}"
    return _connects("\0" + path) or _connects(path)


def _connects(address: str | tuple[str, int]) -> bool:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(CONNECT_S)
        try:
            probe.connect(address)
        except OSError:
            return False
        return True
