"""The language models: what each costs, and everything that can be done with it, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QWidget,
)
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_

from ..announcer import Announcer
from ..asked_twice import AskedTwice
from ..catalogue import _
from ..file_dialog import say_what_is_missing, what_here, word_file_dialog
from ..letter_list import FirstWordList
from ..presenters.model_list import Doing, Entry, ModelList, Work, why_not
from ..presenters.view import Jobs
from ..qt_dialog import fit_file_dialog
from ..window_keys import IN_WINDOW, DeadKeys
from ..wrapped_row import WrappedRow
from .sheet import Sheet, button, called, label, text_view

BUSY = N_("Still working on a model. Escape or Stop ends it.")
STOPPED = N_("Stopped. What was fetched stays, and the next time goes on from there.")
_TEXTS = {
    Doing.FETCH: N_("Fetch"),
    Doing.USE: N_("Use"),
    Doing.TEST: N_("Test"),
    Doing.VERIFY: N_("Verify"),
    Doing.REMOVE: N_("Remove"),
}
_NAME = Qt.ItemDataRole.UserRole


class ModelsDialog(Sheet):
    """The list of models and one piece of work at a time.

    changed: called when a model was installed, chosen or removed.
    """

    keys_here = N_(
        "Choose a model in the list with the arrows. The buttons behind the list fetch it, test "
        "it, use it or remove it."
    )

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        models: ModelList,
        jobs: Jobs,
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(window, announcer, N_("Language models"))
        self.models = models
        self._window = window
        self._jobs = jobs
        self._changed = changed
        self._entries: dict[str, Entry] = {}
        self._file_dialog: QFileDialog | None = None
        self.list = called(FirstWordList(), N_("Models"))
        self.list.setWordWrap(True)
        self.details = text_view(N_("About this model"))
        self.buttons = {doing: self._button(doing) for doing in Doing}
        self._removing = AskedTwice(self.list, self.buttons[Doing.REMOVE])
        self.files_button = button(N_("Import files…"), lambda: self._import(is_folder=False))
        self.folder_button = button(N_("Import a folder…"), lambda: self._import(is_folder=True))
        self.stop_button = button(N_("Stop"), self.stop)
        self._lay_out()
        self.list.currentItemChanged.connect(lambda now, _before: self._show(now))

    def open_sheet(self) -> None:
        """Show what there is now."""
        self.refresh()
        super().open_sheet()
        self.list.setFocus()
        self.tell(self.models.summary())

    def select(self, name: str) -> None:
        """Make a model current."""
        for number in range(self.list.count()):
            if self.list.item(number).data(_NAME) == name:
                self.list.setCurrentRow(number)

    def begin(self, work: Work) -> bool:
        """Start a piece of work unless one goes on; whether it was started."""
        if self._jobs.is_busy:
            self.tell(_(BUSY))
            return False
        self._removing.forget()
        self._jobs.start(work, self.tell, self._ended)
        return True

    def stop(self) -> bool:
        """Give up the work that goes on; whether there was any."""
        if not self._jobs.is_busy:
            return False
        self._jobs.cancel()
        self.tell(_(STOPPED))
        self.refresh()
        return True

    def refresh(self) -> None:
        """Show what there is now; the current model stays current."""
        item = self.list.currentItem()
        current = item.data(_NAME) if item is not None else ""
        self._entries = {entry.name: entry for entry in self.models.entries()}
        with QSignalBlocker(self.list):
            self.list.clear()
            for entry in self._entries.values():
                made = QListWidgetItem(entry.line, self.list)
                made.setData(_NAME, entry.name)
            self.list.setCurrentRow(0)
            self.select(current)
        self._show(self.list.currentItem())

    def word(self) -> None:
        self.refresh()

    # ------------------------------------------------------------------ inside

    def _lay_out(self) -> None:
        self.column.addWidget(label(N_("&Models"), self.list))
        self.column.addWidget(self.list, 4)
        self.column.addWidget(label(N_("A&bout this model"), self.details))
        self.column.addWidget(self.details)
        for row in (
            list(self.buttons.values()),
            [self.files_button, self.folder_button, self.stop_button],
        ):
            line = WrappedRow()
            for each in row:
                line.addWidget(each)
            self.column.addLayout(line)
        self.add_end()

    def _button(self, doing: Doing) -> QPushButton:
        return button(_TEXTS[doing], lambda: self._do(doing))

    def _do(self, doing: Doing) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        name = item.data(_NAME)
        if doing not in self._entries[name].doings:
            self.tell(why_not(doing, name, self._entries[name]))
            return
        if doing is Doing.REMOVE and not self._removing.is_sure(name):
            self.tell(_("Press Remove again to delete {name} from this computer.", name=name))
            return
        self.begin(self.models.work(doing, name))

    def _ended(self, error: WhichOneError | None) -> None:
        if error is not None:
            self.tell(error.spoken)
        known = {*self._entries}
        self.refresh()
        for name in {*self._entries} - known:  # the buttons are for what was imported
            self.select(name)
        self._changed()

    def _show(self, item: QListWidgetItem | None) -> None:
        name = item.data(_NAME) if item is not None else ""
        self._removing.forget(unless=name)
        entry = self._entries.get(name)
        self.details.show_lines(entry.details if entry else (_("No model."),))

    def _import(self, *, is_folder: bool) -> None:
        """Ask for files or a folder; the dialog is made once (see `window.choose_file`)."""
        if self._file_dialog is None:
            self._file_dialog = QFileDialog(self)
            self._file_dialog.filesSelected.connect(self._chosen)
            self._file_dialog.finished.connect(self.activateWindow)
            say_what_is_missing(self._file_dialog, self.tell)
            away = partial(self.tell, _(IN_WINDOW))
            DeadKeys(self._file_dialog, self._window, away, self._tell_where)
        mode = QFileDialog.FileMode.Directory if is_folder else QFileDialog.FileMode.ExistingFiles
        self._file_dialog.setFileMode(mode)
        self._file_dialog.setWindowTitle(_("Import a model"))
        for field in self._file_dialog.findChildren(QLineEdit):
            field.clear()
            field.setCompleter(None)  # type: ignore[arg-type]
        word_file_dialog(self._file_dialog)
        fit_file_dialog(self._file_dialog)
        self._file_dialog.open()

    def _tell_where(self) -> None:
        assert self._file_dialog is not None
        self._announcer.silence()
        self.tell(what_here(self._file_dialog))

    def _chosen(self, files: list[str]) -> None:
        # Nothing is said before this dialog has the keyboard again: its name would cut it off.
        self._announcer.expect(self)
        self.begin(self.models.importing([Path(file) for file in files]))
