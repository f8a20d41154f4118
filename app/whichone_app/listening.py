"""The window's ear: F2 to speak a question or a reply, and listening after a question back.

It has a worker of its own; the thread of the microphone hands blocks to that worker through a
queue and touches nothing of Qt.  What it finds comes back through one queued signal (`jobs`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whichone_core.languages import N_
from whichone_core.settings import Listen, Settings

from .bootstrap import build_ear
from .features import Desk, Offer
from .hearing.ear import Ear
from .jobs import QtJobRunner
from .menus import ANSWER_MENU, Command
from .panels import Panels
from .presenters.listening import ListeningPresenter

SPEAK = Command(
    "speak", N_("&Talk"), "F2", N_("speak a question or a reply; again when you are done")
)
SETTINGS = ("listen", "microphone", "recogniser")


class Listening:
    """A feature of the window.  make_ear: what listens, from the settings."""

    def __init__(self, desk: Desk, make_ear: Callable[[Settings], Ear] = build_ear) -> None:
        self._desk = desk
        self._make_ear = make_ear
        self._ear: Ear | None = None
        self._jobs = QtJobRunner(desk.window)
        self._presenter = ListeningPresenter(
            desk.conversation,
            desk.announcer,
            _Lines(desk.panels),
            self._jobs,
            self._opened_ear,
            self._may_open,
            lambda: desk.jobs.is_busy,
            desk.key_of,
        )
        desk.conversation.on_asked_back.append(self._presenter.asked_back)
        desk.conversation.on_command.append(self._presenter.interrupted)
        desk.chosen.subscribe(self._take_up, *SETTINGS)
        desk.quiet.reasons.append(lambda: self.is_listening)

    @property
    def is_listening(self) -> bool:
        return self._jobs.is_busy

    def commands(self) -> Sequence[Offer]:
        return (Offer(ANSWER_MENU, SPEAK, self._presenter.toggle),)

    def close(self) -> None:
        """Close the microphone, wait for its thread, and free what understands speech."""
        self._jobs.close()
        if self._ear is not None:
            self._ear.close()

    def _opened_ear(self) -> Ear:
        """The ear of the settings; kept, as what understands speech takes seconds to load."""
        if self._ear is None:
            self._ear = self._make_ear(self._desk.chosen.current)
        return self._ear

    def _may_open(self) -> bool:
        """Never in the back of somebody who works in another window."""
        is_allowed = self._desk.chosen.current.listen is Listen.WHEN_ASKED
        return is_allowed and self._desk.window.isActiveWindow()

    def _take_up(self, before: Settings, after: Settings) -> None:
        """A changed microphone or recogniser holds from the next utterance on."""
        if (before.microphone, before.recogniser) != (after.microphone, after.recogniser):
            self._presenter.interrupted()
            self._ear = None  # not closed: the worker may still be in the middle of it


class _Lines:
    """The question field and the status line; words that were typed there are never lost."""

    def __init__(self, panels: Panels) -> None:
        self._panels = panels
        self._shown = ""

    def show_question(self, text: str) -> None:
        self._keep_draft()
        self._shown = text
        self._panels.question.show_value(text)
        self._panels.question.selectAll()  # what is typed now takes its place

    def remember(self, question: str) -> None:
        self._keep_draft()
        self._panels.question.history.add(question)

    def show_status(self, text: str) -> None:
        self._panels.status.setText(text)

    def _keep_draft(self) -> None:
        """What is spoken takes the place of what was typed, which Up then brings back."""
        typed = self._panels.question.value
        if typed != self._shown:
            self._panels.question.history.add(typed)
