"""PortAudio for whoever needs it just now, with a fresh list of devices.

PortAudio numbers devices when it starts, and the numbers go stale when something is plugged in
or out (field report 88).  So it starts anew whenever nobody uses it; while somebody does, that
would pull the stream away from under them, and the list stays as it is.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import trouble

_LOCK = threading.Lock()
_USERS: set[object] = set()


def acquire(user: object) -> Any:
    """The module sounddevice, until `release`; raises DeviceError where it can't be used."""
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise trouble.no_library(error) from error
    with _LOCK:
        if not _USERS:
            _restart(sounddevice)
        _USERS.add(user)
    return sounddevice


def release(user: object) -> None:
    """No stream of this user is open any more; may be called twice."""
    with _LOCK:
        _USERS.discard(user)


@contextmanager
def in_use() -> Iterator[Any]:
    """The module sounddevice while the block runs."""
    user = object()
    try:
        yield acquire(user)
    finally:
        release(user)


def _restart(sounddevice: Any) -> None:
    """The only way in which sounddevice looks for devices again."""
    try:
        sounddevice._terminate()
        sounddevice._initialize()
    except sounddevice.PortAudioError as error:
        raise trouble.none_there(str(error)) from error
