"""One window for each user: a second start hands its picture and question to the first.

    second start -> local socket (this user's alone) -> first window opens it, says "taken"

The first holds a lock file for as long as it lives; a lock and a socket that a crash left behind
are taken over.  A first window that hangs does not answer: that is said, as "is it running?"
of a program that runs helps nobody (field report 91).
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QLockFile, QObject, QThread
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from whichone_core.errors import DeviceError
from whichone_core.paths import is_there

from .catalogue import _

LONGEST_REQUEST = 1_000_000
"""Bytes; what a system takes as one word of a command is shorter, also with each letter escaped."""
LONGEST_SOCKET = 100
"""Bytes in the path of a socket; systems end at 104 or 108."""
ANSWER_MS = 15_000
"""How long a window may take to answer: milliseconds, but seconds while it starts."""
PAUSE_MS = 50
MOST_GUESTS = 16
"""Connections at a time, the oldest go first: each start has one, for a moment."""
TAKEN = b"taken\n"

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """What a start was asked for; without a picture the window only comes forward."""

    picture: str = ""
    question: str = ""

    def absolute(self) -> Request:
        """The same for a process that stands in another folder."""
        is_file = is_there(self.picture)
        return Request(str(Path(self.picture).absolute()), self.question) if is_file else self

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @staticmethod
    def from_bytes(line: bytes) -> Request | None:
        """What a line asks for, or None for anything else."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(values, dict) or values.keys() != {"picture", "question"}:
            return None
        if not all(isinstance(value, str) and _is_text(value) for value in values.values()):
            return None
        return Request(**values)


class SingleWindow(QObject):
    """The claim to be the first window; folder: where lock and socket lie, made if need be."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._address = _address(folder)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._welcome)
        self._take: Callable[[Request], None] = lambda _request: None
        self._guests: list[QLocalSocket] = []
        self._lock: QLockFile | None = None
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            _LOG.warning("no single window: %s", error)
            self.is_first = True
            return
        self._lock = QLockFile(str(folder / "lock"))
        self._lock.setStaleLockTime(0)  # only the end of its process makes a lock stale
        has_lock = self._lock.tryLock(0)
        # Where no lock can be had at all (a full disk), this window goes alone.
        self.is_first = has_lock or self._lock.error() is not QLockFile.LockError.LockFailedError
        if has_lock:
            self._listen()

    def serve(self, take: Callable[[Request], None]) -> None:
        """Give what later starts were asked for to this window from now on."""
        self._take = take

    def hand_over(self, request: Request, answer_ms: int = ANSWER_MS) -> None:
        """Give a request to the first window.  Raises DeviceError where it does not answer."""
        socket = self._connected(answer_ms)
        if not _is_same_user(socket):  # it could lie where others may put one
            raise _no_answer("the socket belongs to another user")
        socket.write(request.absolute().to_bytes())
        socket.waitForBytesWritten(answer_ms)
        answer = b""
        while not answer.endswith(b"\n") and socket.waitForReadyRead(answer_ms):
            answer += bytes(socket.readAll().data())
        if answer != TAKEN:
            raise _no_answer(f"answered {answer[:40]!r}")

    def _connected(self, within_ms: int) -> QLocalSocket:
        """The first window holds its lock for a moment before it can be reached."""
        left = QDeadlineTimer(within_ms)
        while True:
            socket = QLocalSocket()
            socket.connectToServer(self._address)
            if socket.waitForConnected(within_ms):
                return socket
            if left.hasExpired():
                raise _no_answer(socket.errorString())
            QThread.msleep(PAUSE_MS)

    def close(self) -> None:
        self._server.close()
        if self._lock is not None and self.is_first:
            self._lock.unlock()

    def _listen(self) -> None:
        QLocalServer.removeServer(self._address)  # what a crash left; the lock says it is ours
        if not self._server.listen(self._address):
            _LOG.warning("later starts cannot reach this window: %s", self._server.errorString())

    def _welcome(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(LONGEST_REQUEST)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(lambda socket=socket: self._see_off(socket))
            self._guests.append(socket)
            if len(self._guests) > MOST_GUESTS:
                self._guests[0].abort()
            self._read(socket)

    def _see_off(self, socket: QLocalSocket) -> None:
        if socket in self._guests:
            self._guests.remove(socket)
        socket.deleteLater()

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() >= LONGEST_REQUEST:
                socket.abort()
            return
        request = Request.from_bytes(bytes(socket.readLine().data()))
        if request is None or not _is_same_user(socket):
            socket.abort()
            return
        socket.write(TAKEN)
        socket.flush()
        self._take(request)


def _address(folder: Path) -> str:
    """A socket's path, elsewhere where that is too long; on Windows the name of a pipe."""
    digest = hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    if sys.platform == "win32":
        return f"whichone-{digest}"
    own = folder / "socket"
    if len(os.fsencode(own)) <= LONGEST_SOCKET:
        return str(own)
    runtime = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    return str(Path(runtime) / f"whichone-{os.getuid()}-{digest}")


def _is_text(value: str) -> bool:
    """Whether it can be a name of a file, in which odd bytes are odd characters."""
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        return False
    return "\0" not in value


def _is_same_user(socket: QLocalSocket) -> bool:
    """Whether the other end is this user's; elsewhere than on Linux the socket's rights say so."""
    if not sys.platform.startswith("linux"):
        return True
    import socket as sockets
    import struct

    end = sockets.socket(fileno=os.dup(int(socket.socketDescriptor())))
    with end:
        found = end.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, struct.calcsize("3i"))
    _process, user, _group = struct.unpack("3i", found)
    return bool(user == os.getuid())


def _no_answer(cause: str) -> DeviceError:
    return DeviceError(
        _("WhichOne is open already, but its window does not answer."),
        remedy=_("Close that window, or end it, then start again."),
        cause=cause,
    )
