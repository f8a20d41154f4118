"""Wishes to delete, in the log's thread: noted, told of where they wait, granted, if late."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from whichone_core.log.logedit import Deleted, Erasure
from whichone_core.log.undone import Undone

log = logging.getLogger(__name__)

Delayed: TypeAlias = Callable[[str, bool], None]
"""Told once, in the log's thread, that a deletion has to wait: why, in a sentence, and whether
the wish outlives this program."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be deleted, and who is told: done, what went; delayed, that it waits."""

    erasure: Erasure
    done: Callable[[Deleted], None] | None = None
    delayed: Delayed | None = None
    unwritten: int = 0
    """Turns that had not been written yet, and never will be."""
    is_noted: bool = False


class Wishes:
    """Keeps what is still to be deleted beyond the end of this program.  path: of the log."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._undone = Undone(path)
        self._late: list[Deleted] = []
        self._tell: Callable[[Deleted], None] | None = None

    def left_over(self) -> list[Wish]:
        """What an earlier start could not delete; nothing where the log itself is gone."""
        wishes = [Wish(one, self._went_late, is_noted=True) for one in self._undone.all()]
        if self._path.exists():
            return wishes
        for wish in wishes:
            self.granted(wish)
        return []

    def tell_late(self, tell: Callable[[Deleted], None]) -> None:
        """Tell of what was left over and is deleted, also of what was before this."""
        self._tell = tell
        for gone in self._late:
            tell(gone)
        self._late.clear()

    def noted(self, wish: Wish) -> Wish:
        """The wish, noted where it could be."""
        try:
            self._undone.note(wish.erasure)
        except OSError as error:
            log.warning("a deletion could not be noted: %s", error)
            return wish
        return replace(wish, is_noted=True)

    def granted(self, wish: Wish) -> None:
        """It is done; what stays noted is deleted once more later, which harms nothing."""
        try:
            if wish.is_noted:
                self._undone.done(wish.erasure)
        except OSError as error:
            log.warning("a deletion stays noted: %s", error)

    def _went_late(self, gone: Deleted) -> None:
        if self._tell is None:
            self._late.append(gone)
        else:
            self._tell(gone)


def tell_delays(waiting: list[Any], why: str) -> None:
    """Tell each wish among what waits once that it does."""
    for index, wish in enumerate(waiting):
        if isinstance(wish, Wish) and wish.delayed is not None:
            waiting[index] = replace(wish, delayed=None)
            wish.delayed(why, wish.is_noted)
