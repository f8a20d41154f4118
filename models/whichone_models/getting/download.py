"""One large file over a bad network: .part, resume, checksum, and only then its name.

A transfer goes on from what is there with a Range request, after every cut, stall, "busy" and
after the end of the program; it never trusts a length.  Only a file whose SHA-256 is the one
that the hub announced gets its name.  A part that turns out wrong is thrown away and fetched
once more; twice wrong is the server's fault and is said.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.disk import Cancelled, Progress, checksum, need_room, refusal

from .hub import (
    OFFLINE_REMEDY,
    UNREACHABLE,
    Hub,
    Passing,
    RemoteFile,
    SmallFile,
    broken,
    refused,
)

if TYPE_CHECKING:
    import httpx2

Told = TypeVar("Told")
_POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited for what, in seconds.

    stall_s: without a byte, before the connection is given up and begun anew.
    tries: in a row without a single new byte.  longest_s: that a server may ask to wait.
    pause: waits so many seconds, or less once cancelled.
    """

    connect_s: float = 15.0
    stall_s: float = 30.0
    tries: int = 6
    longest_s: float = 300.0
    pause: Callable[[float, Cancel], None] | None = None

    def wait(self, failures: int, asked_s: float, cancel: Cancel) -> None:
        """Wait before the next try: 1, 2, 4 ... 30 s, or what the server asked for."""
        seconds = asked_s or min(30.0, 2.0 ** (failures - 1))
        (self.pause or _pause)(seconds, cancel)


def _pause(seconds: float, cancel: Cancel) -> None:
    until = time.monotonic() + seconds
    while not cancel.is_requested and (left := until - time.monotonic()) > 0:
        time.sleep(min(_POLL_S, left))


def find(
    hub: Hub, repository: str, name: str, revision: str, patience: Patience, cancel: Cancel
) -> RemoteFile:
    """Ask the hub about a file, again where it is busy.  Raises ModelError and Cancelled."""
    return patiently(lambda: hub.find(repository, name, revision), patience, cancel)


def patiently(ask: Callable[[], Told], patience: Patience, cancel: Cancel) -> Told:
    """Ask a server, again where it is busy.  Raises ModelError and Cancelled.

    Where the network cannot even be reached, nothing is waited for: that is said at once.
    """
    failures = 0
    while True:
        try:
            return ask()
        except Passing as passing:
            failures += 1
            is_unreachable = passing.error.sentence == _(UNREACHABLE)
            if is_unreachable or _is_enough(passing, failures, patience):
                raise passing.error from passing
            patience.wait(failures, passing.wait_s, cancel)
        if cancel.is_requested:
            raise Cancelled


