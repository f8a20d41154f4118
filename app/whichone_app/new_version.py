"""The menu Help, New version: a dialog that says what it would contact, and asks when told to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_

from .announcer import Announcer
from .catalogue import _
from .features import Desk, Offer
from .jobs import QtJobRunner
from .menus import Command
from .presenters.new_version import NewVersion
from .presenters.view import Jobs
from .settings_window.pages import Page
from .settings_window.sheet import button

COMMAND = Command(
    "new version",
    N_("New &version…"),
    "Ctrl+Shift+I",
    N_("see whether there is a newer WhichOne; nothing is contacted before you say so"),
)


class NewVersionDialog(Page):
    """What would be asked, then what was answered; one site is contacted by one button."""

    def __init__(self, window: QWidget, announcer: Announcer, page: NewVersion, jobs: Jobs) -> None:
        self._page = page
        self._jobs = jobs
        self._is_answered = False
        self.ask_button = button(N_("Ask now"), self.ask)
        super().__init__(window, announcer, N_("New version"), self.ask_button)

    def open_sheet(self) -> None:
        """Show and say what Ask now would do; whatever was asked before is asked anew."""
        self._is_answered = False
        self.word()
        super().open_sheet()
        before = self._page.before()
        self.tell(" ".join(before[:2]), before[0])

    def word(self) -> None:
        if not self._is_answered and not self._jobs.is_busy:
            self.text.show_lines(self._page.before())

    def ask(self) -> None:
        """Contact the site."""
        try:
            self.tell(self._page.asking())
        except WhichOneError as error:
            self._fail(error)
            return
        if not self._jobs.is_busy:
            self._jobs.start(self._page.work, self._show, self._ended)

    def stop(self) -> bool:
        if not self._jobs.is_busy:
            return False
        self._jobs.cancel()
        self.tell(_("Stopped."))
        return True

    def _show(self, lines: tuple[str, ...]) -> None:
        self._is_answered = True
        self.text.show_lines(lines)
        self.tell(lines[0])

    def _ended(self, error: WhichOneError | None) -> None:
        if error is not None:
            self._fail(error)

    def _fail(self, error: WhichOneError) -> None:
        self._is_answered = True
        self.text.show_lines((error.spoken,))
        self.tell(error.spoken)


class NewVersionFeature:
    """Offers the command; the dialog is made when it is first asked for, and kept."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._jobs = QtJobRunner(desk.window)
        self._dialog: NewVersionDialog | None = None

    def commands(self) -> Sequence[Offer]:
        """One command."""
        return (Offer("&Help", COMMAND, self.show),)

    def close(self) -> None:
        """Give up what is being asked."""
        self._jobs.close()

    def show(self) -> None:
        """Open the dialog."""
        if self._dialog is None:
            page = NewVersion(lambda: self._desk.chosen.current)
            desk = self._desk
            self._dialog = NewVersionDialog(desk.window, desk.announcer, page, self._jobs)
        self._dialog.open_sheet()
