"""What is stored, in one place: sessions to list, find, open and delete."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QWidget
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_
from whichone_core.study.studyreader import StudyReader, StudySession

from ..announcer import Announcer
from ..asked_twice import AskedTwice
from ..catalogue import _, _n
from ..letter_list import FirstWordList
from ..presenters import study_pages
from ..presenters.study import StudyPresenter
from ..settings_window.sheet import Sheet, button, called, label, text_view
from ..whole_line import WholeLine
from ..wrapped_row import WrappedRow

TITLE = N_("What the study stored")
SURE = N_("Press it again to delete session {number}, with everything in it.")
KEPT = N_("Session {number} is kept.")
KEPT_ALREADY = N_("Session {number} is kept already.")
RUNS = N_("Session {number} still runs; at its end it is asked whether it is kept.")
NOTHING = N_("No session is chosen.")
OPENED = N_("Session {number} is in the text below the list.")
LIMIT = 100
TURNS_SHOWN = 500


class SessionList(FirstWordList):
    """Sessions; Enter opens one, Delete deletes it.  The dialog sets what they do."""

    def __init__(self, dialog: SessionsDialog) -> None:
        super().__init__()
        self._dialog = dialog
        called(self, N_("Sessions"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._dialog.open_session()
        elif event.key() == Qt.Key.Key_Delete:
            self._dialog.delete_session()
        else:
            super().keyPressEvent(event)


class SessionsDialog(Sheet):
    """Search, list, text of the opened session, and what there is in all."""

    keys_here = N_("In the list, Enter opens a session and Delete deletes it.")

    def __init__(
        self, window: QWidget, announcer: Announcer, study: StudyPresenter, reader: StudyReader
    ) -> None:
        super().__init__(window, announcer, TITLE)
        self._study = study
        self._reader = reader
        self._sessions: list[StudySession] = []
        self.search = called(WholeLine(), N_("Search the sessions"))
        self.search.returnPressed.connect(self._find)
        self.list = SessionList(self)
        self.text = text_view(N_("Session and storage"))
        self.text.show_lines((_(study_pages.NONE),))
        self.open_button = button(N_("&Open the session"), self.open_session)
        self.keep_button = button(N_("&Keep the session"), self.keep_session)
        self.delete_button = button(N_("&Delete the session"), self.delete_session)
        self._deleting = AskedTwice(self.list, self.delete_button)
        self.list.currentRowChanged.connect(lambda _row: self._deleting.forget())
        self._lay_out()

    def open_sheet(self) -> None:
        """Show the newest sessions and how much is stored."""
        self.search.clear()
        self.refresh()
        super().open_sheet()
        self.list.setFocus()

    def refresh(self) -> None:
        """Read everything anew and say what there is."""
        try:
            self._fill(self._reader.sessions(limit=LIMIT))
            lines = study_pages.stored_lines(self._reader.stored())
        except WhichOneError as error:
            self.tell(error.spoken)
            return
        self.text.show_lines(lines)
        self.tell(" ".join(lines))

    def open_session(self) -> None:
        """Put all that is kept of the chosen session into the text."""
        session = self._chosen()
        if session is None:
            self.tell(_(NOTHING))
            return
        try:
            turns = self._reader.turns(session.key, limit=TURNS_SHOWN)
            details = self._reader.details(session.key)
        except WhichOneError as error:
            self.tell(error.spoken)
            return
        self.text.show_lines(study_pages.session_lines(session, turns, details))
        self.tell(_(OPENED, number=session.id))

    def keep_session(self) -> None:
        """Keep the chosen session, which nobody decided about when the window was closed."""
        session = self._chosen()
        if session is None:
            self.tell(_(NOTHING))
        elif session.outcome == "kept":
            self.tell(_(KEPT_ALREADY, number=session.id))
        elif session.ended_at is None:
            self.tell(_(RUNS, number=session.id))
        else:
            self._keep(session)

    def delete_session(self) -> None:
        """Delete the chosen session when asked a second time."""
        session = self._chosen()
        if session is None:
            self.tell(_(NOTHING))
        elif not self._deleting.is_sure(session.key):
            self.tell(_(SURE, number=session.id))
        else:
            self._study.delete(session.key, self.refresh)

    def _keep(self, session: StudySession) -> None:
        row = self.list.currentRow()
        try:
            self._reader.keep(session.id)
            kept = self._reader.session(session.id)
        except WhichOneError as error:
            self.tell(error.spoken)
            return
        self._sessions[row] = kept
        self.list.item(row).setText(study_pages.session_line(kept))
        self.tell(_(KEPT, number=session.id))

    def _find(self) -> None:
        words = self.search.value
        try:
            self._fill(self._reader.sessions(search=words, limit=LIMIT))
        except WhichOneError as error:
            self.tell(error.spoken)
            return
        count = len(self._sessions)
        if count:
            self.tell(_n("{count} session.", "{count} sessions.", count))
        else:
            self.tell(_(study_pages.NONE_FOUND))

    def _fill(self, sessions: list[StudySession]) -> None:
        self._sessions = sessions
        self._deleting.forget()
        self.list.clear()
        for session in sessions:
            QListWidgetItem(study_pages.session_line(session), self.list)
        if sessions:
            self.list.setCurrentRow(0)

    def _chosen(self) -> StudySession | None:
        row = self.list.currentRow()
        return self._sessions[row] if 0 <= row < len(self._sessions) else None

    def _lay_out(self) -> None:
        self.column.addWidget(label(N_("&Search the sessions"), self.search))
        self.column.addWidget(self.search)
        self.column.addWidget(label(N_("S&essions"), self.list))
        self.column.addWidget(self.list, 1)
        row = WrappedRow()
        row.addWidget(self.open_button)
        row.addWidget(self.keep_button)
        row.addWidget(self.delete_button)
        self.column.addLayout(row)
        self.column.addWidget(label(N_("Session and storage"), self.text))
        self.column.addWidget(self.text, 1)
        self.add_end()
