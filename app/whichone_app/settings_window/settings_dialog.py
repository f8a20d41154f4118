"""The settings: a list that is searched, and one control for the setting that is current."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from whichone_core.errors import SetupError
from whichone_core.languages import N_

from ..announcer import Announcer
from ..letter_list import FirstWordList
from ..presenters.settings_page import Kind, Row, SettingsPage
from ..whole_line import WholeLine
from ..wrapped_row import WrappedRow
from .editors import Editor, editor_of
from .sheet import Sheet, button, called, label

FOUND_MS = 400
"""How long after the last letter the number of hits is said."""
_KEY = Qt.ItemDataRole.UserRole
_IN_LISTS = {
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class RowList(FirstWordList):
    """The settings; Enter goes to the control of the current one.

    empty: what was looked for in vain is told wherever a key or the focus comes to an empty list.
    """

    empty = Signal()

    def __init__(self) -> None:
        super().__init__()
        called(self, N_("Settings"))
        self.setWordWrap(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem():
            self.itemActivated.emit(self.currentItem())
        elif not self.count() and event.key() in _IN_LISTS:
            self.empty.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.count():
            self.empty.emit()


class SettingsDialog(Sheet):
    """Every setting, by keyboard alone.

    others: buttons that lead to the other dialogs, so that one key leads to all of them.
    """

    keys_here = N_(
        "Type words to find a setting. Choose one in the list with the arrows. Enter goes to its "
        "value."
    )

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        page: SettingsPage,
        others: Mapping[str, Callable[[], object]] | None = None,
    ) -> None:
        super().__init__(window, announcer, N_("Settings"))
        self._page = page
        self.others = {text: button(text, run) for text, run in (others or {}).items()}
        self._rows = {row.key: row for row in page.rows()}
        self.search = called(WholeLine(), N_("Search settings"))
        self.list = RowList()
        self.editors = {row.key: self._editor(row) for row in page.rows()}
        # No stack: it is as high as its highest page, which leaves a gap beside large text.
        self._place = QWidget()
        places = QVBoxLayout(self._place)
        places.setContentsMargins(0, 0, 0, 0)
        for editor in self.editors.values():
            places.addWidget(editor)
        self._said_timer = QTimer(self, singleShot=True, interval=FOUND_MS)
        self._said_timer.timeout.connect(self._tell_found)
        self.list.empty.connect(self._tell_found)
        self._lay_out()
        self.search.textEdited.connect(self._search)
        self.list.currentItemChanged.connect(lambda now, _before: self._show(now))
        self.list.itemActivated.connect(lambda item: self.editors[item.data(_KEY)].setFocus())
        self._fill()

    def open_sheet(self) -> None:
        """Show all settings, ready to be searched."""
        self.search.clear()
        self._fill()
        super().open_sheet()
        self.search.setFocus()

    @property
    def current(self) -> Row | None:
        """The setting that is current in the list."""
        item = self.list.currentItem()
        return self._rows[item.data(_KEY)] if item is not None else None

    def word(self) -> None:
        for editor in self.editors.values():
            editor.word()
        self._refresh()

    def _lay_out(self) -> None:
        self.column.addWidget(label(N_("Sea&rch settings"), self.search))
        self.column.addWidget(self.search)
        self.column.addWidget(label(N_("Se&ttings"), self.list))
        self.column.addWidget(self.list, 4)
        self.column.addWidget(self._place)
        row = WrappedRow()
        self.reset_button = button(N_("Reset this setting"), self._reset)
        self.reset_all_button = button(N_("Reset all settings"), self._reset_all)
        self.undo_button = button(N_("Undo"), self._undo)
        for each in (self.reset_button, self.reset_all_button, self.undo_button):
            row.addWidget(each)
        self.column.addLayout(row)
        more = WrappedRow()
        for each in self.others.values():
            more.addWidget(each)
        self.column.addLayout(more)
        self.add_end()

    def _editor(self, row: Row) -> Editor:
        editor = editor_of(row, lambda value: self._set(row, value))
        editor.refused.connect(lambda: self.tell(self._page.limits(row)))
        return editor

    def _set(self, row: Row, value: object) -> None:
        is_typed = self.editors[row.key].take_typed()
        try:
            said = self._page.set(row, value)
            if is_typed:
                self.tell(said or self._page.now(row))
            else:
                self.tell(said, self._read_by_itself(row))
        except SetupError as error:
            self.tell(error.spoken)
        self._refresh()

    def _read_by_itself(self, row: Row) -> str:
        """What a reader says of a control that is changed; of what is typed it says nothing."""
        return "" if row.kind is Kind.TEXT else self._page.now(row)

    def _reset(self) -> None:
        row = self.current
        if row is not None:
            self.tell(self._page.reset(row))
            self._refresh()

    def _reset_all(self) -> None:
        self.tell(self._page.reset_all())
        self._refresh()

    def _undo(self) -> None:
        self.tell(self._page.undo())
        self._refresh()

    # ------------------------------------------------------------------ the list

    def _search(self) -> None:
        self._fill()
        self._said_timer.start()

    def _tell_found(self) -> None:
        self._said_timer.stop()
        self.tell(self._page.found(self.search.value))

    def _fill(self) -> None:
        """Show what is found; the current setting stays current where it is among it."""
        current = self.current
        self.list.clear()
        for row in self._page.rows(self.search.value):
            item = QListWidgetItem(self._page.line(row), self.list)
            item.setData(_KEY, row.key)
            if current is not None and row.key == current.key:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None and self.list.count():
            self.list.setCurrentRow(0)
        self._show(self.list.currentItem())

    def _refresh(self) -> None:
        """Show the values as they are, in the list and in the control."""
        for number in range(self.list.count()):
            item = self.list.item(number)
            row = self._rows[item.data(_KEY)]
            if item.text() != self._page.line(row):
                item.setText(self._page.line(row))
        self._show(self.list.currentItem())

    def _show(self, item: QListWidgetItem | None) -> None:
        """The control of the current setting; none where nothing is found."""
        self._place.setVisible(item is not None)
        self.reset_button.setEnabled(item is not None)
        if item is None:
            return
        editor = self.editors[item.data(_KEY)]
        editor.show_value(self._page.value(editor.row.key))
        for each in self.editors.values():
            each.setVisible(each is editor)
