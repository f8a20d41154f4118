"""What the conversation needs from the world around it: a view, a voice, jobs, an assistant.

The window implements these with Qt; `fake.py` beside it implements them for tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from whichone_core.errors import WhichOneError
from whichone_core.events import Event
from whichone_core.types.answers import Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame

T = TypeVar("T")


class View(Protocol):
    """What is on the screen; all of it is text, so that a braille display has it too."""

    def show_picture(self, frame: Frame, description: str) -> None:
        """Show the picture; the description is its accessible name."""
        ...

    def describe_picture(self, description: str) -> None:
        """Say better what the picture that is shown is like."""
        ...

    def show_lines(self, lines: Sequence[str]) -> None:
        """The answer so far, one sentence a line, none of them empty."""
        ...

    def show_options(self, options: Sequence[Option]) -> None:
        """What can be chosen now; nothing hides the list."""
        ...

    def show_status(self, text: str) -> None:
        """One short line on what is going on; it is not announced."""
        ...

    def show_busy(self, is_busy: bool) -> None:
        """Whether work is going on; the view then calls `Conversation.tick` each second."""
        ...

    def show_headline(self, text: str) -> None:
        """News for the window's title, for a user who is in another window."""
        ...

    def clear_question(self) -> None:
        """Make room for the next question."""
        ...

    def restore_question(self, text: str) -> None:
        """Put a question back that was not answered, unless another one was begun."""
        ...

    def copy(self, text: str) -> None:
        """Put text on the clipboard."""
        ...


class Voice(Protocol):
    """One voice for everything that is said: the screen reader's or the application's."""

    def say(self, text: str, language: str = "") -> None:
        """Say this after what is being said.

        language: that it was written in, where that may not be the one that is used now.
        """
        ...

    def silence(self) -> None:
        """Stop now, and forget what was still to be said."""
        ...


class Jobs(Protocol):
    """Runs one piece of work at a time beside the user interface (see `jobs.py`)."""

    @property
    def is_busy(self) -> bool: ...

    def start(
        self,
        work: Callable[[Cancel], Iterable[T]],
        deliver: Callable[[T], None],
        ended: Callable[[WhichOneError | None], None],
    ) -> None: ...

    def cancel(self) -> None: ...


class Partner(Protocol):
    """The part of `whichone_core.assistant.Assistant` that a conversation uses."""

    @property
    def is_starting(self) -> bool: ...

    def release(self) -> int: ...

    def open(self, frame: Frame) -> None: ...

    def inspect(self, cancel: Cancel) -> Iterator[Event]: ...

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]: ...

    def reply(self, text: str, cancel: Cancel) -> Iterator[Event]: ...

    def compare(self, cancel: Cancel) -> Iterator[Event]: ...

    @property
    def can_be_corrected(self) -> bool: ...

    def correct(self, text: str, cancel: Cancel) -> Iterator[Event]: ...
