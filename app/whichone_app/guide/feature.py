"""The user guide as a part of the window: one command in the menu Help."""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.languages import N_

from ..features import Desk, Offer
from ..menus import Command
from .dialog import GuideDialog

MENU = N_("&Help")


class Guide:
    """Makes the dialog when it is first asked for, and keeps it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.dialog: GuideDialog | None = None

    def commands(self) -> Sequence[Offer]:
        """The user guide."""
        command = Command("guide", N_("&User guide…"), "Ctrl+Shift+F1", N_("read the user guide"))
        return (Offer(MENU, command, self.show),)

    def close(self) -> None:
        """Nothing is held."""

    def show(self) -> None:
        if self.dialog is None:
            desk = self._desk
            self.dialog = GuideDialog(desk.window, desk.announcer, desk.changed_keys)
        self.dialog.open_sheet()
