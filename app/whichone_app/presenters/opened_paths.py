"""Which picture files were opened in this session; kept in memory only, and gone with it."""

from __future__ import annotations

import threading

MOST = 9


class OpenedPaths:
    """The file that is open, and the last ones; may be told from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._recent: list[str] = []
        self._current: str | None = None
        self._expected: set[str] = set()

    @property
    def current(self) -> str | None:
        """The path of the file that was opened last, or is being opened by `expect`."""
        return self._current

    @property
    def recent(self) -> tuple[str, ...]:
        """Paths without repeats, the last one first."""
        with self._lock:
            return tuple(reversed(self._recent))

    def add(self, path: str) -> None:
        """A file was opened."""
        with self._lock:
            if path in self._recent:
                self._recent.remove(path)
            self._recent = [*self._recent, path][-MOST:]
            if path in self._expected:
                self._expected.discard(path)  # a slow one that was passed by is not current
            else:
                self._current = path

    def expect(self, path: str) -> None:
        """A file will be opened; it counts as the current one from now on."""
        with self._lock:
            self._current = path
            self._expected.add(path)
