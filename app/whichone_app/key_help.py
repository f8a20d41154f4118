"""The keys as the user chose them, and the commands that tell of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtWidgets import QApplication
from whichone_core.errors import StorageError, WhichOneError

from .announcer import Announcer
from .catalogue import _, _n
from .dialog_help import what_here
from .keys_file import read_keys, write_usual_keys
from .presenters.advice import what_now
from .presenters.commands import CommandTable, key_lines
from .presenters.conversation import Conversation
from .settings_window.sheet import Sheet


class KeyHelp:
    """usual: every command with its default key; file: None where nobody chose keys."""

    def __init__(
        self,
        usual: CommandTable,
        file: Path | None,
        conversation: Conversation,
        announcer: Announcer,
    ) -> None:
        self._usual = usual
        self._file = file
        self._conversation = conversation
        self._announcer = announcer
        self._problems: list[WhichOneError] = []
        self.table = self._chosen()

    @property
    def runs(self) -> Mapping[str, Callable[[], object]]:
        """What the commands of the Help menu do."""
        return {
            "keys": self.tell_keys,
            "what now": self.tell_what_now,
            "change keys": self.tell_of_file,
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
        """All keys; in a dialog those that hold there."""
        if not self._has_told_of_dialog():
            self._conversation.show_help(key_lines(self.table))

    def tell_what_now(self) -> None:
        """What can be done now, or what can be done in the dialog that the user is in."""
        if self._has_told_of_dialog():
            return
        self._announcer.silence()
        advice = what_now(self._conversation.situation, self.table.spoken_key)
        self._conversation.tell(" ".join(advice))

    def tell_of_file(self) -> None:
        """Make the file where there is none, and say where it is."""
        if self._file is None:
            self._conversation.tell(_("The keys cannot be changed here."))
            return
        try:
            write_usual_keys(self._file, self._usual)
        except StorageError as error:
            self._conversation.report(error)
            return
        self._conversation.tell(
            _(
                "The keys stand in the file {file}. Open it with a text editor; what you change "
                "there holds from the next start.",
                file=self._file,
            )
        )

    def _has_told_of_dialog(self) -> bool:
        dialog = QApplication.activeWindow()
        if not isinstance(dialog, Sheet):
            return False
        self._announcer.silence()
        dialog.tell(what_here(dialog))
        return True

    def _chosen(self) -> CommandTable:
        if self._file is None:
            return self._usual
        try:
            choices = read_keys(self._file)
        except WhichOneError as error:
            self._problems = [error]
            return self._usual
        table, problems = self._usual.with_keys(choices)
        self._problems = list(problems)
        return table
