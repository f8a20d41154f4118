"""Two dialogs to read: privacy, and what works on this computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_

from ..announcer import Announcer
from ..asked_twice import AskedTwice
from ..catalogue import _, _n
from ..doctor import Diagnosis
from ..presenters import doctor_page
from ..presenters.privacy import PrivacyPage
from ..presenters.view import Jobs
from ..wrapped_row import WrappedRow
from .sheet import Sheet, label, text_view
from .sheet import button as made_button

_SURE = N_("Press it again to delete all questions, answers and pictures that were kept.")


def open_folder(path: Path) -> bool:
    """Show a folder in the desktop's own program; whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class Page(Sheet):
    """A text that can be read line by line and copied whole."""

    keys_here = N_("The arrow keys read the text line by line.")

    def __init__(self, window: QWidget, announcer: Announcer, title: str, *buttons: QPushButton):
        super().__init__(window, announcer, title)
        self.text = text_view(title)
        self.text.show_lines((_("Nothing to read yet."),))
        self.copy_button = made_button(N_("Copy all"), self._copy)
        self.column.addWidget(label(title, self.text))
        self.column.addWidget(self.text, 2)
        row = WrappedRow()
        for each in (*buttons, self.copy_button):
            row.addWidget(each)
        self.column.addLayout(row)
        self.add_end()

    def open_sheet(self) -> None:
        super().open_sheet()
        self.text.setFocus()

    def _copy(self) -> None:
        lines = self.text.toPlainText().splitlines()
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.tell(_n("Copied, {count} line.", "Copied, {count} lines.", len(lines)))


class PrivacyDialog(Page):
    """What leaves this computer and what is kept on it."""

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        page: PrivacyPage,
        show_folder: Callable[[Path], bool] = open_folder,
    ) -> None:
        self._page = page
        self._show_folder = show_folder
        self.folder_button = made_button(N_("Open the folder"), self._open)
        self.delete_button = made_button(N_("Delete what was kept"), self._delete)
        self._deleting = AskedTwice(self.delete_button)
        super().__init__(window, announcer, N_("Privacy"), self.folder_button, self.delete_button)

    def open_sheet(self) -> None:
        """Show and say what the settings let out now."""
        self._deleting.forget()
        self.text.show_lines(self._page.lines())
        super().open_sheet()
        first = self._page.lines()[0]
        self.tell(first, first)

    def word(self) -> None:
        self.text.show_lines(self._page.lines())

    def _open(self) -> None:
        folder = self._page.folder
        if folder.is_dir() and self._show_folder(folder):
            self.tell(_("Opened {folder}", folder=folder))
        else:
            self.tell(_("The folder cannot be shown here. It is {folder}", folder=folder))

    def _delete(self) -> None:
        try:
            if self._page.has_kept and not self._deleting.is_sure(_SURE):
                self.tell(_(_SURE))
                return
            self.tell(self._page.delete_log())
        except WhichOneError as error:
            self.tell(error.spoken)
        self.text.show_lines(self._page.lines())


class DoctorDialog(Page):
    """What works on this computer; the checks run beside the window.

    What was found stays to be read and copied until there is something newer.
    """

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        jobs: Jobs,
        examine: Callable[[], Diagnosis],
    ) -> None:
        self._jobs = jobs
        self._examine = examine
        self._has_found = False
        self.again_button = made_button(N_("Check again"), self.check)
        super().__init__(window, announcer, N_("This computer"), self.again_button)

    def open_sheet(self) -> None:
        super().open_sheet()
        self.check(is_read=True)

    def check(self, *, is_read: bool = False) -> None:
        """Run all checks anew.  is_read: the focus comes to the text just now."""
        checking = _(doctor_page.CHECKING)
        if self._jobs.is_busy:
            self.tell(checking)
            return
        if not self._has_found:
            self.text.show_lines((checking,))
        self.tell(checking, checking if is_read and not self._has_found else "")
        self._jobs.start(doctor_page.work(self._examine), self._show, self._ended)

    def stop(self) -> bool:
        if not self._jobs.is_busy:
            return False
        self._jobs.cancel()
        if not self._has_found:
            self.text.show_lines((_("Stopped."),))
        self.tell(_("Stopped."))
        return True

    def _show(self, diagnosis: Diagnosis) -> None:
        self._has_found = True
        self.text.show_lines(doctor_page.lines(diagnosis))
        self.tell(doctor_page.spoken(diagnosis))

    def _ended(self, error: WhichOneError | None) -> None:
        if error is not None:
            self.tell(error.spoken)
