"""A view, a voice and jobs that remember what they were told, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from whichone_core.errors import WhichOneError
from whichone_core.events import Event, QualityChecked
from whichone_core.types.answers import Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport

T = TypeVar("T")


@dataclass
class RecordingView:
    """What would be on the screen now."""

    picture: str = ""
    lines: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    status: str = ""
    headline: str = ""
    question: str = ""
    clipboard: str = ""
    is_busy: bool = False

    def show_picture(self, frame: Frame, description: str) -> None:
        self.picture = description

    def describe_picture(self, description: str) -> None:
        self.picture = description

    def show_lines(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)

    def show_options(self, options: Sequence[Option]) -> None:
        self.options = tuple(options)

    def show_status(self, text: str) -> None:
        self.status = text

    def show_busy(self, is_busy: bool) -> None:
        self.is_busy = is_busy

    def show_headline(self, text: str) -> None:
        self.headline = text

    def clear_question(self) -> None:
        self.question = ""

    def restore_question(self, text: str) -> None:
        self.question = self.question or text

    def copy(self, text: str) -> None:
        self.clipboard = text


@dataclass
class RecordingVoice:
    """What was said since it was last asked to be silent, and how often that was."""

    said: list[str] = field(default_factory=list)
    silences: int = 0
    languages: list[str] = field(default_factory=list)
    """Of each text that is in said; "" for the one that is used now."""

    def say(self, text: str, language: str = "") -> None:
        self.said.append(text)
        self.languages.append(language)

    def silence(self) -> None:
        self.said.clear()
        self.languages.clear()
        self.silences += 1


class StepwiseJobs:
    """Jobs that go on only when told to: one result with `step`, all of them with `finish`."""

    def __init__(self) -> None:
        self.cancel_request = Cancel()
        self._steps: Iterator[None] | None = None

    @property
    def is_busy(self) -> bool:
        return self._steps is not None

    def start(
        self,
        work: Callable[[Cancel], Iterable[T]],
        deliver: Callable[[T], None],
        ended: Callable[[WhichOneError | None], None],
    ) -> None:
        self.cancel()
        self.cancel_request = Cancel()
        self._steps = self._run(work, deliver, ended)

    def cancel(self) -> None:
        self.cancel_request.request()
        self._steps = None

    def step(self) -> None:
        """Let the current job deliver its next result, or its end."""
        if self._steps is not None:
            next(self._steps, None)

    def finish(self) -> None:
        """Let the current job run to its end."""
        while self.is_busy:
            self.step()

    def _run(
        self,
        work: Callable[[Cancel], Iterable[T]],
        deliver: Callable[[T], None],
        ended: Callable[[WhichOneError | None], None],
    ) -> Iterator[None]:
        error: WhichOneError | None = None
        try:
            for item in work(self.cancel_request):
                deliver(item)
                yield
        except WhichOneError as known:
            error = known
        self._steps = None
        ended(error)


class ScriptedPartner:
    """An assistant that plays one prepared stream of events for each turn, in order.

    inspected: what it finds in every picture that is opened.
    """

    def __init__(self, *turns: Iterable[Event], inspected: Iterable[Event] = ()) -> None:
        self._turns = iter(turns)
        self._inspected = tuple(inspected) or (QualityChecked(QualityReport()),)
        self.heard: list[tuple[str, str]] = []
        """("ask", "reply", "correct" or "compare", text) for each turn."""
        self.frames: list[Frame] = []
        self.is_starting = False
        self.can_be_corrected = True
        self.held_bytes = 0

    def release(self) -> int:
        freed, self.held_bytes = self.held_bytes, 0
        return freed

    def open(self, frame: Frame) -> None:
        self.frames.append(frame)

    def inspect(self, cancel: Cancel) -> Iterator[Event]:
        return iter(self._inspected)

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]:
        self.heard.append(("ask", text))
        return iter(next(self._turns))

    def reply(self, text: str, cancel: Cancel) -> Iterator[Event]:
        self.heard.append(("reply", text))
        return iter(next(self._turns))

    def correct(self, text: str, cancel: Cancel) -> Iterator[Event]:
        self.heard.append(("correct", text))
        return iter(next(self._turns))

    def compare(self, cancel: Cancel) -> Iterator[Event]:
        self.heard.append(("compare", ""))
        return iter(next(self._turns))
