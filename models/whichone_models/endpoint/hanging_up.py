"""Hanging up: a request that waits for a server ends at once, wherever it waits.

Closing a response from another thread does not wake a read that waits for the next byte, and
before the first byte there is no response.  So the sockets of a request are noted as they are
made (the HTTP library's trace hook), and shut down.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from typing import Protocol


class _Traced(Protocol):
    extensions: dict[str, object]


class Lines:
    """The open sockets of one client; `cut` shuts them and all that are made later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._is_cut = False

    def watch(self, request: _Traced) -> None:
        """Hook for every request: have its sockets noted."""
        request.extensions["trace"] = self._note

    def cut(self) -> None:
        """Shut every socket; those that are still being made follow as they are there."""
        with self._lock:
            self._is_cut = True
            sockets, self._sockets = self._sockets, []
        for each in sockets:
            _shut(each)

    def _note(self, name: str, info: Mapping[str, object]) -> None:
        if not name.endswith(("connect_tcp.complete", "start_tls.complete")):
            return
        found = getattr(info.get("return_value"), "get_extra_info", lambda _name: None)("socket")
        if not isinstance(found, socket.socket):
            return
        with self._lock:
            self._sockets.append(found)
            is_late = self._is_cut
        if is_late:
            _shut(found)


def _shut(each: socket.socket) -> None:
    """Below TLS, so that a read in another thread just sees the end."""
    try:
        socket.socket.shutdown(each, socket.SHUT_RDWR)
    except OSError:
        return  # it was closed already, which is what we want
