"""Another engine, model or log, taken up between two questions while the window stays open.

    settings change -> use(settings) -> next question: build, take over, close the old one

All of that happens in the worker that answers, so no question is ever asked of an assistant
that is being closed.  Where the new one cannot be made, the old one goes on, and that is said.
So does a model that answers where the one that was chosen instead is missing, damaged or too
large for the memory that both need (with what the old one gives back); what else was changed
holds all the same.  Memory may come free: then the next question is the new model's.
A study keeps what it began with: its log belongs to its participants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QTimer
from whichone_core.assistant import Assistant
from whichone_core.errors import WhichOneError
from whichone_core.events import Event, Remarked
from whichone_core.languages import N_
from whichone_core.log.sessionlog import SessionLog
from whichone_core.ports import TurnLog
from whichone_core.settings import Settings
from whichone_core.settings_sources import with_values
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame
from whichone_models.trusting.memory_need import MemoryShortError

from . import local_model
from .catalogue import _
from .features import Desk, Offer

SETTINGS = (
    "engine",
    "model",
    "idle_minutes",
    "server",
    "server_model",
    "double_check",
    "ask_more",
    "log",
    "saliency",
)
"""What an assistant is told when it is made; its language is one more."""

NEXT = N_("It holds from the next question on.")
GOES_ON = N_("What answered before goes on answering.")


class RenewedAssistant:
    """A partner of the conversation that is made anew when its settings changed.

    build: raises WhichOneError where the settings cannot be followed.
    """

    def __init__(self, build: Callable[[Settings], Assistant], settings: Settings) -> None:
        self._build = build
        self._assistant = build(settings)
        self._wanted = settings
        self._made_of = _made_of(settings)
        self._asked_for: _MadeOf | None = self._made_of
        """What was tried last; None where that is to be tried at every question."""
        self._too_large: tuple[str, int] | None = None
        """The mark of a model that there was no memory for, as was told already."""
        self._is_study = settings.study

    def use(self, settings: Settings) -> None:
        """Follow these settings from the next question on; any thread may call it."""
        if settings.model != self._wanted.model:
            self._too_large = None  # who chooses it anew hears it anew
        self._wanted = settings

    @property
    def log(self) -> TurnLog:
        return self._assistant.log

    @property
    def is_starting(self) -> bool:
        return self._assistant.is_starting

    @property
    def held_bytes(self) -> int:
        return self._assistant.held_bytes

    def release(self) -> int:
        return self._assistant.release()

    @property
    def can_be_corrected(self) -> bool:
        return self._assistant.can_be_corrected

    def open(self, frame: Frame) -> None:
        self._assistant.open(frame)

    def inspect(self, cancel: Cancel) -> Iterator[Event]:
        return self._assistant.inspect(cancel)

    def compare(self, cancel: Cancel) -> Iterator[Event]:
        yield from self._renewed()
        yield from self._assistant.compare(cancel)

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]:
        yield from self._renewed()
        yield from self._assistant.ask(text, cancel)

    def reply(self, text: str, cancel: Cancel) -> Iterator[Event]:
        yield from self._renewed()
        yield from self._assistant.reply(text, cancel)

    def correct(self, text: str, cancel: Cancel) -> Iterator[Event]:
        yield from self._renewed()
        yield from self._assistant.correct(text, cancel)

    def close(self) -> None:
        """End the one that answers now."""
        self._assistant.close()

    def _renewed(self) -> Iterator[Event]:
        """Make a new assistant where the settings ask for it; a failure is told once."""
        settings = with_values(self._wanted, {"study": False})  # one needs a restart
        made_of = _made_of(settings)
        if self._is_study or made_of == self._asked_for:
            return
        wanted = self._asked_for = made_of
        if (refusal := self._refusal(made_of, settings)) is not None:
            if not self._waits(refusal, made_of):
                yield _refused(refusal)
            settings = with_values(settings, {"model": self._made_of.model})
            made_of = replace(made_of, mark=self._made_of.mark)
        if made_of == self._made_of:
            return
        try:
            fresh = self._build(settings)
        except WhichOneError as error:
            self._asked_for = wanted
            yield _refused(error)
            return
        old, self._assistant = self._assistant, fresh
        self._made_of = made_of
        fresh.take_over(old)
        old.close()
        if isinstance(fresh.log, SessionLog) and isinstance(old.log, SessionLog):
            fresh.log.go_on_from(old.log)

    def _refusal(self, made_of: _MadeOf, settings: Settings) -> WhichOneError | None:
        """Why one model does not give way to another; None where it does."""
        is_other = made_of.mark != self._made_of.mark
        if not (is_other and made_of.is_local and self._made_of.is_local):
            return None
        try:
            local_model.need_whole(settings)
            local_model.need_room(settings, self._assistant.held_bytes, self._made_of.model)
        except WhichOneError as error:
            return error
        return None

    def _waits(self, refusal: WhichOneError, made_of: _MadeOf) -> bool:
        """Whether a model goes on waiting for room, of which the user has heard."""
        if not isinstance(refusal, MemoryShortError):
            return False
        self._asked_for = None
        told, self._too_large = self._too_large, made_of.mark
        return told == made_of.mark


@dataclass(frozen=True, slots=True)
class _MadeOf:
    """What an assistant depends on.  mark: of its model (`local_model.chosen_mark`)."""

    engine: str
    values: tuple[object, ...]
    mark: tuple[str, int]

    @property
    def model(self) -> str:
        return self.mark[0]

    @property
    def is_local(self) -> bool:
        """Whether a language model of this computer is meant."""
        return self.engine in ("auto", "local") and bool(self.model)


def _made_of(settings: Settings) -> _MadeOf:
    """The model counts by its mark; it may be noted beside the models."""
    values = tuple(getattr(settings, name) for name in SETTINGS if name != "model")
    mark = local_model.chosen_mark(settings)
    return _MadeOf(settings.engine, (*values, settings.language_code), mark)


def _refused(error: WhichOneError) -> Event:
    return Remarked(" ".join((error.spoken, _(GOES_ON))))


class Renewing:
    """Hands changed settings to the assistant, and says from when on they hold."""

    def __init__(self, desk: Desk) -> None:
        self._talk = desk.conversation
        self._window = desk.window
        self._assistant = desk.assistant
        if is_renewed(desk):
            desk.chosen.subscribe(self._changed, *SETTINGS)

    def commands(self) -> Sequence[Offer]:
        """None: it follows the settings."""
        return ()

    def close(self) -> None:
        """The assistant belongs to whoever made it."""

    def _changed(self, before: Settings, after: Settings) -> None:
        if isinstance(self._assistant, RenewedAssistant):
            self._assistant.use(after)
            if any(getattr(before, name) != getattr(after, name) for name in SETTINGS):
                # After what is said of the change itself.
                QTimer.singleShot(0, self._window, lambda: self._talk.tell(_(NEXT)))


def is_renewed(desk: Desk) -> bool:
    """Whether this window's assistant follows the settings while it is open."""
    return isinstance(desk.assistant, RenewedAssistant) and not desk.settings.study
