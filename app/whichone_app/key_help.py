"""The keys as the user chose them, and the commands that tell of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget
from whichone_core.errors import StorageError, WhichOneError

from .announcer import Announcer
from .catalogue import _, _n
from .dialog_help import what_here
from .help_dialog import HelpDialog
from .keys_dialog import KeysDialog
from .keys_file import change_keys, read_keys, write_usual_keys
from .presenters.advice import what_now
from .presenters.commands import CommandTable
from .presenters.conversation import Conversation
from .presenters.key_choice import KeyChoices
from .settings_window.sheet import Sheet


class KeyHelp:
    """usual: every command with its default key; file: None where nobody chose keys.

    window: what the dialog of the keys belongs to.
    """

    def __init__(
        self,
        usual: CommandTable,
        file: Path | None,
        window: QWidget,
        conversation: Conversation,
        announcer: Announcer,
    ) -> None:
        self._usual = usual
        self._file = file
        self._window = window
        self._conversation = conversation
        self._announcer = announcer
        self._problems: list[WhichOneError] = []
        self.choices = self._chosen()
        self._dialog: KeysDialog | None = None
        self._help: HelpDialog | None = None

    @property
    def table(self) -> CommandTable:
        """Every command with the key that it has now."""
        return self.choices.table

    @property
    def runs(self) -> Mapping[str, Callable[[], object]]:
        """What the commands of the Help menu do."""
        return {
            "keys": self.tell_keys,
            "what now": self.tell_what_now,
            "change keys": self.show_keys,
        }

    def tell_problems(self) -> None:
        """Say what is wrong with the user's keys: the first thing, and how many more."""
        if not self._problems:
            return
        said = [self._problems[0].spoken]
        if more := len(self._problems) - 1:
            said.append(
                _n(
                    "In the keys file one more line is wrong too.",
                    "In the keys file {count} more lines are wrong too.",
                    more,
                )
            )
        self._conversation.tell(" ".join(said))

    def tell_keys(self) -> None:
        """The list of all commands and their keys; in a dialog, what can be done there."""
        if self._has_told_of_dialog():
            return
        self._announcer.silence()
        if self._help is None:
            self._help = HelpDialog(
                self._window,
                self._announcer,
                lambda: self.table,
                lambda: self._conversation.situation,
                self._do,
            )
        self._help.open_sheet()

    def _do(self, name: str) -> None:
        """Give a command as its menu does."""
        action = self._window.findChild(QAction, name)
        if action is not None:
            action.trigger()

    def tell_what_now(self) -> None:
        """What can be done now, or what can be done in the dialog that the user is in."""
        if self._has_told_of_dialog():
            return
        self._announcer.silence()
        advice = what_now(self._conversation.situation, self.table.spoken_key)
        self._conversation.tell(" ".join(advice))

    def show_keys(self) -> None:
        """Open the dialog in which keys are changed."""
        if self._dialog is None:
            self._dialog = KeysDialog(self._window, self._announcer, self.choices, self.where)
        self._dialog.open_sheet()

    def where(self) -> str:
        """Which file the keys stand in; it is made where there is none."""
        if self._file is None:
            return _("The keys are kept in no file here.")
        try:
            write_usual_keys(self._file, self._usual)
        except StorageError as error:
            return error.spoken
        return _(
            "The keys stand in the file {file}. What is changed there with a text editor holds "
            "from the next start.",
            file=self._file,
        )

    def _has_told_of_dialog(self) -> bool:
        dialog = QApplication.activeWindow()
        if not isinstance(dialog, Sheet) or not dialog.isVisible():
            return False
        self._announcer.silence()
        dialog.tell(what_here(dialog))
        return True

    def _chosen(self) -> KeyChoices:
        read: Mapping[str, str] = {}
        unread: list[WhichOneError] = []
        try:
            read = read_keys(self._file) if self._file is not None else {}
        except WhichOneError as error:
            unread = [error]
        choices = KeyChoices(self._usual, read, self._keep)
        self._problems = [*unread, *choices.problems]
        return choices

    def _keep(self, changes: Mapping[str, str | None]) -> None:
        if self._file is not None:
            write_usual_keys(self._file, self._usual)
            change_keys(self._file, changes)