class Transfer:
    """Fetches files of a hub into a folder.

    client: made by `hub.session`.
    """

    def __init__(self, hub: Hub, client: httpx2.Client, patience: Patience, cancel: Cancel) -> None:
        self._hub = hub
        self._client = client
        self._patience = patience
        self._cancel = cancel

    def fetch(self, remote: RemoteFile, folder: Path, progress: Progress) -> Path:
        """The file, whole and verified.  Raises ModelError, StorageError and Cancelled."""
        target, part = folder / remote.name, part_of(remote, folder)
        try:
            if target.exists() and not self._is_right(target, remote):
                target.unlink()
            if not target.exists():
                need_room(folder, remote.bytes - _size(part))
                self._complete(remote, part, progress)
                part.replace(target)
        except OSError as error:
            raise refusal(error, folder) from error
        progress(remote.bytes, remote.bytes)
        return target

    def _complete(self, remote: RemoteFile, part: Path, progress: Progress) -> None:
        """Fill the part until it is right; one that is wrong is thrown away once."""
        for is_last in (False, True):
            self._fill(remote, part, progress)
            if self._is_right(part, remote):
                return
            part.unlink()
            if is_last:
                raise ModelError(
                    _("What the server sent as {name} is not what it announced.", name=remote.name),
                    remedy=_("Try again later, or from another network."),
                    cause=f"twice another SHA-256 than {remote.sha256}",
                )

    def _fill(self, remote: RemoteFile, part: Path, progress: Progress) -> None:
        """Go on until the part is as long as the file, whatever happens on the way."""
        failures = 0
        while (have := _size(part)) != remote.bytes:
            if self._cancel.is_requested:
                raise Cancelled
            if have > remote.bytes:
                part.unlink()
                have = 0
            progress(have, remote.bytes)
            try:
                self._receive(remote, part, have, progress)
                passing = Passing(ModelError(_("The connection broke."), remedy=_(OFFLINE_REMEDY)))
            except Passing as caught:
                passing = caught
            if self._cancel.is_requested:
                raise Cancelled
            if _size(part) == remote.bytes:
                return
            failures = 1 if _size(part) > have else failures + 1
            if _is_enough(passing, failures, self._patience):
                raise passing.error from passing
            self._patience.wait(failures, passing.wait_s, self._cancel)
            remote = self._found_again(remote)

    def _found_again(self, remote: RemoteFile) -> RemoteFile:
        """Ask anew where the file is: signed addresses end after some minutes."""
        try:
            again = self._hub.find(remote.repository, remote.name, remote.commit)
        except Passing:
            return remote
        if (again.sha256, again.bytes) != (remote.sha256, remote.bytes):
            raise ModelError(
                _("{name} changed on the server meanwhile.", name=remote.name),
                remedy=_("Pull the model again."),
                cause=f"{again.sha256} instead of {remote.sha256}",
            )
        return again

    def _receive(self, remote: RemoteFile, part: Path, have: int, progress: Progress) -> None:
        """One request: append what comes.  Raises Passing, ModelError and OSError."""
        import httpx2

        headers = {"Accept-Encoding": "identity"} | login_for(remote)
        if have:
            headers["Range"] = f"bytes={have}-"
        try:
            with (
                self._client.stream("GET", remote.url, headers=headers) as response,
                _ended_by(self._cancel, response),
            ):
                start = _start(response, remote, have)
                with part.open("r+b" if start else "wb") as stream:
                    stream.seek(start)
                    stream.truncate()
                    for chunk in response.iter_bytes():
                        stream.write(chunk[: remote.bytes - stream.tell()])
                        progress(stream.tell(), remote.bytes)
                        if self._cancel.is_requested or stream.tell() >= remote.bytes:
                            break
        except httpx2.HTTPError as error:
            raise broken(error) from error

    def _is_right(self, path: Path, remote: RemoteFile) -> bool:
        return _size(path) == remote.bytes and (
            checksum(path, cancel=self._cancel) == remote.sha256
        )


def part_of(remote: RemoteFile, folder: Path) -> Path:
    """The unfinished file; its name holds the checksum, so that versions are never mixed."""
    return folder / f"{remote.name}.{remote.sha256[:12]}.part"


def login_for(remote: RemoteFile | SmallFile) -> dict[str, str]:
    """The login of huggingface_hub, for the hub alone: where a file lies may be another's."""
    from huggingface_hub import get_token

    token = None if remote.is_elsewhere else get_token()
    return {"Authorization": f"Bearer {token}"} if token else {}


def _start(response: httpx2.Response, remote: RemoteFile, have: int) -> int:
    """The byte at which the answer begins.  Raises Passing and ModelError."""
    if response.status_code == 416:
        return _again("the server has not so many bytes")
    if response.status_code == 206:
        found = re.match(r"bytes ([0-9]{1,15})-", response.headers.get("Content-Range", ""))
        if found is None or int(found[1]) > have:
            return _again(f"asked from {have}: {response.headers.get('Content-Range')}")
        return int(found[1])
    if response.status_code == 200:
        return 0  # it does not know Range: from the beginning, then
    if response.status_code in (401, 403) and remote.is_elsewhere:
        return _again("a signed address that has ended")
    raise refused(remote.name, response)


def _again(cause: str) -> int:
    raise Passing(
        ModelError(
            _("The server sends something else than it was asked for."),
            remedy=_("Try again later, or from another network."),
            cause=cause,
        )
    )


def _is_enough(passing: Passing, failures: int, patience: Patience) -> bool:
    return failures > patience.tries or passing.wait_s > patience.longest_s


@contextmanager
def _ended_by(cancel: Cancel, response: httpx2.Response) -> Iterator[None]:
    """Break the connection when cancel is requested: a read that waits ends at once."""
    over = threading.Event()
    stream = response.extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None

    def watch() -> None:
        while not over.wait(_POLL_S):
            if cancel.is_requested and isinstance(connection, socket.socket):
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    return  # it has ended by itself
                return

    watcher = threading.Thread(target=watch, name="download cancel", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
