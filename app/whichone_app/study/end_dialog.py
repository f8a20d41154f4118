"""The end of a study session: the participant says whether it may be kept."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget
from whichone_core.languages import N_

from ..announcer import Announcer
from ..catalogue import _
from ..presenters.study import StudyPresenter
from ..settings_window.sheet import Sheet, button, label, text_view
from ..wrapped_row import WrappedRow

TITLE = N_("End the study session")
ASKED = N_("May what was recorded in this session be kept? If not, it is deleted now.")


class EndDialog(Sheet):
    """Keep, delete, or go on by closing it."""

    keys_here = N_("The participant decides: two buttons keep the session or delete it.")

    def __init__(self, window: QWidget, announcer: Announcer, study: StudyPresenter) -> None:
        super().__init__(window, announcer, TITLE)
        self._study = study
        self.text = text_view(N_("About the session"))
        self.text.show_lines((_(ASKED),))
        self.column.addWidget(label(N_("About the session"), self.text))
        self.column.addWidget(self.text)
        self.keep_button = button(N_("&Keep it"), self._keep)
        self.delete_button = button(N_("&Delete it"), self._delete)
        row = WrappedRow()
        row.addWidget(self.keep_button)
        row.addWidget(self.delete_button)
        self.column.addLayout(row)
        self.add_end()

    def open_sheet(self) -> None:
        self.text.show_lines((self._study.status, _(ASKED)))
        self.text.moveCursor(
            QTextCursor.MoveOperation.Start
        )  # whoever it is, and then what is asked
        super().open_sheet()
        self.text.setFocus()
        self.tell(_(ASKED))

    def done(self, result: int) -> None:
        """Who leaves without a decision must not take the session for ended."""
        self._study.go_on()
        super().done(result)

    def _keep(self) -> None:
        self._study.keep()
        self.close()

    def _delete(self) -> None:
        self._study.withdraw()
        self.close()
