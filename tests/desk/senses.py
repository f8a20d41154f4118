"""What can be told of a program from outside: what was spoken, its accessibility tree, its work."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Heard:
    """What the screen reader said, in order, as it comes.

    ever: all of it; utterances: what came since it was last forgotten.
    """

    utterances: list[str] = field(default_factory=list)
    ever: list[str] = field(default_factory=list)
    _more: threading.Condition = field(default_factory=threading.Condition)

    def add(self, text: str) -> None:
        with self._more:
            self.utterances.append(text)
            self.ever.append(text)
            self._more.notify_all()

    def forget(self) -> None:
        with self._more:
            self.utterances.clear()

    def wait_for(self, pattern: str, timeout_s: float) -> str:
        """The first utterance that matches; AssertionError with what was heard instead."""
        said = self.wait(pattern, timeout_s)
        if said is None:
            raise AssertionError(f"not spoken: {pattern!r}; heard {self.utterances}")
        return said

    def wait(self, pattern: str, timeout_s: float) -> str | None:
        """The first utterance that matches, or None where there is none by then."""

        def found() -> str | None:
            return next((said for said in self.utterances if re.search(pattern, said)), None)

        with self._more:
            return self._more.wait_for(found, timeout_s)


@dataclass
class Control:
    """One element of the accessibility tree."""

    role: str
    name: str
    states: frozenset[str]
    description: str = ""
    text: str | None = None
    children: tuple[Control, ...] = ()

    @staticmethod
    def of(record: dict[str, Any]) -> Control:
        children = tuple(Control.of(child) for child in record.pop("children"))
        states = frozenset(record.pop("states"))
        return Control(states=states, children=children, **record)

    def walk(self) -> Iterator[Control]:
        yield self
        for child in self.children:
            yield from child.walk()


def processor_ns(process: int) -> int:
    """Nanoseconds that a process and its threads ran or stood ready to run (Linux, proc(5))."""
    total = 0
    for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
        try:
            running, waiting, _times = thread.read_text().split()
        except (OSError, ValueError):  # the thread has just ended
            continue
        total += int(running) + int(waiting)
    return total
