"""Long work off the user interface's thread, its results back on it, in order.

    start(work) -> one worker thread iterates work(cancel) -> one queued signal -> deliver, ended

There is one worker, so the assistant is never entered twice at a time, and one signal, so
what arrives keeps its order (field report 40).  A job that was cancelled delivers nothing
more, from that moment on: what it had under way is thrown away here, not in every caller.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from whichone_core.bytecode import mended
from whichone_core.errors import ModelError, WhichOneError
from whichone_core.types.cancelling import Cancel

from .catalogue import _

_LOG = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class _Job(Generic[T]):
    work: Callable[[Cancel], Iterable[T]]
    deliver: Callable[[T], None]
    ended: Callable[[WhichOneError | None], None]
    cancel: Cancel


@dataclass(frozen=True, eq=False)
class _Parcel:
    """What travels from the worker to the user interface."""

    job: _Job[object]
    unpack: Callable[[], None]
    is_last: bool = False


class QtJobRunner(QObject):
    """Runs one job at a time; create it on the user interface's thread."""

    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="whichone-job")
        self._current: object | None = None
        self._is_closed = False
        self._arrived.connect(self._unpack, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether a job runs whose results are still wanted."""
        return self._current is not None

    def start(
        self,
        work: Callable[[Cancel], Iterable[T]],
        deliver: Callable[[T], None],
        ended: Callable[[WhichOneError | None], None],
    ) -> None:
        """Run work after whatever runs now, which is cancelled.

        deliver gets every item and ended the error that stopped it, or None: both are called
        on the thread that made the runner, and never after a cancel.  Once closed, as where a
        timer of the window still ends, nothing happens.
        """
        self.cancel()
        if self._is_closed:
            return
        job = _Job(work, deliver, ended, Cancel())
        self._current = job
        self._executor.submit(self._run, job)

    def cancel(self) -> None:
        """Ask the current job to stop and forget it; without one nothing happens."""
        if isinstance(self._current, _Job):
            self._current.cancel.request()
        self._current = None

    def close(self) -> None:
        """Cancel, and wait for the worker to come to its next stage and end."""
        self.cancel()
        self._is_closed = True
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: _Job[T]) -> None:
        """On the worker: every item and the end become parcels."""
        error: WhichOneError | None = None
        try:
            for item in job.work(job.cancel):
                self._send(job, lambda item=item: job.deliver(item))  # type: ignore[misc]
        except WhichOneError as known:
            error = known
        except Exception as unknown:  # noqa: BLE001 - the last stop before the thread's end
            _LOG.error("a job failed", exc_info=unknown)
            mended(unknown)  # then trying again helps
            error = ModelError(
                _("Something unexpected went wrong."),
                remedy=_("Please try again."),
                cause=f"{type(unknown).__name__}: {unknown}",
            )
        self._send(job, lambda: job.ended(error), is_last=True)

    def _send(self, job: _Job[T], unpack: Callable[[], None], *, is_last: bool = False) -> None:
        if not job.cancel.is_requested:
            self._arrived.emit(_Parcel(job, unpack, is_last))  # type: ignore[arg-type]

    @Slot(object)
    def _unpack(self, parcel: _Parcel) -> None:
        if parcel.job is not self._current:
            return
        if parcel.is_last:
            self._current = None
        parcel.unpack()
